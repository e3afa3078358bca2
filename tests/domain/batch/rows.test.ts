// The rules of rows where they are asked without a file: again after an edit, copies, totals, words.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ERROR_BITS, HOST_BITS, findingBit, findingCodes, findingKinds, findingsToSet, setToFindings } from '#domain/batch/findings.ts' // prettier-ignore
import { checkRow, findDuplicates, isHeader, lineToRow, normaliseIdentifier } from '#domain/batch/rows.ts'
import { countFindings, createTotals } from '#domain/batch/totals.ts'
import { hasValidCheckDigit } from '#domain/cards/identifiers.ts'
import { cardNumber } from '#tests/support/files.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const rules = { type: 'load', identifierType: 1 } as const
const card = cardNumber(4)

describe('one row again', () => {
  test('checking twice finds the same', () => {
    const row = lineToRow({ rowNumber: 3, fields: [' 9000 0100 ', '1.005', '', ''] }, rules)
    if (!row) throw new Error('no row')
    expect(checkRow(row, rules)).toEqual(row)
    expect(setToFindings(row.findings)).toEqual(['identifierSpaced', 'amountDecimals'])
  })

  test('a rounded number stays damaged when only its amount is edited, and a typed one heals it', () => {
    const row = lineToRow({ rowNumber: 1, fields: ['9.00001E+15', ''] }, rules)
    if (!row) throw new Error('no row')
    const edited = checkRow({ ...row, amountText: '5' }, rules)
    expect(setToFindings(edited.findings)).toEqual(['identifierDamaged'])
    expect(checkRow({ ...edited, identifier: card }, rules)).toMatchObject({ findings: 0, amountCents: 500 })
  })

  test.each([['4.11111E+15'], ['4,11111E+15'], ['4e15'], ['411E+13']])('%s is a rounded number', (identifier) => {
    const row = lineToRow({ rowNumber: 1, fields: [identifier, '1'] }, rules)
    expect(setToFindings(row?.findings ?? 0)).toEqual(['identifierDamaged'])
  })

  test('no line makes an identifier up: what is checked is what was written, trimmed', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 24 }), { maxLength: 6 }), (fields) => {
        const row = lineToRow({ rowNumber: 1, fields }, rules)
        if (!row) return
        expect(row.identifier).toBe(fields[0]?.trim())
        expect(fields.map((field) => field.trim())).toEqual(expect.arrayContaining([row.amountText || '', row.identifierTo || ''].filter(Boolean))) // prettier-ignore
        if ((row.findings & ERROR_BITS) === 0) expect(row.amountCents).toBeGreaterThan(0)
      }),
      { seed },
    )
  })
})

test.each([
  ['Card Number', true],
  ['Kartennummer', true],
  ['№ карты', true],
  ['Card1', false],
  ['9000010000000017', false],
  ['4.1E+15', false],
  ['---', false],
  ['', false],
])('%j is a header: %s', (text, expected) => {
  expect(isHeader(text)).toBe(expected)
})

describe('copies', () => {
  test('all copies, blanks and rounded numbers left out', () => {
    const list = [card, '', '4E15', card.replace(/(.{4})/g, '$1 ').trim(), 'x', '', '4E15', 'x', '7']
    expect(findDuplicates(list)).toEqual(new Set([0, 3, 4, 7]))
  })

  test('spaces and dashes are what normalising takes away', () => {
    expect(normaliseIdentifier('9000-0100 0000\u00a00017')).toBe('9000010000000017')
  })
})

describe('check digits', () => {
  test.each(['4111111111111111', '5500000000000004', '378282246310005'])('%s', (number) => {
    expect(hasValidCheckDigit(number)).toBe(true)
  })

  test('every single wrong digit is found', () => {
    for (let at = 0; at < card.length; at++) {
      for (let digit = 0; digit < 10; digit++) {
        if (String(digit) === card[at]) continue
        expect(hasValidCheckDigit(card.slice(0, at) + digit + card.slice(at + 1))).toBe(false)
      }
    }
  })
})

describe('findings as bits', () => {
  test('there and back, errors first', () => {
    fc.assert(
      fc.property(fc.subarray([...findingCodes]), (codes) => {
        const read = setToFindings(findingsToSet(codes))
        expect(new Set(read)).toEqual(new Set(codes))
        const severities = read.map((code) => findingKinds[code].severity)
        expect(severities).toEqual([...severities].sort())
      }),
      { seed },
    )
  })

  test('every finding has a bit of its own, words and a heading', () => {
    expect(new Set(findingCodes.map(findingBit)).size).toBe(findingCodes.length)
    expect(findingCodes.length).toBeLessThanOrEqual(32)
    for (const code of findingCodes) expect(setToFindings(Uint32Array.of(findingBit(code))[0] ?? 0)).toEqual([code])
    expect(new Set(setToFindings(findingsToSet(findingCodes)))).toEqual(new Set(findingCodes))
    const facts = { identifier: '1', identifierTo: '', amountText: '', fieldCount: 2, identifierLabel: 'Card Number', identifierLength: 16 } // prettier-ignore
    for (const code of findingCodes) {
      expect(findingKinds[code].words(facts)).toMatch(/^[A-Z].+\.$/s)
      expect(findingKinds[code].reason(1)).toMatch(/^1 /)
      expect(findingKinds[code].reason(1214)).toMatch(/^1,214 /)
    }
  })

  test('a copy is a warning; what the host finds can be taken away by an edit', () => {
    expect(ERROR_BITS & findingBit('duplicate')).toBe(0)
    expect(ERROR_BITS & findingBit('amountZero')).not.toBe(0)
    expect(HOST_BITS & findingBit('cardStopped')).not.toBe(0)
    expect(HOST_BITS & findingBit('duplicate')).toBe(0)
  })
})

test('totals count the valid rows alone', () => {
  const faulty = findingBit('amountZero')
  const totals = createTotals()
  totals.add(true, 1000, 50)
  totals.add(true, 2000, 50)
  totals.add(false, 4000, 50)
  expect(totals.sum()).toEqual({ rows: 3, valid: 2, toFix: 1, amountCents: 3000, feeCents: 100 })
  expect(countFindings([faulty, 0, faulty | findingBit('duplicate')])).toEqual([
    { code: 'amountZero', rows: 2 },
    { code: 'duplicate', rows: 1 },
  ])
})
