// Calculates the funds that the funding account has available for a batch or an order, and the rows that they do not
// cover. Lists, details, dialogs, file checks, the check before a run and posting all use this calculation.
import { type Cents, cents, centsToDecimal, decimalToCents } from '#domain/money.ts'

/** A stored batch or order. */
export interface FundedItem {
  readonly kind: 'batch' | 'order'
  readonly id: number
}

/** A batch or order that is approved, or needs no approval, and has not taken all of its funds yet. */
export interface Commitment extends FundedItem {
  /** The time of its run, in ms since 1970. Undefined for as soon as possible. */
  readonly runsAt: number | undefined
  /** The amounts and fees that it will still take. */
  readonly cents: Cents
}

export interface FundingAccount {
  readonly currency: string
  readonly balanceCents: Cents
  readonly commitments: readonly Commitment[]
}

/** The funds of the funding account for one batch or order. */
export interface Funds {
  readonly currency: string
  readonly balanceCents: Cents
  /** The money for the batches and orders that take precedence (`fundsFor`). */
  readonly reservedCents: Cents
  /**
   * The part of `reservedCents` for batches and orders that are scheduled for later. 0 if this batch or order is itself
   * a commitment.
   */
  readonly reservedLaterCents: Cents
}

/**
 * The funds of the account for `subject`, a batch or an order. If the subject is approved, the batches and orders that run
 * earlier take precedence. If the subject waits for a decision or is not stored yet, all approved batches and orders take
 * precedence.
 */
export function fundsFor(
  { currency, balanceCents, commitments }: FundingAccount,
  now: number,
  subject?: FundedItem,
): Funds {
  const sum = (list: readonly Commitment[]) => cents(list.reduce((total, commitment) => total + commitment.cents, 0))
  const approvedSubject = commitments.find((commitment) => isSameItem(commitment, subject))
  if (approvedSubject === undefined) {
    const scheduledLater = commitments.filter(({ runsAt }) => runsAt !== undefined && runsAt > now)
    return { currency, balanceCents, reservedCents: sum(commitments), reservedLaterCents: sum(scheduledLater) }
  }
  const earlier = commitments.filter((commitment) => runsBefore(commitment, approvedSubject))
  return { currency, balanceCents, reservedCents: sum(earlier), reservedLaterCents: ZERO_CENTS }
}

const isSameItem = (item: FundedItem, other: FundedItem | undefined): boolean =>
  item.kind === other?.kind && item.id === other.id

/** The order of two commitments that run as soon as possible is not known, so each counts as running before the other. */
function runsBefore(commitment: Commitment, other: Commitment): boolean {
  if (isSameItem(commitment, other)) return false
  if (commitment.runsAt === undefined) return true
  if (other.runsAt === undefined) return false
  return compareRuns(commitment, other) < 0
}

/** Compares two commitments by the time of their run, then by id. Commitments that run as soon as possible come first. */
export function compareRuns(a: Commitment, b: Commitment): number {
  const byTime = (a.runsAt ?? 0) - (b.runsAt ?? 0)
  return byTime === 0 ? a.id - b.id : byTime
}

/** The available funds. Negative if the batches and orders that take precedence need more than the balance. */
export const availableFunds = ({ balanceCents, reservedCents }: Pick<Funds, 'balanceCents' | 'reservedCents'>): Cents =>
  cents(balanceCents - reservedCents)

/** The amount that must be paid in to cover `neededCents`. 0 if nothing has to be paid, even if the funds are negative. */
export const missingFunds = (neededCents: number, funds: Pick<Funds, 'balanceCents' | 'reservedCents'>): Cents =>
  missingFrom(availableFunds(funds), neededCents)

const missingFrom = (availableCents: number, neededCents: number): Cents =>
  neededCents === 0 ? ZERO_CENTS : cents(Math.max(0, neededCents - availableCents))

/** Funds from which the costs of rows are taken in order, like at posting. */
export interface RemainingFunds {
  /**
   * Takes the cost of a row and returns true. If the funds do not cover the cost, takes nothing and returns false: a
   * smaller later row can still be covered.
   */
  readonly take: (costCents: number) => boolean
}

export function toRemainingFunds(fundsCents: number): RemainingFunds {
  // Negative funds count as 0, so that a row that costs nothing is still covered, as in posting.
  let remaining = Math.max(0, fundsCents)
  return {
    take(costCents) {
      if (costCents > remaining) return false
      remaining -= costCents
      return true
    },
  }
}

/** The cost of some rows, and the number of rows that the funds do not cover. */
export interface Coverage {
  readonly neededCents: Cents
  readonly failingRows: number
}

/**
 * Calculates the coverage of rows.
 * @param costs the rows' costs in order, without rows that fail for another reason than missing funds
 */
export function coverRows(costs: readonly number[], funds: Funds): Coverage {
  const remainingFunds = toRemainingFunds(availableFunds(funds))
  let needed = 0
  let failingRows = 0
  for (const cost of costs) {
    needed += cost
    const isCovered = remainingFunds.take(cost)
    if (!isCovered) failingRows += 1
  }
  return { neededCents: cents(needed), failingRows }
}

/**
 * The funds missing for each of several batches or orders that are approved in this order. An item that is not covered
 * takes nothing. An undefined item needs no funds.
 */
export function missingFundsInOrder(fundings: readonly (Funding | undefined)[]): readonly Cents[] {
  // The items can have been loaded at different times. The lowest available funds are the safe assumption.
  let remaining = Math.min(...fundings.filter((funding) => funding !== undefined).map(availableFunds))
  const missingFundsOfAll: Cents[] = []
  for (const funding of fundings) {
    const needed = funding?.neededCents ?? ZERO_CENTS
    const missing = missingFrom(remaining, needed)
    if (missing === 0) remaining -= needed
    missingFundsOfAll.push(missing)
  }
  return missingFundsOfAll
}

/** The funds for one batch or order, and the rows that the funds cover, as makers and approvers see them. */
export interface Funding extends Funds, Coverage {
  readonly missingCents: Cents
}

export const toFunding = (funds: Funds, coverage: Coverage): Funding => ({
  ...funds,
  ...coverage,
  missingCents: missingFunds(coverage.neededCents, funds),
})

/** True if some rows would fail for lack of money. */
export const isFundingShort = ({ missingCents }: Pick<Funding, 'missingCents'>): boolean => missingCents > 0

/** `Funding` in a response of the server. */
export interface ApiFunding {
  readonly currency: string
  readonly balance: string
  readonly reserved: string
  readonly reservedLater: string
  readonly available: string
  readonly needed: string
  readonly missing: string
  readonly failingRows: number
}

export const fundingToApi = (funding: Funding): ApiFunding => ({
  currency: funding.currency,
  balance: centsToDecimal(funding.balanceCents),
  reserved: centsToDecimal(funding.reservedCents),
  reservedLater: centsToDecimal(funding.reservedLaterCents),
  available: centsToDecimal(availableFunds(funding)),
  needed: centsToDecimal(funding.neededCents),
  missing: centsToDecimal(funding.missingCents),
  failingRows: funding.failingRows,
})

export function apiToFunding(funding: ApiFunding): Funding {
  const parseAmount = (amount: string): Cents => decimalToCents(amount) ?? ZERO_CENTS
  return {
    currency: funding.currency,
    balanceCents: parseAmount(funding.balance),
    reservedCents: parseAmount(funding.reserved),
    reservedLaterCents: parseAmount(funding.reservedLater),
    neededCents: parseAmount(funding.needed),
    missingCents: parseAmount(funding.missing),
    failingRows: funding.failingRows,
  }
}

const ZERO_CENTS = 0 as Cents
