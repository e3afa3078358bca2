// Judges the rows of a transfer or a devalue in their order, with the balance each card has after the rows before: asked by
// the host at verification, at upload and at posting, as judge.ts is for loads.
import { type Cents, cents } from '#domain/money.ts'
import { addFinding, type FindingSet, hasError, joinFindings, NONE } from '#domain/rows/findings.ts'
import { cardFinding } from './card-rows.ts'
import type { TargetFault } from './findings.ts'
import type { AdditionalValidation } from './kinds.ts'
import { type CardFacts, isWithinLoadLimit } from './verdicts.ts'

/** One card of a row. `key` is the same wherever the same card stands. Amounts in minor units. */
export interface MoveCard {
  readonly key: string | number
  readonly facts: CardFacts
  /** Of the balance, what is promised to merchants. */
  readonly heldCents: Cents
}

export interface MoveToJudge {
  /** Undefined where the identifier by itself names no card: nothing is said about a card then. */
  readonly source: MoveCard | undefined
  /** Undefined for a devalue, and where the target's identifier names no card. */
  readonly target: MoveCard | undefined
  readonly amountCents: Cents
  /** True where no amount was given: all that the card holds then (batches §5 "amount 0"). */
  readonly takesAll: boolean
  /** What has been found about the row already. */
  readonly findings?: FindingSet
}

export interface MoveRules {
  readonly type: 'transfer' | 'devalue'
  readonly validation: readonly AdditionalValidation[]
  /** True where each card is retired once its money is off. */
  readonly retire: boolean
}

export interface MoveVerdict {
  readonly findings: FindingSet
  /** What the row moves: its amount, or the balance where it takes all. */
  readonly amountCents: Cents
  readonly targetFaults: readonly TargetFault[]
}

/** The verdict on each row, in the rows' order. A row without an error changes what later rows find on its cards. */
export function judgeMoves(rows: readonly MoveToJudge[], rules: MoveRules): MoveVerdict[] {
  const changes = new Map<string | number, number>()
  const now = (card: MoveCard): MoveCard => {
    const balanceCents = cents(card.facts.balanceCents + (changes.get(card.key) ?? 0))
    return { ...card, facts: { ...card.facts, balanceCents } }
  }
  return rows.map((row) => {
    const source = row.source && now(row.source)
    const target = row.target && now(row.target)
    const amountCents = row.takesAll && source ? source.facts.balanceCents : row.amountCents
    const faults = target ? checkToTargetFaults(target.facts) : []
    const ofSource = source ? sourceToFindings(source, amountCents, row, rules) : NONE
    const ofTarget = target ? targetToFindings(target, source, amountCents, faults, row, rules) : NONE
    const findings = joinFindings(joinFindings(row.findings ?? NONE, ofSource), ofTarget)
    if (source && !hasError(findings)) {
      changes.set(source.key, (changes.get(source.key) ?? 0) - amountCents)
      if (target) changes.set(target.key, (changes.get(target.key) ?? 0) + amountCents)
    }
    return { findings, amountCents, targetFaults: faults }
  })
}

/** Why a card cannot be paid into, from what is known about it: the host's facts or the wire's check result. */
export function checkToTargetFaults(
  check: Pick<CardFacts, 'exists' | 'active' | 'stopped' | 'retired' | 'expired' | 'kyc'>,
): TargetFault[] {
  if (!check.exists) return ['unknown']
  if (check.retired) return ['retired']
  const faults: TargetFault[] = []
  if (check.stopped) faults.push('stopped')
  if (check.expired) faults.push('expired')
  if (!check.active) faults.push('notActive')
  if (!check.kyc) faults.push('kyc')
  return faults
}

/**
 * A transfer needs a card in use on both sides. A devalue takes money off a card in any state, as on the card itself (cards
 * §4): that is what it is for.
 */
function sourceToFindings(
  { facts, heldCents }: MoveCard,
  amountCents: Cents,
  row: MoveToJudge,
  rules: MoveRules,
): FindingSet {
  if (!facts.exists) return [cardFinding('cardUnknown')]
  let findings = NONE
  if (rules.type === 'transfer') {
    if (facts.retired) return [cardFinding('cardRetired')]
    if (facts.stopped) findings = addFinding(findings, cardFinding('cardStopped'))
    if (facts.expired) findings = addFinding(findings, cardFinding('cardExpired'))
    if (!facts.active) findings = addFinding(findings, cardFinding('cardNotActive'))
  }
  // An amount that cannot be read is not said to be more than the card holds too.
  if (isFaulty(row)) return findings
  if (amountCents <= 0 || amountCents > facts.balanceCents - heldCents)
    findings = addFinding(findings, cardFinding('balanceShort'))
  else if (rules.retire && amountCents < facts.balanceCents)
    findings = addFinding(findings, cardFinding('retireLeaves'))
  return findings
}

function targetToFindings(
  target: MoveCard,
  source: MoveCard | undefined,
  amountCents: Cents,
  faults: readonly TargetFault[],
  row: MoveToJudge,
  rules: MoveRules,
): FindingSet {
  if (faults.length > 0) return [cardFinding('targetRefused')]
  if (source?.key === target.key) return [cardFinding('targetSame')]
  const isChecked = rules.validation.includes('loadlimit') && !isFaulty(row) && amountCents > 0
  return isChecked && !isWithinLoadLimit(target.facts, amountCents) ? [cardFinding('loadLimit')] : NONE
}

const isFaulty = (row: MoveToJudge): boolean => hasError(row.findings ?? NONE)
