// Validates the rows of transfers and devalues in file order, against the balance that each card has after the earlier
// rows.
import { type Cents, cents } from '#domain/money.ts'
import { addFinding, type FindingSet, hasError, joinFindings, NO_FINDINGS } from '#domain/rows/findings.ts'
import { cardFinding } from './card-rows.ts'
import type { TargetFault } from './findings.ts'
import type { CardToValidate, ValidateRows, ValidatedRow, ValidationRules, RowToValidate } from './load-validation.ts'
import { type CardFacts, isWithinLoadLimit, statusesToFindings } from './load-checks.ts'

interface MoveRules extends ValidationRules {
  /** True if money can only be taken from a card in use. */
  readonly needsCardInUse: boolean
}

/** Both cards of a transfer must be in use. */
export const validateTransfers: ValidateRows = (rows, rules) => validateMoves(rows, { ...rules, needsCardInUse: true })

/** A devalue takes money from a card in any state, like the action on the card's page. */
export const validateDevalues: ValidateRows = (rows, rules) => validateMoves(rows, { ...rules, needsCardInUse: false })

function validateMoves(rows: readonly RowToValidate[], rules: MoveRules): ValidatedRow[] {
  const balanceChanges = new Map<string | number, number>()
  const balanceChangeOf = ({ key }: CardToValidate) => balanceChanges.get(key) ?? 0
  const withCurrentBalance = (card: CardToValidate): CardToValidate => {
    const balanceCents = cents(card.facts.balanceCents + balanceChangeOf(card))
    return { ...card, facts: { ...card.facts, balanceCents } }
  }
  return rows.map((row) => {
    const source = row.source && withCurrentBalance(row.source)
    const target = row.target && withCurrentBalance(row.target)
    const wholeBalanceCents = row.movesWholeBalance ? source?.facts.balanceCents : undefined
    const amountCents = wholeBalanceCents ?? row.amountCents
    const targetFaults = target ? cardToTargetFaults(target.facts) : []
    let findings = row.findings ?? NO_FINDINGS
    const move: Move = { source, amountCents, isFaulty: hasError(findings) }
    if (source) findings = joinFindings(findings, sourceToFindings(source, move, rules))
    if (target) findings = joinFindings(findings, targetToFindings(target, targetFaults, move, rules))
    if (source && !hasError(findings)) {
      balanceChanges.set(source.key, balanceChangeOf(source) - amountCents)
      if (target) balanceChanges.set(target.key, balanceChangeOf(target) + amountCents)
    }
    return { findings, amountCents, targetFaults }
  })
}

/** One row that takes money from a card. */
interface Move {
  /** With the balance that the card has after the earlier rows. */
  readonly source: CardToValidate | undefined
  readonly amountCents: Cents
  /** True if the row has an error already, so that its amount may be unreadable. */
  readonly isFaulty: boolean
}

/** The reasons why a card cannot receive funds, from the server's facts or from a check result. */
export function cardToTargetFaults(
  check: Pick<CardFacts, 'exists' | 'active' | 'stopped' | 'retired' | 'expired' | 'isIdentified'>,
): TargetFault[] {
  if (!check.exists) return ['unknown']
  if (check.retired) return ['retired']
  const faults: TargetFault[] = []
  if (check.stopped) faults.push('stopped')
  if (check.expired) faults.push('expired')
  if (!check.active) faults.push('notActive')
  if (!check.isIdentified) faults.push('kyc')
  return faults
}

function sourceToFindings(
  { facts, heldCents }: CardToValidate,
  { amountCents, isFaulty }: Move,
  { needsCardInUse, retire }: MoveRules,
): FindingSet {
  if (!facts.exists) return [cardFinding('cardUnknown')]
  const findings = needsCardInUse ? statusesToFindings(facts) : NO_FINDINGS
  if (needsCardInUse && facts.retired) return findings
  // A row with an unreadable amount is not also reported as exceeding the balance.
  if (isFaulty) return findings
  // An empty card can be retired without taking money from it.
  const minCents = retire ? 0 : 1
  const maxCents = facts.balanceCents - heldCents
  const isBalanceShort = amountCents < minCents || amountCents > maxCents
  if (isBalanceShort) return addFinding(findings, cardFinding('balanceShort'))
  const leavesMoney = amountCents < facts.balanceCents
  return retire && leavesMoney ? addFinding(findings, cardFinding('retireLeaves')) : findings
}

function targetToFindings(
  target: CardToValidate,
  faults: readonly TargetFault[],
  { source, amountCents, isFaulty }: Move,
  { validation }: MoveRules,
): FindingSet {
  if (faults.length > 0) return [cardFinding('targetRefused')]
  if (source?.key === target.key) return [cardFinding('targetSame')]
  const isAmountKnown = !isFaulty && amountCents > 0
  if (!isAmountKnown || !validation.includes('loadlimit')) return NO_FINDINGS
  return isWithinLoadLimit(target.facts, amountCents) ? NO_FINDINGS : [cardFinding('loadLimit')]
}
