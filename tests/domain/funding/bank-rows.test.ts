// Entries of the bank in csv files: the headings that banks use, amounts of both directions, days in every order, and what
// is asked or refused instead of guessed.
import { expect, it } from 'vitest'
import { type BankFieldName, type BankRow, toBankEntries } from '#domain/funding/bank-rows.ts'
import type { MappedColumns } from '#domain/rows/headings.ts'
import { toRowType } from '#domain/row-types.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import { readRows } from '#workers/batch-file/read.ts'

const rowType = toRowType({ kind: 'bankEntries' })
const read = (text: string, columns?: MappedColumns) =>
  readRows(rowType, { accepts: ['csv'], maxRows: 5000, fileName: 'bank.csv', file: new Blob([text]), columns })

async function rowsOf(text: string, columns?: MappedColumns): Promise<BankRow[]> {
  const result = await read(text, columns)
  if (!result.ok) throw new Error(result.refusal.code)
  const { packedRows } = result
  const readRow = createRowReader(packedRows, (bytes) => new TextDecoder().decode(bytes))
  return Array.from({ length: packedRows.count }, (_, index) => readRow<BankFieldName>(rowType, index)).filter(
    (row): row is BankRow & NonNullable<typeof row> => row !== undefined,
  )
}
const entriesOf = async (text: string, columns?: MappedColumns) => toBankEntries(await rowsOf(text, columns), {})

it.each([
  [
    'one column with signs',
    'Date,Description,Amount\n2026-11-26,Payroll November,"250,000.00"\n2026-11-27,Bank fee,-7.50\n',
  ],
  [
    'debit and credit',
    'Transaction Date,Transaction ID,Details,Debit,Credit\n26 Nov 2026,,Payroll November,,250000.00\n27 Nov 2026,,Bank fee,7.50,\n',
  ],
  [
    'debit below zero, zeros in the other column, and a line of the account above',
    'Account,0012345678\nDate,Text,Withdrawal,Deposit\n2026-11-26,Payroll November,0.00,250000.00\n2026-11-27,Bank fee,-7.50,0.00\n',
  ],
  [
    'German',
    'Buchungstag;Verwendungszweck;Betrag\n26.11.2026;Payroll November;250.000,00\n27.11.2026;Bank fee;-7,50\n',
  ],
])('reads the columns by their headings: %s', async (_, text) => {
  expect(await entriesOf(text)).toEqual({
    kind: 'entries',
    leftOut: 0,
    entries: [
      { bookedOn: '2026-11-26', amountCents: 25_000_000, bankReference: '', reference: 'Payroll November' },
      { bookedOn: '2026-11-27', amountCents: -750, bankReference: '', reference: 'Bank fee' },
    ],
  })
})

it('asks for the columns of a file whose headings it does not know, and reads it with the answer', async () => {
  const text = 'When,What,How much\n2026-11-26,Payroll,400.00\n'
  expect(await read(text)).toMatchObject({ ok: false, refusal: { code: 'columnsNeeded' } })
  const columns = { map: [0, 2, -1, -1, -1, 1], width: 3, hasHeadings: true }
  expect(await entriesOf(text, columns)).toMatchObject({
    entries: [{ bookedOn: '2026-11-26', amountCents: 40_000, reference: 'Payroll' }],
  })
})

it('leaves out rows without an amount, such as a balance brought forward, and says how many', async () => {
  expect(
    await entriesOf('Date,Text,Amount\n2026-11-01,Balance brought forward,\n2026-11-02,Fee,-1.00\n'),
  ).toMatchObject({
    leftOut: 1,
    entries: [{ amountCents: -100 }],
  })
})

it('asks how days are written if the file fits several orders, and not if one day decides', async () => {
  const rows = await rowsOf('Date,Text,Amount\n03/04/2026,A,1.00\n05/06/2026,B,2.00\n')
  expect(toBankEntries(rows, {})).toMatchObject({ kind: 'orderNeeded', orders: ['dmy', 'mdy'], sample: '03/04/2026' })
  expect(toBankEntries(rows, { order: 'mdy' })).toMatchObject({ entries: [{ bookedOn: '2026-03-04' }, {}] })
  expect(await entriesOf('Date,Text,Amount\n03/04/2026,A,1.00\n25/06/2026,B,2.00\n')).toMatchObject({
    entries: [{ bookedOn: '2026-04-03' }, { bookedOn: '2026-06-25' }],
  })
})

it.each([
  ['1.250', 'two readings'],
  ['12,50,', 'no amount'],
  ['ten', 'a word'],
  ['USD 5.00', 'another currency'],
])('refuses the file with the row of an amount that cannot be read exactly: %s (%s)', async (amount) => {
  const result = await entriesOf(`Date,Text,Amount\n2026-11-01,A,1.00\n2026-11-02,B,"${amount}"\n`)
  expect(result).toMatchObject({ kind: 'refused' })
  expect(JSON.stringify(result)).toContain('first 3')
})

it('refuses a row with both money in and money out, and a file without amounts', async () => {
  expect(await entriesOf('Date,Text,Debit,Credit\n2026-11-01,A,1.00,2.00\n')).toMatchObject({ kind: 'refused' })
  expect(await entriesOf('Date,Text,Amount\n2026-11-01,A,\n')).toMatchObject({ kind: 'refused' })
})
