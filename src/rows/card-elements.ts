// Converts batch rows to what the server is sent, and its answers to findings.
import type { VerifiedElement } from '#contract/batches.ts'
import type { CardServerFacts } from '#domain/batch/findings.ts'
import { checkToTargetFaults } from '#domain/batch/moves.ts'
import { ungroupDigits } from '#domain/cards/identifiers.ts'
import { cents, centsToText, centsToWire, wireToCents } from '#domain/money.ts'
import { findingsToSet } from '#domain/rows/findings.ts'
import type { AnyRows, RowAnswer } from './rows.ts'

export interface WireElement {
  readonly identifier: string
  readonly identifierTo?: string | undefined
  /** "0.00" if the row names no amount; in a transfer or a devalue that means the card's whole balance. */
  readonly amount: string
}

export function idsToElements(rows: AnyRows, ids: readonly number[]): WireElement[] {
  const hasTarget = rows.kind().activeFields.some(({ name }) => name === 'identifierTo')
  return ids.map((id) => {
    const {
      values,
      cents: [amount = cents(0)],
    } = rows.row(id)
    const [identifier, identifierTo] = ['identifier', 'identifierTo'].map((name) => ungroupDigits(values[name] ?? ''))
    return {
      identifier: identifier ?? '',
      identifierTo: hasTarget ? (identifierTo ?? '') : undefined,
      amount: centsToWire(amount),
    }
  })
}

/** Converts the server's answer about a row. */
export function elementToAnswer(
  rows: AnyRows,
  sent: WireElement,
  { batchFeeAmount, source, destination, amount, findings: codes, repeatedIn }: VerifiedElement,
  checkedAt: number,
): RowAnswer {
  // Codes of a newer server that this version does not know are ignored.
  const findings = findingsToSet(codes.flatMap((code) => rows.kind().knownFinding(code) ?? []))
  // The limits are those of the card that receives the money.
  const { loadMin, loadMax, voucherMax } = destination ?? source
  return {
    findings,
    feeCents: wireToCents(batchFeeAmount) ?? 0,
    checkedAt,
    currency: source.currency,
    wholeCents: wireToCents(sent.amount) === 0 ? (wireToCents(amount) ?? 0) : undefined,
    facts:
      findings.length === 0
        ? undefined
        : ({
            loadMin: wireToText(loadMin),
            loadMax: wireToText(loadMax),
            voucherMax: wireToText(voucherMax),
            cardBalance: wireToText(source.balance),
            cardAvailable: wireToText(source.fundsavailable),
            targetFaults: destination && checkToTargetFaults(destination),
            repeatedIn: repeatedIn?.join(', '),
          } satisfies CardServerFacts),
  }
}

/** An amount as the server's messages write it. */
function wireToText(wire: string): string {
  const amount = wireToCents(wire)
  return amount === undefined ? wire : centsToText(amount)
}
