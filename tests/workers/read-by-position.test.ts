// A file without known headings is read by position only if nearly all its rows look like rows of the type. Otherwise the
// user is asked, since a number in a wrong column could become an amount or a card.
import { describe, expect, test } from 'vitest'
import { cardRows } from '#domain/batch/card-rows.ts'
import type { BatchType } from '#domain/batch/types.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { virtualRows } from '#domain/order/rows.ts'
import { physicalRows } from '#tests/support/row-types.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { cardNumber } from '#tests/support/files.ts'

const words = { headings: {}, currency: ['S$', 'SGD', '$'] }
const batch = (type: BatchType) => cardRows({ type, identifierType: 1, words })
const virtual = virtualRows({ today: '2026-11-26' as CalendarDate, words })
const [cardA, cardB, cardC, cardD] = [1, 2, 3, 4].map(cardNumber)

async function read(rowType: RowType, lines: readonly string[]) {
  const file = new Blob([lines.join('\r\n')])
  return readRows(rowType, { accepts: ['csv'], maxRows: 1000, fileName: 'a.csv', file })
}
const requestedColumns = async (rowType: RowType, lines: readonly string[]) => {
  const result = await read(rowType, lines)
  return !result.ok && result.refusal.code === 'columnsNeeded' ? result.refusal.columns : undefined
}

const statement = [
  'Date,Description,Ref,Debit,Credit,Balance,Branch',
  '2026-11-01,Salary,INV-1,,2500.00,4100.00,12',
  '2026-11-02,Rent,INV-2,1200.00,,2900.00,12',
]
const passwords = ['ann,Sunny-1', 'bob,Rain-22', 'cy,Wind-3']
const phonesWithStatus = ['phone;status', '91234567;active', '98765432;stopped']
const payroll = ['Staff,Name,Pay', '10234,Ann Lee,2500.00', '10235,Bo Ng,2600.00']

describe.each<[string, RowType]>([
  ['load', batch('load')],
  ['transfer', batch('transfer')],
  ['devalue', batch('devalue')],
  ['activation', batch('activate')],
  ['physical order', physicalRows],
  ['virtual order', virtual],
])('a %s is never read from', (_, rowType) => {
  test.each([
    ['a bank statement', statement],
    ['a bank statement without its headings', statement.slice(1)],
    ['a list of passwords', passwords],
    ['telephone numbers with a status', phonesWithStatus],
    ['a payroll', payroll],
    ['a payroll without its headings', payroll.slice(1)],
  ])('%s', async (_what, lines) => {
    expect(await requestedColumns(rowType, lines)).toBeDefined()
  })
})

describe('asks for the columns of', () => {
  test.each<[string, RowType, string[]]>([
    ['cards and staff numbers', batch('load'), ['Card Number,Staff ID', `${cardA},10234`, `${cardB},10235`]],
    ['cards and balances', batch('load'), ['Card,Saldo', `${cardA},10.00`, `${cardB},20.00`]],
    [
      'cards with a note instead of an amount',
      batch('devalue'),
      ['Card Number,Notes', `${cardA},gone`, `${cardB},gone`],
    ],
    ['a card, a name and an amount', batch('load'), [`${cardA},Ann,10.00`, `${cardB},Bo,20.00`, `${cardC},Cy,5.00`]],
    ['two cards under unknown headings', batch('transfer'), ['Eins,Zwei', `${cardA},${cardB}`, `${cardC},${cardD}`]],
    ['cards and amounts for an activation', batch('activate'), [`${cardA},10.00`, `${cardB},20.00`]],
    ['an order with a column too few', physicalRows, ['Ann,Lee,R-1,10.00,5,Ann,91234567,1 Bay Road,049315']],
  ])('%s', async (_, rowType, lines) => {
    expect(await requestedColumns(rowType, lines)).toBeDefined()
  })

  test('a table below titles and three lines of headings in another language, and proposes the last line', async () => {
    const columns = await requestedColumns(physicalRows, [
      'DAFTAR PESERTA KARTU,,,,,,,,,',
      'PT CONTOH JAYA,,,,,,,,,',
      'PER 26 NOVEMBER 2026,,,,,,,,,',
      ',,,,,,,,,',
      'NO.,NO.PESERTA,NAMA,,AKUMULASI,,,TANGGAL,,IURAN',
      ',,,,IURAN,HASIL,DANA,MASUK,PENSIUN,',
      ',nomor,nama,NPP,akum,hasil,dana,masuk,pensiun,bln',
      '1,2013-596KP,RATU CONTOH,10,162,60,222,2013-12-27,2045-06-25,268',
      '2,2013-597KP,RIA CONTOH,11,163,60,223,2013-12-27,2043-03-13,327',
    ])
    expect(columns).toMatchObject({ hasHeadings: true, headingRow: 7 })
    expect(columns?.lines.map(({ rowNumber }) => rowNumber)).toContain(5)
  })
})

test('proposes a column by its position only if the values fit', async () => {
  expect(await requestedColumns(physicalRows, statement.slice(1))).toMatchObject({
    hasHeadings: false,
    map: Array(10).fill(-1),
  })
  const short = ['R-1,Team,91234567,2028-12-31,10.00', 'R-2,Team,91234568,2028-12-31,10.00']
  expect(await requestedColumns(virtual, short)).toMatchObject({ hasHeadings: false, map: [0, 1, 2, 3, 4, -1, -1] })
})

describe('reads by position', () => {
  test.each<[string, RowType, string[], number]>([
    ['cards and amounts', batch('load'), [`${cardA},10.00`, `${cardB},"1,020.00"`], 2],
    ['cards and amounts with one mistyped card', batch('load'), [`${cardA},10.00`, 'oops lost,20.00'], 2],
    ['cards and amounts in other notations', batch('load'), [`${cardA},S$10.00`, `${cardB},(5.00)`], 2],
    ['cards alone to activate', batch('activate'), [cardA ?? '', cardB ?? ''], 2],
    ['cards alone to devalue', batch('devalue'), [cardA ?? '', cardB ?? ''], 2],
    ['cards under an unknown heading', batch('activate'), ['Karta', cardA ?? '', cardB ?? ''], 2],
    ['card to card', batch('transfer'), [`${cardA},${cardB},10.00`, `${cardC},${cardD},`], 2],
    [
      'cards to be made',
      physicalRows,
      ['Ann,Lee,R-1,10.00,5,Ann Lee,+65 9123 4567,1 Bay Road,#03-01,049315', 'Bo,Ng,R-2,,,,,,,'],
      2,
    ],
    ['virtual cards', virtual, ['R-1,Team,91234567,2028-12-31,10.00,trip,Perth', 'R-2,Team,,,,,'], 2],
  ])('%s', async (_, rowType, lines, rows) => {
    const result = await read(rowType, lines)
    expect(result).toMatchObject({ ok: true, packedRows: { count: rows } })
  })

  test('headings in other languages are recognised for batches', async () => {
    for (const headings of [
      'Kartennummer,Betrag',
      'Numéro de carte,Montant',
      'Número de tarjeta,Importe',
      'Número do cartão,Valor',
      'Kaartnummer,Bedrag',
      'Nombor Kad,Jumlah',
      'Nomor Kartu,Jumlah',
      '卡号,金额',
    ])
      expect(await read(batch('load'), [headings, `${cardA},10.00`])).toMatchObject({
        ok: true,
        packedRows: { count: 1 },
      })
  })
})

test('rows that are added to those in the wizard are read by position', async () => {
  const file = new Blob(['lost and found,20.00'])
  const request = { accepts: ['csv'], maxRows: 10, fileName: 'a.csv', file, isInFieldOrder: true } as const
  expect(await readRows(batch('load'), request)).toMatchObject({ ok: true, packedRows: { count: 1 } })
})
