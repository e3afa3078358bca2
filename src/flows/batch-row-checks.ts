// Rows and the host: which rows are sent, and what its answer says about each. An answer that comes back for a row edited
// meanwhile is about something else and is left out.
import type { VerifiedElement } from '#contract/batches.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { checkToTargetFaults } from '#domain/batch/moves.ts'
import { type FindingCode, findingCodes, findingsToSet } from '#domain/batch/findings.ts'
import { centsToText, centsToWire, wireToCents } from '#domain/money.ts'
import type { BatchRows, HostAnswer } from './batch-rows.ts'

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
export function rowsToElements(rows: BatchRows, which: 'toCheck' | 'toSubmit'): SentRows {
  const ids: number[] = []
  for (let id = 0; id < rows.count; id += 1) {
    const isOut = rows.isRemoved(id) || (which === 'toCheck' ? rows.isUnsendable(id) : rows.isFaulty(id))
    if (!isOut) ids.push(id)
  }
  return idsToElements(rows, ids)
}

export function idsToElements(rows: BatchRows, ids: readonly number[]): SentRows {
  const { needsTarget } = batchKinds[rows.rules().type]
  return {
    ids,
    revisions: ids.map((id) => rows.revision(id)),
    elements: ids.map((id) => {
      const { identifier, identifierTo, amountCents } = rows.row(id)
      return { identifier, ...(needsTarget && { identifierTo }), amount: centsToWire(amountCents) }
    }),
  }
}

/** Puts the host's verdicts on the rows they were asked for. Does not announce the change. */
export function applyVerified(rows: BatchRows, sent: SentRows, verified: readonly VerifiedElement[], at: number): void {
  sent.ids.forEach((id, index) => {
    const element = verified[index]
    if (!element || rows.revision(id) !== sent.revisions[index]) return
    const takesAll = wireToCents(sent.elements[index]?.amount ?? '') === 0
    rows.setAnswer(id, elementToAnswer(element, at, takesAll))
  })
}

function elementToAnswer(element: VerifiedElement, checkedAt: number, takesAll: boolean): HostAnswer {
  const { findings, batchFeeAmount, source, destination, amount } = element
  const codes = findings.filter(isCode)
  // The limits are those of the card that gets the money.
  const { loadMin, loadMax, voucherMax } = destination ?? source
  return {
    findings: findingsToSet(codes),
    feeCents: wireToCents(batchFeeAmount) ?? 0,
    checkedAt,
    currency: source.currency,
    ...(takesAll && { wholeCents: wireToCents(amount) ?? 0 }),
    facts:
      codes.length === 0
        ? undefined
        : {
            loadMin: wireToText(loadMin),
            loadMax: wireToText(loadMax),
            voucherMax: wireToText(voucherMax),
            cardBalance: wireToText(source.balance),
            cardAvailable: wireToText(source.fundsavailable),
            ...(destination && { targetFaults: checkToTargetFaults(destination) }),
            ...(element.repeatedIn !== undefined && { repeatedIn: element.repeatedIn }),
          },
  }
}

/** An amount as the host's own sentences have it. */
function wireToText(wire: string): string {
  const amount = wireToCents(wire)
  return amount === undefined ? wire : centsToText(amount)
}

const known = new Set<string>(findingCodes)
const isCode = (code: string): code is FindingCode => known.has(code)
