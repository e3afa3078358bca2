// Obstacles to loading a card, the users who can decide about a batch, and the equality of batches.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateReference } from '#domain/batch/reference.ts'
import { filterTakesDates, approvalRefusal, rejectionRefusal } from '#domain/batch/states.ts'
import { batchToFingerprintText } from '#domain/batch/fingerprint.ts'
import { type CardFacts, loadToFindings } from '#domain/batch/load-checks.ts'
import { cents } from '#domain/money.ts'
import { usableCard } from '#tests/support/card-response.ts'
import { undecidedState } from '#tests/support/batch-file.ts'

describe('a load on a card', () => {
  test.each<[Partial<CardFacts>, number, string[]]>([
    [{}, 7000, []],
    [{}, 7001, ['loadLimit']],
    [{}, 100, []],
    [{}, 99, ['loadLimit']],
    [{ balanceCents: cents(0) }, 10_000, []],
    [{ balanceCents: cents(0) }, 10_001, ['loadLimit']],
    [{ exists: false, active: false }, 500, ['cardUnknown']],
    [{ retired: true, stopped: true }, 500, ['cardRetired']],
    [{ stopped: true, expired: true }, 500, ['cardStopped', 'cardExpired']],
    [{ active: false, isIdentified: false }, 500, ['cardNotActive', 'cardKyc']],
  ])('with %j, of %d cents, has the findings %j', (facts, amount, findings) => {
    const actualFindings = loadToFindings({ ...usableCard, ...facts }, cents(amount), ['loadlimit'])
    expect(actualFindings.map(({ code }) => code).sort()).toEqual(findings.sort())
  })

  test('limits are checked only if their validation is on', () => {
    expect(loadToFindings(usableCard, cents(1), [])).toEqual([])
  })
})

describe('decisions', () => {
  test.each([
    [undecidedState, '8', undefined],
    [undecidedState, '7', 'A user cannot approve their own load'],
    [{ ...undecidedState, approved: true }, '8', 'This batch has already been approved'],
    [{ ...undecidedState, rejected: true }, '8', 'This batch has already been rejected'],
    [{ ...undecidedState, withdrawn: true }, '8', 'This batch has been withdrawn by its uploader'],
  ])('%j by %s: %s', (file, viewer, refusal) => {
    expect(approvalRefusal(file, viewer)).toBe(refusal)
    expect(rejectionRefusal(file, viewer)).toBe(refusal)
  })

  test('the list of batches has a date range only with the filters approved (2), rejected (3) and closed (4)', () => {
    expect(([1, 2, 3, 4, 5] as const).filter(filterTakesDates)).toEqual([2, 3, 4])
  })

  test.each([
    ['', 'referenceBlank'],
    ['   ', 'referenceBlank'],
    ['March "2026"', 'invalidFormat'],
    ['a\u0007', 'invalidFormat'],
    ['x'.repeat(51), 'invalidFormat'],
    ['x'.repeat(50), undefined],
    ['March salaries', undefined],
  ])('the reference %j: %s', (reference, refusal) => {
    expect(validateReference(reference, 'load')?.code).toBe(refusal)
  })
})

describe('fingerprints', () => {
  const element = fc.record({
    identifier: fc.string({ unit: fc.constantFrom('1', '2', '3'), minLength: 1, maxLength: 3 }),
    amount: fc.constantFrom('1.00', '2.00'),
  })

  test('are the same for rows in another order and for either number of a known card, and differ otherwise', () => {
    fc.assert(
      fc.property(fc.array(element, { maxLength: 6 }), fc.array(element, { maxLength: 6 }), (a, b) => {
        const key = (rows: typeof a) =>
          rows
            .map((row) => `${row.identifier}|${row.amount}`)
            .sort()
            .join()
        expect(batchToFingerprintText('load', 1, [...a].reverse())).toBe(batchToFingerprintText('load', 1, a))
        expect(batchToFingerprintText('load', 1, a) === batchToFingerprintText('load', 1, b)).toBe(key(a) === key(b))
      }),
    )
    const rows = [{ identifier: '1', amount: '1.00' }]
    expect(batchToFingerprintText('load', 2, rows)).not.toBe(batchToFingerprintText('load', 1, rows))
    // Both numbers of a card count as the same card.
    const withCardId = (identifier: string) => [{ identifier, amount: '1.00', cardId: 7 }]
    expect(batchToFingerprintText('load', 2, withCardId('8'))).toBe(batchToFingerprintText('load', 1, withCardId('9')))
    expect(batchToFingerprintText('load', 1, withCardId('7'))).not.toBe(
      batchToFingerprintText('load', 1, [{ identifier: '7', amount: '1.00' }]),
    )
    expect(batchToFingerprintText('devalue', 1, rows)).not.toBe(batchToFingerprintText('load', 1, rows))
  })
})
