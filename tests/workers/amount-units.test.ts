// Files whose headings, columns or number formats say that amounts are in cents, thousands, percent or another
// currency. Such an amount is an error, or the user is asked with the sum in both units. It is never silently read in
// the programme's currency.
import { describe, expect, test } from 'vitest'
import type { CellObject } from 'xlsx'
import { cardRows } from '#domain/batch/card-rows.ts'
import { amountAnswers, amountQuestions } from '#domain/rows/column-amounts.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import { findingMessage, type RowType } from '#domain/rows/row-type.ts'
import type { MappedColumns } from '#domain/rows/headings.ts'
import { orderRows } from '#domain/order/rows.ts'
import { physicalRows } from '#tests/support/row-types.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { headingToUnits, shiftAmount } from '#domain/rows/amount-units.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { cardNumber, workbook } from '#tests/support/files.ts'

const words = { headings: {}, currency: ['S$', 'SGD', '$'], currencyNumber: '702' }
const loads = cardRows({ type: 'load', identifierType: 1, words })
const [cardA, cardB] = [cardNumber(1), cardNumber(2)]

const read = (content: string | ArrayBuffer, ending = 'csv', columns?: MappedColumns, rowType: RowType = loads) =>
  readRows(rowType, {
    accepts: ['csv', 'xlsx', 'xls'],
    maxRows: 5000,
    fileName: `a.${ending}`,
    file: new Blob([content]),
    ...(columns && { columns }),
  })
type Result = Awaited<ReturnType<typeof read>>

function rowsOf(result: Result, rowType: RowType = loads) {
  if (!result.ok) throw new Error(result.refusal.code)
  const rowAt = createRowReader(result.packedRows, (bytes) => new TextDecoder().decode(bytes))
  return Array.from({ length: result.packedRows.count }, (_, index) => {
    const row = rowAt(rowType, index)
    if (!row) throw new Error('no row')
    return {
      amount: row.values['amount'] ?? row.values['loadAmount'],
      cents: row.cents[0],
      codes: row.findings.map(({ code }) => code),
      row,
    }
  })
}

const questionsOf = (result: Result) => {
  const columns = result.ok ? undefined : result.refusal.columns
  return columns && amountQuestions(loads, columns, columns.map)
}

/** The sum for each choice in the question about the amounts, in minor units. */
function sumsOf(result: Result, rowType: RowType = loads) {
  const columns = result.ok ? undefined : result.refusal.columns
  return (
    columns &&
    amountQuestions(rowType, columns, columns.map).map((question) =>
      amountAnswers(question).map(({ shift, sum }) => [shift, sum]),
    )
  )
}

describe('a heading that names another unit leads to a question with the sum in both units', () => {
  test.each([
    ['Card Number,Amount (cents)', -2],
    ['Card Number,Load Amt in Cents', -2],
    ['Card Number,AmountInCents', -2],
    ['Card Number,amount_minor', -2],
    ['Kartennummer,Betrag (in Cent)', -2],
    ['Numéro de carte,Montant en centimes', -2],
    ['Número de tarjeta,Importe (céntimos)', -2],
    ['Número de tarjeta,Importe en centavos', -2],
    ['Número do cartão,Valor em centavos', -2],
    ['Número de cartão,Valor (cêntimos)', -2],
    ['Kaartnummer,Bedrag in centen', -2],
    ['Nombor Kad,Jumlah (sen)', -2],
    ['Nomor Kartu,Jumlah dalam sen', -2],
    ['卡号,金额(分)', -2],
    ['卡号,金额（单位：分）', -2],
    ["Card Number,Amount ('000)", 3],
    ['Card Number,Amount (SGD thousands)', 3],
    ['Kartennummer,Betrag in Tsd.', 3],
    ['Numéro de carte,Montant (milliers)', 3],
    ['Número de tarjeta,Importe (miles)', 3],
    ['Número do cartão,Valor em milhares', 3],
    ['Kaartnummer,Bedrag (duizenden)', 3],
    ['Nombor Kad,Jumlah (ribu)', 3],
    ['卡号,金额(千元)', 3],
    ['卡号,金额（万元）', 4],
    ['Nomor Kartu,Jumlah (juta)', 6],
  ])('%s', async (headings, shift) => {
    const result = await read(`${headings}\r\n${cardA},1000\r\n${cardB},2000\r\n`)
    expect(sumsOf(result)).toEqual([
      [
        [shift, Math.round(300_000 * 10 ** shift)],
        [0, 300_000],
      ],
    ])
  })

  test.each(['Amount (%)', 'Betrag (Prozent)', 'Montant (pourcent)', 'Nilai (persen)', 'Jumlah (peratus)'])(
    '%s is a percentage, so only the amounts as written can be chosen',
    async (heading) => {
      expect(sumsOf(await read(`Card Number,${heading}\r\n${cardA},10\r\n`))).toEqual([[[0, 1000]]])
    },
  )

  test('the sum includes all rows, not only those at the beginning of the file', async () => {
    const lines = Array.from({ length: 4999 }, (_, n) => `${cardNumber(n)},100`)
    expect(sumsOf(await read(['Card Number,Amount (cents)', ...lines].join('\n')))).toEqual([
      [
        [-2, 499_900],
        [0, 49_990_000],
      ],
    ])
  })

  test('the user’s choice decides, and amounts that cannot be converted are errors', async () => {
    const file = `Card Number,Amount (cents)\r\n${cardA},1000\r\n${cardB},"2,050"\r\n${cardNumber(3)},1 000\r\n${cardNumber(4)},10.5\r\n`
    const mapping = { map: [0, -1, 1], width: 2, hasHeadings: true }
    const inCents = rowsOf(await read(file, 'csv', { ...mapping, shifts: { amount: -2 } }))
    expect(inCents.map(({ amount, cents, codes }) => [amount, cents, codes])).toEqual([
      ['10.00', 1000, []],
      ['20.50', 2050, []],
      ['1 000 × 1/100', 0, ['amountNotNumber']],
      ['0.105', 0, ['amountDecimals']],
    ])
    const asWritten = rowsOf(await read(file, 'csv', { ...mapping, shifts: { amount: 0 } }))
    expect(asWritten[0]).toMatchObject({ amount: '1000', cents: 100_000 })
    // Columns chosen for an earlier file do not decide the unit of this file.
    expect(sumsOf(await read(file, 'csv', mapping))).toHaveLength(1)
  })

  test('a line above the headings, such as “All amounts in cents”, counts too', async () => {
    expect(sumsOf(await read(`All amounts in cents\r\nCard Number,Amount\r\n${cardA},1000\r\n`))).toEqual([
      [
        [-2, 1000],
        [0, 100_000],
      ],
    ])
    const inDollars = await read(`Amounts in USD\r\nCard Number,Amount\r\n${cardA},1000\r\n`)
    expect(questionsOf(inDollars)).toMatchObject([{ currency: 'USD', sum: 100_000 }])
  })

  test('an order’s heading leads to the same question', async () => {
    const rowType = orderRows('physical', '2026-11-26' as CalendarDate, words)
    const labels = physicalRows.fields.map(({ label }) => (label === 'Load Amount' ? 'Load Amount (cents)' : label))
    const result = await read(
      `${labels.join(',')}\r\nAnn,Lee,R-1,1000,5,,,1 Bay Road,,049315\r\n`,
      'csv',
      undefined,
      rowType,
    )
    expect(sumsOf(result, rowType)).toEqual([
      [
        [-2, 1000],
        [0, 100_000],
      ],
    ])
  })

  test.each(['Amount', 'Load Amount (S$)', 'Amount SGD', 'Amount in dollars', 'Top Up Amount', '金额(元)'])(
    '%s leads to no question',
    async (heading) => {
      expect(rowsOf(await read(`Card Number,${heading}\r\n${cardA},10.00\r\n`))[0]).toMatchObject({
        cents: 1000,
        codes: [],
      })
    },
  )
})

describe('another currency is an error in each row, unless the user says that the heading is wrong', () => {
  test.each([
    ['Amount (USD)', 'USD'],
    ['USD Amount', 'USD'],
    ['Amount US$', 'USD'],
    ['Betrag (€)', 'EUR'],
    ['Montant (euros)', 'EUR'],
    ['Importe MXN', 'MXN'],
    ['Valor (R$)', 'BRL'],
    ['Bedrag EUR', 'EUR'],
    ['Jumlah (RM)', 'MYR'],
    ['Jumlah (Rp)', 'IDR'],
    ['金额（美元）', 'USD'],
    ['金额（人民币）', 'CNY'],
  ])('by the heading %s', async (heading, currency) => {
    const file = `Card Number,${heading}\r\n${cardA},10.00\r\n${cardB},5.50\r\n`
    expect(questionsOf(await read(file))).toMatchObject([{ currency, sum: 1550 }])
    const mapping = { map: [0, -1, 1], width: 2, hasHeadings: true }
    // Columns chosen for an earlier file do not decide the currency of this file.
    expect(questionsOf(await read(file, 'csv', mapping))).toHaveLength(1)
    const [row] = rowsOf(await read(file, 'csv', { ...mapping, currencies: { amount: 'named' } }))
    expect(row?.codes).toEqual(['amountOtherCurrency'])
    const rowsInOwnCurrency = rowsOf(await read(file, 'csv', { ...mapping, currencies: { amount: 'own' } }))
    expect(rowsInOwnCurrency.map(({ cents, codes }) => [cents, codes])).toEqual([
      [1000, []],
      [550, []],
    ])
    expect(row && findingMessage(loads, { code: 'amountOtherCurrency', field: 'amount' }, row.row)).toBe(
      `This amount is in ${currency}, but amounts here are in SGD. Enter the amount in SGD, or remove the row.`,
    )
  })

  test.each([
    'Currency',
    'CCY',
    'Währung',
    'Devise',
    'Moneda',
    'Moeda',
    'Valuta',
    'Mata Wang',
    'Mata Uang',
    '币种',
    'Whatever',
  ])('is recognised by the values of a currency column with the heading %s', async (heading) => {
    const result = await read(`Card Number,Amount,${heading}\r\n${cardA},10.00,USD\r\n${cardB},20.00,SGD\r\n`)
    expect(rowsOf(result).map(({ codes }) => codes)).toEqual([['amountOtherCurrency'], []])
  })

  test('a heading with both unit and currency leads to two questions, and both need a choice', async () => {
    const file = `Card Number,Amount (EUR cents)\r\n${cardA},1000\r\n${cardB},USD 5\r\n`
    expect(questionsOf(await read(file))).toMatchObject([{ currency: 'EUR', unit: 'minor' }])
    const mapping = { map: [0, -1, 1], width: 2, hasHeadings: true, shifts: { amount: -2 } }
    expect(questionsOf(await read(file, 'csv', mapping))).toHaveLength(1)
    const rows = rowsOf(await read(file, 'csv', { ...mapping, currencies: { amount: 'own' } }))
    // A currency in the cell itself is still an error.
    expect(rows[0]).toMatchObject({ cents: 1000, codes: [] })
    expect(rows[1]?.codes).not.toEqual([])
  })

  test('a currency column overrides the heading of the amounts', async () => {
    const rows = rowsOf(await read(`Card Number,Amount (EUR),Currency\r\n${cardA},10.00,SGD\r\n${cardB},20.00,EUR\r\n`))
    expect(rows.map(({ codes }) => codes)).toEqual([[], ['amountOtherCurrency']])
  })

  test('a currency column can contain numbers and names, and blank cells are ignored', async () => {
    const cells = ['702', '840', 'Singapore dollars', '', 'euros', 'S$', 'unknown']
    const lines = cells.map((cell, n) => `${cardNumber(n)},10.00,${cell}`)
    const result = await read(['Card Number,Amount,Currency', ...lines].join('\n'))
    expect(rowsOf(result).map(({ codes }) => codes.length)).toEqual([0, 1, 0, 0, 1, 0, 1])
  })

  test.each(['USD 10.00', '10,00 €', 'RM10', 'Rp 10.000', '£5', '12.50 AUD'])(
    'the currency in the cell %s is an error',
    async (cell) => {
      const [, row] = rowsOf(await read(`Card Number;Amount\r\n${cardB};1.00\r\n${cardA};${cell}\r\n`))
      expect(row?.codes).toEqual(['amountOtherCurrency'])
    },
  )
})

describe.each(['xlsx', 'biff8'] as const)('number formats of %s', (bookType) => {
  const ending = bookType === 'xlsx' ? 'xlsx' : 'xls'
  const sheet = (values: readonly number[], format: string) =>
    read(
      workbook([['Card Number', 'Amount'], ...values.map((value, n) => [cardNumber(n), value])], {
        bookType,
        change(cells) {
          values.forEach((_, n) => {
            const cell = cells[`B${n + 2}`] as CellObject
            cell.z = format
          })
        },
      }),
      ending,
    )

  test.each([
    ['[$€-407] #,##0.00', 'EUR'],
    ['#,##0.00 "€"', 'EUR'],
    ['[$US$-409]#,##0.00', 'USD'],
    ['"US$"#,##0.00', 'USD'],
    ['[$IDR] #,##0.00', 'IDR'],
    ['[$Rp-421]#,##0', 'IDR'],
    ['[$£-809]#,##0.00', 'GBP'],
  ])('%s is another currency', async (format, currency) => {
    expect(rowsOf(await sheet([10], format))[0]).toMatchObject({
      amount: `${currency} 10.00`,
      codes: ['amountOtherCurrency'],
    })
  })

  test.each([
    '"S$"#,##0.00',
    '[$SGD] #,##0.00',
    '"$"#,##0.00',
    '_($* #,##0.00_)',
    '#,##0.00',
    'General',
    '0.00;[Red]-0.00',
  ])('%s is an amount', async (format) => {
    expect(rowsOf(await sheet([10], format))[0]).toMatchObject({ amount: '10.00', codes: [] })
  })

  test('a percentage is not an amount', async () => {
    expect(rowsOf(await sheet([0.1], '0%'))[0]).toMatchObject({ amount: '10%', codes: ['amountPercent'] })
    expect(rowsOf(await sheet([0.125], '0.0%'))[0]).toMatchObject({ amount: '12.5%' })
  })

  test.each([
    ['#,##0,', -3],
    ['0.0,', -3],
    ['#,##0,,', -6],
  ])('%s displays scaled amounts, so the user is asked which amounts are meant', async (format, shift) => {
    expect(sumsOf(await sheet([10_000, 20_000], format))).toEqual([
      [
        [shift, Math.round(3_000_000 * 10 ** shift)],
        [0, 3_000_000],
      ],
    ])
  })
})

test('headings that only look like units or currencies are ignored', () => {
  for (const heading of ['TOP UP', 'All Amounts', 'Cost Centre', 'Amount', 'Cup size', 'Descent', 'Try again', '分店'])
    expect(headingToUnits(heading)).toEqual({})
})

test.each([
  ['1000', -2, '10.00'],
  ['5', -2, '0.05'],
  ['0', -2, '0.00'],
  ['1,250', -2, '12.50'],
  ['12.34', 3, '12340.00'],
  ['1.5', 6, '1500000.00'],
  ['10.5', -2, '0.105'],
  ['', -2, ''],
])('%s shifted by %s decimal places is %s', (text, power, expected) => expect(shiftAmount(text, power)).toBe(expected))
