// A file of merchants as it lies on this device: what is said about it, its rows, and which of them were sent under which id.
import { merchantRows, type MerchantCodes } from '#domain/merchants/rows.ts'
import type { AnyRowKind } from '#domain/row-kinds.ts'
import type { AnyRows } from '#rows/rows.ts'
import { chunksToRows, chunksToTable } from '#rows/stored.ts'
import { breathe } from '#services/breathe.ts'
import { type DraftSeal, listDrafts, readDraft } from '#storage/drafts.ts'
import type { DraftForm } from '../rows/draft-writer.ts'

export const MERCHANT_DRAFT: DraftForm = { kind: 'merchant.file', version: 1 }

/** What is said about the file. */
export interface FileWords {
  readonly name: string
  /** What was noticed, as sentences. */
  readonly facts: readonly string[]
  /** What a spreadsheet has ruined. */
  readonly damage: readonly string[]
}

export interface MerchantFileHead {
  readonly words: FileWords
  /** The requestIds of rows that were sent, or are about to be, by the rows' ids. */
  readonly sent: readonly (readonly [id: number, requestId: string])[]
  /** Rows that are in the list now, and in the file no more. */
  readonly done: readonly number[]
  readonly content: number
}

export interface OpenedMerchantDraft {
  readonly id: string
  readonly head: MerchantFileHead
  readonly rows: AnyRows
}

/** The ids of the user's files, newest first. */
export const listMerchantDrafts = async (ownerUser: string): Promise<readonly string[]> =>
  (await listDrafts(ownerUser, MERCHANT_DRAFT.kind)).map(({ id }) => id)

/** A file with its rows; a table of them where this version cannot go on with it; undefined where there is none. */
export async function openMerchantDraft(
  seal: DraftSeal,
  id: string,
  codes: MerchantCodes | undefined,
): Promise<OpenedMerchantDraft | { readonly id: string; readonly table: string[][] } | undefined> {
  const draft = await readDraft(seal, id)
  if (draft?.kind !== MERCHANT_DRAFT.kind) return undefined
  const kind: AnyRowKind = merchantRows(codes)
  const head = draft.version === MERCHANT_DRAFT.version ? readHead(draft.head) : undefined
  const rows = head && (await chunksToRows<string, AnyRowKind>(kind, draft.chunks, head.content, breathe))
  return head && rows ? { id, head, rows } : { id, table: chunksToTable(kind, draft.chunks) }
}

function readHead(value: unknown): MerchantFileHead | undefined {
  if (!isRecord(value)) return undefined
  const { words, sent, done, content } = value
  const isSound =
    isRecord(words) &&
    typeof words['name'] === 'string' &&
    isTexts(words['facts']) &&
    isTexts(words['damage']) &&
    Array.isArray(sent) &&
    sent.every((pair) => Array.isArray(pair) && typeof pair[0] === 'number' && typeof pair[1] === 'string') &&
    Array.isArray(done) &&
    done.every((id) => typeof id === 'number') &&
    typeof content === 'number'
  return isSound ? (value as unknown as MerchantFileHead) : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((text) => typeof text === 'string')
