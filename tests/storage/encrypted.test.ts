// Data in the browser is encrypted, bound to its location and its user, and unreadable without the key
// (docs/rules/requests.md, "Local data").
import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decryptBytes, decryptJson, toLocation, encryptBytes, encryptJson } from '#storage/cipher.ts'
import { beforeDatabaseCloses, closeDb, inDb, onStorageProblem, type StorageProblem } from '#storage/db.ts'
import { deleteStoredResponses, storeResponse, readStoredResponse } from '#storage/stored-responses.ts'
import { destroyDraftKeys, draftKeyOf, storeDraftKey } from '#storage/keys.ts'
import { storePendingChange, readPendingChanges } from '#storage/pending-changes.ts'

/** Users as 'ownerId:userId'. */
const OLIVE = '3:7'
const AMIR = '3:8'
const keyText = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const response = { batchLoads: [{ BATCHLOADFILEREFERENCE: 'March bookings' }] }
const RESPONSE_NAME = 'batchLoads {"filter":1}'

beforeEach(async () => {
  // Another test file in the same process may have loaded Dexie before fake-indexeddb was installed.
  Dexie.dependencies.indexedDB = globalThis.indexedDB
  Dexie.dependencies.IDBKeyRange = globalThis.IDBKeyRange
  await storeDraftKey(OLIVE, keyText(7))
})
afterEach(async () => {
  destroyDraftKeys()
  closeDb()
  await Dexie.delete('portal/voyager/')
})

describe('encrypted bytes', () => {
  const bytes = new TextEncoder().encode('4111 1111 1111 1111')
  const location = toLocation('draft', OLIVE, 'd1', 0)

  it('can be decrypted with the same key at the same position, and contain no plain text', async () => {
    const key = (await draftKeyOf(OLIVE))!
    const encrypted = await encryptBytes(key, bytes, location)
    expect(await decryptBytes(key, encrypted, location)).toEqual(bytes)
    expect(Buffer.from(encrypted.data).includes(Buffer.from('1111'))).toBe(false)
  })
  it('have a different nonce each time', async () => {
    const key = (await draftKeyOf(OLIVE))!
    const [a, b] = [await encryptBytes(key, bytes, location), await encryptBytes(key, bytes, location)]
    expect(a.iv).toHaveLength(12)
    expect(a.iv).not.toEqual(b.iv)
  })
  it.each([
    ['another chunk', toLocation('draft', OLIVE, 'd1', 1)],
    ['another draft', toLocation('draft', OLIVE, 'd2', 0)],
    ['another user', toLocation('draft', AMIR, 'd1', 0)],
  ])('cannot be decrypted as %s', async (_, otherLocation) => {
    const key = (await draftKeyOf(OLIVE))!
    expect(await decryptBytes(key, await encryptBytes(key, bytes, location), otherLocation)).toBeUndefined()
  })
  it('cannot be decrypted with another key, or after a bit has changed', async () => {
    await storeDraftKey(AMIR, keyText(8))
    const key = (await draftKeyOf(OLIVE))!
    const encrypted = await encryptBytes(key, bytes, location)
    expect(await decryptBytes((await draftKeyOf(AMIR))!, encrypted, location)).toBeUndefined()
    const changed = new Uint8Array(encrypted.data.slice(0))
    changed[3]! ^= 1
    expect(await decryptBytes(key, { iv: encrypted.iv, data: changed.buffer }, location)).toBeUndefined()
  })
  it('can contain any JSON', async () => {
    const key = (await draftKeyOf(OLIVE))!
    const encrypted = await encryptJson(key, { name: '李', rows: [1, null] }, location)
    expect(await decryptJson(key, encrypted, location)).toEqual({ name: '李', rows: [1, null] })
  })
})

describe('the key', () => {
  it('cannot be read out by a script', async () => {
    const key = (await draftKeyOf(OLIVE))!
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  })
  it('is nowhere in the database', async () => {
    await storeResponse(OLIVE, RESPONSE_NAME, response, 1000)
    await storePendingChange(OLIVE, [{ id: 'r1', value: {} }])
    const rows = await inDb((db) => Promise.all(db.tables.map((table) => table.toArray())))
    expect(JSON.stringify(rows)).not.toContain(keyText(7))
    const hasKey = (value: unknown): boolean =>
      value instanceof CryptoKey || (typeof value === 'object' && value !== null && Object.values(value).some(hasKey))
    expect(hasKey(rows)).toBe(false)
  })
  it('is removed from memory when the keys are destroyed, unless its user has signed in meanwhile', async () => {
    await storeDraftKey(AMIR, keyText(8))
    const ownerUserToKeep = AMIR
    destroyDraftKeys(ownerUserToKeep)
    expect(await draftKeyOf(OLIVE)).toBeUndefined()
    expect(await draftKeyOf(AMIR)).toBeDefined()
  })
  it.each(['', 'short', keyText(1).slice(4), '*'.repeat(44)])(
    'is refused when it is not 32 bytes: %j',
    async (text) => {
      expect(await storeDraftKey(AMIR, text)).toBe(false)
      expect(await draftKeyOf(AMIR)).toBeUndefined()
    },
  )
})

describe('a stored response', () => {
  it('is read back with its time, but only for its user', async () => {
    await storeDraftKey(AMIR, keyText(8))
    await storeResponse(OLIVE, RESPONSE_NAME, response, 1000)
    expect(await readStoredResponse(OLIVE, RESPONSE_NAME)).toEqual({ response, at: 1000 })
    expect(await readStoredResponse(AMIR, RESPONSE_NAME)).toBeUndefined()
    expect(await readStoredResponse(OLIVE, 'batchLoads {"filter":2}')).toBeUndefined()
  })
  it('is ciphertext in the database', async () => {
    await storeResponse(OLIVE, RESPONSE_NAME, response, 1000)
    const rows = await inDb((db) => db.responses.toArray())
    const [row] = rows.ok ? rows.value : []
    expect(Buffer.from(row!.response.data).includes(Buffer.from('March'))).toBe(false)
  })
  it('never contains the key or a token', async () => {
    await storeResponse(OLIVE, 'userInfo {}', { user: { userId: '7' }, draftKey: keyText(7), token: 't' }, 1000)
    expect(await readStoredResponse(OLIVE, 'userInfo {}')).toEqual({ response: { user: { userId: '7' } }, at: 1000 })
  })
  it('is not stored without a key', async () => {
    await storeResponse(AMIR, RESPONSE_NAME, response, 1000)
    expect(await inDb((db) => db.responses.count())).toEqual({ ok: true, value: 0 })
  })
  it('can be deleted', async () => {
    await storeResponse(OLIVE, RESPONSE_NAME, response, 1000)
    expect(await inDb((db) => db.responses.count())).toEqual({ ok: true, value: 1 })
    await deleteStoredResponses()
    expect(await inDb((db) => db.responses.count())).toEqual({ ok: true, value: 0 })
  })
})

describe('a pending change', () => {
  const change = { id: 'r1', value: { requestId: 'r1', about: 'a fee' } }

  it('survives the sign-out as ciphertext without a key, and is available when its user returns', async () => {
    await storeDraftKey(AMIR, keyText(8))
    expect(await storePendingChange(OLIVE, [change])).toBe(true)
    destroyDraftKeys()
    await deleteStoredResponses()
    expect(await readPendingChanges(OLIVE)).toEqual([])
    const rows = await inDb((db) => db.pendingChanges.toArray())
    expect(rows.ok && rows.value).toHaveLength(1)
    expect(rows.ok && Buffer.from(rows.value[0]!.change.data).includes(Buffer.from('fee'))).toBe(false)
    await storeDraftKey(AMIR, keyText(8))
    expect(await readPendingChanges(AMIR)).toEqual([])
    await storeDraftKey(OLIVE, keyText(7))
    expect(await readPendingChanges(OLIVE)).toEqual([change])
  })
  it('is not stored without a key, and the caller is informed', async () => {
    expect(await storePendingChange(AMIR, [change])).toBe(false)
    expect(await inDb((db) => db.pendingChanges.count())).toEqual({ ok: true, value: 0 })
  })
})

describe('storage that cannot be used', () => {
  const failWith = (name: string) => () => Promise.reject(new DOMException('no', name))
  it.each([
    ['QuotaExceededError', 'full'],
    ['InvalidStateError', 'unavailable'],
  ])('after a %s, the work is not done, and watchers are notified that storage is %s', async (name, problem) => {
    const notified: StorageProblem[] = []
    const stop = onStorageProblem((each) => notified.push(each))
    expect(await inDb(failWith(name))).toEqual({ ok: false, problem })
    expect(notified).toEqual([problem])
    stop()
  })
  it('does not prevent keys from being stored in memory', async () => {
    closeDb()
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    expect(await storeDraftKey(AMIR, keyText(8))).toBe(true)
    expect(await draftKeyOf(AMIR)).toBeDefined()
  })
  it('while an older tab blocks the database, work fails as unavailable; later work succeeds', async () => {
    closeDb()
    await Dexie.delete('portal/voyager/')
    const older = new Dexie('portal/voyager/')
    older.version(0.1).stores({ responses: 'id, ownerUser' })
    older.on('versionchange', () => false)
    await older.open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const count = inDb((db) => db.responses.count())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await count).toEqual({ ok: false, problem: 'unavailable' })
    vi.useRealTimers()
    older.close()
    expect(await inDb((db) => db.responses.count())).toEqual({ ok: true, value: 0 })
  })
  it('when another tab opens a newer version, unsaved work is saved before the database is closed', async () => {
    await inDb((db) => db.responses.count())
    const stop = beforeDatabaseCloses(() => storeResponse(OLIVE, RESPONSE_NAME, response, 1000))
    const newer = new Dexie('portal/voyager/')
    newer.version(2).stores({ responses: 'id, ownerUser' })
    await newer.open()
    expect(await inDb((db) => db.responses.count())).toEqual({ ok: false, problem: 'outdated' })
    expect(await newer.table('responses').count()).toBe(1)
    stop()
    newer.close()
  })
})
