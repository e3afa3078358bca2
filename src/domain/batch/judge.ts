// Checks a batch's rows in order, with the balance of each card after the previous rows: the types for all batches, and
// the check of loads. Used at verification, at upload, for the checker and at posting, so that all give the same
// result.
import type { Cents } from '#domain/money.ts'
import { createPurse } from '#domain/funding.ts'
import { addFinding, type FindingSet, hasError, joinFindings, NONE } from '#domain/rows/findings.ts'
import { cardFinding } from './card-rows.ts'
import type { TargetFault } from './findings.ts'
import type { AdditionalValidation } from './kinds.ts'
import { type CardFacts, loadToFindings } from './verdicts.ts'

/** One card of a row. `key` is equal for equal cards. Amounts in minor units. */
export interface CardToJudge {
  readonly key: string | number
  readonly facts: CardFacts
  /** The authorised part of the balance. */
  readonly heldCents: Cents
}

export interface RowToJudge {
  /** Undefined if the identifier itself is invalid, so that no card is known. */
  readonly source: CardToJudge | undefined
  /** The second card; undefined for types without one, or if its identifier is invalid. */
  readonly target: CardToJudge | undefined
  readonly amountCents: Cents
  /**
   * Only for loads: the maximum balance of the card after the row. Without an amount, the difference to this balance is
   * loaded.
   */
  readonly targetBalanceCents?: Cents | undefined
  readonly feeCents: Cents
  /** True if no amount was given, so that the whole balance is moved. */
  readonly takesAll: boolean
  /** The findings so far. */
  readonly findings?: FindingSet
}

export interface JudgeRules {
  readonly validation: readonly AdditionalValidation[]
  /** True if each card is retired once it is empty. */
  readonly retire: boolean
  /** The available funds of the owner's account that pays; omitted if funds are not checked. */
  readonly fundsCents?: Cents | undefined
}

export interface Judgement {
  readonly findings: FindingSet
  /** The amount that the row moves: its own, or the whole balance. */
  readonly amountCents: Cents
  readonly targetFaults: readonly TargetFault[]
}

/** Returns the findings of each row, in order. A row without an error changes the results of later rows. */
export type Judge = (rows: readonly RowToJudge[], rules: JudgeRules) => Judgement[]

/**
 * A row without an error adds its amount to the card's balance for later rows, and takes amount and fee from the funds.
 * A row that the funds do not cover fails without affecting later rows. A row with a target balance never takes the
 * card above it.
 */
export const judgeLoads: Judge = (rows, rules) => {
  const loaded = new Map<string | number, number>()
  const take = createPurse(rules.fundsCents ?? Number.POSITIVE_INFINITY)
  const cardNow = ({ key, facts }: CardToJudge) => {
    const before = loaded.get(key) ?? 0
    return before === 0 ? facts : { ...facts, balanceCents: (facts.balanceCents + before) as Cents }
  }
  const amountOf = ({ source, amountCents, targetBalanceCents }: RowToJudge): Cents =>
    targetBalanceCents === undefined || amountCents !== 0 || !source?.facts.exists
      ? amountCents
      : (Math.max(0, targetBalanceCents - cardNow(source).balanceCents) as Cents)
  const findingsOf = (
    { source, targetBalanceCents, feeCents, findings: found = NONE }: RowToJudge,
    amountCents: Cents,
  ) => {
    if (source === undefined) return found
    const isFaulty = hasError(found)
    const before = loaded.get(source.key) ?? 0
    const card = cardNow(source)
    if (
      card.exists &&
      targetBalanceCents !== undefined &&
      card.balanceCents + Math.max(1, amountCents) > targetBalanceCents
    )
      return addFinding(found, cardFinding(card.balanceCents >= targetBalanceCents ? 'atTarget' : 'aboveTarget'))
    // An unreadable amount is not also reported as outside the limits.
    const findings = joinFindings(found, loadToFindings(card, amountCents, isFaulty ? [] : rules.validation))
    if (hasError(findings)) return findings
    if (!take(amountCents + feeCents)) return addFinding(findings, cardFinding('fundsShort'))
    loaded.set(source.key, before + amountCents)
    return findings
  }
  return rows.map((row) => {
    const amountCents = amountOf(row)
    return { findings: findingsOf(row, amountCents), amountCents, targetFaults: NO_FAULTS }
  })
}

const NO_FAULTS: readonly TargetFault[] = []
