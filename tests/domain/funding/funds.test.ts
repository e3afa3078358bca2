// The funds available for a batch or an order, and the rows that they do not cover. The same rule applies at the check,
// at the decision and at posting.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateLoads, type RowToValidate } from '#domain/batch/load-validation.ts'
import type { CardFacts } from '#domain/batch/load-checks.ts'
import {
  availableFunds,
  type Commitment,
  coverRows,
  toRemainingFunds,
  type FundingAccount,
  fundingToApi,
  fundsFor,
  missingFunds,
  missingFundsInOrder,
  toFunding,
  apiToFunding,
} from '#domain/funding/funds.ts'
import { type Cents, cents } from '#domain/money.ts'
import { checkRowsToIssue } from '#domain/order/issue.ts'
import { hasFinding } from '#domain/rows/findings.ts'
import { usableCard } from '#tests/support/card-response.ts'

const NOW = 1_000_000
const commitment = (kind: 'batch' | 'order', id: number, amount: number, runsAt?: number): Commitment => ({
  kind,
  id,
  runsAt,
  cents: cents(amount),
})
const account = (balance: number, ...commitments: Commitment[]): FundingAccount => ({
  currency: 'SGD',
  balanceCents: cents(balance),
  commitments,
})

describe('the available funds', () => {
  const approvedCommitments = [
    commitment('batch', 1, 100),
    commitment('order', 1, 200),
    commitment('order', 9, 400, NOW + 5),
    commitment('batch', 4, 800, NOW + 9),
  ]

  it('for an undecided or unsaved item exclude the funds of all approved items', () => {
    const funds = fundsFor(account(2_000, ...approvedCommitments), NOW)
    expect(funds).toMatchObject({ balanceCents: 2_000, reservedCents: 1_500, reservedLaterCents: 1_200 })
    expect(availableFunds(funds)).toBe(500)
    expect(fundsFor(account(2_000, ...approvedCommitments), NOW, { kind: 'batch', id: 77 })).toEqual(funds)
  })

  it('for an approved item exclude the funds of the items that run before it', () => {
    const fundsOf = (kind: 'batch' | 'order', id: number) =>
      fundsFor(account(2_000, ...approvedCommitments), NOW, { kind, id })
    expect(fundsOf('batch', 4)).toMatchObject({ reservedCents: 700, reservedLaterCents: 0 })
    expect(fundsOf('order', 9).reservedCents).toBe(300)
    // The same id, but another type of item.
    expect(fundsOf('order', 1).reservedCents).toBe(100)
    expect(fundsOf('batch', 1).reservedCents).toBe(200)
  })

  it('go first to the lower id if two items run at the same time', () => {
    const sameTime = account(0, commitment('batch', 2, 10, NOW), commitment('batch', 1, 20, NOW))
    expect(fundsFor(sameTime, NOW, { kind: 'batch', id: 2 }).reservedCents).toBe(20)
    expect(fundsFor(sameTime, NOW, { kind: 'batch', id: 1 }).reservedCents).toBe(0)
  })

  it('can be negative, which adds the deficit to the missing funds', () => {
    const funds = fundsFor(account(100, commitment('order', 1, 300)), NOW)
    expect(availableFunds(funds)).toBe(-200)
    expect(missingFunds(50, funds)).toBe(250)
    // A row that costs nothing never fails for lack of funds.
    expect(coverRows([0, 50, 0], funds)).toEqual({ neededCents: 50, failingRows: 1 })
    expect(missingFunds(0, fundsFor(account(0), NOW))).toBe(0)
    expect(missingFunds(0, funds)).toBe(0)
  })
})

describe('several items approved in order', () => {
  const fundingOf = (balance: number, needed: number) => {
    const funds = fundsFor(account(balance, commitment('order', 1, 300)), NOW)
    return toFunding(funds, coverRows([needed], funds))
  }

  it('each miss the same as alone if no earlier one is covered', () => {
    for (const balance of [0, 100, 300, 350]) {
      const fundings = [90, 70, 80].map((needed) => fundingOf(balance, needed))
      expect(missingFundsInOrder(fundings), String(balance)).toEqual(fundings.map(({ missingCents }) => missingCents))
    }
  })

  it('take the funds of the later ones if they are covered', () => {
    expect(missingFundsInOrder([50, 70, 40, 20].map((needed) => fundingOf(400, needed)))).toEqual([0, 20, 0, 10])
    expect(missingFundsInOrder([undefined, fundingOf(100, 50)])).toEqual([0, 250])
  })
})

describe('rows', () => {
  const card: CardFacts = {
    ...usableCard,
    balanceCents: cents(0),
    loadMinCents: cents(0),
    loadMaxCents: cents(1_000_000),
    voucherMaxCents: cents(1_000_000),
  }
  const load = (cost: number, key: number): RowToValidate => ({
    source: { key, facts: card, heldCents: 0 as Cents },
    target: undefined,
    amountCents: cents(cost),
    feeCents: 0 as Cents,
    movesWholeBalance: false,
  })

  it('are covered in order; an uncovered row takes nothing, so a smaller later row can be covered', () => {
    const remainingFunds = toRemainingFunds(1_000)
    const areCovered = [500, 600, 400, 200, 100].map((cost) => remainingFunds.take(cost))
    expect(areCovered).toEqual([true, false, true, false, true])
  })

  it('fail in the same way at the check, at the decision about a batch or an order, and at posting', () => {
    const anyCosts = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 20 })
    fc.assert(
      fc.property(anyCosts, fc.integer({ min: 0, max: 3_000 }), (costs, balance) => {
        const funds = fundsFor(account(balance), NOW)
        const coverage = coverRows(costs, funds)
        const loads = validateLoads(costs.map(load), { validation: [], retire: false, fundsCents: cents(balance) })
        const isShort = loads.map(({ findings }) => hasFinding(findings, 'fundsShort'))
        const cards = checkRowsToIssue(
          costs.map((cost) => ({ loadCents: cents(cost), feeCents: 0 as Cents, error: undefined })),
          cents(balance),
        )
        expect(cards.map(({ isUncovered }) => isUncovered)).toEqual(isShort)
        expect(coverage.failingRows).toBe(isShort.filter(Boolean).length)
        // Funds are missing if and only if a row fails for lack of funds.
        expect(missingFunds(coverage.neededCents, funds) > 0).toBe(coverage.failingRows > 0)
      }),
    )
  })

  it('are sent with decimal amounts and read back unchanged', () => {
    const funds = fundsFor(account(197_421, commitment('batch', 1, 300_000, NOW + 1)), NOW)
    const funding = toFunding(funds, coverRows([400_050, 400_050, 400_050], funds))
    expect(fundingToApi(funding)).toEqual({
      currency: 'SGD',
      balance: '1974.21',
      reserved: '3000.00',
      reservedLater: '3000.00',
      available: '-1025.79',
      needed: '12001.50',
      missing: '13027.29',
      failingRows: 3,
    })
    expect(apiToFunding(fundingToApi(funding))).toEqual(funding)
  })
})
