// What the chart of an upload speaks of: its context, its events, and the answers of those who do the work.
// Rows are not here; the chart knows their figures only (see src/rows/rows.ts for the rows themselves).
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import type { Funding } from '#domain/funding.ts'
import { noHeader, type OrderHeader } from '#domain/order/header.ts'
import type { ReadColumns, TakenColumns } from '#domain/rows/headings.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'
import type { UploadType } from '#domain/uploads.ts'

/** What the operator chooses besides the rows: of a batch, and of an order its header. */
export interface UploadOptions extends OrderHeader {
  readonly identifierType: IdentifierType
  readonly reference: string
  /** Skips the check of existence at upload. */
  readonly noIdentifierValidation: boolean
  /** Devalue only; the cards are retired with it. */
  readonly retire: boolean
}

/** A batch or an order of the same rows. */
export interface EarlierUpload {
  /** Its number. */
  readonly id: string
  readonly by: string
  /** ISO 8601. */
  readonly at: string
  /** In words. */
  readonly state: string
  /** Why it was uploaded though its rows had been before; drafts of an earlier form do not tell. */
  readonly reason?: string | null
}

/** What the host said about all rows together; `content` names the rows it saw. */
export interface Verification {
  /** ISO 8601 UTC. */
  readonly at: string
  readonly content: number
  readonly earlier: readonly EarlierUpload[]
  /** Of an order: what its campaign takes for each card that is issued, in minor units. */
  readonly issueFeeCents?: number
  /** True where no call had all rows: what they equal is said when they are submitted. */
  readonly isPartial?: true
  /** What the funding account has for all of the rows; left out if it does not pay for them. */
  readonly funding?: Funding
}

/** What a check is begun with. */
export interface CheckInput {
  readonly options: UploadOptions
  /** The last one; undefined where there is none, or one was broken off. */
  readonly verification: Verification | undefined
  readonly isOnTheWay: boolean
}

/** What is known of the file that was read: facts are sentences for people (sheet, delimiter, hidden rows …). */
export interface UploadedFile {
  readonly name: string
  readonly facts: readonly string[]
  /** What a spreadsheet has ruined, column by column: its name, the count and the cure. */
  readonly damage: readonly string[]
}

/** A sentence that stays on screen until the next step is taken. */
export interface Notice {
  readonly tone: 'critical' | 'warning'
  readonly text: string
  /** What to do about it. */
  readonly hint?: string
  /** The result code of the answer that said so. */
  readonly code?: string
}

/** One intent to submit: the id is stored before anything is sent and names this intent for ever. */
export interface Intent {
  readonly requestId: string
  /** ISO 8601 UTC. */
  readonly sentAt: string
  /** True where it was sent before and no answer came: whatever is refused now may have been done then. */
  readonly isAskedAgain?: boolean
}

export interface FileLike {
  readonly name: string
  readonly size: number
}

export interface FileToRead {
  readonly file: FileLike
  readonly options: UploadOptions
  /** How its columns are to be taken. */
  readonly chosen?: { readonly columns: ReadColumns; readonly taken: TakenColumns }
}

/** A file that waits until its columns are chosen. */
export interface UnsureFile {
  readonly file: FileLike
  readonly columns: ReadColumns
}

export type ReadOutcome =
  | {
      readonly kind: 'read'
      /** Those that its rows were checked by; the others stay as they are. */
      readonly options: Partial<UploadOptions>
      readonly file: UploadedFile
      readonly figures: RowsFigures
      /** Where its columns were not taken as they stand: they may be taken otherwise, while the file is at hand. */
      readonly unsure?: UnsureFile
    }
  /** It is not certain which column of the file is which. */
  | { readonly kind: 'columnsNeeded'; readonly unsure: UnsureFile }
  | Refused

/** `missing`: no answer came, so nothing is known. `sessionEnded`: the host answered -20012 and did nothing. */
export type NoAnswer = { readonly kind: 'missing' } | { readonly kind: 'sessionEnded' }
export type Refused = {
  readonly kind: 'refused'
  readonly text: string
  readonly hint?: string
  readonly code?: string
}

export type VerifyOutcome =
  | { readonly kind: 'verified'; readonly verification: Verification; readonly figures: RowsFigures }
  | Refused
  | NoAnswer

/** What became of one card of an activation. */
export interface CardOutcome {
  readonly identifier: string
  readonly activated: boolean
  readonly resultText: string
  /** The card is active, and was before. */
  readonly alreadyActivated?: true | undefined
}

export type SubmitOutcome =
  /** `id`: the number of the batch or the order. */
  | { readonly kind: 'accepted'; readonly id: string }
  /** Done at once, card by card; nobody approves it. */
  | { readonly kind: 'activated'; readonly results: readonly CardOutcome[] }
  /** The host named rows that cannot be loaded; a check puts its findings on them. */
  | { readonly kind: 'rowsRefused'; readonly text: string; readonly code?: string }
  /** The rows equal a batch uploaded since they were checked: a reason is needed, the rows are fine. */
  | { readonly kind: 'reasonNeeded'; readonly text: string }
  /** Too many attempts: nothing was looked at, and it can be tried again in a while. */
  | { readonly kind: 'turnedAway'; readonly text: string; readonly code?: string }
  | Refused
  | NoAnswer

export type UploadStep = 'choosing' | 'reviewing' | 'confirming' | 'outcomeUnknown'

/** What of a wizard outlives its page. Only stable steps: a submission under way is an unknown outcome. */
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
  /** What is uploaded; all that differs follows from its rows of `uploadKinds` and `uploadRules`. */
  readonly type: UploadType
  /** Of the open rows; before there are any, as the form has them. */
  readonly options: UploadOptions
  /** Other options chosen in the first step while rows are open: they take effect when the user continues or reads another file. */
  readonly chosen: Partial<UploadOptions>
  readonly file: UploadedFile | undefined
  readonly figures: RowsFigures
  /** The file whose columns are being chosen, or may be chosen otherwise. */
  readonly unsure: UnsureFile | undefined
  readonly verification: Verification | undefined
  /** True where a check was asked for on the way to the last step. */
  readonly isOnTheWay: boolean
  /** How many rows were to fix when it was asked for: its answers come row by row. */
  readonly toFixBefore: number
  readonly duplicateReason: string
  readonly intent: Intent | undefined
  readonly notice: Notice | undefined
  /** Its number, once the host has it. */
  readonly uploadId: string | undefined
  /** What became of each card, where no approval comes between. */
  readonly results: readonly CardOutcome[]
  /** The step to begin in, where a draft is opened. */
  readonly beginIn: UploadStep
}

export interface UploadInput {
  readonly type: UploadType
  readonly options: UploadOptions
  readonly draft?: { readonly stored: StoredUpload; readonly figures: RowsFigures }
}

export type UploadEvent =
  | { readonly type: 'files.dropped'; readonly files: readonly FileLike[] }
  /** The open file's columns were taken wrongly: they are chosen once more. */
  | { readonly type: 'columns.change' }
  | { readonly type: 'columns.chosen'; readonly taken: TakenColumns }
  | { readonly type: 'cancel' }
  | { readonly type: 'rows.changed'; readonly figures: RowsFigures }
  /** Typed or chosen by the user. */
  | { readonly type: 'options.changed'; readonly options: Partial<UploadOptions> }
  /** Why the same rows are submitted again. */
  | { readonly type: 'reason.changed'; readonly reason: string }
  | { readonly type: 'check' }
  /** To the next step. */
  | { readonly type: 'next' }
  | { readonly type: 'back' }
  | { readonly type: 'submit'; readonly requestId: string; readonly at: string; readonly duplicateReason: string }
  | { readonly type: 'ask.again'; readonly at: string }
  | { readonly type: 'start.over' }
  | { readonly type: 'notice.closed' }

export const noOptions: UploadOptions = {
  identifierType: 1,
  reference: '',
  noIdentifierValidation: false,
  retire: false,
  ...noHeader,
}

export const noFigures: RowsFigures = {
  rows: 0,
  valid: 0,
  toFix: 0,
  amountCents: 0 as RowsFigures['amountCents'],
  feeCents: 0 as RowsFigures['feeCents'],
  unchecked: 0,
  checkable: 0,
  removed: 0,
  edited: 0,
  repeated: 0,
  copies: 0,
  wholes: 0,
  content: 0,
}
