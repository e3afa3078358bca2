// Refuses to store a batch with invalid rows: lists every error with its path and a sentence.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { cardFinding, cardRows } from '#domain/batch/card-rows.ts'
import type { CardServerFacts } from '#domain/batch/findings.ts'
import { batchKinds, type StoredBatchType } from '#domain/batch/kinds.ts'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import { addFinding, errorsOf, type FindingSet, hasFinding, withoutFindings } from '#domain/rows/findings.ts'
import { findingWords } from '#domain/rows/kind.ts'
import { cents, centsToText } from '#domain/money.ts'
import { refuse, type Refusal } from '#server/operations/context.ts'
import type { JudgedRow } from './judge-rows.ts'

interface RowRules {
  readonly type: StoredBatchType
  readonly identifierType: IdentifierType
  /** noIdentifierValidation: processing checks whether the cards exist, not the submission. */
  readonly toleratesUnknown: boolean
}

/** Lists every row with an error. Undefined if all rows can be stored. */
export function refuseRows(judged: readonly JudgedRow[], rules: RowRules): Refusal | undefined {
  const kind = cardRows(rules)
  const errors = judged.flatMap((row, index) =>
    rowToErrors(row, rules).map((finding) => ({
      path: `batchElements.${index}.${finding.field || 'identifier'}`,
      message: findingWords(kind, finding, row.row, rowToServerFacts(row)),
    })),
  )
  if (errors.length === 0) return undefined
  const rows = new Set(errors.map((error) => error.path.split('.')[1])).size
  return refuse(codes.refusedParameters, m.batches_rowsNotUploaded({ rows, done: batchKinds[rules.type].done }), {
    errors,
  })
}

function rowToErrors(
  { findings, facts, targetFaults, takesAll, targetBalanceCents }: JudgedRow,
  { toleratesUnknown }: RowRules,
): FindingSet {
  const errors = errorsOf(findings)
  if (!toleratesUnknown) return errors
  const ofTarget = targetFaults[0] === 'unknown' ? ['targetRefused'] : []
  const left = withoutFindings(errors, 'cardUnknown', ...ofTarget)
  // For an unknown card, its full balance or the missing amount cannot be computed.
  return hasFinding(errors, 'cardUnknown') && (takesAll || targetBalanceCents !== undefined) && !facts.exists
    ? addFinding(left, cardFinding('amountMissing'))
    : left
}

function rowToServerFacts({ facts, card, target, targetFaults }: JudgedRow): CardServerFacts {
  const limits = target?.facts ?? facts
  return {
    loadMin: centsToText(limits.loadMinCents),
    loadMax: centsToText(limits.loadMaxCents),
    voucherMax: centsToText(limits.voucherMaxCents),
    cardBalance: centsToText(facts.balanceCents),
    cardAvailable: centsToText(cents(facts.balanceCents - (card?.held_cents ?? 0))),
    targetFaults,
  }
}
