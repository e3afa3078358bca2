// Drafts of wizards: a head (the wizard's state) and chunks of rows. Head and chunks are encrypted separately with the
// user's key, so that an edited row rewrites only its own chunk (docs/rules/requests.md, "Local data"). The wizard
// defines the content, which is any JSON here.
import { decryptBytes, decryptJson, aad, encryptBytes, encryptJson, type Encrypted } from './cipher.ts'
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

export interface ListedDraft {
  readonly id: string
  readonly kind: string
  readonly version: number
  readonly updatedAt: number
  /** The name that the user gave the draft. '' if the user gave it none. */
  readonly name: string
  /** Undefined if the head cannot be decrypted: it was encrypted with another key, or is damaged. */
  readonly head: unknown
}

export interface OpenedDraft extends Omit<ListedDraft, 'name'> {
  /** The chunks of rows, in order. A chunk that cannot be decrypted is undefined. */
  readonly chunks: readonly unknown[]
}

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
  const head = await encryptJson(key, draft.head, headAad(ownerUser, id))
  const chunks: DraftChunkRow[] = []
  const addChunk = (index: number, rows: Encrypted) => chunks.push({ draftId: id, index, rows })
  for (const [index, rows] of draft.chunks) {
    if (chunks.length > 0) await draft.yieldToEvents?.()
    addChunk(index, await encryptJson(key, rows, chunkAad(ownerUser, id, index)))
  }
  if (draft.file) addChunk(FILE_INDEX, await encryptBytes(key, draft.file, chunkAad(ownerUser, id, FILE_INDEX)))
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
  const rows = await inDb((db) => rowsOf(db, ownerUser, kind))
  return rows.ok ? decryptRows(ownerUser, rows.value) : []
}

/**
 * Reports all drafts of the user, newest first, now and whenever any tab has changed one. Reports no drafts if nothing
 * can be stored on this device. Returns a function to stop it.
 */
export const watchDrafts = (ownerUser: string, listener: (drafts: readonly ListedDraft[]) => void): (() => void) =>
  watchDb({
    find: (db) => rowsOf(db, ownerUser),
    decrypt: (rows) => decryptRows(ownerUser, rows),
    listener,
    onUnavailable: () => listener([]),
  })

/**
 * Names a draft. '' deletes the name. The name is stored beside the content, so that a wizard with the open draft is
 * not affected.
 */
export async function setDraftName({ ownerUser, key }: DraftCipher, id: string, name: string): Promise<DbResult<void>> {
  const encryptedName = await encryptJson(key, name, chunkAad(ownerUser, id, NAME_INDEX))
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
      chunks: await db.draftChunks.where('[draftId+index]').between([id, 0], [id, Infinity]).toArray(),
    })),
  )
  if (!stored.ok || stored.value.row?.ownerUser !== ownerUser) return undefined
  const { row } = stored.value
  const chunksByIndex = new Map(stored.value.chunks.map((chunk) => [chunk.index, chunk]))
  const decryptChunk = async (index: number): Promise<unknown> => {
    const chunk = chunksByIndex.get(index)
    return chunk && decryptJson(key, chunk.rows, chunkAad(ownerUser, id, index))
  }
  const [head, ...chunks] = await Promise.all([
    decryptHead(key, row),
    ...Array.from({ length: row.chunkCount }, (_, index) => decryptChunk(index)),
  ])
  return { ...head, chunks }
}

/**
 * Copies a draft with its rows and file. `copy.toHead` returns the head of the copy. Returns false if the draft could not
 * be read or stored.
 */
export async function copyDraft(
  cipher: DraftCipher,
  sourceId: string,
  copy: Pick<DraftToSave, 'id' | 'savedAt'> & { readonly name: string; readonly toHead: (head: unknown) => unknown },
): Promise<boolean> {
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
    chunks: new Map(chunks.entries()),
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
  return decryptBytes(key, chunk.value.rows, chunkAad(ownerUser, id, FILE_INDEX))
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

interface NamedRow {
  readonly row: DraftRow
  /** The encrypted name of the draft, if the user has given it one. */
  readonly name: DraftChunkRow | undefined
}

async function rowsOf(db: PortalDb, ownerUser: string, kind?: string): Promise<NamedRow[]> {
  const userRows = await db.drafts.where({ ownerUser }).toArray()
  const rows = userRows.filter((row) => kind === undefined || row.kind === kind)
  // In the order of `rows`. Undefined for a draft without a name.
  const names = await db.draftChunks.bulkGet(rows.map(({ id }): [string, number] => [id, NAME_INDEX]))
  return rows.map((row, index) => ({ row, name: names[index] }))
}

async function decryptRows(ownerUser: string, rows: readonly NamedRow[]): Promise<ListedDraft[]> {
  const key = await draftKeyOf(ownerUser)
  if (!key) return []
  const drafts = await Promise.all(
    rows.map(async ({ row, name }) => {
      const head = await decryptHead(key, row)
      const draftName = name && (await decryptJson(key, name.rows, chunkAad(ownerUser, row.id, NAME_INDEX)))
      return { ...head, name: typeof draftName === 'string' ? draftName : '' }
    }),
  )
  return drafts.sort((a, b) => b.updatedAt - a.updatedAt)
}

async function decryptHead(key: CryptoKey, { id, ownerUser, kind, version, updatedAt, head }: DraftRow) {
  return { id, kind, version, updatedAt, head: await decryptJson(key, head, headAad(ownerUser, id)) }
}

/** The chunk indexes of the file and of the draft's name. The chunks of rows have the indexes from 0 on. */
const FILE_INDEX = -1
const NAME_INDEX = -2

const headAad = (ownerUser: string, id: string) => aad('draft', ownerUser, id)
const chunkAad = (ownerUser: string, id: string, index: number) => aad('draft', ownerUser, id, index)
