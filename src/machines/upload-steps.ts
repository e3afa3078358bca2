// Context, events and results of the upload state machine. The context has only the figures of the rows. The rows
// themselves are in src/rows/rows.ts.
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import type { Funding } from '#domain/funding/funds.ts'
import type { Message } from '#domain/messages/message.ts'
import { emptyHeader, type OrderHeader } from '#domain/order/header.ts'
import type { ReadColumns, MappedColumns } from '#domain/rows/headings.ts'
import type { Assumptions, ReadChoices, ReadSettings } from '#domain/rows/reading.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'
import type { UploadType } from '#domain/uploads.ts'

/** The user's input apart from the rows: the options of a batch, the header of an order. */
export interface UploadOptions extends OrderHeader {
  readonly identifierType: IdentifierType
  readonly reference: string
  /** Skips the check at upload that the cards exist. */
  readonly noIdentifierValidation: boolean
  /** Devalue only: also retires the cards. */
  readonly retire: boolean
  /** Loads only: amounts are target balances, and the missing amounts are loaded. */
  readonly fillUp: boolean
  /** The target balance for rows without one, as typed. */
  readonly fillUpTo: string
  /** Batches only: the maker proposes a time for the run. Otherwise the approver alone chooses it. */
  readonly proposesTime: boolean
  /** 'yyyy-mm-dd' and 'HH:mm' in the programme's time zone, or ''. */
  readonly proposedDate: string
  readonly proposedTime: string
}

/** A batch or an order with the same rows. */
export interface EarlierUpload {
  /** The number of the batch or order. */
  readonly id: string
  /** The name of the user who uploaded it. */
  readonly by: string
  /** ISO 8601. */
  readonly at: string
  /** The state, in words. */
  readonly state: string
  /** The reason why it was uploaded although its rows had been uploaded before. Missing in older drafts. */
  readonly reason?: string | null
}

/** The server's response about all rows together. */
export interface Verification {
  /** ISO 8601 UTC. */
  readonly at: string
  /** The content version of the checked rows (`RowsFigures`). */
  readonly contentVersion: number
  readonly earlier: readonly EarlierUpload[]
  /** For an order: the campaign's fee for each card issued, in minor units. */
  readonly issueFeeCents?: number | undefined
  /**
   * True if no call contained all rows, so that the server could not look for earlier uploads of the same rows. It
   * reports them at submission.
   */
  readonly isPartial?: true | undefined
  /** The available funds for all rows. Missing if the funding account does not pay for them. */
  readonly funding?: Funding | undefined
}

export interface CheckInput {
  readonly options: UploadOptions
  /** The last check. Undefined if there was none, or if it was interrupted. */
  readonly verification: Verification | undefined
  /** True if the last step follows when the check finds no errors. */
  readonly isBeforeLastStep: boolean
}

export interface UploadedFile {
  readonly name: string
  /** What the reader says about the file: its sheet, its delimiter, its headings … */
  readonly facts: readonly Message[]
  /** Values that a spreadsheet has damaged, by column: the name, the count and the fix. */
  readonly damage: readonly Message[]
  /** The reader's assumptions about the rows. */
  readonly assumed?: Assumptions
  /** Set if the rows come from an earlier batch. */
  readonly repeats?: RepeatedBatch | undefined
}

/** An earlier batch whose rows were opened again, and what had changed since its submission. */
export interface RepeatedBatch {
  readonly batchId: string
  /** ISO 8601. */
  readonly submittedAt: string
  /** The codes of findings, each with the numbers of its rows. */
  readonly changes: readonly { readonly code: string; readonly rows: readonly number[] }[]
}

/** A message that stays on screen until the next step. */
export interface Notice {
  readonly tone: 'critical' | 'warning'
  readonly message: Message
  /** What the user can do about it. */
  readonly hint?: Message | undefined
  /** The result code of the response with this message. */
  readonly code?: string | undefined
}

/** One intended submission. Its id is stored before anything is sent and never used for another submission. */
export interface Intent {
  readonly requestId: string
  /** ISO 8601 UTC. */
  readonly sentAt: string
  /**
   * True if the request is repeated because no response arrived. If the server refuses the repetition, the first request
   * may still have succeeded.
   */
  readonly isResent?: boolean
}

export interface FileLike {
  readonly name: string
  readonly size: number
}

export interface FileToRead {
  readonly file: FileLike
  readonly options: UploadOptions
  /** The columns of the file, and the fields that the user has assigned to them. */
  readonly chosenColumns?: { readonly columns: ReadColumns; readonly mapping: MappedColumns }
  /** The user's choices for a file that is read again. */
  readonly settings?: ReadSettings | undefined
}

/** A file that the user can read in another way: another sheet, another encoding, only some rows. */
export interface SourceFile extends ReadChoices {
  readonly file: FileLike
  readonly settings: ReadSettings
  /** What the user must decide before the file can be read: its encoding, or which part of too many rows to read. */
  readonly needs?: 'encoding' | 'split' | undefined
}

/** A file whose columns the user must choose before the file can be read, or can choose again. */
export interface FileToMap {
  readonly file: FileLike
  readonly columns: ReadColumns
}

export type ReadOutcome =
  | {
      readonly kind: 'read'
      /** The options used to check its rows. Other options stay unchanged. */
      readonly options: Partial<UploadOptions>
      readonly file: UploadedFile
      readonly figures: RowsFigures
      /**
       * Set if the columns were not in the expected order. The user can choose other columns while the file is available.
       */
      readonly fileToMap?: FileToMap | undefined
      readonly source?: SourceFile | undefined
    }
  /** The portal cannot tell which column of the file is which. */
  | { readonly kind: 'columnsNeeded'; readonly fileToMap: FileToMap; readonly source?: SourceFile | undefined }
  | RefusedFile

/** A call that ended without a result. */
export type InterruptedCall =
  /** Nothing is known about the outcome. */
  | { readonly kind: 'noResponse' }
  /** The server responded -20012 and did nothing. */
  | { readonly kind: 'sessionEnded' }
/** The reason why a file was not read. */
export type RefusedFile = {
  readonly kind: 'refused'
  readonly message: Message
  readonly hint?: Message | undefined
  readonly source?: SourceFile | undefined
}
/** The server has refused the request, with this text. */
export type Refused = { readonly kind: 'refused'; readonly text: string; readonly code?: string | undefined }

export type VerifyOutcome =
  | { readonly kind: 'verified'; readonly verification: Verification; readonly figures: RowsFigures }
  | Refused
  | InterruptedCall

/** The result of one card of an activation. */
export interface CardOutcome {
  readonly identifier: string
  readonly activated: boolean
  readonly resultText: string
  /** The card was active already. */
  readonly alreadyActivated?: true | undefined
}

export type SubmitOutcome =
  /** `id`: the number of the batch or the order. */
  | { readonly kind: 'accepted'; readonly id: string }
  /** The cards were activated immediately, with a result for each card: activations need no approval. */
  | { readonly kind: 'activated'; readonly results: readonly CardOutcome[] }
  /** The server refuses some rows. A check of the rows then shows which rows are refused, and why. */
  | { readonly kind: 'rowsRefused'; readonly text: string; readonly code?: string }
  /** A batch with the same rows was uploaded after the check. The rows are valid, but the user must give a reason. */
  | { readonly kind: 'reasonNeeded'; readonly text: string }
  /** The proposed time cannot be chosen, for example because it has passed. */
  | { readonly kind: 'timeRefused'; readonly text: string }
  /** Too many attempts. The server checked nothing, and the user can try again later. */
  | { readonly kind: 'retryLater'; readonly text: string; readonly code?: string }
  | Refused
  | InterruptedCall

export type UploadStep = 'choosing' | 'reviewing' | 'confirming' | 'outcomeUnknown'

/** The stored part of a wizard. Only stable steps are stored: a running submission is stored as an unknown outcome. */
export interface StoredUpload {
  readonly version: 1
  readonly step: UploadStep
  readonly options: UploadOptions
  readonly file: UploadedFile
  readonly verification?: Verification
  readonly duplicateReason: string
  readonly intent?: Intent
  readonly notice?: Notice
}

export interface UploadContext {
  /** The type of upload. All differences between types are in `uploadTypes` and `uploadRules`. */
  readonly type: UploadType
  /** The options of the open rows. Without rows, the options of the form. */
  readonly options: UploadOptions
  /**
   * Other options that the user has chosen in the first step while rows are open. These options take effect when the
   * user continues or reads another file.
   */
  readonly nextOptions: Partial<UploadOptions>
  readonly file: UploadedFile | undefined
  readonly figures: RowsFigures
  /** A file whose columns are being chosen, or can be chosen differently. */
  readonly fileToMap: FileToMap | undefined
  /** The file that was read or refused last, if it can be read in another way. */
  readonly source: SourceFile | undefined
  readonly verification: Verification | undefined
  /** The number of rows with errors before the check of the last step. A higher number afterwards means new errors. */
  readonly errorCountBeforeCheck: number
  readonly duplicateReason: string
  readonly intent: Intent | undefined
  readonly notice: Notice | undefined
  /** The number that the server has assigned to the upload. */
  readonly uploadId: string | undefined
  /** The result of each card, for uploads without approval. */
  readonly results: readonly CardOutcome[]
  /** The step in which the user left a draft. Undefined once the draft is open. */
  readonly draftStep: UploadStep | undefined
}

export interface UploadInput {
  readonly type: UploadType
  readonly options: UploadOptions
  readonly draft?: { readonly stored: StoredUpload; readonly figures: RowsFigures } | undefined
}

export type UploadEvent =
  | { readonly type: 'files.dropped'; readonly files: readonly FileLike[] }
  /** The columns of the open file were read wrongly, and the user chooses them again. */
  | { readonly type: 'columns.change' }
  | { readonly type: 'columns.chosen'; readonly mapping: MappedColumns }
  /** Reads the file in another way: another sheet, another encoding, or only the first rows. */
  | { readonly type: 'file.read.again'; readonly settings: ReadSettings }
  | { readonly type: 'cancel' }
  | { readonly type: 'rows.changed'; readonly figures: RowsFigures }
  /** The user has typed or chosen options. */
  | { readonly type: 'options.changed'; readonly options: Partial<UploadOptions> }
  /** The reason why the same rows are submitted again. */
  | { readonly type: 'reason.changed'; readonly reason: string }
  | { readonly type: 'check' }
  /** Continues with the next step. */
  | { readonly type: 'next' }
  | { readonly type: 'back' }
  | { readonly type: 'submit'; readonly requestId: string; readonly at: string; readonly duplicateReason: string }
  | { readonly type: 'resend'; readonly at: string }
  | { readonly type: 'start.over' }
  | { readonly type: 'notice.closed' }

export const defaultOptions: UploadOptions = {
  identifierType: 1,
  reference: '',
  noIdentifierValidation: false,
  retire: false,
  fillUp: false,
  fillUpTo: '',
  proposesTime: false,
  proposedDate: '',
  proposedTime: '',
  ...emptyHeader,
}

export const noFigures: RowsFigures = {
  rows: 0,
  valid: 0,
  toFix: 0,
  skipped: 0,
  amountCents: 0 as RowsFigures['amountCents'],
  feeCents: 0 as RowsFigures['feeCents'],
  unchecked: 0,
  checkable: 0,
  removed: 0,
  edited: 0,
  repeated: 0,
  duplicates: 0,
  wholeBalances: 0,
  contentVersion: 0,
}
