// Judges all rows of a load batch in their order, with the balance each card has after the rows before: asked by the host
// at verification, at upload and at posting, so that all three say the same (architecture "Check twice with one function").
import type { Cents } from '#domain/money.ts'
import { addFinding, type FindingSet, hasError, joinFindings, NONE } from '#domain/rows/findings.ts'
import { cardFinding } from './card-rows.ts'
import type { AdditionalValidation } from './kinds.ts'
import { type CardFacts, loadToFindings } from './verdicts.ts'

/** One row with what is known about its card. `cardKey` is the same for rows of the same card. */
export interface RowToJudge {
  readonly cardKey: string | number
  readonly amountCents: Cents
  readonly feeCents: Cents
  /** Undefined where the identifier by itself names no card: nothing is said about a card then. */
  readonly card: CardFacts | undefined
  /** What has been found about the row already. */
  readonly findings?: FindingSet
}

export interface JudgeRules {
  readonly validation: readonly AdditionalValidation[]
  /** What the funding account holds, at posting; left out where funds are no question yet. */
  readonly fundsCents?: Cents
}

/**
 * The findings of each row, in the rows' order. A row without an error adds its amount to the balance that later rows of
 * the same card are judged by, and takes amount and fee off the funds; a row that the funds do not cover fails alone.
 */
export function judgeLoads(rows: readonly RowToJudge[], rules: JudgeRules): FindingSet[] {
  const loaded = new Map<string | number, number>()
  let funds = rules.fundsCents ?? Number.POSITIVE_INFINITY
  return rows.map((row) => {
    const found = row.findings ?? NONE
    if (row.card === undefined) return found
    const isFaulty = hasError(found)
    const before = loaded.get(row.cardKey) ?? 0
    const card = before === 0 ? row.card : { ...row.card, balanceCents: (row.card.balanceCents + before) as Cents }
    // An amount that cannot be read is not said to be outside the limits too.
    const findings = joinFindings(found, loadToFindings(card, row.amountCents, isFaulty ? [] : rules.validation))
    if (hasError(findings)) return findings
    const cost = row.amountCents + row.feeCents
    if (cost > funds) return addFinding(findings, cardFinding('fundsShort'))
    funds -= cost
    loaded.set(row.cardKey, before + row.amountCents)
    return findings
  })
}
