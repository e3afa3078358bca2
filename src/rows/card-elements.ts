// Converts batch rows to what the server is sent, and its answers to findings.
import type { VerifiedElement } from '#contract/batches.ts'
import type { CardServerFacts } from '#domain/batch/findings.ts'
import { checkToTargetFaults } from '#domain/batch/moves.ts'
import { ungroupDigits } from '#domain/cards/identifiers.ts'
import { type Cents, cents, centsToText, centsToDecimal, textToCents, decimalToCents } from '#domain/money.ts'
import { findingsToSet } from '#domain/rows/findings.ts'
import type { AnyRows, RowAnswer } from './rows.ts'

export interface ApiElement {
  readonly identifier: string
  readonly identifierTo?: string | undefined
  /** "0.00" if the row names no amount; in a transfer or a devalue that means the card's whole balance. */
  readonly amount: string
  /** Of a load that fills its card up. */
  readonly targetBalance?: string
}

/** To be submitted, a row that fills its card up names the amount of its last check; to be checked it names none. */
export function idsToElements(rows: AnyRows, ids: readonly number[], to: 'check' | 'submit'): ApiElement[] {
  const figure = fillUpOf(rows)
  const hasTarget = rows.kind().activeFields.some(({ name }) => name === 'identifierTo')
  return ids.map((id) => {
    const {
      values,
      cents: [amount = cents(0)],
      wholeCents = 0,
    } = rows.row(id)
    const [identifier, identifierTo] = ['identifier', 'identifierTo'].map((name) => ungroupDigits(values[name] ?? ''))
    return {
      identifier: identifier ?? '',
      identifierTo: hasTarget ? (identifierTo ?? '') : undefined,
      ...(figure === undefined
        ? { amount: centsToDecimal(amount) }
        : {
            amount: centsToDecimal(cents(to === 'submit' ? wholeCents : 0)),
            targetBalance: centsToDecimal(targetOf(amount, figure)),
          }),
    }
  })
}

/** The target balance of rows without one, '' for none; undefined if amounts are what is loaded. */
export function fillUpOf(rows: AnyRows): string | undefined {
  const kind = rows.kind()
  return 'fillUp' in kind && typeof kind.fillUp === 'string' ? kind.fillUp : undefined
}

/** A row's own target balance, or that of all rows. */
export function targetOf(ownCents: number, figure: string): Cents {
  const common = textToCents(figure)
  return cents(ownCents || (typeof common === 'number' ? common : 0))
}

/** Converts the server's answer about a row. */
export function elementToAnswer(
  rows: AnyRows,
  sent: ApiElement,
  { batchFeeAmount, source, destination, amount, findings: codes, repeatedIn }: VerifiedElement,
  checkedAt: number,
): RowAnswer {
  // Codes of a newer server that this version does not know are ignored.
  const findings = findingsToSet(codes.flatMap((code) => rows.kind().knownFinding(code) ?? []))
  // The limits are those of the card that receives the money.
  const { loadMin, loadMax, voucherMax } = destination ?? source
  return {
    findings,
    feeCents: decimalToCents(batchFeeAmount) ?? 0,
    checkedAt,
    currency: source.currency,
    wholeCents: decimalToCents(sent.amount) === 0 ? (decimalToCents(amount) ?? 0) : undefined,
    holder: [source, destination].flatMap((card) => card?.cardholder || []).join(' → '),
    facts:
      findings.length === 0
        ? undefined
        : ({
            loadMin: decimalToText(loadMin),
            loadMax: decimalToText(loadMax),
            voucherMax: decimalToText(voucherMax),
            cardBalance: decimalToText(source.balance),
            cardAvailable: decimalToText(source.fundsavailable),
            targetFaults: destination && checkToTargetFaults(destination),
            repeatedIn: repeatedIn?.join(', '),
          } satisfies CardServerFacts),
  }
}

/** An amount as the server's messages write it. */
function decimalToText(decimal: string): string {
  const amount = decimalToCents(decimal)
  return amount === undefined ? decimal : centsToText(amount)
}
