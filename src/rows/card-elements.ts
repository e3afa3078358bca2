// The rows of a batch and the host: which rows are sent, and what its answer says about each. An answer that comes back for a row edited
// meanwhile is about something else and is left out.
import type { VerifiedElement } from '#contract/batches.ts'
import type { CardFieldName, CardRowKind } from '#domain/batch/card-rows.ts'
import type { CardHostFacts } from '#domain/batch/findings.ts'
import { ungroupDigits } from '#domain/cards/identifiers.ts'
import { checkToTargetFaults } from '#domain/batch/moves.ts'
import { findingsToSet } from '#domain/rows/findings.ts'
import { cents, centsToText, centsToWire, wireToCents } from '#domain/money.ts'
import type { RowAnswer, Rows } from './rows.ts'

/** The open rows of a batch. */
export type CardRows = Rows<CardFieldName, CardRowKind>

export interface WireElement {
  readonly identifier: string
  readonly identifierTo?: string
  /** "0.00" where the row names none; in a transfer or a devalue that means all that the card holds. */
  readonly amount: string
}

/** Rows on their way to the host, in the order of the elements. */
export interface SentRows {
  readonly ids: readonly number[]
  readonly revisions: readonly number[]
  readonly elements: WireElement[]
}

/** Rows that this machine finds fit to be asked about (`toCheck`), or those that would be submitted. */
export function rowsToElements(rows: CardRows, which: 'toCheck' | 'toSubmit'): SentRows {
  const ids: number[] = []
  for (let id = 0; id < rows.count; id += 1) {
    const isOut = rows.isRemoved(id) || (which === 'toCheck' ? rows.isUnsendable(id) : rows.isFaulty(id))
    if (!isOut) ids.push(id)
  }
  return idsToElements(rows, ids)
}

export function idsToElements(rows: CardRows, ids: readonly number[]): SentRows {
  const hasTarget = rows.kind().wanted.some(({ name }) => name === 'identifierTo')
  return {
    ids,
    revisions: ids.map((id) => rows.revision(id)),
    elements: ids.map((id) => {
      const {
        values,
        cents: [amount = cents(0)],
      } = rows.row(id)
      const [identifier, identifierTo] = [ungroupDigits(values.identifier), ungroupDigits(values.identifierTo)]
      return { identifier, ...(hasTarget && { identifierTo }), amount: centsToWire(amount) }
    }),
  }
}

/** Puts the host's verdicts on the rows they were asked for. Does not announce the change. */
export function applyVerified(rows: CardRows, sent: SentRows, verified: readonly VerifiedElement[], at: number): void {
  sent.ids.forEach((id, index) => {
    const element = verified[index]
    if (!element || rows.revision(id) !== sent.revisions[index]) return
    const takesAll = wireToCents(sent.elements[index]?.amount ?? '') === 0
    rows.setAnswer(id, elementToAnswer(rows, element, at, takesAll))
  })
}

function elementToAnswer(rows: CardRows, element: VerifiedElement, checkedAt: number, takesAll: boolean): RowAnswer {
  const { batchFeeAmount, source, destination, amount } = element
  // A code of a newer host that is not known here is left out.
  const findings = findingsToSet(element.findings.flatMap((code) => rows.kind().knownFinding(code) ?? []))
  // The limits are those of the card that gets the money.
  const { loadMin, loadMax, voucherMax } = destination ?? source
  return {
    findings,
    feeCents: wireToCents(batchFeeAmount) ?? 0,
    checkedAt,
    currency: source.currency,
    ...(takesAll && { wholeCents: wireToCents(amount) ?? 0 }),
    facts:
      findings.length === 0
        ? undefined
        : ({
            loadMin: wireToText(loadMin),
            loadMax: wireToText(loadMax),
            voucherMax: wireToText(voucherMax),
            cardBalance: wireToText(source.balance),
            cardAvailable: wireToText(source.fundsavailable),
            ...(destination && { targetFaults: checkToTargetFaults(destination) }),
            ...(element.repeatedIn !== undefined && { repeatedIn: element.repeatedIn.join(', ') }),
          } satisfies CardHostFacts),
  }
}

/** An amount as the host's own sentences have it. */
function wireToText(wire: string): string {
  const amount = wireToCents(wire)
  return amount === undefined ? wire : centsToText(amount)
}
