// Rows of the database as the wire names them: the one renaming in the whole system (architecture "Manners of the data").
import type { BatchLoadFile, CheckResult, VerifiedElement } from '#contract/batches.ts'
import { findingBit, setToFindings } from '#domain/batch/findings.ts'
import { isWithinLoadLimit } from '#domain/batch/verdicts.ts'
import { cents, centsToWire } from '#domain/money.ts'
import type { Element, JudgedRow } from './judged.ts'
import type { BatchFileRow } from './queries.ts'

export function judgedToWire(judged: JudgedRow, element: Element): VerifiedElement {
  return {
    identifier: element.identifier,
    ...(element.identifierTo === undefined ? {} : { identifierTo: element.identifierTo }),
    amount: element.amount,
    batchFeeAmount: centsToWire(judged.feeCents),
    source: judgedToCheckResult(judged),
    findings: setToFindings(judged.findings),
  }
}

function judgedToCheckResult({ facts, card, campaign, findings, row }: JudgedRow): CheckResult {
  return {
    exists: facts.exists,
    active: facts.active,
    stopped: facts.stopped,
    retired: facts.retired,
    expired: facts.expired,
    kyc: facts.kyc,
    duplicate: (findings & findingBit('duplicate')) !== 0,
    balance: centsToWire(facts.balanceCents),
    fundsavailable: centsToWire(cents(facts.balanceCents - (card?.held_cents ?? 0))),
    cardnumber: card?.pan_masked ?? '',
    loadlimit: (findings & findingBit('loadLimit')) === 0 && isWithinLoadLimit(facts, row.amountCents),
    loadMin: centsToWire(facts.loadMinCents),
    loadMax: centsToWire(facts.loadMaxCents),
    voucherMax: centsToWire(facts.voucherMaxCents),
    currency: campaign?.currency ?? '',
  }
}

export function batchFileToWire(row: BatchFileRow): BatchLoadFile {
  const approved = row.approved_at !== null
  const processed = row.processed_at !== null
  const closed = row.closed_at !== null
  return {
    BATCHLOADFILEID: String(row.id),
    BATCHLOADFILEREFERENCE: row.reference,
    BATCHLOADFILEORIGINALNAME: row.original_name,
    BATCHLOADFILEDATEUPLOADED: row.uploaded_at.toISOString(),
    BATCHLOADFILEUPLOADEDUSERID: String(row.uploaded_by),
    UPLOADUSERFIRSTNAME: row.uploader_firstname,
    UPLOADUSERLASTNAME: row.uploader_lastname,
    BATCHLOADFILEAPPROVED: approved,
    BATCHLOADFILEAPPROVEDDATE: toInstant(row.approved_at),
    APPROVALUSERFIRSTNAME: row.approver_firstname,
    APPROVALUSERLASTNAME: row.approver_lastname,
    BATCHLOADFILEREJECTED: row.rejected_at !== null,
    BATCHLOADFILEREJECTEDDATE: toInstant(row.rejected_at),
    REJECTIONUSERFIRSTNAME: row.rejecter_firstname,
    REJECTIONUSERLASTNAME: row.rejecter_lastname,
    REJECTIONREASON: row.reject_reason,
    SCHEDULEDDATE: toInstant(row.scheduled_at),
    PROCESSED: processed,
    BATCHLOADFILECLOSED: closed,
    BATCHLOADFILECLOSEDCOMMENTS: row.closed_comments,
    LOADEDCOUNT: row.loaded_count,
    LOADSCOUNT: row.row_count,
    LOADEDAMOUNT: centsToWire(cents(row.loaded_amount_cents)),
    LOADSAMOUNT: centsToWire(cents(row.amount_cents)),
    FEEAMOUNT: centsToWire(cents(row.fee_cents)),
    CURRENCY: row.currency,
    LOADTYPE: row.kind,
    FINGERPRINT: row.fingerprint,
    // batches §4: an approved file that is unprocessed and not closed.
    RETRYABLE: approved && !processed && !closed,
    DUPLICATEREASON: row.duplicate_reason,
  }
}

export const toInstant = (at: Date | null): string | null => at?.toISOString() ?? null
