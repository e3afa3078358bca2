// Stores a merchants file on this device: facts about the file, its rows, and the requestId of each row that was sent.
import { merchantRows, type MerchantCodes } from '#domain/merchants/rows.ts'
import type { AnyRowKind } from '#domain/row-kinds.ts'
import { onlyMessages } from '#domain/message-text.ts'
import { readAssumptions } from '#domain/rows/reading.ts'
import type { UploadedFile } from '#machines/upload-steps.ts'
import type { AnyRows } from '#rows/rows.ts'
import { chunksToRows, chunksToTable, toExtraColumns } from '#rows/stored.ts'
import { yieldToEvents } from '#services/breathe.ts'
import { type DraftCipher, type ListedDraft, listDrafts, readDraft } from '#storage/drafts.ts'
import type { DraftFormat } from '../rows/draft-writer.ts'

export const MERCHANT_DRAFT: DraftFormat = { kind: 'merchant.file', version: 1 }

export interface MerchantFileHead {
  readonly fileInfo: UploadedFile
  /** The requestIds of rows that were sent or are about to be, by row id. */
  readonly requestIds: readonly (readonly [id: number, requestId: string])[]
  /** Rows that are in the list of merchants now and are no longer part of the file. */
  readonly listedRows: readonly number[]
  readonly contentVersion: number
  /** The headings of the extra columns, if there are any. */
  readonly extraColumns?: readonly string[] | undefined
  /** Figures of the remaining rows. */
  readonly figures: { readonly rows: number; readonly toFix: number }
}

/** A merchants file as an entry of a list of drafts. */
export interface MerchantDraft {
  readonly id: string
  readonly updatedAt: number
  readonly isReadable: boolean
  readonly fileName: string
  /** The draft's name, otherwise the name of the file. */
  readonly title: string
  /** Undefined if unknown before the file is opened. */
  readonly rows: number | undefined
  /** The number of rows with errors. */
  readonly toFix: number
  /** True if a row was sent and its response has not arrived. */
  readonly isWaiting: boolean
}

export interface OpenedMerchantDraft {
  readonly id: string
  readonly head: MerchantFileHead
  readonly rows: AnyRows
}

/** The ids of the user's files, newest first. */
export const listMerchantDrafts = async (ownerUser: string): Promise<readonly string[]> =>
  (await listDrafts(ownerUser, MERCHANT_DRAFT.kind)).map(({ id }) => id)

/** The entry of a merchants file in a list of drafts. */
export function toMerchantDraft({ id, updatedAt, version, name, head: stored }: ListedDraft): MerchantDraft {
  const head = version === MERCHANT_DRAFT.version ? readHead(stored) : undefined
  const fileName = head?.fileInfo.name ?? ''
  const listedRows = new Set(head?.listedRows)
  return {
    id,
    updatedAt,
    isReadable: head !== undefined,
    fileName,
    title: name || fileName,
    rows: head?.figures.rows,
    toFix: head?.figures.toFix ?? 0,
    isWaiting: head?.requestIds.some(([row]) => !listedRows.has(row)) ?? false,
  }
}

/** The head of a copy, whose rows count as never sent. Undefined if it cannot be read. */
export function merchantHeadToCopy(stored: unknown): MerchantFileHead | undefined {
  const head = readHead(stored)
  return head && { ...head, requestIds: [] }
}

/**
 * Opens a file with its rows. Returns only a table of the rows if this version cannot read the file, and undefined if
 * the file does not exist.
 */
export async function openMerchantDraft(
  cipher: DraftCipher,
  id: string,
  codes: MerchantCodes | undefined,
): Promise<OpenedMerchantDraft | { readonly id: string; readonly table: string[][] } | undefined> {
  const draft = await readDraft(cipher, id)
  if (draft?.kind !== MERCHANT_DRAFT.kind) return undefined
  const kind: AnyRowKind = merchantRows(codes)
  const head = draft.version === MERCHANT_DRAFT.version ? readHead(draft.head) : undefined
  const rows =
    head &&
    (await chunksToRows<string, AnyRowKind>(
      kind,
      draft.chunks,
      head.contentVersion,
      yieldToEvents,
      toExtraColumns(head.extraColumns),
    ))
  return head && rows ? { id, head, rows } : { id, table: chunksToTable(kind, draft.chunks) }
}

/**
 * Reads only the rows, which can be downloaded even if another version wrote them. Undefined if the file does not
 * exist.
 */
export async function merchantDraftToTable(
  cipher: DraftCipher,
  id: string,
): Promise<{ readonly table: string[][] } | undefined> {
  const draft = await readDraft(cipher, id)
  return draft?.kind === MERCHANT_DRAFT.kind
    ? { table: chunksToTable(merchantRows(undefined), draft.chunks) }
    : undefined
}

function readHead(value: unknown): MerchantFileHead | undefined {
  if (!isRecord(value)) return undefined
  const { fileInfo, requestIds, listedRows, contentVersion, figures } = value
  const isValid =
    isRecord(fileInfo) &&
    typeof fileInfo['name'] === 'string' &&
    Array.isArray(requestIds) &&
    requestIds.every((pair) => Array.isArray(pair) && typeof pair[0] === 'number' && typeof pair[1] === 'string') &&
    Array.isArray(listedRows) &&
    listedRows.every((id) => typeof id === 'number') &&
    typeof contentVersion === 'number' &&
    isRecord(figures) &&
    typeof figures['rows'] === 'number' &&
    typeof figures['toFix'] === 'number'
  if (!isValid) return undefined
  const head = value as unknown as MerchantFileHead
  const { facts, damage, assumed } = head.fileInfo
  return {
    ...head,
    fileInfo: {
      ...head.fileInfo,
      facts: onlyMessages(facts),
      damage: onlyMessages(damage),
      assumed: readAssumptions(assumed),
    },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
