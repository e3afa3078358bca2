// The refusal of a batch with invalid rows: lists every error with its path and a message.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { cardFinding, cardRows } from '#domain/batch/card-rows.ts'
import type { CardServerValues } from '#domain/batch/findings.ts'
import { batchTypes, type StoredBatchType } from '#domain/batch/types.ts'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import { addFinding, type FindingSet, hasFinding, refusedFindings, withoutFindings } from '#domain/rows/findings.ts'
import { findingMessage } from '#domain/rows/row-type.ts'
import { cents, centsToText } from '#domain/money.ts'
import { refuse, type Refusal } from '#server/operations/context.ts'
import type { ValidatedRow } from './validate-rows.ts'

interface RowRules {
  readonly type: StoredBatchType
  readonly identifierType: IdentifierType
  /** True with the option noIdentifierValidation: unknown cards are looked up again when the batch is processed. */
  readonly allowsUnknown: boolean
}

/** Refuses rows with errors, and lists every error. Undefined if all rows can be stored. */
export function rowsRefusal(validatedRows: readonly ValidatedRow[], rules: RowRules): Refusal | undefined {
  const rowType = cardRows(rules)
  const invalidRows = validatedRows
    .map((row, index) => ({ row, index, findings: rowToErrors(row, rules) }))
    .filter(({ findings }) => findings.length > 0)
  if (invalidRows.length === 0) return undefined
  const errors = invalidRows.flatMap(({ row, index, findings }) =>
    findings.map((finding) => ({
      // A finding about the whole row is shown at its identifier.
      path: `batchElements.${index}.${finding.field || 'identifier'}`,
      message: findingMessage(rowType, finding, row.row, rowToServerValues(row)),
    })),
  )
  const { pastParticiple } = batchTypes[rules.type]
  const toText = () => m.batches_rowsNotUploaded({ rows: invalidRows.length, done: pastParticiple })
  return refuse(codes.refusedParameters, toText, { errors })
}

/** The findings for which the row cannot be stored. */
export function rowToErrors(row: ValidatedRow, { allowsUnknown }: RowRules): FindingSet {
  const errors = refusedFindings(row.findings)
  if (!allowsUnknown) return errors
  // Unknown receivers of a transfer are allowed too. 'targetRefused' stands for every fault of a receiver. An unknown
  // receiver has no other fault, so its 'targetRefused' can be left out.
  const isReceiverUnknown = row.targetFaults.includes('unknown')
  const allowedErrors = isReceiverUnknown ? ['cardUnknown', 'targetRefused'] : ['cardUnknown']
  const remainingErrors = withoutFindings(errors, ...allowedErrors)
  const isCardUnknown = hasFinding(errors, 'cardUnknown')
  // The amount of such a row is computed from the card's balance. An unknown card has no balance.
  const needsBalance = row.movesWholeBalance || row.targetBalanceCents !== undefined
  const isAmountUnknown = isCardUnknown && needsBalance
  return isAmountUnknown ? addFinding(remainingErrors, cardFinding('amountMissing')) : remainingErrors
}

function rowToServerValues({ facts, card, target, targetFaults }: ValidatedRow): CardServerValues {
  // The limits are those of the card that receives the amount.
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
