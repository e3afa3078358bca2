// How a row of a batch is judged, whatever its kind, and the judge of loads: all rows in their order, with the balance each card
// has after the rows before. The host asks at verification, at upload, for the checker and at posting, so that all say the same
// (architecture "Check twice with one function").
import type { Cents } from '#domain/money.ts'
import { createPurse } from '#domain/funding.ts'
import { addFinding, type FindingSet, hasError, joinFindings, NONE } from '#domain/rows/findings.ts'
import { cardFinding } from './card-rows.ts'
import type { TargetFault } from './findings.ts'
import type { AdditionalValidation } from './kinds.ts'
import { type CardFacts, loadToFindings } from './verdicts.ts'

/** One card of a row. `key` is the same wherever the same card stands. Amounts in minor units. */
export interface CardToJudge {
  readonly key: string | number
  readonly facts: CardFacts
  /** Of the balance, what is promised to merchants. */
  readonly heldCents: Cents
}

export interface RowToJudge {
  /** Undefined where the identifier by itself names no card: nothing is said about a card then. */
  readonly source: CardToJudge | undefined
  /** The second card; undefined in kinds without one, and where its identifier names no card. */
  readonly target: CardToJudge | undefined
  readonly amountCents: Cents
  readonly feeCents: Cents
  /** True where no amount was given: all that the card holds then (batches §5 "amount 0"). */
  readonly takesAll: boolean
  /** What has been found about the row already. */
  readonly findings?: FindingSet
}

export interface JudgeRules {
  readonly validation: readonly AdditionalValidation[]
  /** True where each card is retired once its money is off. */
  readonly retire: boolean
  /** What the owner's account that pays has for these rows; left out if funds are not asked about. */
  readonly fundsCents?: Cents
}

export interface Judgement {
  readonly findings: FindingSet
  /** What the row moves: its amount, or the balance where it takes all. */
  readonly amountCents: Cents
  readonly targetFaults: readonly TargetFault[]
}

/** Says of each row, in the rows' order, what stands against it. A row without an error changes what later rows find. */
export type Judge = (rows: readonly RowToJudge[], rules: JudgeRules) => Judgement[]

/**
 * A row without an error adds its amount to the balance that later rows of the same card are judged by, and takes amount and
 * fee off the funds; a row that the funds do not cover fails alone.
 */
export const judgeLoads: Judge = (rows, rules) => {
  const loaded = new Map<string | number, number>()
  const take = createPurse(rules.fundsCents ?? Number.POSITIVE_INFINITY)
  const findingsOf = ({ source, amountCents, feeCents, findings: found = NONE }: RowToJudge): FindingSet => {
    if (source === undefined) return found
    const isFaulty = hasError(found)
    const before = loaded.get(source.key) ?? 0
    const { facts } = source
    const card = before === 0 ? facts : { ...facts, balanceCents: (facts.balanceCents + before) as Cents }
    // An amount that cannot be read is not said to be outside the limits too.
    const findings = joinFindings(found, loadToFindings(card, amountCents, isFaulty ? [] : rules.validation))
    if (hasError(findings)) return findings
    if (!take(amountCents + feeCents)) return addFinding(findings, cardFinding('fundsShort'))
    loaded.set(source.key, before + amountCents)
    return findings
  }
  return rows.map((row) => ({ findings: findingsOf(row), amountCents: row.amountCents, targetFaults: NO_FAULTS }))
}

const NO_FAULTS: readonly TargetFault[] = []
