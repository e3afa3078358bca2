// Drafts of wizards: a head (the wizard's state) and chunks of rows, each sealed by itself under the user's key, so that one
// edited row rewrites one chunk (contract "Local data"). What is inside is the wizard's business; here it is JSON.
import { openBytes, openJson, place, sealBytes, sealJson } from './cipher.ts'
import { type DraftChunkRow, type DraftRow, inDb, type Stored } from './db.ts'
import { draftKeyOf } from './keys.ts'

/** Whose draft it is, and the key it is sealed under; held by an open wizard, so that its last save succeeds at logout. */
export interface DraftSeal {
  readonly ownerUser: string
  readonly key: CryptoKey
}

export interface DraftToSave {
  readonly id: string
  readonly kind: string
  readonly version: number
  readonly head: unknown
  readonly chunkCount: number
  /** The chunks that changed, by number; the others stay as they are. */
  readonly chunks: ReadonlyMap<number, unknown>
  /** The file that the rows were read from; without it the one that is there stays. */
  readonly file?: Uint8Array<ArrayBuffer> | undefined
  /** Epoch milliseconds. */
  readonly savedAt: number
}

export interface ListedDraft {
  readonly id: string
  readonly kind: string
  readonly version: number
  readonly updatedAt: number
  /** undefined where it does not open: sealed under another key, or damaged. */
  readonly head: unknown
}

export interface OpenedDraft extends ListedDraft {
  /** In order; undefined for one that does not open. */
  readonly chunks: readonly unknown[]
}

/** The user's seal, or undefined where nothing can be kept (signed out, or a browser without the means). */
export async function sealOf(ownerUser: string): Promise<DraftSeal | undefined> {
  const key = await draftKeyOf(ownerUser)
  return key && { ownerUser, key }
}

/** Writes the head and the changed chunks in one transaction: a crash leaves the draft as it was before or as it is after. */
export async function saveDraft({ ownerUser, key }: DraftSeal, draft: DraftToSave): Promise<Stored<void>> {
  const { id, kind, version, chunkCount, savedAt } = draft
  const head = await sealJson(key, draft.head, headPlace(ownerUser, id))
  const chunks: DraftChunkRow[] = []
  for (const [index, rows] of draft.chunks) {
    chunks.push({ draftId: id, index, rows: await sealJson(key, rows, chunkPlace(ownerUser, id, index)) })
  }
  if (draft.file) {
    const rows = await sealBytes(key, draft.file, chunkPlace(ownerUser, id, FILE))
    chunks.push({ draftId: id, index: FILE, rows })
  }
  return inDb((db) =>
    db.transaction('rw', db.drafts, db.draftChunks, async () => {
      await db.drafts.put({ id, ownerUser, kind, version, updatedAt: savedAt, head, chunkCount })
      await db.draftChunks.bulkPut(chunks)
    }),
  )
}

/** The user's drafts of a kind, newest first, with their heads opened. Nobody else's are seen. */
export async function listDrafts(ownerUser: string, kind?: string): Promise<ListedDraft[]> {
  const key = await draftKeyOf(ownerUser)
  const rows = await inDb((db) => db.drafts.where({ ownerUser }).toArray())
  if (!key || !rows.ok) return []
  const wanted = rows.value.filter((row) => kind === undefined || row.kind === kind)
  const drafts = await Promise.all(wanted.map((row) => openHead(key, row)))
  return drafts.sort((a, b) => b.updatedAt - a.updatedAt)
}

/** One draft of this user with all its rows, or undefined where there is none. */
export async function readDraft({ ownerUser, key }: DraftSeal, id: string): Promise<OpenedDraft | undefined> {
  const stored = await inDb((db) =>
    db.transaction('r', db.drafts, db.draftChunks, async () => ({
      row: await db.drafts.get(id),
      chunks: await db.draftChunks.where('[draftId+index]').between([id, 0], [id, Infinity]).toArray(),
    })),
  )
  if (!stored.ok || stored.value.row?.ownerUser !== ownerUser) return undefined
  const { row } = stored.value
  const byIndex = new Map(stored.value.chunks.map((chunk) => [chunk.index, chunk]))
  const chunks: unknown[] = []
  for (let index = 0; index < row.chunkCount; index += 1) {
    const chunk = byIndex.get(index)
    chunks.push(chunk && (await openJson(key, chunk.rows, chunkPlace(ownerUser, id, index))))
  }
  return { ...(await openHead(key, row)), chunks }
}

/** The file that a draft's rows were read from, or undefined where none was kept with them. */
export async function readDraftFile(
  { ownerUser, key }: DraftSeal,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunk = await inDb((db) => db.draftChunks.get([id, FILE]))
  if (!chunk.ok || !chunk.value) return undefined
  return openBytes(key, chunk.value.rows, chunkPlace(ownerUser, id, FILE))
}

/** Takes a draft away; the answer puts it back. */
export async function discardDraft(ownerUser: string, id: string): Promise<() => Promise<void>> {
  const gone = await inDb((db) =>
    db.transaction('rw', db.drafts, db.draftChunks, async () => {
      const row = await db.drafts.get(id)
      if (row?.ownerUser !== ownerUser) return undefined
      const chunks = await db.draftChunks.where({ draftId: id }).toArray()
      await db.drafts.delete(id)
      await db.draftChunks.where({ draftId: id }).delete()
      return { row, chunks }
    }),
  )
  return async () => {
    if (!gone.ok || !gone.value) return
    const { row, chunks } = gone.value
    await inDb((db) =>
      db.transaction('rw', db.drafts, db.draftChunks, async () => {
        await db.drafts.put(row)
        await db.draftChunks.bulkPut(chunks)
      }),
    )
  }
}

async function openHead(key: CryptoKey, { id, ownerUser, kind, version, updatedAt, head }: DraftRow) {
  return { id, kind, version, updatedAt, head: await openJson(key, head, headPlace(ownerUser, id)) }
}

/** The place of the file among the chunks, before those of rows. */
const FILE = -1

const headPlace = (ownerUser: string, id: string) => place('draft', ownerUser, id)
const chunkPlace = (ownerUser: string, id: string, index: number) => place('draft', ownerUser, id, index)
