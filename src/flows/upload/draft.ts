// The draft of an upload in storage. A draft has a head, rows and a version. The wizard's first step and the home page
// list the drafts on this device.
import type { Cents } from '#domain/money.ts'
import { toRowType } from '#domain/row-types.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'
import { uploadTypes, type UploadType, uploadTypeNames } from '#domain/uploads.ts'
import { defaultOptions, noFigures, type StoredUpload, type UploadStep } from '#machines/upload-steps.ts'
import { readStoredUpload } from '#machines/upload-stored.ts'
import { yieldToEvents } from '#services/breathe.ts'
import { type DraftCipher, type ListedDraft, listDrafts, readDraft } from '#storage/drafts.ts'
import type { AnyRows } from '#rows/rows.ts'
import { chunksToRows, chunksToTable, toExtraColumns } from '#rows/stored.ts'
import { optionsToRules } from './row-rules.ts'

/** The type of draft in storage: 'batch.load', 'order.virtual'. */
export const draftKindOf = (type: UploadType): string => `${uploadTypes[type].order ? 'order' : 'batch'}.${type}`

/** Undefined if the draft is not one of an upload. */
export const draftKindToType = (kind: string): UploadType | undefined =>
  uploadTypeNames.find((type) => draftKindOf(type) === kind)

export const DRAFT_VERSION = 1

export interface DraftHead {
  readonly wizard: StoredUpload
  readonly figures: RowsFigures
  readonly currency: string
  /** The headings of the extra columns, if there are any. */
  readonly extraColumns?: readonly string[] | undefined
  /**
   * True if the draft was set aside for another upload, or refused by the server. The portal lists such a draft, but
   * does not open it automatically.
   */
  readonly isAside: boolean
  /** True if a check was running when the draft was saved. The check continues when the draft is opened. */
  readonly isChecking?: true | undefined
}

/** A draft as an entry of a list. */
export interface UploadDraft {
  readonly id: string
  readonly updatedAt: number
  /** False if another version of the portal wrote the draft. Its rows can still be saved as a file. */
  readonly isReadable: boolean
  readonly fileName: string
  /**
   * The draft's name. Without a name, the batch's reference or the order's quotation number. Without these, the file
   * name.
   */
  readonly title: string
  readonly step: UploadStep
  readonly rows: number
  /** The number of rows with errors. */
  readonly toFix: number
  readonly amountCents: Cents
  readonly currency: string
  readonly isAside: boolean
}

export interface OpenedDraft {
  readonly id: string
  readonly head: DraftHead
  readonly rows: AnyRows
  readonly updatedAt: number
}

/** The address of a draft in the portal. */
export const draftPath = (type: UploadType, id: string): string => `${uploadTypes[type].path}?draft=${id}`

/** The user's drafts of one type on this device, newest first. */
export async function listUploadDrafts(ownerUser: string, type: UploadType): Promise<UploadDraft[]> {
  return (await listDrafts(ownerUser, draftKindOf(type))).map(toUploadDraft)
}

/**
 * Opens a draft with its rows. Returns only a table of the rows if this version cannot read the draft, and undefined if
 * the draft does not exist.
 */
export async function openUploadDraft(
  cipher: DraftCipher,
  type: UploadType,
  id: string,
): Promise<OpenedDraft | { readonly id: string; readonly table: string[][] } | undefined> {
  const draft = await readDraft(cipher, id)
  if (draft?.kind !== draftKindOf(type)) return undefined
  const head = draft.version === DRAFT_VERSION ? readHead(draft.head) : undefined
  const rowType = toRowType(optionsToRules(type, head?.wizard.options ?? defaultOptions))
  const toTable = () => ({ id, table: chunksToTable(rowType, draft.chunks) })
  if (!head) return toTable()
  const rows = await chunksToRows(rowType, draft.chunks, {
    contentVersion: head.figures.contentVersion,
    extraColumns: head.extraColumns,
    yieldToEvents,
  })
  return rows && rows.count > 0 ? { id, head, rows, updatedAt: draft.updatedAt } : toTable()
}

/**
 * The head for a copy of a draft. The copy is reviewed and submitted separately. Undefined if the head is unreadable.
 */
export function headOfCopy(stored: unknown): DraftHead | undefined {
  const head = readHead(stored)
  if (!head) return undefined
  const { version, options, file } = head.wizard
  // The rows of a copy are not being checked.
  const { isChecking: _, ...others } = head
  return { ...others, wizard: { version, options, file, step: 'reviewing', duplicateReason: '' }, isAside: true }
}

/** The entry of a draft in a list. */
export function toUploadDraft({ id, updatedAt, version, name, head: stored }: ListedDraft): UploadDraft {
  const head = version === DRAFT_VERSION ? readHead(stored) : undefined
  const { wizard, figures, currency, isAside } = head ?? UNREADABLE_HEAD
  const { file, options, step } = wizard
  const { rows, toFix, amountCents } = figures
  return {
    id,
    updatedAt,
    isReadable: head !== undefined,
    fileName: file.name,
    title: name || options.reference || options.quotationNumber || file.name,
    step,
    rows,
    toFix,
    amountCents,
    currency,
    isAside,
  }
}

/** What a list shows for a head that this version cannot read. */
const UNREADABLE_HEAD: DraftHead = {
  wizard: {
    version: 1,
    step: 'reviewing',
    options: defaultOptions,
    file: { name: '', facts: [], damage: [] },
    duplicateReason: '',
  },
  figures: noFigures,
  currency: '',
  isAside: true,
}

function readHead(value: unknown): DraftHead | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { wizard, figures, currency, isAside, isChecking, extraColumns } = value as Partial<
    Record<keyof DraftHead, unknown>
  >
  const upload = readStoredUpload(wizard)
  if (upload === undefined || !isFigures(figures)) return undefined
  if (typeof currency !== 'string' || typeof isAside !== 'boolean') return undefined
  return {
    wizard: upload,
    figures,
    currency,
    isAside,
    isChecking: isChecking === true ? true : undefined,
    extraColumns: toExtraColumns(extraColumns),
  }
}

const figureNames = ['rows', 'valid', 'toFix', 'amountCents', 'feeCents', 'contentVersion'] as const

function isFigures(value: unknown): value is RowsFigures {
  if (typeof value !== 'object' || value === null) return false
  const figures = value as Partial<Record<keyof RowsFigures, unknown>>
  return figureNames.every((name) => Number.isSafeInteger(figures[name]))
}
