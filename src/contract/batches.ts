// Operations of batches: verify, upload, list, decide. Rules: docs/rules/batches.md.
import { m } from '#words/messages.js'
import * as z from 'zod'
import { type BatchType, batchTypes, storedBatchTypeNames } from '#domain/batch/types.ts'
import { MAX_SEARCH_LENGTH, MAX_CLOSED_COMMENTS } from '#domain/batch/states.ts'
import { base64Length, MAX_STORED_FILE } from '#domain/batch/uploaded-file.ts'
import { approval, proof, signWith } from './approvals.ts'
import { funding } from './funding.ts'
import {
  date,
  fingerprint,
  id,
  identifierType,
  instant,
  money,
  pageParams,
  pageResult,
  requestId,
  text,
} from './fields.ts'

const batchType = z.enum(Object.keys(batchTypes) as BatchType[])
const additionalValidation = z.array(z.enum(['loadlimit', 'duplicateCard'])).max(2)
const batchOptions = z.array(z.enum(['noIdentifierValidation'])).max(1)
/** The value of a state in `batchStates` (domain/batch/states.ts). */
const batchFilter = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])
const permissionOfType = ({ type }: Readonly<Record<string, unknown>>) => {
  const parsedType = batchType.safeParse(type)
  return parsedType.success ? batchTypes[parsedType.data].permission : undefined
}

/**
 * One row as sent. Long identifiers are accepted, since the server reports an invalid row instead of refusing the call.
 */
export const batchElement = z.strictObject({
  identifier: text(64),
  identifierTo: text(64).optional(),
  amount: money,
  /**
   * Only for loads: the balance that the card must not exceed after the load. If the amount is "0.00", the server
   * computes the amount that is needed to reach this balance. Otherwise the server checks that the card does not exceed this
   * balance.
   */
  targetBalance: money.optional(),
})
const elementWithoutTargetBalance = batchElement.omit({ targetBalance: true })

/** What the server knows about one card. Amounts in the card's currency. */
export const checkResult = z.object({
  exists: z.boolean(),
  active: z.boolean(),
  stopped: z.boolean(),
  retired: z.boolean(),
  expired: z.boolean(),
  /** True if the cardholder is identified. */
  kyc: z.boolean(),
  /** True if another row of the call has the same card. */
  duplicate: z.boolean(),
  balance: money,
  fundsavailable: money,
  /** First six and last four digits. */
  cardnumber: z.string(),
  /** With CardStatement.read: the cardholder's name, '' if unknown. */
  cardholder: z.string().optional(),
  /** True if the amount is within the limits below. */
  loadlimit: z.boolean(),
  loadMin: money,
  loadMax: money,
  voucherMax: money,
  currency: z.string(),
})
export type CheckResult = z.output<typeof checkResult>

export const verifiedElement = z.object({
  identifier: z.string(),
  identifierTo: z.string().optional(),
  /**
   * The amount that the row would move:
   * - in a transfer or devalue without an amount ("0.00"): the current balance. Upload "0.00" again, so that the
   *   fingerprint stays the same.
   * - in a load with `targetBalance`: the amount needed to reach that balance. Upload this amount together with
   *   `targetBalance`, so that the fingerprint stays the same.
   * - in any other row: the amount as sent
   */
  amount: money,
  batchFeeAmount: money,
  source: checkResult,
  destination: checkResult.optional(),
  /**
   * The codes of `cardFindings` that the server found. The portal has their messages. `atTarget`: the card already has
   * the target balance. Leave the row out of the upload, because the fingerprint does not include it.
   */
  findings: z.array(z.string()),
  /**
   * The other batches that move the same amount on the same card and wait or were posted within 5 days. Newest first.
   */
  repeatedIn: z.array(id).optional(),
})
export type VerifiedElement = z.output<typeof verifiedElement>

/** A batch with the same fingerprint in the last 30 days. */
export const earlierBatch = z.object({
  batchLoadFileID: id,
  uploadedBy: z.string(),
  uploadedAt: z.string(),
  state: z.string(),
  /** The maker's reason for uploading the same rows again. Null if the rows were new. */
  reason: z.nullable(z.string()),
})

/** The number of rows of a batch with each warning. */
const rowWarnings = z.object({
  /** Rows whose card occurs more than once in the batch. */
  duplicates: z.int(),
  /** Rows without an amount, which move the whole balance. */
  wholeBalances: z.int(),
  /** Rows that other batches also contain. */
  repeated: z.int(),
  /** The batches that also contain the rows of `repeated`, newest first. */
  repeatedIn: z.array(id),
  /** Rows that would fail now, even with enough funds. */
  changed: z.int(),
})
export type RowWarnings = z.output<typeof rowWarnings>

/** The batch load file entity. Dates are instants, counts are integers. */
export const batchLoadFile = z.object({
  BATCHLOADFILEID: id,
  BATCHLOADFILEREFERENCE: z.string(),
  BATCHLOADFILEORIGINALNAME: z.string(),
  BATCHLOADFILEDATEUPLOADED: z.string(),
  BATCHLOADFILEUPLOADEDUSERID: id,
  /** Only for a batch of a machine user: the user who made the machine user's key. This user cannot decide either. */
  KEYMAKERUSERID: id.optional(),
  UPLOADUSERFIRSTNAME: z.string(),
  UPLOADUSERLASTNAME: z.string(),
  BATCHLOADFILEAPPROVED: z.boolean(),
  BATCHLOADFILEAPPROVEDDATE: instant,
  APPROVALUSERFIRSTNAME: z.nullable(z.string()),
  APPROVALUSERLASTNAME: z.nullable(z.string()),
  BATCHLOADFILEREJECTED: z.boolean(),
  BATCHLOADFILEREJECTEDDATE: instant,
  REJECTIONUSERFIRSTNAME: z.nullable(z.string()),
  REJECTIONUSERLASTNAME: z.nullable(z.string()),
  REJECTIONREASON: z.nullable(z.string()),
  /** The time that the maker proposes for the run. Null if there is none. Older servers omit it. */
  PROPOSEDDATE: instant.optional(),
  SCHEDULEDDATE: instant,
  /**
   * The end of the hold of an approved batch that cannot be undone. The batch is not processed before this time. Until
   * then, its maker can withdraw it and an approver can unschedule it. Null without a hold. Older servers omit it.
   */
  HELDUNTIL: instant.optional(),
  PROCESSED: z.boolean(),
  /** True during a run. LOADEDCOUNT increases with each chunk. */
  BEGUN: z.boolean(),
  /** True once the uploader has withdrawn the batch, before a decision or during the hold. */
  WITHDRAWN: z.boolean(),
  WITHDRAWNDATE: instant,
  /**
   * The time of the check before the run of a scheduled batch. The three PREFLIGHT fields are null before the check.
   */
  PREFLIGHTDATE: instant,
  /** The number of rows that would fail. */
  PREFLIGHTFAILING: z.nullable(z.int()),
  /** The amount by which the funding account falls short for the other rows, after earlier batches have run. */
  PREFLIGHTSHORT: z.nullable(money),
  BATCHLOADFILECLOSED: z.boolean(),
  BATCHLOADFILECLOSEDCOMMENTS: z.nullable(z.string()),
  LOADEDCOUNT: z.int(),
  LOADSCOUNT: z.int(),
  LOADEDAMOUNT: money,
  LOADSAMOUNT: money,
  FEEAMOUNT: money,
  /** The part of FEEAMOUNT that was charged for the loaded rows. Older servers omit it. */
  LOADEDFEEAMOUNT: money.optional(),
  CURRENCY: z.string(),
  LOADTYPE: z.enum(storedBatchTypeNames),
  FINGERPRINT: fingerprint,
  /** True if the state of the batch allows a retry. */
  RETRYABLE: z.boolean(),
  DUPLICATEREASON: z.nullable(z.string()),
  IDENTIFIERTYPE: identifierType,
  /** True if a devalue also retires its cards. */
  RETIRE: z.boolean(),
  /**
   * Only in the list of `batchLoads`, for a batch that has not started: the amount by which the funding account falls
   * short for all its rows, after earlier batches have run. "0.00" if the account covers the rows. Omitted if the
   * funding account does not pay.
   */
  FUNDSMISSING: money.optional(),
  /**
   * Only in the list of `batchLoads` for batches that await approval: the rows that the approver should look at. Null if
   * the list was too long to check the rows of this batch. `batchLoadDetails` checks them. Older servers omit it.
   */
  ROWWARNINGS: z.nullable(rowWarnings).optional(),
  /** Only if approval rules apply to the batch. */
  APPROVAL: approval.optional(),
})
export type BatchLoadFile = z.output<typeof batchLoadFile>

/** The card of a row's identifier and its holder's name, if the card exists and the viewer can read cards. */
const rowCardFields = {
  VOUCHERID: z.nullable(id).optional(),
  /** Empty if unknown. Servers can omit it. */
  CARDHOLDERNAME: z.string().optional(),
}

/** A row of one of the user's batches, as uploaded and with its result. */
export const myBatchRow = z.object({
  ROWNUMBER: z.int(),
  /** Not masked, since it is the maker's own file. */
  IDENTIFIER: z.string(),
  IDENTIFIERTO: z.nullable(z.string()),
  /** "0.00" if the file had no amount. */
  AMOUNT: money,
  /** The balance that the card is filled up to. AMOUNT is the amount that was needed to reach it at the upload. */
  TARGETBALANCE: z.nullable(money).optional(),
  RESULTTEXT: z.string(),
  LOADED: z.boolean(),
  ...rowCardFields,
  /** Codes of `cardFindings`: the row's current findings. Empty once the row is posted or its batch is closed. */
  FINDINGSNOW: z.array(z.string()),
  /**
   * Only with `forRepeat`: codes of `cardFindings` for which an upload of this row would be refused now. They describe
   * what has changed since the upload of the batch, because that upload was not refused.
   */
  CHANGEDSINCE: z.array(z.string()).optional(),
})
export type MyBatchRow = z.output<typeof myBatchRow>

/** A file to save. */
const file = z.object({ fileName: z.string(), contentType: z.string(), base64: z.base64() })

/** A row of a batch in the details. */
export const batchLoadDetail = z.object({
  ROWNUMBER: z.int(),
  /** For a batch of another user, a card number is masked once the viewer has reached the limit of full numbers. */
  IDENTIFIER: z.string(),
  /** True if another row has the same full identifier, which masked numbers do not show. */
  MORETHANONCE: z.boolean().optional(),
  /** The target card of a transfer. Null for other types. */
  IDENTIFIERTO: z.nullable(z.string()),
  AMOUNT: money,
  /** True if the row had no amount. AMOUNT is then the card's balance at the upload. */
  WHOLEBALANCE: z.boolean(),
  /** The balance that the card is filled up to. Null if the row has none. */
  TARGETBALANCE: z.nullable(money).optional(),
  FEEAMOUNT: money,
  RESULTTEXT: z.string(),
  LOADED: z.boolean(),
  LOADDATE: instant,
  ...rowCardFields,
  /** True if this card has never been loaded before. */
  FIRSTLOAD: z.boolean(),
  /**
   * Codes of `cardFindings`: the findings of the row now, which can differ from those at upload. Empty once the row is
   * posted or its batch is closed.
   */
  FINDINGSNOW: z.array(z.string()),
  /**
   * The other batches with the same row (`repeatedIn`), newest first. Empty once this row is posted or its batch is
   * closed.
   */
  REPEATEDIN: z.array(id),
})
export type BatchLoadDetail = z.output<typeof batchLoadDetail>

const elements = z.array(batchElement).min(1).max(batchTypes.load.maxRows)
const elementsWithoutTargetBalance = z.array(elementWithoutTargetBalance).min(1).max(batchTypes.transfer.maxRows)
const batchIdParams = z.strictObject({ batchLoadFileID: id })
/**
 * The uploaded file, which is stored so that its maker can download it again. Omitted if rows were typed or the file is
 * too large. The batch consists of the rows in `batchElements`, whatever the file contains.
 */
const fileContent = z
  .string()
  .min(1)
  .max(base64Length(MAX_STORED_FILE))
  // The length is checked separately, because a regular expression for groups of four characters would store up to a
  // million groups.
  .refine((value) => value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value), {
    error: () => m.contract_fileIsNotBase64(),
  })
  .optional()
const comments = text(MAX_CLOSED_COMMENTS)
/** 'yyyy-mm-dd HH:mm:00' in the programme's time zone. */
const scheduledDate = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:00$/, { error: () => m.common_invalidInputFormat() })
/** The time that the maker proposes for the run. It applies only if the approver chooses it. */
const proposedDate = scheduledDate.optional()

export const batchOperations = {
  verifyBatchFile: {
    params: z.strictObject({
      type: batchType,
      name: text(255),
      identifierType,
      batchSizeLimit: z.int().min(1).max(5000),
      additionalValidation,
      reference: text(255),
      /** Only for a devalue: true if the cards are also retired. */
      retire: z.boolean().optional(),
      batchElements: elements,
    }),
    result: z.object({
      batchElements: z.array(verifiedElement),
      fingerprint,
      earlierBatches: z.array(earlierBatch),
      /** The funds for the rows of this call that have no error. */
      funding: funding.optional(),
    }),
    permissionOf: permissionOfType,
  },
  verifyBatchElement: {
    params: z.strictObject({
      type: batchType,
      identifierType,
      additionalValidation,
      retire: z.boolean().optional(),
      element: batchElement,
    }),
    result: z.object({ element: verifiedElement }),
    permissionOf: permissionOfType,
  },
  batchLoadUpload: {
    params: z.strictObject({
      requestId,
      batchElements: elements,
      identifierType,
      loadReference: text(255),
      fileName: text(255),
      fileContent,
      batchLoadOptions: batchOptions,
      duplicateReason: text(255).optional(),
      proposedDate,
    }),
    result: z.object({ batchLoadFileID: id }),
  },
  batchTransferUpload: {
    params: z.strictObject({
      requestId,
      batchElements: elementsWithoutTargetBalance,
      identifierType,
      loadReference: text(255),
      fileName: text(255),
      fileContent,
      batchTransferOptions: batchOptions,
      duplicateReason: text(255).optional(),
      proposedDate,
    }),
    result: z.object({ batchLoadFileID: id }),
  },
  batchDevalueUpload: {
    params: z.strictObject({
      requestId,
      batchElements: elementsWithoutTargetBalance,
      identifierType,
      batchDescription: text(255),
      fileName: text(255),
      fileContent,
      retire: z.boolean(),
      duplicateReason: text(255).optional(),
      proposedDate,
    }),
    result: z.object({ batchLoadFileID: id }),
  },
  batchLoads: {
    params: z.strictObject({
      filter: batchFilter,
      startDate: date.optional(),
      endDate: date.optional(),
      ...pageParams,
    }),
    result: z.object({
      batchLoads: z.array(batchLoadFile),
      /**
       * In the list of batches that await approval: the funds that remain after all approved batches and orders.
       * Negative ("-5.00") if the funds do not suffice for them.
       */
      fundsLeft: money.optional(),
      ...pageResult,
    }),
  },
  batchLoadDetails: {
    params: z.strictObject({ batchLoadFileID: id }),
    result: z.object({
      batchLoad: batchLoadFile,
      details: z.array(batchLoadDetail),
      funding: funding.optional(),
      /** For how many minutes this batch would be on hold after an approval. Omitted if it would not be on hold. */
      holdMinutes: z.int().optional(),
      signWith,
    }),
  },
  myBatches: {
    params: z.strictObject({
      startDate: date.optional(),
      endDate: date.optional(),
      /** The state of the batches. All states by default. */
      filter: batchFilter.optional(),
      /** A part of a reference or a file name, or a batch's number. */
      search: text(MAX_SEARCH_LENGTH).optional(),
      ...pageParams,
    }),
    result: z.object({ batchLoads: z.array(batchLoadFile), ...pageResult }),
  },
  /** One of the user's uploads without its rows, for callers who wait for a decision or a run. */
  myBatch: { params: batchIdParams, result: z.object({ batchLoad: batchLoadFile }) },
  /**
   * The rows of one of the user's uploads in any state, to open them again as a draft. "Not found" for batches of other
   * users.
   */
  myBatchRows: {
    params: z.strictObject({
      batchLoadFileID: id,
      /** True to repeat the batch: also returns what has changed since its upload. */
      forRepeat: z.boolean().optional(),
    }),
    result: z.object({
      batchLoad: batchLoadFile,
      options: batchOptions,
      rows: z.array(myBatchRow),
      funding: funding.optional(),
      /** True if `myBatchFile` has the file. */
      hasFile: z.boolean(),
    }),
  },
  /** The uploaded file of one of the user's batches, unchanged. */
  myBatchFile: { params: batchIdParams, result: file },
  /**
   * An xlsx file with every row, its Verdict and Reason. Card numbers are masked. Without `Batch.approve`, only for the
   * user's own uploads.
   */
  downloadBatchLoadReport: { params: batchIdParams, result: file },
  /**
   * A file of the batch. The uploader gets the original file if it was stored. In every other case, the file has the
   * rows as uploaded, as csv or xlsx like the original. Only the uploader gets full card numbers.
   */
  downloadBatchLoadFile: { params: batchIdParams, result: file },
  approveBatchLoad: {
    params: z.strictObject({
      requestId,
      batchLoadFileID: id,
      fingerprint,
      /** If omitted, the batch runs as soon as it can, whatever its maker proposed. */
      scheduledDate: scheduledDate.optional(),
      proof: proof.optional(),
    }),
    result: z.object({}),
  },
  rejectBatchLoad: {
    params: z.strictObject({ requestId, batchLoadFileID: id, reason: text(255).optional() }),
    result: z.object({}),
  },
  retryBatchLoad: {
    params: z.strictObject({ requestId, batchLoadFileID: id, proof: proof.optional() }),
    result: z.object({}),
  },
  closeBatchLoad: {
    params: z.strictObject({ requestId, batchLoadFileID: id, closedComments: comments.optional() }),
    result: z.object({}),
  },
  /** Changes the time of a scheduled batch. Without a new time, cancels the schedule: the batch awaits approval again. */
  unscheduleBatchLoad: {
    params: z.strictObject({
      requestId,
      batchLoadFileID: id,
      scheduledDate: scheduledDate.optional(),
      /** Only with a new time. */
      proof: proof.optional(),
    }),
    result: z.object({}),
  },
  /** Withdraws one of the viewer's own uploads that is undecided or on hold. "Not found" for batches of other users. */
  withdrawBatchLoad: {
    params: z.strictObject({ requestId, batchLoadFileID: id }),
    result: z.object({}),
  },
  updateClosedBatchLoadComments: {
    params: z.strictObject({ requestId, batchLoadFileID: id, closedComments: comments.optional() }),
    result: z.object({}),
  },
}
