// Forecasts the funding account from the approved batches and orders that have not run yet: the balance after each run,
// and the first day on which the balance does not suffice. Rules: docs/rules/funding.md, "Low funds".
import { m } from '#words/messages.js'
import { type CalendarDate, dateToShortText } from '../calendar.ts'
import { type Commitment, compareRuns, type FundingAccount } from './funds.ts'
import { paymentAmountRefusal } from './payments.ts'
import { amountToText, type Cents, cents, centsToDecimal } from '../money.ts'

/** A batch or order with the balance after its run; negative if the balance does not cover it. */
export interface ForecastStep extends Commitment {
  readonly balanceCents: Cents
}

export interface Shortage {
  /** The first day on which the balance does not suffice. Undefined if it does not suffice for what runs immediately. */
  readonly on: CalendarDate | undefined
  /** The amount that is missing for everything that runs until the end of that day. */
  readonly cents: Cents
}

export interface Forecast {
  readonly balanceCents: Cents
  readonly steps: readonly ForecastStep[]
  /** The balance after all steps. */
  readonly availableCents: Cents
  readonly shortage: Shortage | undefined
  /** True if the available funds are below the threshold. */
  readonly isLow: boolean
}

interface ForecastOptions {
  /** Undefined if the programme has no threshold of low funds. */
  readonly thresholdCents: Cents | undefined
  /** In ms since 1970. Runs that were due earlier happen as soon as possible. */
  readonly now: number
  readonly toDay: (instant: number) => CalendarDate
}

/**
 * Forecasts the account. Payments that are not confirmed do not count. A batch that the balance does not cover is
 * subtracted in full, so the balance is negative from this batch on.
 */
export function forecastFunds(
  { balanceCents, commitments }: FundingAccount,
  { thresholdCents, now, toDay }: ForecastOptions,
): Forecast {
  let remaining: number = balanceCents
  const steps: ForecastStep[] = []
  const openCommitments = commitments.filter((commitment) => commitment.cents > 0)
  for (const commitment of openCommitments.toSorted(compareRuns)) {
    remaining -= commitment.cents
    steps.push({ ...commitment, balanceCents: cents(remaining) })
  }
  const dayOf = ({ runsAt }: Commitment) => {
    const runsLater = runsAt !== undefined && runsAt > now
    return runsLater ? toDay(runsAt) : undefined
  }
  return {
    balanceCents,
    steps,
    availableCents: cents(remaining),
    shortage: findShortage(steps, dayOf),
    isLow: thresholdCents !== undefined && remaining < thresholdCents,
  }
}

/** @param dayOf returns the day of a run; undefined for as soon as possible */
function findShortage(
  steps: readonly ForecastStep[],
  dayOf: (step: ForecastStep) => CalendarDate | undefined,
): Shortage | undefined {
  const firstUncovered = steps.find(isUncovered)
  if (firstUncovered === undefined) return undefined
  const day = dayOf(firstUncovered)
  const lastOfDay = steps.findLast((step) => dayOf(step) === day) ?? firstUncovered
  return { on: day, cents: cents(0 - lastOfDay.balanceCents) }
}

export const isUncovered = ({ balanceCents }: ForecastStep): boolean => balanceCents < 0

/** `Shortage` in a response of the server, and in an e-mail. */
export interface ApiShortage {
  readonly on: string | null
  readonly amount: string
}

export const shortageToApi = ({ on, cents: amountCents }: Shortage): ApiShortage => ({
  on: on ?? null,
  amount: centsToDecimal(amountCents),
})

/** 'Will not suffice on 30 Nov 2026: SGD 12,000.00 short' */
export function shortageToText({ on, amount }: ApiShortage, currency: string): string {
  const shortAmount = amountToText(amount, currency)
  return on === null
    ? m.funding_shortNow({ amount: shortAmount })
    : m.funding_shortOn({ date: dateToShortText(on as CalendarDate), amount: shortAmount })
}

/** Why a decimal text cannot be the threshold. Undefined if it can. */
export const thresholdRefusal = (amount: string): string | undefined => paymentAmountRefusal(amount)
