// The funds that the account has available for a batch or an order, and the rows that they do not cover. One rule for
// lists, details, dialogs, file checks, the check before a run and posting.
import { type Cents, cents, centsToDecimal, decimalToCents } from '#domain/money.ts'

/** A stored batch or order. */
export interface FundedItem {
  readonly kind: 'batch' | 'order'
  readonly id: number
}

/** A batch or order that is approved, or needs no approval, and has not taken all of its funds yet. */
export interface Commitment extends FundedItem {
  /** The time of its run, in ms since 1970; undefined for as soon as possible. */
  readonly runsAt: number | undefined
  /** The amounts and fees that it will still take. */
  readonly cents: Cents
}

export interface FundingAccount {
  readonly currency: string
  readonly balanceCents: Cents
  readonly commitments: readonly Commitment[]
}

/** The funds of the account for one batch or order. */
export interface Funds {
  readonly currency: string
  readonly balanceCents: Cents
  /** The money that earlier batches and orders will take. */
  readonly reservedCents: Cents
  /** The share of `reservedCents` that runs later than now. It takes precedence because it is already approved. */
  readonly laterCents: Cents
}

/**
 * The funds of the account for `subject`. If it is approved, everything that runs before it takes precedence. If it
 * waits for a decision or is not stored yet, everything that is approved does.
 */
export function fundsFor(
  { currency, balanceCents, commitments }: FundingAccount,
  now: number,
  subject?: FundedItem,
): Funds {
  const own = commitments.find((each) => isSame(each, subject))
  const first = own ? commitments.filter((each) => runsBefore(each, own)) : commitments
  const sum = (list: readonly Commitment[]) => cents(list.reduce((total, each) => total + each.cents, 0))
  return {
    currency,
    balanceCents,
    reservedCents: sum(first),
    laterCents: own ? NOTHING : sum(first.filter(({ runsAt }) => runsAt !== undefined && runsAt > now)),
  }
}

const isSame = (one: FundedItem, other: FundedItem | undefined): boolean =>
  one.kind === other?.kind && one.id === other.id

function runsBefore(one: Commitment, own: Commitment): boolean {
  if (isSame(one, own)) return false
  if (one.runsAt === undefined) return true
  if (own.runsAt === undefined) return false
  return one.runsAt - own.runsAt < 0 || (one.runsAt === own.runsAt && one.id < own.id)
}

/** Negative if earlier batches and orders need more than the balance. */
export const availableOf = ({ balanceCents, reservedCents }: Pick<Funds, 'balanceCents' | 'reservedCents'>): Cents =>
  cents(balanceCents - reservedCents)

/** The amount that must be paid in to cover `neededCents`. */
export const missingOf = (neededCents: number, funds: Pick<Funds, 'balanceCents' | 'reservedCents'>): Cents =>
  cents(Math.max(0, neededCents - availableOf(funds)))

/** Takes the cost of a row if the funds cover it. Otherwise takes nothing and returns false. */
export type Take = (costCents: number) => boolean

/** Creates funds from which rows are taken in order, as in posting. A later, smaller row can still be covered. */
export function createPurse(fundsCents: number): Take {
  // Posting never fails on a row that costs nothing.
  let left = Math.max(0, fundsCents)
  return (costCents) => {
    if (costCents > left) return false
    left -= costCents
    return true
  }
}

/** The cost of some rows, and the number of rows that the funds do not cover. */
export interface Coverage {
  readonly neededCents: Cents
  readonly failingRows: number
}

/** `costs`: the rows' costs in order, without rows that have another finding. */
export function coverRows(costs: readonly number[], funds: Funds): Coverage {
  const take = createPurse(availableOf(funds))
  return {
    neededCents: cents(costs.reduce((sum, cost) => sum + cost, 0)),
    failingRows: costs.filter((cost) => !take(cost)).length,
  }
}

/**
 * The amount missing for each of several batches or orders that are approved one after the other. One that is not
 * covered takes nothing; undefined needs no funds.
 */
export function coverInOrder(all: readonly (Funding | undefined)[]): readonly Cents[] {
  let left = Math.min(...all.flatMap((funding) => (funding ? availableOf(funding) : [])))
  return all.map((funding) => {
    const needed = funding?.neededCents ?? NOTHING
    if (needed > left) return cents(needed - Math.max(0, left))
    left -= needed
    return NOTHING
  })
}

/** The funding facts that makers and approvers see. */
export interface Funding extends Funds, Coverage {
  readonly missingCents: Cents
}

export const toFunding = (funds: Funds, coverage: Coverage): Funding => ({
  ...funds,
  ...coverage,
  missingCents: missingOf(coverage.neededCents, funds),
})

/** True if some rows would fail for lack of money. */
export const isShort = ({ missingCents }: Pick<Funding, 'missingCents'>): boolean => missingCents > 0

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
  reservedLater: centsToDecimal(funding.laterCents),
  available: centsToDecimal(availableOf(funding)),
  needed: centsToDecimal(funding.neededCents),
  missing: centsToDecimal(funding.missingCents),
  failingRows: funding.failingRows,
})

export function apiToFunding(funding: ApiFunding): Funding {
  const read = (amount: string): Cents => decimalToCents(amount) ?? NOTHING
  return {
    currency: funding.currency,
    balanceCents: read(funding.balance),
    reservedCents: read(funding.reserved),
    laterCents: read(funding.reservedLater),
    neededCents: read(funding.needed),
    missingCents: read(funding.missing),
    failingRows: funding.failingRows,
  }
}

const NOTHING = 0 as Cents
