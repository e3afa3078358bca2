// Everything that is uploaded as rows, as one table over the kinds of batch and of order: what the wizard, its drafts and its
// unanswered submissions need to know of any of them. What only one of the two has is found in `batch` or `order`.
import type { Permission } from '#domain/access/permissions.ts'
import { number } from '#words/figures.ts'
import * as say from '#words/domain.ts'
import { type BatchKind, batchKinds, type BatchType, type SheetEnding } from './batch/kinds.ts'
import { type OrderKind, orderKinds, type OrderType } from './order/kinds.ts'

export type UploadType = BatchType | OrderType

/** Why the same rows are submitted again: its length (contract "Batches"). */
export const DUPLICATE_REASON = { least: 3, most: 255 } as const

/** Whether what is given says why the same rows are submitted again. */
export const isDuplicateReason = ({ length }: string): boolean =>
  length >= DUPLICATE_REASON.least && length <= DUPLICATE_REASON.most

export interface UploadKind {
  readonly type: UploadType
  readonly title: string
  /** The address of its wizard. */
  readonly path: string
  readonly permission: Permission
  /** Rows of one file at most. */
  readonly maxRows: number
  readonly accepts: readonly SheetEnding[]
  /** What one row does or is, for sentences: "4,812 loads". */
  readonly noun: { readonly one: string; readonly many: string }
  /** What the whole is called in sentences. */
  readonly thing: string
  /** Said once the host has it. */
  readonly uploaded: string
  readonly hasAmount: boolean
  /** True if the file that was uploaded is stored with it. */
  readonly keepsFile: boolean
  /** True if it is done without an approval: its result is shown in the wizard. */
  readonly isDoneAtOnce: boolean
  /** Who says what a row costs: the host, a field of the row, or nobody. */
  readonly fee: 'host' | 'field' | 'none'
  readonly words: {
    /** Below the page's title in the first step. */
    readonly description: string
    readonly steps: readonly string[]
    /** What a row of the file has, for "up to 250 rows of …". */
    readonly rowOf: string
    /** Begins the next one, after the submission. */
    readonly again: string
  }
  /** Its row among the kinds of batch, where it is one. */
  readonly batch?: BatchKind
  /** Its row among the kinds of order, where it is one. */
  readonly order?: OrderKind
}

const ofBatch = (batch: BatchKind): UploadKind => ({
  ...batch,
  thing: say.batch,
  hasAmount: batch.amount !== 'none',
  fee: batch.chargesFee ? 'host' : 'none',
  batch,
})

const ofOrder = (order: OrderKind): UploadKind => ({
  ...order,
  thing: say.order,
  uploaded: order.submitted,
  hasAmount: true,
  keepsFile: false,
  isDoneAtOnce: false,
  fee: order.type === 'physical' ? 'field' : 'none',
  order,
})

const rows = <Type extends UploadType, Kind>(
  kinds: Readonly<Record<Type, Kind>>,
  toUpload: (kind: Kind) => UploadKind,
) =>
  Object.fromEntries(Object.entries<Kind>(kinds).map(([type, kind]) => [type, toUpload(kind)])) as Record<
    Type,
    UploadKind
  >

export const uploadKinds: Readonly<Record<UploadType, UploadKind>> = {
  ...rows(batchKinds, ofBatch),
  ...rows(orderKinds, ofOrder),
}

export const isOrder = (type: UploadType): type is OrderType => type in orderKinds

/** '4,812 loads', '1 virtual card'. */
export const countOfRows = (count: number, { noun }: Pick<UploadKind, 'noun'>): string =>
  `${number(count)} ${count === 1 ? noun.one : noun.many}`
