// The approval rules as decision tables, and a property over random rules, users and orders of signing: what is complete
// has a valid set of signatures (docs/rules/approvals.md).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ApprovalFacts,
  type ApprovalRules,
  type ApprovalSubject,
  type ApprovalTerms,
  NO_RULES,
  rulesToTerms,
  tierRefusal,
  type TierRule,
} from '#domain/approvals/rules.ts'
import {
  countSignatures,
  decisionRefusals,
  isFullySigned,
  type Signature,
  type Signer,
  signatureRefusal,
  termsToSentences,
  findNextTier,
} from '#domain/approvals/signing.ts'

const MANAGERS = 11
const DIRECTORS = 12
const groupNames: Readonly<Record<number, string>> = { [MANAGERS]: 'Managers', [DIRECTORS]: 'Directors' }

const tier = (overrides: Partial<TierRule> = {}): TierRule => ({
  subject: 'load',
  measure: 'total',
  above: 5_000_000,
  campaignIds: [],
  signers: 2,
  groupId: DIRECTORS,
  ...overrides,
})
const facts = (overrides: Partial<ApprovalFacts> = {}): ApprovalFacts => ({
  totalCents: 0,
  largestRowCents: 0,
  rows: 1,
  firstTimeCards: 0,
  campaignIds: [1],
  ...overrides,
})
const termsOf = (rules: Partial<ApprovalRules>, of: ApprovalFacts, subject: ApprovalSubject = 'load') =>
  rulesToTerms({ ...NO_RULES, ...rules }, subject, of, (id) => groupNames[id] ?? '')

describe('the tiers of a submission', () => {
  const range = tier({ above: 1_000, upTo: 2_000 })
  const cases: readonly [what: string, rule: TierRule, of: Partial<ApprovalFacts>, applies: boolean][] = [
    ['a total equal to the threshold', tier(), { totalCents: 5_000_000 }, false],
    ['a total one cent above it', tier(), { totalCents: 5_000_001 }, true],
    ['rows equal to the threshold', tier({ measure: 'rows', above: 10 }), { rows: 10 }, false],
    ['one row more', tier({ measure: 'rows', above: 10 }), { rows: 11 }, true],
    ['the largest row, equal', tier({ measure: 'largestRow', above: 100 }), { largestRowCents: 100 }, false],
    ['the largest row, above', tier({ measure: 'largestRow', above: 100 }), { largestRowCents: 101 }, true],
    ['no new card', tier({ measure: 'firstTimeCards', above: 0 }), { firstTimeCards: 0 }, false],
    ['a new card', tier({ measure: 'firstTimeCards', above: 0 }), { firstTimeCards: 1 }, true],
    ['the beginning of a range', range, { totalCents: 1_000 }, false],
    ['within a range', range, { totalCents: 1_001 }, true],
    ['the end of a range', range, { totalCents: 2_000 }, true],
    ['after a range', range, { totalCents: 2_001 }, false],
    ['another campaign', tier({ campaignIds: [2] }), { totalCents: 6_000_000 }, false],
    ['one of the campaigns', tier({ campaignIds: [2, 1] }), { totalCents: 6_000_000 }, true],
    ['cards of unknown campaigns', tier({ campaignIds: [2] }), { totalCents: 6_000_000, campaignIds: undefined }, true],
    ['another kind of batch', tier({ subject: 'devalue' }), { totalCents: 6_000_000 }, false],
  ]
  it.each(cases)('%s', (_, rule, of, applies) => {
    expect(termsOf({ tiers: [rule] }, facts(of)) !== undefined).toBe(applies)
  })

  it('are none without rules', () => {
    expect(termsOf({}, facts({ totalCents: Number.MAX_SAFE_INTEGER }))).toBeUndefined()
  })

  it('add up over groups, and a group signs once with the highest number', () => {
    const tiers = [
      tier({ above: 100, signers: 1, groupId: MANAGERS }),
      tier({ above: 200, signers: 1 }),
      tier({ above: 300, signers: 3 }),
      tier({ measure: 'rows', above: 5, signers: 2 }),
    ]
    const terms = termsOf({ tiers, inOrder: ['load'] }, facts({ totalCents: 400, rows: 6 }))
    expect(terms).toEqual({
      tiers: [
        { groupId: MANAGERS, groupName: 'Managers', signers: 1, measure: 'total', above: 100 },
        { groupId: DIRECTORS, groupName: 'Directors', signers: 3, measure: 'total', above: 300 },
      ],
      inOrder: true,
      overLimit: [],
    })
    expect(terms && termsToSentences(terms, 'SGD')).toEqual([
      'One of Managers, because it is above SGD 1.00',
      'Three of Directors, because it is above SGD 3.00',
      'In this order',
    ])
  })

  it('name those whose limit is below the total, also if no tier applies', () => {
    const limits = [
      { userId: 1, cents: 500 },
      { userId: 2, cents: 501 },
    ]
    expect(termsOf({ limits }, facts({ totalCents: 501 }))).toEqual({ tiers: [], inOrder: false, overLimit: [1] })
    expect(termsOf({ limits }, facts({ totalCents: 500 }))).toBeUndefined()
    expect(termsOf({ limits }, facts({ totalCents: 501 }), 'physical')).toBeUndefined()
  })

  it('say why in one sentence', () => {
    const sentences = (overrides: Partial<TierRule>, of: Partial<ApprovalFacts>) =>
      termsToSentences(termsOf({ tiers: [tier(overrides)] }, facts(of)) as ApprovalTerms, 'SGD')
    expect(sentences({}, { totalCents: 5_000_001 })).toEqual(['Two of Directors, because it is above SGD 50,000.00'])
    expect(sentences({ measure: 'rows', above: 1_000, signers: 4 }, { rows: 1_001 })).toEqual([
      '4 of Directors, because it has more than 1,000 rows',
    ])
    expect(sentences({ groupId: null, measure: 'firstTimeCards', above: 9 }, { firstTimeCards: 10 })).toEqual([
      'Two approvers, because more than 9 of its cards were never loaded before',
    ])
  })
})

describe('a tier that cannot be saved', () => {
  const groups = [
    { id: MANAGERS, permissions: ['Batch.approve'], users: 1 },
    { id: DIRECTORS, permissions: ['Batch.approve'], users: 2 },
    { id: 13, permissions: ['Report.read'], users: 9 },
  ]
  const cases: readonly [overrides: Partial<TierRule>, refusal: string | undefined][] = [
    [{}, undefined],
    [{ signers: 3 }, 'Only 2 users can sign this. Ask for fewer signatures'],
    [{ groupId: null, signers: 3 }, undefined],
    [{ groupId: 13 }, 'No one in this group can approve these. Choose another group'],
    [{ subject: 'virtual' }, 'No one in this group can approve these. Choose another group'],
    [{ groupId: 99 }, 'There is no such group'],
    [{ above: 10, upTo: 10 }, 'The end of the range must be above its beginning'],
  ]
  it.each(cases)('%j', (overrides, refusal) => {
    expect(tierRefusal(tier(overrides), groups)).toBe(refusal)
  })
})

describe('signing', () => {
  const terms = (overrides: Partial<ApprovalTerms> = {}): ApprovalTerms => ({
    tiers: [
      { groupId: MANAGERS, groupName: 'Managers', signers: 1, measure: 'total', above: 0 },
      { groupId: DIRECTORS, groupName: 'Directors', signers: 2, measure: 'total', above: 100 },
    ],
    inOrder: false,
    overLimit: [],
    ...overrides,
  })
  const signer = (userId: number, groupId: number, hasRecordedFunds = false): Signer => ({
    userId,
    groupId,
    hasRecordedFunds,
  })
  const director = signer(21, DIRECTORS)

  it('is refused with the reason', () => {
    const refusal = (of: ApprovalTerms, signatures: readonly Signature[], by: Signer) =>
      signatureRefusal(of, signatures, by)
    expect(refusal(terms(), [], director)).toBeUndefined()
    expect(refusal(terms(), [{ userId: 21, tier: 1 }], director)).toBe('You have signed this already')
    expect(refusal(terms({ inOrder: true }), [], director)).toBe('One of Managers must sign first')
    expect(refusal(terms({ inOrder: true }), [{ userId: 1, tier: 0 }], director)).toBeUndefined()
    expect(refusal(terms(), [{ userId: 1, tier: 0 }], signer(2, MANAGERS))).toBe(
      'Your group has signed this already. Others still have to sign',
    )
    expect(refusal(terms(), [], signer(3, 99))).toBe('Only these can decide: One of Managers and Two of Directors')
    expect(refusal(terms({ overLimit: [21] }), [], director)).toBe(
      'Its total is above the limit that you can sign, so another user must sign',
    )
    expect(refusal(terms(), [], signer(21, DIRECTORS, true))).toBe(
      'You recorded money of the funding account in the last 30 days, so another user must sign',
    )
  })

  it('allows those who signed to reject and to run it again, but not to sign twice', () => {
    const { sign, reject, rerun } = decisionRefusals(terms(), [{ userId: 21, tier: 1 }], director)
    expect(sign).toBeDefined()
    expect([reject, rerun]).toEqual([undefined, undefined])
    // Who recorded the funds moves nothing, but can stop it.
    const recorder = decisionRefusals(terms(), [], signer(22, DIRECTORS, true))
    expect([recorder.reject, recorder.rerun !== undefined]).toEqual([undefined, true])
  })

  const groups = [MANAGERS, DIRECTORS, 13] as const
  const randomTiers = fc
    .uniqueArray(fc.record({ groupId: fc.constantFrom(...groups, null), signers: fc.integer({ min: 1, max: 3 }) }), {
      maxLength: 4,
      selector: ({ groupId }) => groupId,
    })
    .map((tiers) => tiers.map((of) => ({ ...of, groupName: '', measure: 'total' as const, above: 0 })))
  const randomUsers = fc.array(
    fc.record({ groupId: fc.constantFrom(...groups), hasRecordedFunds: fc.boolean(), isOverLimit: fc.boolean() }),
    { maxLength: 12 },
  )

  it('is complete exactly with a valid set, whoever tries in whichever order', () => {
    fc.assert(
      fc.property(
        randomTiers,
        randomUsers,
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        (tiers, users, inOrder, random) => {
          const overLimit = users.flatMap(({ isOverLimit }, userId) => (isOverLimit ? [userId] : []))
          const of: ApprovalTerms = { tiers, inOrder, overLimit }
          const signatures: Signature[] = []
          // Everyone tries several times, in a random order.
          for (let attempt = 0; attempt < users.length * 12; attempt += 1) {
            if (isFullySigned(of, signatures)) break
            const userId = (random.next().value ?? 0) % users.length
            const user = users[userId]
            if (!user || signatureRefusal(of, signatures, { userId, ...user }) !== undefined) continue
            const signed = findNextTier(of, signatures, user.groupId)
            if (signed === undefined) throw new Error('neither refused nor a tier')
            // In a fixed order, nothing before this tier is missing.
            if (inOrder)
              expect(
                countSignatures(of, signatures)
                  .missing.slice(0, signed)
                  .every((count) => count === 0),
              ).toBe(true)
            signatures.push({ userId, tier: signed })
          }
          const signers = signatures.map(({ userId }) => users[userId])
          // An oracle without tiers: only people who can, each once, and enough of each group and in total.
          expect(new Set(signatures.map(({ userId }) => userId)).size).toBe(signatures.length)
          expect(signers.some((user) => user?.hasRecordedFunds === true || user?.isOverLimit === true)).toBe(false)
          const needed = tiers.length === 0 ? 1 : tiers.reduce((sum, { signers: count }) => sum + count, 0)
          const isValid =
            signatures.length >= needed &&
            tiers.every(
              ({ groupId, signers: count }) =>
                groupId === null || signers.filter((user) => user?.groupId === groupId).length >= count,
            )
          expect(isFullySigned(of, signatures)).toBe(isValid)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('ends complete if there are enough people, since no one takes the place that only another can fill', () => {
    fc.assert(
      fc.property(randomTiers, randomUsers, fc.boolean(), (tiers, users, inOrder) => {
        const of: ApprovalTerms = { tiers, inOrder, overLimit: [] }
        const signatures: Signature[] = []
        // Everyone tries in turn, until no one can any more.
        for (let round = 0; round <= users.length; round += 1)
          users.forEach(({ groupId }, userId) => {
            const isRefused =
              signatureRefusal(of, signatures, { userId, groupId, hasRecordedFunds: false }) !== undefined
            const signed = findNextTier(of, signatures, groupId)
            if (!isRefused && signed !== undefined) signatures.push({ userId, tier: signed })
          })
        const inGroup = (id: number) => users.filter(({ groupId }) => groupId === id).length
        const ofGroups = tiers.filter(({ groupId }) => groupId !== null)
        const neededOfAny = tiers.find(({ groupId }) => groupId === null)?.signers ?? (tiers.length === 0 ? 1 : 0)
        const neededOfGroups = ofGroups.reduce((sum, { signers }) => sum + signers, 0)
        const suffices =
          ofGroups.every(({ groupId, signers }) => inGroup(groupId ?? 0) >= signers) &&
          users.length >= neededOfGroups + neededOfAny
        // In a fixed order, a tier of any approver can come first and be filled by those that a later one needs.
        if (inOrder && tiers.some(({ groupId }) => groupId === null)) return
        expect(isFullySigned(of, signatures)).toBe(suffices)
      }),
      { numRuns: 500 },
    )
  })
})
