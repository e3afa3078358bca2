// The table of all uploads: the types of batch and order together, for the wizard, its drafts and its pending
// submissions. Properties that only batches or only orders have are in `batch` and `order`. A new type of upload also
// has rows in machines/upload-rules.ts, flows/upload/checks.ts and flows/upload/submit-upload.ts.
import { extend } from './texts/per-language.ts'
import { m } from '#words/messages.js'
import { textOf } from '#words/with-texts.ts'
import type { Permission } from '#domain/access/permissions.ts'
import { type BatchTypeInfo, batchTypes, type BatchType, type SheetExtension } from './batch/types.ts'
import { type OrderTypeInfo, orderTypes, type OrderType } from './order/types.ts'

export type UploadType = BatchType | OrderType

/** The limits for the length of the reason for submitting the same rows again. */
export const DUPLICATE_REASON = { minLength: 3, maxLength: 255 } as const

/** True if a reason for submitting the same rows again has a valid length. */
export const isValidDuplicateReason = ({ length }: string): boolean =>
  length >= DUPLICATE_REASON.minLength && length <= DUPLICATE_REASON.maxLength

export interface UploadTypeInfo {
  readonly type: UploadType
  readonly title: string
  /** The path of its wizard. */
  readonly path: string
  readonly permission: Permission
  /** Maximum rows of a file. */
  readonly maxRows: number
  readonly accepts: readonly SheetExtension[]
  /** The number of rows with its noun: '4,812 loads'. */
  readonly countToText: (rows: number) => string
  /** The noun for rows in sentences. */
  readonly noun: { readonly one: string; readonly many: string }
  /** The name of the whole upload in sentences. */
  readonly itemName: string
  /** The message once the server has the upload. */
  readonly submittedMessage: string
  readonly hasAmount: boolean
  /** True if the uploaded file is stored with the upload. */
  readonly storesFile: boolean
  /** True if the upload runs without approval; the wizard shows its result. */
  readonly runsWithoutApproval: boolean
  /** The source of a row's fee: the server's check, or a field of the row. */
  readonly fee: 'server' | 'field' | 'none'
  readonly wizardTexts: {
    /** Below the page's title in the first step. */
    readonly description: string
    readonly steps: readonly string[]
    /** Describes a row of the file, for "up to 250 rows of …". */
    readonly rowDescription: string
    /** The label of the button that starts another upload, after submission. */
    readonly startAnother: string
  }
  /** Only for a batch: its row in the table of batch types. */
  readonly batch?: BatchTypeInfo
  /** Only for an order: its row in the table of order types. */
  readonly order?: OrderTypeInfo
}

// The rows of both tables contain texts, so they are extended instead of spread, see `extend`.
const batchToUpload = (batch: BatchTypeInfo): UploadTypeInfo =>
  extend(batch, {
    itemName: textOf(m.common_batchInText),
    hasAmount: batch.amount !== 'none',
    fee: batch.chargesFee ? 'server' : 'none',
    batch,
  } as const)

const orderToUpload = (order: OrderTypeInfo): UploadTypeInfo =>
  extend(order, {
    itemName: textOf(m.common_orderInText),
    hasAmount: true,
    storesFile: false,
    runsWithoutApproval: false,
    fee: order.type === 'physical' ? 'field' : 'none',
    order,
  } as const)

const uploadsByName = Object.fromEntries([
  ...Object.entries(batchTypes).map(([type, batch]) => [type, batchToUpload(batch)] as const),
  ...Object.entries(orderTypes).map(([type, order]) => [type, orderToUpload(order)] as const),
])
// The names are those of the two tables, which the type of `Object.fromEntries` does not tell.
export const uploadTypes = uploadsByName as Readonly<Record<UploadType, UploadTypeInfo>>

export const isOrder = (type: UploadType): type is OrderType => type in orderTypes

export const uploadTypeNames = Object.keys(uploadTypes) as readonly UploadType[]
