// Drafts of wizards: a head (the wizard's state) and chunks of rows. Head and chunks are encrypted separately with the
// user's key, so that an edited row rewrites only its own chunk (docs/rules/requests.md, "Local data"). The wizard
// defines the content, which is any JSON here.
import { decryptBytes, decryptJson, toLocation, encryptBytes, encryptJson, type Encrypted } from './cipher.ts'
import { type DraftChunkRow, type DraftRow, type DbResult, inDb, type PortalDb } from './db.ts'
import { draftKeyOf } from './keys.ts'
import { watchDb } from './watch.ts'

/**
 * The draft's user and the key that encrypts it. An open wizard keeps both, so that its last save succeeds at logout.
 */
export interface DraftCipher {
  readonly ownerUser: string
  readonly key: CryptoKey
}

export interface DraftToSave {
  readonly id: string
  readonly kind: string
  readonly version: number
  readonly head: unknown
  readonly chunkCount: number
  /** The chunks that changed, with their numbers. Read one by one. Chunks that are not included stay as they are. */
  readonly chunks: Iterable<readonly [index: number, rows: unknown]>
  /** Called between chunks. Without it, encrypting many chunks is one long task on a slow computer. */
  readonly yieldToEvents?: () => Promise<void>
  /** The file that the rows were read from. If omitted, the stored file stays. */
  readonly file?: Uint8Array<ArrayBuffer> | undefined
  /** Epoch milliseconds. */
  readonly savedAt: number
}

interface DecryptedDraft {
  readonly id: string
  readonly kind: string
  readonly version: number
  readonly updatedAt: number
  /** Undefined if the head cannot be decrypted: it was encrypted with another key, or is damaged. */
  readonly head: unknown
}

export interface ListedDraft extends DecryptedDraft {
  /** The name that the user gave the draft. '' if the user gave it none. */
  readonly name: string
}

export interface OpenedDraft extends DecryptedDraft {
  /** The chunks of rows, in order. A chunk that cannot be decrypted is undefined. */
  readonly chunks: readonly unknown[]
}

/** The chunk indexes of the file and of the draft's name. The chunks of rows have the indexes from 0 on. */
const FILE_INDEX = -1
const NAME_INDEX = -2

/** The cipher of a user. Undefined if nothing can be stored (signed out, or a browser that cannot encrypt). */
export async function cipherOf(ownerUser: string): Promise<DraftCipher | undefined> {
  const key = await draftKeyOf(ownerUser)
  return key && { ownerUser, key }
}

/**
 * Writes the head and the changed chunks in one transaction, so that a crash never leaves a half-written draft. The
 * value of the result tells whether a draft with this id existed before.
 */
export async function saveDraft({ ownerUser, key }: DraftCipher, draft: DraftToSave): Promise<DbResult<boolean>> {
  const { id, kind, version, chunkCount, savedAt } = draft
  const head = await encryptJson(key, draft.head, headLocation(ownerUser, id))
  const chunks: DraftChunkRow[] = []
  const addChunk = (index: number, content: Encrypted) => chunks.push({ draftId: id, index, rows: content })
  for (const [index, rows] of draft.chunks) {
    if (chunks.length > 0) await draft.yieldToEvents?.()
    addChunk(index, await encryptJson(key, rows, chunkLocation(ownerUser, id, index)))
  }
  if (draft.file) addChunk(FILE_INDEX, await encryptBytes(key, draft.file, chunkLocation(ownerUser, id, FILE_INDEX)))
  return inDb((db) =>
    db.transaction('rw', db.drafts, db.draftChunks, async () => {
      // The browser runs these requests in this order, so `before` is read before it is overwritten.
      const [before] = await Promise.all([
        db.drafts.get(id),
        db.drafts.put({ id, ownerUser, kind, version, updatedAt: savedAt, head, chunkCount }),
        db.draftChunks.bulkPut(chunks),
      ])
      return before !== undefined
    }),
  )
}

/** The user's drafts of a type, newest first, with their heads decrypted. Without a type, all drafts of the user. */
export async function listDrafts(ownerUser: string, kind?: string): Promise<ListedDraft[]> {
  const stored = await inDb((db) => findStoredDrafts(db, ownerUser, kind))
  return stored.ok ? decryptDrafts(ownerUser, stored.value) : []
}

/**
 * Reports all drafts of the user, newest first, now and whenever any tab has changed one. Reports no drafts if nothing
 * can be stored on this device. Returns a function to stop it.
 */
export const watchDrafts = (ownerUser: string, listener: (drafts: readonly ListedDraft[]) => void): (() => void) =>
  watchDb({
    find: (db) => findStoredDrafts(db, ownerUser),
    decrypt: (stored) => decryptDrafts(ownerUser, stored),
    listener,
    onUnavailable: () => listener([]),
  })

/**
 * Names a draft. '' deletes the name. The name is stored beside the content, so that a wizard with the open draft is
 * not affected.
 */
export async function setDraftName({ ownerUser, key }: DraftCipher, id: string, name: string): Promise<DbResult<void>> {
  const encryptedName = await encryptJson(key, name, chunkLocation(ownerUser, id, NAME_INDEX))
  return inDb((db) =>
    db.transaction('rw', db.drafts, db.draftChunks, async () => {
      const row = await db.drafts.get(id)
      if (row?.ownerUser !== ownerUser) return
      if (name === '') await db.draftChunks.delete([id, NAME_INDEX])
      else await db.draftChunks.put({ draftId: id, index: NAME_INDEX, rows: encryptedName })
    }),
  )
}

/**
 * Deletes drafts that were last saved before a limit (epoch milliseconds). The user's own drafts and other users'
 * drafts have separate limits. Drafts in `excludedIds` stay. Returns the number of deleted drafts.
 */
export async function deleteDraftsBefore(limits: {
  readonly ownerUser: string
  readonly ownSavedBefore: number
  readonly othersSavedBefore: number
  readonly excludedIds: ReadonlySet<string>
}): Promise<number> {
  const { ownerUser, ownSavedBefore, othersSavedBefore, excludedIds } = limits
  const result = await inDb((db) =>
    db.transaction('rw', db.drafts, db.draftChunks, async () => {
      const isOld = (row: DraftRow) => {
        const limit = row.ownerUser === ownerUser ? ownSavedBefore : othersSavedBefore
        return row.updatedAt < limit
      }
      const oldIds = await db.drafts.filter((row) => isOld(row) && !excludedIds.has(row.id)).primaryKeys()
      await db.drafts.bulkDelete(oldIds)
      await db.draftChunks.where('draftId').anyOf(oldIds).delete()
      return oldIds.length
    }),
  )
  return result.ok ? result.value : 0
}

/** A draft of this user with all its rows. Undefined if the draft does not exist or is another user's. */
export async function readDraft({ ownerUser, key }: DraftCipher, id: string): Promise<OpenedDraft | undefined> {
  const stored = await inDb((db) =>
    db.transaction('r', db.drafts, db.draftChunks, async () => ({
      row: await db.drafts.get(id),
      // Without the file and the name, whose indexes are below 0.
      rowChunks: await db.draftChunks.where('[draftId+index]').between([id, 0], [id, Infinity]).toArray(),
    })),
  )
  if (!stored.ok || stored.value.row?.ownerUser !== ownerUser) return undefined
  const { row, rowChunks } = stored.value
  const chunksByIndex = new Map(rowChunks.map((chunk) => [chunk.index, chunk]))
  const decryptChunk = async (index: number): Promise<unknown> => {
    const chunk = chunksByIndex.get(index)
    return chunk && decryptJson(key, chunk.rows, chunkLocation(ownerUser, id, index))
  }
  const chunks = await Promise.all(Array.from({ length: row.chunkCount }, (_, index) => decryptChunk(index)))
  return { ...(await decryptDraft(key, row)), chunks }
}

interface DraftCopy {
  readonly id: string
  readonly name: string
  readonly savedAt: number
  /** Returns the head of the copy. */
  readonly toHead: (head: unknown) => unknown
}

/** Copies a draft with its rows and file. Returns false if the draft could not be read or stored. */
export async function copyDraft(cipher: DraftCipher, sourceId: string, copy: DraftCopy): Promise<boolean> {
  const draft = await readDraft(cipher, sourceId)
  if (!draft || draft.head === undefined || draft.chunks.includes(undefined)) return false
  const { kind, version, chunks } = draft
  const saved = await saveDraft(cipher, {
    id: copy.id,
    savedAt: copy.savedAt,
    kind,
    version,
    head: copy.toHead(draft.head),
    chunkCount: chunks.length,
    chunks: chunks.entries(),
    file: await readDraftFile(cipher, sourceId),
  })
  return saved.ok && (await setDraftName(cipher, copy.id, copy.name)).ok
}

/** The file that a draft's rows were read from. Undefined if no file was stored with them. */
export async function readDraftFile(
  { ownerUser, key }: DraftCipher,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunk = await inDb((db) => db.draftChunks.get([id, FILE_INDEX]))
  if (!chunk.ok || !chunk.value) return undefined
  return decryptBytes(key, chunk.value.rows, chunkLocation(ownerUser, id, FILE_INDEX))
}

/** Deletes a draft. Returns a function that restores it. */
export async function discardDraft(ownerUser: string, id: string): Promise<() => Promise<void>> {
  const removed = await inDb((db) =>
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
    if (!removed.ok || !removed.value) return
    const { row, chunks } = removed.value
    await inDb((db) =>
      db.transaction('rw', db.drafts, db.draftChunks, async () => {
        await db.drafts.put(row)
        await db.draftChunks.bulkPut(chunks)
      }),
    )
  }
}

interface StoredDraft {
  readonly row: DraftRow
  /** The encrypted name of the draft. Undefined if the user has given it none. */
  readonly nameChunk: DraftChunkRow | undefined
}

/** Without `kind`, finds the user's drafts of all types. */
async function findStoredDrafts(db: PortalDb, ownerUser: string, kind?: string): Promise<StoredDraft[]> {
  const userRows = await db.drafts.where({ ownerUser }).toArray()
  const rows = kind === undefined ? userRows : userRows.filter((row) => row.kind === kind)
  // In the order of `rows`. Undefined for a draft without a name.
  const nameChunks = await db.draftChunks.bulkGet(rows.map(({ id }): [string, number] => [id, NAME_INDEX]))
  return rows.map((row, index) => ({ row, nameChunk: nameChunks[index] }))
}

async function decryptDrafts(ownerUser: string, stored: readonly StoredDraft[]): Promise<ListedDraft[]> {
  const key = await draftKeyOf(ownerUser)
  if (!key) return []
  const drafts = await Promise.all(
    stored.map(async ({ row, nameChunk }) => {
      const name = nameChunk && (await decryptJson(key, nameChunk.rows, chunkLocation(ownerUser, row.id, NAME_INDEX)))
      return { ...(await decryptDraft(key, row)), name: typeof name === 'string' ? name : '' }
    }),
  )
  return drafts.sort((a, b) => b.updatedAt - a.updatedAt)
}

async function decryptDraft(key: CryptoKey, row: DraftRow): Promise<DecryptedDraft> {
  const { id, ownerUser, kind, version, updatedAt } = row
  return { id, kind, version, updatedAt, head: await decryptJson(key, row.head, headLocation(ownerUser, id)) }
}

const headLocation = (ownerUser: string, id: string) => toLocation('draft', ownerUser, id)
const chunkLocation = (ownerUser: string, id: string, index: number) => toLocation('draft', ownerUser, id, index)
