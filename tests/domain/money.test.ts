// Amounts: the strict grammar (docs/rules/batches.md, "Amounts") and the conversion between text and minor units.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Cents,
  MAX_AMOUNT_CENTS,
  cents,
  centsToText,
  centsToDecimal,
  otherFormToAmount,
  readingsOfAmount,
  sumCents,
  textToCents,
  decimalToCents,
} from '#domain/money.ts'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

describe('textToCents', () => {
  test.each([
    ['10', 1000],
    ['10.', 1000],
    ['10.5', 1050],
    ['10.50', 1050],
    [' 10.50 ', 1050],
    ['0.01', 1],
    ['0010', 1000],
    ['1,250.00', 125_000],
    ['99,999,999.99', MAX_AMOUNT_CENTS],
    ['', 'amountMissing'],
    ['   ', 'amountMissing'],
    ['0', 'amountZero'],
    ['0.00', 'amountZero'],
    ['-0.01', 'amountNegative'],
    ['- 5', 'amountNegative'],
    ['100000000', 'amountTooLarge'],
    ['99999999999999999999999', 'amountTooLarge'],
    ['1.005', 'amountDecimals'],
    ['1.250', 'amountDecimals'],
    ['+5', 'amountNotNumber'],
    ['.5', 'amountNotNumber'],
    ['5e2', 'amountNotNumber'],
    ['0x10', 'amountNotNumber'],
    ['$5', 'amountNotNumber'],
    ['5 000', 'amountNotNumber'],
    ['1,25', 'amountNotNumber'],
    ['1,2500', 'amountNotNumber'],
    ['1.2.3', 'amountNotNumber'],
    ['٣', 'amountNotNumber'],
    ['NaN', 'amountNotNumber'],
    ['Infinity', 'amountNotNumber'],
  ])('%j is %s', (text, expected) => {
    expect(textToCents(text)).toBe(expected)
  })

  test(`every amount is read back from its texts (SEED=${seed})`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_AMOUNT_CENTS }), (value) => {
        expect(textToCents(centsToDecimal(cents(value)))).toBe(value)
        expect(textToCents(centsToText(cents(value)))).toBe(value)
      }),
      { seed },
    )
  })

  test(`every text gives either a fault or a number of cents in range (SEED=${seed})`, () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,-+e '.split('')), maxLength: 20 }), (text) => {
        const result = textToCents(text)
        if (typeof result === 'string') return
        expect(Number.isSafeInteger(result)).toBe(true)
        expect(result).toBeGreaterThan(0)
        expect(result).toBeLessThanOrEqual(MAX_AMOUNT_CENTS)
        expect(text.replace(/[,\s]/g, '')).toMatch(/^[0-9]+(\.[0-9]{0,2})?$/)
      }),
      { seed, numRuns: 2000 },
    )
  })
})

describe('amounts in requests and on screen', () => {
  test.each([
    [125_000, '1250.00', '1,250.00'],
    [5, '0.05', '0.05'],
    [0, '0.00', '0.00'],
    [-5, '-0.05', '-0.05'],
    [-123_456_789, '-1234567.89', '-1,234,567.89'],
  ])('%d cents are %s in requests and %s on screen', (value, decimal, text) => {
    expect(centsToDecimal(cents(value))).toBe(decimal)
    expect(centsToText(cents(value))).toBe(text)
    expect(decimalToCents(decimal)).toBe(value)
  })

  test.each(['', '1', '1.2', '1.234', '1,000.00', '1.00 ', '+1.00', '1e2', 'abc', '01.00', '00.00', '-01.00'])(
    '%j is not an amount',
    (text) => {
      expect(decimalToCents(text)).toBeUndefined()
    },
  )

  test('a fraction of a cent, NaN or a number that is too large throws', () => {
    expect(() => cents(0.5)).toThrow(RangeError)
    expect(() => cents(Number.NaN)).toThrow(RangeError)
    expect(() => cents(2 ** 53)).toThrow(RangeError)
  })

  test('a sum of whole cents is exact even if binary fractions are not', () => {
    expect(sumCents(Array.from({ length: 10 }, () => 10 as Cents))).toBe(100)
    expect(sumCents(Array.from({ length: 5000 }, () => MAX_AMOUNT_CENTS as Cents))).toBe(5000 * MAX_AMOUNT_CENTS)
  })
})

describe('amounts in other formats', () => {
  const currency = ['$', 'S$', 'SGD']
  test.each([
    ['S$ 12.50', '12.50', true],
    ['sgd12', '12.00', true],
    ['1,250.00 SGD', '1250.00', true],
    ['$1,250', '1250.00', true],
    ['1 250.00', '1250.00', false],
    ['1\u00a0250\u00a0000', '1250000.00', false],
    ["1'250.5", '1250.50', false],
    ['1.250,00', '1250.00', false],
    ['1.250.000', '1250000.00', false],
    ['S$ 1.250,5', '1250.50', false],
    ['12,50', '12.50', false],
    ['12,5', '12.50', false],
  ])('%s is %s', (text, amount, isPlain) => {
    expect(otherFormToAmount(text, currency)).toEqual({ amount, isPlain })
  })

  // Plain amounts are not in another format. Other currencies, signs and ambiguous amounts are never guessed.
  test.each([
    '12.50',
    '1,250',
    '1.250',
    'US$ 12.50',
    '€12',
    'USD 5',
    'SGD',
    'S$ 0',
    '-5 SGD',
    '12,5,0',
    '1.25,000',
    '1 25.00',
    '1,250,00',
    'abc',
    '',
  ])('%j is not read', (text) => {
    expect(otherFormToAmount(text, currency)).toBeUndefined()
  })

  test('no currency is recognised without its names', () => {
    expect(otherFormToAmount('S$ 12.50', [])).toBeUndefined()
  })
})

describe('the readings of a typed amount', () => {
  const readings = (text: string, stripped: number, usesDecimalComma = false) =>
    readingsOfAmount(text, { stripped: cents(stripped), usesDecimalComma })

  test.each([
    ['12.50', 1250],
    ['1250', 125_000],
    ['1,250.00', 125_000],
    ['12,', 1200],
    ['1,250,000', 125_000_000],
  ])('%s has one', (text, stripped) => {
    expect([readings(text, stripped), readings(text, stripped, true)]).toEqual([[], []])
  })

  test('can be several, the likeliest first', () => {
    expect(readings('12,5', 12_500)).toEqual([1250, 12_500])
    expect(readings('1.250', 125)).toEqual([125_000, 125])
    expect(readings('1.250.000', 125)).toEqual([125_000_000, 125])
  })

  test('include decimals for a comma only in a language with decimal commas', () => {
    expect(readings('1,250', 125_000)).toEqual([])
    expect(readings('1,250', 125_000, true)).toEqual([125_000, 125])
  })
})
