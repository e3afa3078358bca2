// Validates the rows of a load in file order, against the balance that each card has after the earlier rows. Also
// defines the types for the validation of all batches. Verification, upload, the checker's view and posting all use
// this code, so that all give the same result.
import type { Cents } from '#domain/money.ts'
import { toRemainingFunds } from '#domain/funding/funds.ts'
import { addFinding, type FindingSet, hasError, joinFindings, NO_FINDINGS } from '#domain/rows/findings.ts'
import { cardFinding } from './card-rows.ts'
import type { TargetFault } from './findings.ts'
import type { AdditionalValidation } from './types.ts'
import { type CardFacts, loadToFindings } from './load-checks.ts'

/** One card of a row. `key` is equal for equal cards. Amounts in minor units. */
export interface CardToValidate {
  readonly key: string | number
  readonly facts: CardFacts
  /** The authorised part of the balance. */
  readonly heldCents: Cents
}

export interface RowToValidate {
  /** Undefined if the identifier is invalid, because no card is then known. */
  readonly source: CardToValidate | undefined
  /** The target card. Undefined for types without a target card, or if its identifier is invalid. */
  readonly target: CardToValidate | undefined
  readonly amountCents: Cents
  /**
   * Only for loads: the maximum balance of the card after the row. A row without an amount loads the difference to this
   * balance.
   */
  readonly targetBalanceCents?: Cents | undefined
  readonly feeCents: Cents
  /** True if no amount was given, so that the whole balance is moved. */
  readonly movesWholeBalance: boolean
  /** The findings so far. */
  readonly findings?: FindingSet
}

export interface ValidationRules {
  readonly validation: readonly AdditionalValidation[]
  /** True if each card is retired once it is empty. */
  readonly retire: boolean
  /** The available funds of the owner's account that pays. Omitted if funds are not checked. */
  readonly fundsCents?: Cents | undefined
}

export interface ValidatedRow {
  readonly findings: FindingSet
  /**
   * The amount that the row moves: the given amount, the whole balance, or what is needed to reach a target balance.
   */
  readonly amountCents: Cents
  readonly targetFaults: readonly TargetFault[]
}

/** Returns the findings of each row, in order. A row without an error changes the results of later rows. */
export type ValidateRows = (rows: readonly RowToValidate[], rules: ValidationRules) => ValidatedRow[]

/**
 * A row without an error adds its amount to the card's balance for later rows, and takes amount and fee from the funds.
 * A row that the funds do not cover fails without affecting later rows. A row with a target balance never loads more
 * than the card needs to reach it.
 */
export const validateLoads: ValidateRows = (rows, rules) => {
  const loadedCents = new Map<string | number, number>()
  const remainingFunds = toRemainingFunds(rules.fundsCents ?? Number.POSITIVE_INFINITY)
  const factsWithCurrentBalance = ({ key, facts }: CardToValidate) => {
    const loadedBefore = loadedCents.get(key) ?? 0
    return loadedBefore === 0 ? facts : { ...facts, balanceCents: (facts.balanceCents + loadedBefore) as Cents }
  }
  const rowToAmount = ({ source, amountCents, targetBalanceCents }: RowToValidate): Cents => {
    const fillsUpCard = targetBalanceCents !== undefined && amountCents === 0
    if (!fillsUpCard || !source?.facts.exists) return amountCents
    const neededCents = targetBalanceCents - factsWithCurrentBalance(source).balanceCents
    return Math.max(0, neededCents) as Cents
  }
  /** The findings of the row. Without an error, takes its funds and counts its amount in `loadedCents`. */
  const validateAndCount = (
    { source, targetBalanceCents, feeCents, findings: earlierFindings = NO_FINDINGS }: RowToValidate,
    amountCents: Cents,
  ) => {
    if (source === undefined) return earlierFindings
    const card = factsWithCurrentBalance(source)
    if (card.exists && targetBalanceCents !== undefined) {
      // For a card that is already at its target, nothing is left to load, so the row is skipped.
      const isAtTarget = card.balanceCents >= targetBalanceCents
      if (isAtTarget) return addFinding(earlierFindings, cardFinding('atTarget'))
      const wouldExceed = card.balanceCents + amountCents > targetBalanceCents
      if (wouldExceed) return addFinding(earlierFindings, cardFinding('aboveTarget'))
    }
    // An unreadable amount is not also reported as outside the limits.
    const validation = hasError(earlierFindings) ? [] : rules.validation
    const findings = joinFindings(earlierFindings, loadToFindings(card, amountCents, validation))
    if (hasError(findings)) return findings
    const isCovered = remainingFunds.take(amountCents + feeCents)
    if (!isCovered) return addFinding(findings, cardFinding('fundsShort'))
    const loadedBefore = loadedCents.get(source.key) ?? 0
    loadedCents.set(source.key, loadedBefore + amountCents)
    return findings
  }
  return rows.map((row) => {
    const amountCents = rowToAmount(row)
    return { findings: validateAndCount(row, amountCents), amountCents, targetFaults: NO_FAULTS }
  })
}

const NO_FAULTS: readonly TargetFault[] = []
