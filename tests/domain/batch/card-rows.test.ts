// The rules of rows, tested without reading a file: checks after an edit, duplicates, totals, messages.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardRows } from '#domain/batch/card-rows.ts'
import { cardFindings } from '#domain/batch/findings.ts'
import { batchTypes } from '#domain/batch/types.ts'
import { findRepeatedRows } from '#domain/rows/duplicates.ts'
import { toComparisonKey, normaliseIdentifier } from '#domain/rows/fields.ts'
import { addFinding, countFindings, findingsToSet, hasError, NO_FINDINGS } from '#domain/rows/findings.ts'
import { checkRow, findingReason, findingMessage } from '#domain/rows/row-type.ts'
import { lineToRow } from '#tests/support/line-to-row.ts'
import { createFindingSetTable } from '#domain/rows/finding-sets.ts'
import { createTotals } from '#domain/rows/totals.ts'
import { hasValidCheckDigit } from '#domain/cards/identifiers.ts'
import { cardNumber } from '#tests/support/files.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const rowType = cardRows({ type: 'load', identifierType: 1 })
const codesOf = (row: { findings: readonly { code: string }[] } | undefined) => row?.findings.map(({ code }) => code)
const card = cardNumber(4)

describe('checking a row again', () => {
  test('gives the same findings', () => {
    const row = lineToRow(rowType, { rowNumber: 3, fields: [' 9000 0100 ', '1.005', '', ''] })
    if (!row) throw new Error('no row')
    expect(checkRow(rowType, row)).toEqual(row)
    expect(codesOf(row)).toEqual(['identifierSpaced', 'amountDecimals'])
  })

  test('a rounded card number stays damaged if only the amount of its row is edited; typing the card number fixes it', () => {
    const row = lineToRow(rowType, { rowNumber: 1, fields: ['9.00001E+15', ''] })
    if (!row) throw new Error('no row')
    const edited = checkRow(rowType, { ...row, values: { ...row.values, amount: '5' } })
    expect(codesOf(edited)).toEqual(['identifierDamaged'])
    const fixed = checkRow(rowType, { ...edited, values: { ...edited.values, identifier: card } })
    expect(fixed).toMatchObject({ findings: [], cents: [500] })
  })

  test.each([['4.11111E+15'], ['4,11111E+15'], ['4e15'], ['411E+13']])('%s is a rounded number', (identifier) => {
    const row = lineToRow(rowType, { rowNumber: 1, fields: [identifier, '1'] })
    expect(codesOf(row)).toEqual(['identifierDamaged'])
  })

  test('never invents an identifier: the checked value is the value of the file, trimmed', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 24 }), { maxLength: 6 }), (fields) => {
        const row = lineToRow(rowType, { rowNumber: 1, fields })
        if (!row) return
        expect(row.values.identifier).toBe(fields[0]?.trim())
        expect(fields.map((field) => field.trim())).toEqual(
          expect.arrayContaining([row.values.amount, row.values.identifierTo].filter(Boolean)),
        )
        if (!hasError(row.findings)) expect(row.cents[0]).toBeGreaterThan(0)
      }),
      { seed },
    )
  })
})

describe('duplicates', () => {
  test('are all found, except blanks and rounded numbers', () => {
    const values = [card, '', '4E15', card.replace(/(.{4})/g, '$1 ').trim(), 'x', '', '4E15', 'x', '7']
    const [field] = rowType.fields
    expect(findRepeatedRows(values.map((text) => (field ? toComparisonKey(field, text) : '')))).toEqual(
      new Set([0, 3, 4, 7]),
    )
  })

  test('normalising removes spaces and dashes', () => {
    expect(normaliseIdentifier('9000-0100 0000\u00a00017')).toBe('9000010000000017')
  })
})

describe('check digits', () => {
  test.each(['4111111111111111', '5500000000000004', '378282246310005'])('of %s are valid', (number) => {
    expect(hasValidCheckDigit(number)).toBe(true)
  })

  test('detect any one wrong digit', () => {
    for (let at = 0; at < card.length; at++) {
      for (let digit = 0; digit < 10; digit++) {
        if (String(digit) === card[at]) continue
        expect(hasValidCheckDigit(card.slice(0, at) + digit + card.slice(at + 1))).toBe(false)
      }
    }
  })
})

describe('findings', () => {
  const codes = Object.keys(cardFindings({ type: 'load', identifierType: 1 }))

  test('a set contains each finding once, errors first, and a table stores equal sets once', () => {
    const table = createFindingSetTable()
    fc.assert(
      fc.property(fc.shuffledSubarray(codes), (someCodes) => {
        const set = findingsToSet([...someCodes, ...someCodes].map((code) => rowType.finding(code)))
        expect(new Set(set.map(({ code }) => code))).toEqual(new Set(someCodes))
        expect(set).toHaveLength(someCodes.length)
        const severities = set.map(({ severity }) => severity)
        // 'error' also comes before 'warning' in the alphabet.
        expect(severities).toEqual([...severities].sort())
        const index = table.indexOf(set)
        expect(table.indexOf(findingsToSet([...set].reverse()))).toBe(index)
        // The empty set has the index 0.
        expect([table.at(index), table.isFaulty(index), index === 0]).toEqual([
          set,
          hasError(set),
          someCodes.length === 0,
        ])
      }),
      { seed },
    )
  })

  test('a table of sets adds, removes and joins like sets', () => {
    const table = createFindingSetTable()
    fc.assert(
      fc.property(fc.subarray(codes), fc.subarray(codes), fc.constantFrom(...codes), (first, second, code) => {
        const [a, b] = [first, second].map((set) =>
          table.indexOf(findingsToSet(set.map((name) => rowType.finding(name)))),
        )
        const codesAt = (index: number) => new Set(table.at(index).map((finding) => finding.code))
        expect(codesAt(table.join(a ?? 0, b ?? 0))).toEqual(new Set([...first, ...second]))
        expect(codesAt(table.with(a ?? 0, rowType.finding(code)))).toEqual(new Set([...first, code]))
        expect(codesAt(table.without(a ?? 0, code))).toEqual(new Set(first.filter((each) => each !== code)))
      }),
      { seed },
    )
  })

  test.each(Object.values(batchTypes))('every finding of a $type has a message and a heading', ({ type }) => {
    const rows = cardRows({ type, identifierType: 1 })
    const values = { identifier: '1', identifierTo: '', amount: '' }
    for (const code of codes) {
      const finding = rows.finding(code)
      expect(findingMessage(rows, finding, { values, fieldCount: 2 })).toMatch(/^[A-Z].+\.$/s)
      expect(findingReason(rows, finding, 1)).toMatch(/^1 /)
      expect(findingReason(rows, finding, 1214)).toMatch(/^1,214 /)
    }
  })

  test('a duplicate is a warning if allowed, otherwise an error', () => {
    expect(rowType.finding('duplicate').severity).toBe('warning')
    expect(cardRows({ type: 'devalue', identifierType: 1 }).duplicates?.code).toBe('duplicateCard')
    expect(rowType.finding('duplicateCard').severity).toBe('error')
  })

  test('an unknown card is a warning if its existence is checked only at processing', () => {
    const lenient = cardRows({ type: 'load', identifierType: 1, noIdentifierValidation: true })
    expect([rowType, lenient].map((each) => each.finding('cardUnknown').severity)).toEqual(['error', 'warning'])
  })

  test('an unknown code throws, or gives undefined if it comes from outside', () => {
    expect(() => rowType.finding('somethingNew')).toThrow(/no finding somethingNew/)
    expect(rowType.knownFinding('somethingNew')).toBeUndefined()
  })
})

test('totals count only valid rows', () => {
  const zero = addFinding(NO_FINDINGS, rowType.finding('amountZero'))
  const totals = createTotals()
  totals.addValid(1000, 50)
  totals.addValid(2000, 50)
  totals.addInvalid()
  expect(totals.sum()).toEqual({ rows: 3, valid: 2, toFix: 1, skipped: 0, amountCents: 3000, feeCents: 100 })
  expect(countFindings([zero, NO_FINDINGS, addFinding(zero, rowType.finding('duplicate'))])).toEqual([
    { finding: rowType.finding('amountZero'), rows: 2 },
    { finding: rowType.finding('duplicate'), rows: 1 },
  ])
})
