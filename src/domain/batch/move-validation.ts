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
  const changes = new Map<string | number, number>()
  const withCurrentBalance = (card: CardToValidate): CardToValidate => {
    const balanceCents = cents(card.facts.balanceCents + (changes.get(card.key) ?? 0))
    return { ...card, facts: { ...card.facts, balanceCents } }
  }
  return rows.map((row) => {
    const source = row.source && withCurrentBalance(row.source)
    const target = row.target && withCurrentBalance(row.target)
    const amountCents = row.movesWholeBalance && source ? source.facts.balanceCents : row.amountCents
    const faults = target ? cardToTargetFaults(target.facts) : []
    const sourceFindings = source ? sourceToFindings(source, amountCents, row, rules) : NO_FINDINGS
    const targetFindings = target ? targetToFindings(target, source, amountCents, faults, row, rules) : NO_FINDINGS
    const findings = joinFindings(joinFindings(row.findings ?? NO_FINDINGS, sourceFindings), targetFindings)
    if (source && !hasError(findings)) {
      changes.set(source.key, (changes.get(source.key) ?? 0) - amountCents)
      if (target) changes.set(target.key, (changes.get(target.key) ?? 0) + amountCents)
    }
    return { findings, amountCents, targetFaults: faults }
  })
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
  amountCents: Cents,
  row: RowToValidate,
  rules: MoveRules,
): FindingSet {
  if (!facts.exists) return [cardFinding('cardUnknown')]
  let findings = rules.needsCardInUse ? statusesToFindings(facts) : NO_FINDINGS
  if (rules.needsCardInUse && facts.retired) return findings
  // A row with an unreadable amount is not also reported as exceeding the balance.
  if (isFaulty(row)) return findings
  // An empty card can be retired without taking money from it.
  const minCents = rules.retire ? 0 : 1
  if (amountCents < minCents || amountCents > facts.balanceCents - heldCents)
    findings = addFinding(findings, cardFinding('balanceShort'))
  else if (rules.retire && amountCents < facts.balanceCents)
    findings = addFinding(findings, cardFinding('retireLeaves'))
  return findings
}

function targetToFindings(
  target: CardToValidate,
  source: CardToValidate | undefined,
  amountCents: Cents,
  faults: readonly TargetFault[],
  row: RowToValidate,
  rules: MoveRules,
): FindingSet {
  if (faults.length > 0) return [cardFinding('targetRefused')]
  if (source?.key === target.key) return [cardFinding('targetSame')]
  const isChecked = rules.validation.includes('loadlimit') && !isFaulty(row) && amountCents > 0
  return isChecked && !isWithinLoadLimit(target.facts, amountCents) ? [cardFinding('loadLimit')] : NO_FINDINGS
}

const isFaulty = (row: RowToValidate): boolean => hasError(row.findings ?? NO_FINDINGS)
