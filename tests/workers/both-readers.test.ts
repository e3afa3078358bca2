// The fast reader and the general one must agree on every file that the fast one takes: shown with generated files.
import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test, vi } from 'vitest'
import { findingBit, setToFindings } from '#domain/batch/findings.ts'
import {
  type CheckRules,
  type CheckedRow,
  findDuplicates,
  isHeader,
  lineToRow,
  trimFields,
} from '#domain/batch/rows.ts'
import { readGenerally } from '#workers/batch-file/read-csv-file.ts'
import { answerRows } from '#workers/batch-file/answer.ts'
import { scanCsv } from '#workers/batch-file/scan-csv.ts'
import { type PlainRow, cardNumber, rowsOf, trackingNumber } from '#tests/support/files.ts'

vi.setConfig({ testTimeout: 60_000 })

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

const digits = (max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), maxLength: max })
const identifier = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 30 }).map(cardNumber) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 5 }).map(trackingNumber) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 }).map((n) => cardNumber(n).replace(/(.{4})(?=.)/g, '$1 ')) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 }).map((n) => cardNumber(n).replace(/(.{4})(?=.)/g, '$1-')) },
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
) // prettier-ignore
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
function rowsByDomain(text: string, rules: CheckRules, delimiter: string): PlainRow[] {
  const records = Papa.parse<string[]>(text.replace(/^\ufeff/, '').replace(/\r\n/g, '\n'), { delimiter, newline: '\n' }).data // prettier-ignore
  const first = records.findIndex((fields) => trimFields(fields).length > 0)
  const rows: CheckedRow[] = []
  records.forEach((fields, index) => {
    if (index === first && isHeader(trimFields(fields)[0] ?? '')) return
    const row = lineToRow({ rowNumber: index + 1, fields }, rules)
    if (row) rows.push(row)
  })
  const copies = findDuplicates(rows.map((row) => row.identifier))
  return rows.map((row, index) => ({
    row: row.rowNumber,
    identifier: row.identifier,
    to: row.identifierTo,
    amount: row.amountText,
    cents: row.amountCents,
    fields: row.fieldCount,
    findings: setToFindings(row.findings | (copies.has(index) ? findingBit('duplicate') : 0)),
  }))
}

test(`both readers give the same rows (SEED=${seed})`, () => {
  let taken = 0
  fc.assert(
    fc.property(file, fc.constantFrom(1 as const, 2 as const), (text, identifierType) => {
      const request = { type: 'load', identifierType, maxRows: 5000 } as const
      const bytes = new TextEncoder().encode(text)
      const isAscii = /^[\u0020-\u007e\s]*$/.test(text)
      const scanned = scanCsv(bytes, request, request.maxRows, false, !isAscii)
      if (!scanned) return
      taken += 1
      const delimiter = scanned === 'tooManyRows' ? ',' : scanned.delimiter
      const fast = answerRows(scanned, request.maxRows, { format: 'csv', encoding: 'utf-8', delimiter })
      const general = readGenerally(bytes, request)
      // The domain's own rules over papaparse's fields are what both have to give.
      expect(rowsByDomain(text, request, delimiter)).toEqual(general.ok ? rowsOf(general) : [])
      if (!general.ok) expect(fast).toEqual(general)
      else expect([rowsOf(fast), fast.ok && fast.facts]).toEqual([rowsOf(general), general.facts])
    }),
    { seed, numRuns: 1500 },
  )
  // A reader that takes nothing would agree as well.
  expect(taken).toBeGreaterThan(250)
})

test(`a cap is met at the same row, and a cut file never gives more rows than the whole (SEED=${seed})`, () => {
  fc.assert(
    fc.property(file, fc.integer({ min: 1, max: 6 }), fc.nat(400), (text, maxRows, cut) => {
      const request = { type: 'load', identifierType: 1, maxRows } as const
      const bytes = new TextEncoder().encode(text)
      const isOver = (isPart: boolean, part: Uint8Array<ArrayBuffer>) => {
        const scanned = scanCsv(part, request, maxRows, isPart)
        return scanned && scanned === 'tooManyRows'
      }
      const whole = isOver(false, bytes)
      if (whole === undefined) return
      const general = readGenerally(bytes, request)
      // The fast reader stops at the cap; the general one may find fault with what comes after it.
      if (whole) expect(general.ok).toBe(false)
      else expect(general).not.toMatchObject({ refusal: { code: 'tooManyRows' } })
      if (isOver(true, bytes.slice(0, cut))) expect(whole).toBe(true)
    }),
    { seed, numRuns: 1000 },
  )
})
