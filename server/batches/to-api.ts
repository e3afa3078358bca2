// Converts batches and their rows to the API's form.
import type { BatchLoadFile, CheckResult, VerifiedElement } from '#contract/batches.ts'
import { cardFinding } from '#domain/batch/card-rows.ts'
import { addFinding, hasFinding } from '#domain/rows/findings.ts'
import { type BatchForRules, type BatchProgress, retryStateRefusal } from '#domain/batch/states.ts'
import { isWithinLoadLimit } from '#domain/batch/load-checks.ts'
import { type Cents, cents, centsToDecimal } from '#domain/money.ts'
import type { BatchElement, ValidatedCard, ValidatedRow } from './validate-rows.ts'
import { type ApprovalState, stateToApi, stateToRefusals } from '#server/approvals/signatures.ts'
import { instantToApi } from '#server/operations/to-api.ts'
import type { StoredBatch } from './queries.ts'

interface RowContext {
  /** The other batches that contain the row. Undefined if there are none. */
  readonly repeatedIn: readonly number[] | undefined
  /** Only users who can read cards see the cardholders. */
  readonly canSeeCards: boolean
}

export function validatedToApi(
  row: ValidatedRow,
  element: BatchElement,
  { repeatedIn, canSeeCards }: RowContext,
): VerifiedElement {
  const { findings, amountCents, target } = row
  const isDuplicate = hasFinding(findings, 'duplicate') || hasFinding(findings, 'duplicateCard')
  // The load limit is that of the card that receives the amount: the target of a transfer, otherwise the card itself.
  const isReceiverOutsideLimit = hasFinding(findings, 'loadLimit')
  const isSourceOutsideLimit = target === undefined && isReceiverOutsideLimit
  const allFindings = repeatedIn === undefined ? findings : addFinding(findings, cardFinding('repeated'))
  const holderFields = ({ card }: ValidatedCard) => canSeeCards && { cardholder: card?.holder_name ?? '' }
  return {
    identifier: element.identifier,
    identifierTo: element.identifierTo,
    amount: centsToDecimal(amountCents),
    batchFeeAmount: centsToDecimal(row.feeCents),
    source: {
      ...cardToCheckResult(row, { amountCents, isDuplicate, isOutsideLoadLimit: isSourceOutsideLimit }),
      ...holderFields(row),
    },
    destination: target && {
      ...cardToCheckResult(target, { amountCents, isDuplicate: false, isOutsideLoadLimit: isReceiverOutsideLimit }),
      ...holderFields(target),
    },
    findings: allFindings.map(({ code }) => code),
    repeatedIn: repeatedIn?.map(String),
  }
}

interface CardCheck {
  readonly amountCents: Cents
  readonly isDuplicate: boolean
  readonly isOutsideLoadLimit: boolean
}

function cardToCheckResult({ facts, card, campaign }: ValidatedCard, check: CardCheck): CheckResult {
  const { amountCents, isDuplicate, isOutsideLoadLimit } = check
  return {
    exists: facts.exists,
    active: facts.active,
    stopped: facts.stopped,
    retired: facts.retired,
    expired: facts.expired,
    kyc: facts.isIdentified,
    duplicate: isDuplicate,
    balance: centsToDecimal(facts.balanceCents),
    fundsavailable: centsToDecimal(cents(facts.balanceCents - (card?.held_cents ?? 0))),
    cardnumber: card?.pan_masked ?? '',
    loadlimit: !isOutsideLoadLimit && isWithinLoadLimit(facts, amountCents),
    loadMin: centsToDecimal(facts.loadMinCents),
    loadMax: centsToDecimal(facts.loadMaxCents),
    voucherMax: centsToDecimal(facts.voucherMaxCents),
    currency: campaign?.currency ?? '',
  }
}

export function batchToApi(batch: StoredBatch, now: number, approval: ApprovalState | undefined): BatchLoadFile {
  return {
    BATCHLOADFILEID: String(batch.id),
    BATCHLOADFILEREFERENCE: batch.reference,
    BATCHLOADFILEORIGINALNAME: batch.original_name,
    BATCHLOADFILEDATEUPLOADED: batch.uploaded_at.toISOString(),
    BATCHLOADFILEUPLOADEDUSERID: String(batch.uploaded_by),
    ...(batch.key_made_by !== null && { KEYMAKERUSERID: String(batch.key_made_by) }),
    UPLOADUSERFIRSTNAME: batch.uploader_firstname,
    UPLOADUSERLASTNAME: batch.uploader_lastname,
    BATCHLOADFILEAPPROVED: batch.approved_at !== null,
    BATCHLOADFILEAPPROVEDDATE: instantToApi(batch.approved_at),
    APPROVALUSERFIRSTNAME: batch.approver_firstname,
    APPROVALUSERLASTNAME: batch.approver_lastname,
    BATCHLOADFILEREJECTED: batch.rejected_at !== null,
    BATCHLOADFILEREJECTEDDATE: instantToApi(batch.rejected_at),
    REJECTIONUSERFIRSTNAME: batch.rejecter_firstname,
    REJECTIONUSERLASTNAME: batch.rejecter_lastname,
    REJECTIONREASON: batch.reject_reason,
    PROPOSEDDATE: instantToApi(batch.proposed_at),
    SCHEDULEDDATE: instantToApi(batch.scheduled_at),
    HELDUNTIL: instantToApi(batch.held_until),
    PROCESSED: isProcessed(batch),
    BEGUN: batch.posting_started_at !== null,
    WITHDRAWN: batch.withdrawn_at !== null,
    WITHDRAWNDATE: instantToApi(batch.withdrawn_at),
    PREFLIGHTDATE: instantToApi(batch.preflight_at),
    PREFLIGHTFAILING: batch.preflight_failing,
    PREFLIGHTSHORT: batch.preflight_short_cents === null ? null : centsToDecimal(cents(batch.preflight_short_cents)),
    BATCHLOADFILECLOSED: batch.closed_at !== null,
    BATCHLOADFILECLOSEDCOMMENTS: batch.closed_comments,
    LOADEDCOUNT: batch.loaded_count,
    LOADSCOUNT: batch.row_count,
    LOADEDAMOUNT: centsToDecimal(cents(batch.loaded_amount_cents)),
    LOADSAMOUNT: centsToDecimal(cents(batch.amount_cents)),
    FEEAMOUNT: centsToDecimal(cents(batch.fee_cents)),
    LOADEDFEEAMOUNT: centsToDecimal(cents(batch.loaded_fee_cents)),
    CURRENCY: batch.currency,
    LOADTYPE: batch.kind,
    FINGERPRINT: batch.fingerprint,
    RETRYABLE: retryStateRefusal(batchToProgress(batch), now) === undefined,
    DUPLICATEREASON: batch.duplicate_reason,
    IDENTIFIERTYPE: batch.identifier_type,
    RETIRE: batch.retire,
    ...(approval && { APPROVAL: stateToApi(approval, batch.currency) }),
  }
}

type StateColumns = Pick<
  StoredBatch,
  | 'uploaded_by'
  | 'key_made_by'
  | 'approved_at'
  | 'rejected_at'
  | 'withdrawn_at'
  | 'scheduled_at'
  | 'held_until'
  | 'closed_at'
  | 'processed_at'
  | 'retry_requested_at'
  | 'posting_started_at'
>
type ProgressColumns = StateColumns & Pick<StoredBatch, 'kind' | 'row_count' | 'loaded_count'>

/** The state of a batch as the domain's rules check it. */
export const batchToState = (batch: StateColumns, approval?: ApprovalState): BatchForRules => ({
  uploadedUserId: String(batch.uploaded_by),
  keyMakerId: batch.key_made_by === null ? undefined : String(batch.key_made_by),
  refusals: stateToRefusals(approval),
  approved: batch.approved_at !== null,
  rejected: batch.rejected_at !== null,
  withdrawn: batch.withdrawn_at !== null,
  closed: batch.closed_at !== null,
  processed: isProcessed(batch),
  isRunning: batch.posting_started_at !== null,
  // After a retry was requested, the batch no longer waits for its scheduled time.
  waitsUntil: batch.retry_requested_at === null ? batch.scheduled_at?.getTime() : undefined,
  heldUntil: batch.held_until?.getTime(),
})

export const batchToProgress = (batch: ProgressColumns, approval?: ApprovalState): BatchProgress => ({
  ...batchToState(batch, approval),
  type: batch.kind,
  rowCount: batch.row_count,
  loadedCount: batch.loaded_count,
})

/** A batch with a requested retry is being processed until the retry has ended. */
const isProcessed = (batch: StateColumns): boolean => batch.processed_at !== null && batch.retry_requested_at === null
