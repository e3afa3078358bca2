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

interface RowView {
  /** The other batches that contain the row. */
  readonly repeatedIn: readonly number[] | undefined
  /** Only users who can read cards see the cardholders. */
  readonly canSeeCards: boolean
}

export function validatedToApi(
  row: ValidatedRow,
  element: BatchElement,
  { repeatedIn, canSeeCards }: RowView,
): VerifiedElement {
  const { findings, amountCents, target } = row
  const isDuplicate = hasFinding(findings, 'duplicate') || hasFinding(findings, 'duplicateCard')
  // The load limit is that of the card that receives the amount: the target of a transfer, otherwise the card itself.
  const isReceiverOutsideLimit = hasFinding(findings, 'loadLimit')
  const findingsWithRepetition = repeatedIn === undefined ? findings : addFinding(findings, cardFinding('repeated'))
  const holderFields = ({ card }: ValidatedCard) => canSeeCards && { cardholder: card?.holder_name ?? '' }
  return {
    identifier: element.identifier,
    identifierTo: element.identifierTo,
    amount: centsToDecimal(amountCents),
    batchFeeAmount: centsToDecimal(row.feeCents),
    source: {
      ...cardToCheckResult(row, { amountCents, isDuplicate, isOutsideLoadLimit: !target && isReceiverOutsideLimit }),
      ...holderFields(row),
    },
    destination: target && {
      ...cardToCheckResult(target, { amountCents, isDuplicate: false, isOutsideLoadLimit: isReceiverOutsideLimit }),
      ...holderFields(target),
    },
    findings: findingsWithRepetition.map(({ code }) => code),
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

export function batchToApi(row: StoredBatch, now: number, approval: ApprovalState | undefined): BatchLoadFile {
  return {
    BATCHLOADFILEID: String(row.id),
    BATCHLOADFILEREFERENCE: row.reference,
    BATCHLOADFILEORIGINALNAME: row.original_name,
    BATCHLOADFILEDATEUPLOADED: row.uploaded_at.toISOString(),
    BATCHLOADFILEUPLOADEDUSERID: String(row.uploaded_by),
    ...(row.key_made_by !== null && { KEYMAKERUSERID: String(row.key_made_by) }),
    UPLOADUSERFIRSTNAME: row.uploader_firstname,
    UPLOADUSERLASTNAME: row.uploader_lastname,
    BATCHLOADFILEAPPROVED: row.approved_at !== null,
    BATCHLOADFILEAPPROVEDDATE: instantToApi(row.approved_at),
    APPROVALUSERFIRSTNAME: row.approver_firstname,
    APPROVALUSERLASTNAME: row.approver_lastname,
    BATCHLOADFILEREJECTED: row.rejected_at !== null,
    BATCHLOADFILEREJECTEDDATE: instantToApi(row.rejected_at),
    REJECTIONUSERFIRSTNAME: row.rejecter_firstname,
    REJECTIONUSERLASTNAME: row.rejecter_lastname,
    REJECTIONREASON: row.reject_reason,
    PROPOSEDDATE: instantToApi(row.proposed_at),
    SCHEDULEDDATE: instantToApi(row.scheduled_at),
    HELDUNTIL: instantToApi(row.held_until),
    PROCESSED: isProcessed(row),
    BEGUN: row.posting_started_at !== null,
    WITHDRAWN: row.withdrawn_at !== null,
    WITHDRAWNDATE: instantToApi(row.withdrawn_at),
    PREFLIGHTDATE: instantToApi(row.preflight_at),
    PREFLIGHTFAILING: row.preflight_failing,
    PREFLIGHTSHORT: row.preflight_short_cents === null ? null : centsToDecimal(cents(row.preflight_short_cents)),
    BATCHLOADFILECLOSED: row.closed_at !== null,
    BATCHLOADFILECLOSEDCOMMENTS: row.closed_comments,
    LOADEDCOUNT: row.loaded_count,
    LOADSCOUNT: row.row_count,
    LOADEDAMOUNT: centsToDecimal(cents(row.loaded_amount_cents)),
    LOADSAMOUNT: centsToDecimal(cents(row.amount_cents)),
    FEEAMOUNT: centsToDecimal(cents(row.fee_cents)),
    LOADEDFEEAMOUNT: centsToDecimal(cents(row.loaded_fee_cents)),
    CURRENCY: row.currency,
    LOADTYPE: row.kind,
    FINGERPRINT: row.fingerprint,
    RETRYABLE: retryStateRefusal(rowToProgress(row), now) === undefined,
    DUPLICATEREASON: row.duplicate_reason,
    IDENTIFIERTYPE: row.identifier_type,
    RETIRE: row.retire,
    ...(approval && { APPROVAL: stateToApi(approval, row.currency) }),
  }
}

type StateRow = Pick<
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
type ProgressRow = StateRow & Pick<StoredBatch, 'kind' | 'row_count' | 'loaded_count'>

/** The state of a batch as the domain's rules check it. */
export const rowToState = (row: StateRow, approval?: ApprovalState): BatchForRules => ({
  uploadedUserId: String(row.uploaded_by),
  keyMakerId: row.key_made_by === null ? undefined : String(row.key_made_by),
  refusals: stateToRefusals(approval),
  approved: row.approved_at !== null,
  rejected: row.rejected_at !== null,
  withdrawn: row.withdrawn_at !== null,
  closed: row.closed_at !== null,
  processed: isProcessed(row),
  isRunning: row.posting_started_at !== null,
  // After a retry was requested, the batch no longer waits for its scheduled time.
  waitsUntil: row.retry_requested_at === null ? row.scheduled_at?.getTime() : undefined,
  heldUntil: row.held_until?.getTime(),
})

export const rowToProgress = (row: ProgressRow, approval?: ApprovalState): BatchProgress => ({
  ...rowToState(row, approval),
  type: row.kind,
  rowCount: row.row_count,
  loadedCount: row.loaded_count,
})

/** A batch with a requested retry is being processed until the retry has ended. */
const isProcessed = (row: StateRow): boolean => row.processed_at !== null && row.retry_requested_at === null
