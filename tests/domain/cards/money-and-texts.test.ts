// Fees, reversals and texts about cards, as tables of cases.
import { describe, expect, it } from 'vitest'
import { feeRefusal } from '#domain/cards/actions.ts'
import { containsCardNumber, maskCardNumbers } from '#domain/cards/identifiers.ts'
import {
  guessSearchType,
  normaliseTerm,
  searchTermRefusal,
  type SearchTypeInfo,
  searchTypes,
  type SearchType,
  termToValues,
} from '#domain/cards/search.ts'
import { cardTransactionTypes, reversalRefusal, reversedTooltip } from '#domain/cards/transactions.ts'
import type { Cents } from '#domain/money.ts'

const kindOf = (type: SearchType) => searchTypes.find((typeInfo) => typeInfo.type === type) as SearchTypeInfo

describe('a search term', () => {
  it.each([
    ['1', ' 9000 0112-3456 7897 ', '9000011234567897'],
    ['3', '+65 (8) 123-4567', '+6581234567'],
    ['4', '700 000', '700000'],
    ['2', ' C12-0000001 ', 'C12-0000001'],
    ['6', ' VOY-2026 01 ', 'VOY-2026 01'],
  ] as const)('of type %s: %j is normalised to %j', (type, term, normalised) => {
    expect(normaliseTerm(type, term)).toBe(normalised)
  })

  it('counts digits, not the separators between them', () => {
    expect(searchTermRefusal(kindOf('1'), '9000 0112')).toBe('Search term should be at least 9 characters')
    expect(searchTermRefusal(kindOf('1'), '9000 0112 3')).toBeUndefined()
  })
})

describe('a list of values', () => {
  it.each([
    ['1', '9000 0112 3456 7897', ['9000011234567897']],
    ['1', '9000011234567897\n9000 0112 3456 7805\r\n\n', ['9000011234567897', '9000011234567805']],
    ['1', '9000011234567897 9000011234567805', ['9000011234567897', '9000011234567805']],
    ['1', '9000011234567897, 9000011234567897;', ['9000011234567897']],
    ['4', '700000000000001\t700000000000002', ['700000000000001', '700000000000002']],
    ['2', 'Tan, Mei; Lim\nOng', ['Tan, Mei; Lim', 'Ong']],
    ['tag:1', 'BK1, BK2\nBK3', ['BK1', 'BK2', 'BK3']],
  ] as const)('of type %s: %j', (type, term, values) => {
    expect(termToValues({ type, label: '', hint: '', minLength: 1 }, term)).toEqual(values)
  })

  it('is refused if a value is too short, or if too many numbers are incomplete', () => {
    expect(searchTermRefusal(kindOf('1'), '900001123\n12')).toBe('Search term should be at least 9 characters')
    const beginnings = Array.from({ length: 51 }, (_, at) => String(900_001_000 + at)).join('\n')
    expect(searchTermRefusal(kindOf('1'), beginnings)).toBe(
      'In a list of more than 50 card numbers, each needs all its 16 digits',
    )
    const complete = Array.from({ length: 20_000 }, (_, at) => String(9_000_010_000_000_000 + at)).join('\n')
    expect(searchTermRefusal(kindOf('1'), complete)).toBeUndefined()
    expect(termToValues(kindOf('1'), complete)).toHaveLength(20_000)
  })
})

describe('the type of a term', () => {
  it.each([
    ['9000 0112 3456 7897', '1'],
    ['900001123', '1'],
    ['700000000000001', '4'],
    ['700000000000001\n700000000000002', '4'],
    ['+65 8123 4567', '3'],
    ['006581234567', '3'],
    ['8123456', '1'],
    ['81234567', '1'],
    ['6581234567', '1'],
    ['S1234567A', '5'],
    ['VOY-2026-01-0000012-34', '6'],
    ['C12-0000001', '2'],
    ['Aisha', '7'],
    ['Muhammad bin Abdul Rahman', '7'],
    ['Tan, Mei\nOng', '7'],
  ] as const)('%j is recognized as %s', (term, type) => {
    expect(guessSearchType(term)).toBe(type)
  })

  // The programme's card numbers begin with 900001.
  it.each([
    ['8123456', '3'],
    ['8123 4567', '3'],
    ['6581234567', '3'],
    ['+65 8123 4567', '3'],
    ['0065 8123 4567', '3'],
    ['70000', '4'],
    ['700000000000001', '4'],
    ['5500001234567890', '1'],
    ['S1234567A', '5'],
    ['C12-0000001', '2'],
  ] as const)('%j is recognized as %s if the first digits of all card numbers are known', (term, type) => {
    expect(guessSearchType(term, ['900001'])).toBe(type)
  })

  it('a typed card number is recognized from its first digit to its last', () => {
    const digits = '9000011234567897'
    const types = digits.split('').map((_, at) => guessSearchType(digits.slice(0, at + 1), ['512345', '900001']))
    expect(new Set(types)).toEqual(new Set(['1']))
  })
})

describe('a fee', () => {
  const card = { retired: false, balanceCents: 1000 as Cents, heldCents: 300 as Cents }
  it.each([
    [700, undefined],
    [701, 'The fee of 7.01 is larger than the 7.00 available on the card. Enter a smaller amount.'],
    [123_456, 'The fee of 1,234.56 is larger than the 7.00 available on the card. Enter a smaller amount.'],
  ])('of %d cents: %s', (amount, refusal) => {
    expect(feeRefusal(card, amount as Cents)).toBe(refusal)
  })
  it.each([
    [300, 'No fee can be taken off the card now: its available funds are 0.00.'],
    [-4487, 'No fee can be taken off the card now: its available funds are -47.87.'],
  ])('is refused on a card with a balance of %d cents and nothing available', (balance, refusal) => {
    expect(feeRefusal({ ...card, balanceCents: balance as Cents }, 1 as Cents)).toBe(refusal)
  })
  it('is refused on a retired card', () => {
    expect(feeRefusal({ ...card, retired: true }, 1 as Cents)).toBe('The card is retired, which cannot be undone.')
  })
})

describe('a reversal', () => {
  it('is possible for a fee, and only once', () => {
    expect(reversalRefusal({ kind: 'fee', reversed: false })).toBeUndefined()
    expect(reversalRefusal({ kind: 'fee', reversed: true })).toBe('The fee was already reversed.')
    for (const kind of ['load', 'transfer', 'devalue', 'purchase', 'reversal'] as const)
      expect(reversalRefusal({ kind, reversed: false })).toBe('Only a fee can be reversed.')
  })
  it('has a tooltip with the type’s label, and type 5 is the fee', () => {
    expect(cardTransactionTypes.fee).toEqual({ type: 5, label: 'Fee' })
    expect(reversedTooltip('Fee')).toBe('The Fee was reversed')
    expect(new Set(Object.values(cardTransactionTypes).map(({ type }) => type)).size).toBe(7)
  })
})

describe('a free text', () => {
  it.each([
    ['call about 9000011234567897 today', true],
    ['9000 0112 3456 7897', true],
    ['9000-0112-3456-7897.', true],
    ['9000.0106.2567.4726', true],
    ['9000  0106  2567  4726', true],
    ['card 9000\n0106\r\n2567\n4726.', true],
    ['9000\u00a00106\u00a02567\u00a04726', true],
    ['9000/0106/2567/4726', true],
    ['9000–0106–2567–4726', true],
    ['9000 – 0106 – 2567 – 4726', true],
    ['9000_0106_2567_4726', true],
    ['90000106 25674726', true],
    ['900001 0625674726', true],
    ['90-00-01-06-25-67-47-26', true],
    ['9 0 0 0 0 1 0 6 2 5 6 7 4 7 2 6', true],
    ['９０００ ０１０６ ２５６７ ４７２６', true],
    ['٩٠٠٠ ٠١٠٦ ٢٥٦٧ ٤٧٢٦', true],
    ['رقم البطاقة ٩٠٠٠٠١٠٦٢٥٦٧٤٧٢٦', true],
    ['call 6581234567, card 9000 0106 2567 4726', true],
    ['12 9000 0106 2567 4726 34', true],
    ['9000 0106 2567 4727', false],
    // Without separators each of these would pass the check digit.
    ['2026-07-10, 2026-07-17', false],
    ['20260710 20260717', false],
    ['20260710103000129', false],
    ['10:30 11:30 12:30 13:33', false],
    ['8123 4567 / 8123 4561', false],
    ['81234567, 81234561', false],
    ['+65 8123 4567 +65 8123 4567', false],
    ['1000, 2000, 3000, 4000', false],
    ['100.00 200.00 300.00 4', false],
    ['20, 50, 10, 20, 50, 10, 20, 20', false],
    ['4000000000000000006', true],
    ['9000011234567898', false],
    ['tracking 700000000000017', false],
    ['900001••••••7897', false],
    ['90000112345678970000000000', false],
    ['call 6581234567 at 10 or 11', false],
  ])('%j contains a card number: %s', (text, isFound) => {
    expect(containsCardNumber(text)).toBe(isFound)
  })

  // If the time per character grew with the text, this would take longer than any test may.
  it.each(['9', '9 ', '9000 ', '1.', ' ', '-', '9000  -'])('is checked in linear time if it repeats %j', (unit) => {
    expect(containsCardNumber(`${unit.repeat(1_000_000 / unit.length)}x`)).toBe(false)
  })

  it('has its card numbers masked if it is a file name', () => {
    expect(maskCardNumbers('loads 9000.0106.2567.4726 july.csv')).toBe('loads 900001••••••4726 july.csv')
    expect(maskCardNumbers('9000011234567897_9000010625674726.csv')).toBe('900001••••••7897_900001••••••4726.csv')
    expect(maskCardNumbers('loads-20260710-9000011234567898.csv')).toBe('loads-20260710-9000011234567898.csv')
  })
})
