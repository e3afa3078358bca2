// Drafts in the browser's database: encrypted, private to one user, stored in chunks.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import Dexie from 'dexie'
import { beforeEach, expect, test, vi } from 'vitest'
import { closeDb, inDb } from '#storage/db.ts'
import {
  copyDraft,
  discardDraft,
  type DraftCipher,
  type DraftToSave,
  deleteDraftsBefore,
  listDrafts,
  setDraftName,
  readDraft,
  readDraftFile,
  saveDraft,
  cipherOf,
  watchDrafts,
} from '#storage/drafts.ts'
import { destroyDraftKeys, storeDraftKey } from '#storage/keys.ts'

const keyOf = (byte: number) => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)))
const SECRET = '9000010000000008'
const draft = (change: Partial<DraftToSave> = {}): DraftToSave => ({
  id: 'a',
  kind: 'batch.load',
  version: 1,
  head: { name: SECRET },
  chunkCount: 3,
  chunks: new Map([
    [0, [SECRET]],
    [1, ['one']],
    [2, ['two']],
  ]),
  savedAt: 1000,
  ...change,
})

async function cipherFor(ownerUser: string): Promise<DraftCipher> {
  const cipher = await cipherOf(ownerUser)
  if (!cipher) throw new Error('there is no key')
  return cipher
}

beforeEach(async () => {
  closeDb()
  destroyDraftKeys()
  closeDb()
  // Each test gets a separate database.
  globalThis.indexedDB = new IDBFactory()
  Dexie.dependencies.indexedDB = globalThis.indexedDB
  await storeDraftKey('3:1', keyOf(1))
  await storeDraftKey('3:2', keyOf(2))
})

test('the file of a draft is stored encrypted, read back byte for byte, and deleted with the draft', async () => {
  const cipher = await cipherFor('3:1')
  const file = new TextEncoder().encode(`Card;Amount\r${SECRET};1,00`)
  await saveDraft(cipher, draft({ file }))
  // A later save does not change the file.
  await saveDraft(cipher, draft({ chunks: new Map() }))
  expect(await readDraftFile(cipher, 'a')).toEqual(file)
  expect((await readDraft(cipher, 'a'))?.chunks).toEqual([[SECRET], ['one'], ['two']])
  expect(await readDraftFile(await cipherFor('3:2'), 'a')).toBeUndefined()
  const raw = await inDb((db) => db.draftChunks.get(['a', -1]))
  expect(raw.ok && new TextDecoder().decode(raw.value?.rows.data)).not.toContain(SECRET)
  const restore = await discardDraft('3:1', 'a')
  expect(await readDraftFile(cipher, 'a')).toBeUndefined()
  await restore()
  expect(await readDraftFile(cipher, 'a')).toEqual(file)
})

test('a draft is read back unchanged, and none of its data is stored unencrypted', async () => {
  const cipher = await cipherFor('3:1')
  expect(await saveDraft(cipher, draft())).toEqual({ ok: true, value: false })
  expect(await readDraft(cipher, 'a')).toEqual({
    id: 'a',
    kind: 'batch.load',
    version: 1,
    updatedAt: 1000,
    head: { name: SECRET },
    chunks: [[SECRET], ['one'], ['two']],
  })
  const raw = await inDb(async (db) => [await db.drafts.toArray(), await db.draftChunks.toArray()])
  const bytes = JSON.stringify(raw, (_, value: unknown) =>
    value instanceof ArrayBuffer
      ? new TextDecoder().decode(value)
      : ArrayBuffer.isView(value)
        ? new TextDecoder().decode(value)
        : value,
  )
  expect(bytes).not.toContain(SECRET)
})

test('a change to one chunk rewrites only that chunk', async () => {
  const cipher = await cipherFor('3:1')
  await saveDraft(cipher, draft())
  const before = await inDb((db) => db.draftChunks.toArray())
  await saveDraft(cipher, draft({ head: { name: 'later' }, chunks: new Map([[1, ['ONE']]]), savedAt: 2000 }))
  const after = await inDb((db) => db.draftChunks.toArray())
  if (!before.ok || !after.ok) throw new Error('the database is gone')
  expect(after.value.map(({ rows }, index) => rows.iv.join() === before.value[index]?.rows.iv.join())).toEqual([
    true,
    false,
    true,
  ])
  expect(await readDraft(cipher, 'a')).toMatchObject({ head: { name: 'later' }, chunks: [[SECRET], ['ONE'], ['two']] })
})

test('between chunks, a save lets the browser handle events', async () => {
  const yieldToEvents = vi.fn(() => Promise.resolve())
  await saveDraft(await cipherFor('3:1'), draft({ yieldToEvents }))
  expect(yieldToEvents).toHaveBeenCalledTimes(2)
})

test('another user cannot see a draft, by list or by id', async () => {
  await saveDraft(await cipherFor('3:1'), draft())
  expect(await listDrafts('3:2')).toEqual([])
  expect(await readDraft(await cipherFor('3:2'), 'a')).toBeUndefined()
  await discardDraft('3:2', 'a')
  expect(await listDrafts('3:1')).toHaveLength(1)
})

test('another key decrypts neither head nor chunks, but the draft is still listed', async () => {
  await saveDraft(await cipherFor('3:1'), draft())
  await storeDraftKey('3:1', keyOf(9))
  expect(await listDrafts('3:1')).toMatchObject([{ id: 'a', head: undefined }])
  expect(await readDraft(await cipherFor('3:1'), 'a')).toMatchObject({
    head: undefined,
    chunks: [undefined, undefined, undefined],
  })
})

test('a chunk cannot be decrypted at another position', async () => {
  const cipher = await cipherFor('3:1')
  await saveDraft(cipher, draft())
  await inDb(async (db) => {
    const first = await db.draftChunks.get(['a', 0])
    if (first) await db.draftChunks.put({ ...first, index: 1 })
  })
  expect((await readDraft(cipher, 'a'))?.chunks).toEqual([[SECRET], undefined, ['two']])
})

test('without the key (after logout) no draft is listed; with the key again all are listed', async () => {
  await saveDraft(await cipherFor('3:1'), draft())
  destroyDraftKeys()
  expect(await cipherOf('3:1')).toBeUndefined()
  expect(await listDrafts('3:1')).toEqual([])
  await storeDraftKey('3:1', keyOf(1))
  expect(await listDrafts('3:1')).toHaveLength(1)
})

test('a missing chunk is reported', async () => {
  const cipher = await cipherFor('3:1')
  await saveDraft(cipher, draft())
  await inDb((db) => db.draftChunks.delete(['a', 1]))
  expect((await readDraft(cipher, 'a'))?.chunks).toEqual([[SECRET], undefined, ['two']])
})

test('drafts are listed newest first and by type; a discarded draft can be restored', async () => {
  const cipher = await cipherFor('3:1')
  await saveDraft(cipher, draft())
  await saveDraft(cipher, draft({ id: 'b', savedAt: 2000 }))
  await saveDraft(cipher, draft({ id: 'c', kind: 'order' }))
  expect((await listDrafts('3:1', 'batch.load')).map(({ id }) => id)).toEqual(['b', 'a'])
  const restore = await discardDraft('3:1', 'a')
  expect(await readDraft(cipher, 'a')).toBeUndefined()
  const chunks = await inDb((db) => db.draftChunks.where({ draftId: 'a' }).count())
  expect(chunks).toEqual({ ok: true, value: 0 })
  await restore()
  expect(await readDraft(cipher, 'a')).toMatchObject({ chunks: [[SECRET], ['one'], ['two']] })
})

test('a name survives saves of the wizard, can be set only by its user, is encrypted, and is deleted with the draft', async () => {
  const cipher = await cipherFor('3:1')
  await saveDraft(cipher, draft())
  await setDraftName(cipher, 'a', SECRET)
  await setDraftName(await cipherFor('3:2'), 'a', 'taken')
  await saveDraft(cipher, draft({ savedAt: 2000 }))
  expect(await listDrafts('3:1')).toMatchObject([{ id: 'a', name: SECRET, updatedAt: 2000 }])
  const raw = await inDb((db) => db.draftChunks.get(['a', -2]))
  expect(raw.ok && new TextDecoder().decode(raw.value?.rows.data)).not.toContain(SECRET)
  const restore = await discardDraft('3:1', 'a')
  expect(await inDb((db) => db.draftChunks.count())).toEqual({ ok: true, value: 0 })
  await restore()
  expect(await listDrafts('3:1')).toMatchObject([{ name: SECRET }])
  await setDraftName(cipher, 'a', '')
  expect(await listDrafts('3:1')).toMatchObject([{ name: '' }])
})

test('a copy has the rows and the file, and is independent of the original', async () => {
  const cipher = await cipherFor('3:1')
  const file = new TextEncoder().encode('file')
  await saveDraft(cipher, draft({ file }))
  const copy = { id: 'b', savedAt: 3000, name: 'Copy', toHead: (head: unknown) => [head] }
  expect(await copyDraft(cipher, 'a', copy)).toBe(true)
  await saveDraft(cipher, draft({ chunks: new Map([[1, ['ONE']]]) }))
  expect(await readDraft(cipher, 'b')).toMatchObject({ head: [{ name: SECRET }], chunks: [[SECRET], ['one'], ['two']] })
  expect(await readDraftFile(cipher, 'b')).toEqual(file)
  expect(await listDrafts('3:1')).toMatchObject([
    { id: 'b', name: 'Copy', updatedAt: 3000 },
    { id: 'a', name: '' },
  ])
  expect(await copyDraft(await cipherFor('3:2'), 'a', { ...copy, id: 'c' })).toBe(false)
  await inDb((db) => db.draftChunks.delete(['a', 2]))
  expect(await copyDraft(cipher, 'a', { ...copy, id: 'c' })).toBe(false)
})

test('drafts that were not saved for a long time are deleted with all their data, except excluded drafts', async () => {
  const [ownCipher, otherCipher] = [await cipherFor('3:1'), await cipherFor('3:2')]
  await saveDraft(ownCipher, draft({ id: 'old', savedAt: 999 }))
  await setDraftName(ownCipher, 'old', 'Old')
  await saveDraft(ownCipher, draft({ id: 'waits', savedAt: 1 }))
  await saveDraft(ownCipher, draft({ id: 'new', savedAt: 1000 }))
  await saveDraft(otherCipher, draft({ id: 'others', savedAt: 500 }))
  await saveDraft(otherCipher, draft({ id: 'others-old', savedAt: 499 }))
  expect(
    await deleteDraftsBefore({
      ownerUser: '3:1',
      ownSavedBefore: 1000,
      othersSavedBefore: 500,
      excludedIds: new Set(['waits']),
    }),
  ).toBe(2)
  const ids = await inDb((db) => db.drafts.toCollection().primaryKeys())
  expect(ids).toEqual({ ok: true, value: ['new', 'others', 'waits'] })
  const chunks = await inDb((db) => db.draftChunks.toArray())
  expect(chunks.ok && [...new Set(chunks.value.map(({ draftId }) => draftId))]).toEqual(['new', 'others', 'waits'])
})

test('watchers are notified of every change; without a database they get an empty list', async () => {
  const cipher = await cipherFor('3:1')
  const notified: string[][] = []
  const stop = watchDrafts('3:1', (drafts) => notified.push(drafts.map(({ id, name }) => `${id} ${name}`)))
  await expect.poll(() => notified.at(-1)).toEqual([])
  await saveDraft(cipher, draft())
  await expect.poll(() => notified.at(-1)).toEqual(['a '])
  await setDraftName(cipher, 'a', 'March')
  await expect.poll(() => notified.at(-1)).toEqual(['a March'])
  await discardDraft('3:1', 'a')
  await expect.poll(() => notified.at(-1)).toEqual([])
  stop()
  closeDb()
  Dexie.dependencies.indexedDB = undefined as unknown as IDBFactory
  let reported: unknown
  watchDrafts('3:1', (drafts) => (reported = drafts))
  await expect.poll(() => reported).toEqual([])
})

test('without a database, a save reports the problem, and no drafts are listed', async () => {
  const cipher = await cipherFor('3:1')
  closeDb()
  Dexie.dependencies.indexedDB = undefined as unknown as IDBFactory
  expect(await saveDraft(cipher, draft())).toEqual({ ok: false, problem: 'unavailable' })
  expect(await listDrafts('3:1')).toEqual([])
})
