// Converts batch rows to API elements, and the server's check results to findings.
import type { VerifiedElement } from '#contract/batches.ts'
import type { CardServerValues } from '#domain/batch/findings.ts'
import type { PackedChecks } from '#domain/batch/packed-checks.ts'
import { cardToTargetFaults } from '#domain/batch/move-validation.ts'
import { ungroupDigits } from '#domain/cards/identifiers.ts'
import { type Cents, cents, centsToDecimal, textToCents, decimalToCents, decimalToText } from '#domain/money.ts'
import { findingsToSet } from '#domain/rows/findings.ts'
import { fromTo } from '#words/figures.ts'
import type { AnyRows, RowResult } from './rows.ts'

export interface ApiElement {
  readonly identifier: string
  readonly identifierTo?: string | undefined
  /** "0.00" if the row names no amount, which in a transfer or a devalue means the card's whole balance. */
  readonly amount: string
  /** Only for loads that fill up the card. */
  readonly targetBalance?: string
}

/**
 * Converts rows to API elements. A row that fills up its card is checked without an amount, and submitted with the
 * amount that the check calculated.
 */
export function idsToElements(rows: AnyRows, ids: readonly number[], purpose: 'check' | 'submit'): ApiElement[] {
  const commonBalance = commonTargetBalance(rows)
  const hasTargetCard = rows.rowType().activeFields.some(({ name }) => name === 'identifierTo')
  return ids.map((id) => {
    const { values, cents: amounts, calculatedCents = 0 } = rows.row(id)
    const [amount = cents(0)] = amounts
    const cards = {
      identifier: ungroupDigits(values['identifier'] ?? ''),
      identifierTo: hasTargetCard ? ungroupDigits(values['identifierTo'] ?? '') : undefined,
    }
    const fillsUpCards = commonBalance !== undefined
    if (!fillsUpCards) return { ...cards, amount: centsToDecimal(amount) }
    const sentCents = purpose === 'submit' ? calculatedCents : 0
    return {
      ...cards,
      amount: centsToDecimal(cents(sentCents)),
      targetBalance: centsToDecimal(toTargetBalanceCents(amount, commonBalance)),
    }
  })
}

/**
 * The typed target balance for all rows without their own. '' if the user typed none. Undefined if this batch does not
 * fill up cards to a target balance.
 */
export function commonTargetBalance(rows: AnyRows): string | undefined {
  const rowType = rows.rowType()
  return 'fillUp' in rowType && typeof rowType.fillUp === 'string' ? rowType.fillUp : undefined
}

/** The target balance of a row. `commonBalance` if the row has no target balance. */
export function toTargetBalanceCents(rowCents: number, commonBalance: string): Cents {
  if (rowCents !== 0) return cents(rowCents)
  const commonCents = textToCents(commonBalance)
  return cents(typeof commonCents === 'number' ? commonCents : 0)
}

/** Converts the server's check result of a row. */
export function elementToResult(
  rows: AnyRows,
  element: ApiElement,
  { batchFeeAmount, source, destination, amount, findings: codes, repeatedIn }: VerifiedElement,
  checkedAt: number,
): RowResult {
  // Codes of a newer server that this version does not know are ignored.
  const knownFindings = codes
    .map((code) => rows.rowType().knownFinding(code))
    .filter((finding) => finding !== undefined)
  const findings = findingsToSet(knownFindings)
  // The limits are those of the card that receives the money.
  const { loadMin, loadMax, voucherMax } = destination ?? source
  const facts: CardServerValues = {
    loadMin: decimalToText(loadMin),
    loadMax: decimalToText(loadMax),
    voucherMax: decimalToText(voucherMax),
    cardBalance: decimalToText(source.balance),
    cardAvailable: decimalToText(source.fundsavailable),
    targetFaults: destination && cardToTargetFaults({ ...destination, isIdentified: destination.kyc }),
    repeatedIn: repeatedIn?.join(', '),
  }
  const hasNoAmount = decimalToCents(element.amount) === 0
  return {
    findings,
    feeCents: decimalToCents(batchFeeAmount) ?? 0,
    checkedAt,
    currency: source.currency,
    calculatedCents: hasNoAmount ? (decimalToCents(amount) ?? 0) : undefined,
    holder: namesToHolder([source.cardholder, destination?.cardholder]),
    // Only the messages of findings need the facts.
    facts: findings.length === 0 ? undefined : facts,
  }
}

/** Converts the check result of a row, by its index among the checked rows. */
export function checkToResult(
  rows: AnyRows,
  element: ApiElement,
  { checks, index, checkedAt }: { checks: PackedChecks<VerifiedElement>; index: number; checkedAt: number },
): RowResult {
  const elementWithFindings = checks.withFindings.get(index)
  if (elementWithFindings) return elementToResult(rows, element, elementWithFindings, checkedAt)
  const hasNoAmount = decimalToCents(element.amount) === 0
  return {
    findings: [],
    feeCents: checks.fees[index] ?? 0,
    checkedAt,
    currency: checks.currencies[index] ?? '',
    calculatedCents: hasNoAmount ? checks.amounts[index] : undefined,
    holder: namesToHolder([checks.holders[index], checks.targetHolders[index]]),
    facts: undefined,
  }
}

/** The holders of a row's cards, without unknown ones, as one text. */
const namesToHolder = (names: readonly (string | undefined)[]): string =>
  fromTo(names.map((name) => name ?? '').filter((name) => name !== ''))
