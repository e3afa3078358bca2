// Checks the rows of transfers and devalues in order, with the balance of each card after the previous rows.
import { type Cents, cents } from '#domain/money.ts'
import { addFinding, type FindingSet, hasError, joinFindings, NONE } from '#domain/rows/findings.ts'
import { cardFinding } from './card-rows.ts'
import type { TargetFault } from './findings.ts'
import type { CardToJudge, Judge, Judgement, JudgeRules, RowToJudge } from './judge.ts'
import { type CardFacts, isWithinLoadLimit } from './verdicts.ts'

interface MoveRules extends JudgeRules {
  /** True if money can only be taken from a card in use. */
  readonly needsCardInUse: boolean
}

/** Both cards of a transfer must be in use. */
export const judgeTransfers: Judge = (rows, rules) => judgeMoves(rows, { ...rules, needsCardInUse: true })

/** A devalue takes money from a card in any state, as the card's own action does. */
export const judgeDevalues: Judge = (rows, rules) => judgeMoves(rows, { ...rules, needsCardInUse: false })

function judgeMoves(rows: readonly RowToJudge[], rules: MoveRules): Judgement[] {
  const changes = new Map<string | number, number>()
  const now = (card: CardToJudge): CardToJudge => {
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

/** The reasons why a card cannot receive funds, from the server's facts or from a check result. */
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

function sourceToFindings(
  { facts, heldCents }: CardToJudge,
  amountCents: Cents,
  row: RowToJudge,
  rules: MoveRules,
): FindingSet {
  if (!facts.exists) return [cardFinding('cardUnknown')]
  let findings = NONE
  if (rules.needsCardInUse) {
    if (facts.retired) return [cardFinding('cardRetired')]
    if (facts.stopped) findings = addFinding(findings, cardFinding('cardStopped'))
    if (facts.expired) findings = addFinding(findings, cardFinding('cardExpired'))
    if (!facts.active) findings = addFinding(findings, cardFinding('cardNotActive'))
  }
  // A row with an unreadable amount is not also reported as exceeding the balance.
  if (isFaulty(row)) return findings
  // An empty card can be retired without taking money from it.
  const least = rules.retire ? 0 : 1
  if (amountCents < least || amountCents > facts.balanceCents - heldCents)
    findings = addFinding(findings, cardFinding('balanceShort'))
  else if (rules.retire && amountCents < facts.balanceCents)
    findings = addFinding(findings, cardFinding('retireLeaves'))
  return findings
}

function targetToFindings(
  target: CardToJudge,
  source: CardToJudge | undefined,
  amountCents: Cents,
  faults: readonly TargetFault[],
  row: RowToJudge,
  rules: MoveRules,
): FindingSet {
  if (faults.length > 0) return [cardFinding('targetRefused')]
  if (source?.key === target.key) return [cardFinding('targetSame')]
  const isChecked = rules.validation.includes('loadlimit') && !isFaulty(row) && amountCents > 0
  return isChecked && !isWithinLoadLimit(target.facts, amountCents) ? [cardFinding('loadLimit')] : NONE
}

const isFaulty = (row: RowToJudge): boolean => hasError(row.findings ?? NONE)
