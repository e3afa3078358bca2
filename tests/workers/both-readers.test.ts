// The fast reader and the general one must agree on every file that the fast one takes: shown with generated files.
import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { CardRowKind } from '#domain/batch/card-rows.ts'
import { rowKindOf } from '#domain/row-kinds.ts'
import { markCopies } from '#domain/rows/copies.ts'
import { lineToRow, trimFields } from '#domain/rows/kind.ts'
import { readGenerally } from '#workers/batch-file/read-csv-file.ts'
import { answerRows } from '#workers/batch-file/answer.ts'
import { scanCsv } from '#workers/batch-file/scan-csv.ts'
import { type PlainRow, cardNumber, rowsOf, trackingNumber } from '#tests/support/files.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

const digits = (max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), maxLength: max })
const identifier = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 30 }).map(cardNumber) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 5 }).map(trackingNumber) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 }).map((n) => cardNumber(n).replace(/(.{4})(?=.)/g, '$1 ')) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 }).map((n) => cardNumber(n).replace(/(.{4})(?=.)/g, '$1-')) },
  // One digit is none, but next to one.
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 15 }), fc.constantFrom('/', ':', '?', '@', 'p', '#', 'Ã', '°'))
      .map(([at, sign]) => cardNumber(at).slice(0, at) + sign + cardNumber(at).slice(at + 1)),
  },
  digits(20),
  fc.constantFrom(
    '',
    'Card Number',
    'Identifier',
    '4.11111E+15',
    '4E15',
    'x1234567890',
    'sep=',
    '0000000000000000',
    'Zürich 12345',
    '陳大文',
    '9000\u00a0',
  ),
)
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 2e10 }).map((n) => (n / 100).toFixed(2)) },
  { weight: 3, arbitrary: fc.tuple(digits(11), digits(4)).map(([whole, rest]) => `${whole}.${rest}`) },
  digits(13),
  fc.constantFrom(
    '',
    '-5',
    '0',
    '.5',
    '5.',
    '1e3',
    'abc',
    '$5',
    '1.2.3',
    '- 5',
    '--5',
    '99999999.99',
    '100000000',
    '1,250.50',
  ),
)
const padded = (field: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom('', ' ', '  '), field, fc.constantFrom('', '', ' ')).map((parts) => parts.join(''))
const anything = fc.string({ unit: fc.constantFrom(...'0159 .,-+eEx\n\r\t";=é'.split('')), maxLength: 24 })
/** A line by the file's delimiter. */
type Line = (delimiter: string) => string
const quoted = (field: fc.Arbitrary<string>) =>
  fc.tuple(field, fc.constantFrom('', '', '"')).map(([text, mark]) => mark + text + mark)
const cell = (field: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 3, arbitrary: padded(field) }, { weight: 2, arbitrary: quoted(padded(field)) })
const line = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(cell(identifier), cell(amount)).map((fields): Line => (by) => fields.join(by)) },
  { weight: 2, arbitrary: fc.array(cell(fc.oneof(identifier, amount)), { maxLength: 6 }).map((f): Line => (by) => f.join(by)) },
  { weight: 1, arbitrary: anything.map((text): Line => () => text) },
) // oxfmt-ignore
const file = fc
  .tuple(
    fc.constantFrom('', '\ufeff'),
    fc.constantFrom(['Card Number', 'Amount'], ['"Card Number"', 'Amount'], ['"Card', ' Number"'], ['', '', ''], [' ']),
    fc.constantFrom(',', ',', ';', '\t'),
    fc.array(line, { maxLength: 25 }),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
  )
  .map(
    ([mark, head, by, lines, end, ends]) =>
      mark + [head.join(by), ...lines.map((each) => each(by))].join(end) + (ends ? end : ''),
  )

/** The slow way, without any of the readers' own code. */
function rowsByDomain(text: string, kind: CardRowKind, delimiter: string): PlainRow[] {
  const records = Papa.parse<string[]>(text.replace(/^\ufeff/, '').replace(/\r\n/g, '\n'), { delimiter, newline: '\n' }).data // oxfmt-ignore
  const first = records.findIndex((fields) => trimFields(fields).length > 0)
  const rows = records.flatMap((fields, index) => {
    if (index === first && kind.isHeader(trimFields(fields))) return []
    return lineToRow(kind, { rowNumber: index + 1, fields }) ?? []
  })
  return markCopies(kind, rows).map((row) => ({
    row: row.rowNumber,
    identifier: row.values.identifier,
    to: row.values.identifierTo,
    amount: row.values.amount,
    cents: row.cents[0] ?? 0,
    fields: row.fieldCount,
    findings: row.findings.map(({ code }) => code),
  }))
}

test(`both readers give the same rows (SEED=${seed})`, () => {
  let taken = 0
  fc.assert(
    fc.property(file, fc.constantFrom(1 as const, 2 as const), (text, identifierType) => {
      const kind = rowKindOf({ kind: 'load', identifierType })
      const maxRows = 5000
      const bytes = new TextEncoder().encode(text)
      const isAscii = /^[\u0020-\u007e\s]*$/.test(text)
      const scanned = scanCsv(kind, bytes, maxRows, false, !isAscii)
      if (!scanned) return
      taken += 1
      const delimiter = scanned === 'tooManyRows' ? ',' : scanned.delimiter
      const fast = answerRows(kind, scanned, maxRows, { format: 'csv', encoding: 'utf-8', delimiter })
      const general = readGenerally(kind, bytes, maxRows)
      // The domain's own rules over papaparse's fields are what both have to give.
      expect(rowsByDomain(text, kind, delimiter)).toEqual(general.ok ? rowsOf(general) : [])
      if (!general.ok) expect(fast).toEqual(general)
      else expect([rowsOf(fast), fast.ok && fast.facts]).toEqual([rowsOf(general), general.facts])
    }),
    { seed, numRuns: 1500 },
  )
  // A reader that takes nothing would agree as well.
  expect(taken).toBeGreaterThan(250)
})

test('a tab within quotes, in a file of tabs, is no field of its own', () => {
  const kind = rowKindOf({ kind: 'load', identifierType: 1 })
  const bytes = new TextEncoder().encode('Card Number\tAmount\n"\t"\n9000010000000000\t1.00')
  expect(scanCsv(kind, bytes, 5000)).toBeUndefined()
})

test(`a cap is met at the same row, and a cut file never gives more rows than the whole (SEED=${seed})`, () => {
  fc.assert(
    fc.property(file, fc.integer({ min: 1, max: 6 }), fc.nat(400), (text, maxRows, cut) => {
      const kind = rowKindOf({ kind: 'load', identifierType: 1 })
      const bytes = new TextEncoder().encode(text)
      const isOver = (isPart: boolean, part: Uint8Array<ArrayBuffer>) => {
        const scanned = scanCsv(kind, part, maxRows, isPart)
        return scanned && scanned === 'tooManyRows'
      }
      const whole = isOver(false, bytes)
      if (whole === undefined) return
      const general = readGenerally(kind, bytes, maxRows)
      // The fast reader stops at the cap; the general one may find fault with what comes after it.
      if (whole) expect(general.ok).toBe(false)
      else expect(general).not.toMatchObject({ refusal: { code: 'tooManyRows' } })
      if (isOver(true, bytes.slice(0, cut))) expect(whole).toBe(true)
    }),
    { seed, numRuns: 1000 },
  )
})
