// The list of merchants on the device: encrypted, separate for each user, the same in every tab and after a reload,
// never longer than its limit, and with each merchant once even if responses are lost.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SignedUpMerchant } from '#domain/merchants/list.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'

const OLIVE = '3:7'
const AMIR = '3:8'
const KEY = btoa('k'.repeat(32))
const LIMIT = 10
const merchant = (number: number) => ({
  mastercardMerchantID: String(number).padStart(8, '0'),
  merchantName: `Shop ${number}`,
  merchantCity: 'Singapore',
  merchantCategoryCode: '5945',
  currencyCode: '702',
  countryCode: 'SGP',
})

/** Opens a separate tab: fresh modules over the same database. */
async function openTab(user = OLIVE) {
  vi.resetModules()
  const { closeDb, inDb } = await import('#storage/db.ts')
  const keys = await import('#storage/keys.ts')
  const { signUpMerchant } = await import('#flows/merchants/sign-up.ts')
  const list = await import('#flows/merchants/list.ts')
  const { resendChange: resend } = await import('#flows/pending-changes/send.ts')
  const { pendingChangesOf } = await import('#flows/pending-changes/store.ts')
  const pendingChanges = pendingChangesOf(user)
  const stop = pendingChanges.subscribe(() => undefined)
  await keys.storeDraftKey(user, KEY)
  const tab = {
    ...keys,
    ...list,
    inDb,
    signUp: (number: number) => signUpMerchant(user, merchant(number), LIMIT),
    names: async () => (await list.readMerchants(user)).map(({ entry }) => entry.merchantName),
    pendingChanges: () => pendingChanges.get(),
    resend: () => resend(user, pendingChanges.get()[0] as never),
    close: () => {
      stop()
      closeDb()
    },
  }
  tabs.push(tab)
  return tab
}

const tabs: { close: () => void }[] = []
const server = withStubServer()

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  Dexie.dependencies.indexedDB = globalThis.indexedDB
  let queue: Promise<unknown> = Promise.resolve()
  const request = (_: string, work: () => Promise<unknown>) => (queue = queue.then(work, work))
  vi.stubGlobal('navigator', { locks: { request } })
  respondNormally()
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
})

const respondNormally = () =>
  server.respondWith((response, { params }) =>
    json(response, { resultCode: '0', qrCode: `qr of ${String(params['merchantName'])}` }),
  )
const loseResponses = () => server.respondWith((response) => response.destroy())

it('the list contains the merchants with their codes, also after a reload, and stores nothing unencrypted', async () => {
  const tab = await openTab()
  expect(await tab.signUp(1)).toEqual({ kind: 'done' })
  expect(await tab.signUp(2)).toEqual({ kind: 'done' })
  const reloaded = await openTab()
  expect(await reloaded.readMerchants(OLIVE)).toMatchObject([
    { entry: merchant(1), qr: 'qr of Shop 1' },
    { entry: merchant(2), qr: 'qr of Shop 2' },
  ])
  const stored = await tab.inDb((db) => db.merchants.toArray())
  expect(stored).toMatchObject({ ok: true, value: [{ ownerUser: OLIVE }, { ownerUser: OLIVE }] })
  const bytes = stored.ok
    ? Buffer.concat(stored.value.map(({ merchant: encrypted }) => Buffer.from(encrypted.data)))
    : undefined
  expect(bytes?.length).toBeGreaterThan(200)
  expect(bytes?.includes('Shop')).toBe(false)
})

it('the list can be read only by its user, and only while that user is signed in', async () => {
  const olive = await openTab()
  await olive.signUp(1)
  const amir = await openTab(AMIR)
  expect(await amir.names()).toEqual([])
  await amir.signUp(2)
  expect(await olive.names()).toEqual(['Shop 1'])
  // This user's key cannot decrypt rows of another user.
  await amir.inDb((db) => db.merchants.where({ ownerUser: OLIVE }).modify({ ownerUser: AMIR }))
  expect(await amir.names()).toEqual(['Shop 2'])
  amir.destroyDraftKeys()
  expect(await amir.names()).toEqual([])
  await amir.storeDraftKey(AMIR, KEY)
  expect(await amir.names()).toEqual(['Shop 2'])
})

describe('two tabs', () => {
  it('that add the last merchant at the same time: one request is sent, and for the other tab the list is full', async () => {
    const [firstTab, secondTab] = [await openTab(), await openTab()]
    for (let number = 1; number < LIMIT; number++) await firstTab.signUp(number)
    const sentBefore = server.requests.length
    const results = await Promise.all([firstTab.signUp(10), secondTab.signUp(11)])
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['done', 'full'])
    await expect.poll(() => server.requests).toHaveLength(sentBefore + 1)
    expect(await firstTab.names()).toHaveLength(LIMIT)
    expect(await secondTab.names()).toEqual(await firstTab.names())
  })

  it('show each other’s additions and removals', async () => {
    const [firstTab, secondTab] = [await openTab(), await openTab()]
    const seen: (readonly SignedUpMerchant[])[] = []
    const { storedMerchants } = await import('#storage/device-lists.ts')
    const stop = storedMerchants.watch(OLIVE, (records) =>
      seen.push(records.map(({ value }) => value as SignedUpMerchant)),
    )
    await firstTab.signUp(1)
    await expect.poll(() => seen.at(-1)?.map(({ entry }) => entry.merchantName)).toEqual(['Shop 1'])
    await firstTab.removeMerchants(OLIVE, seen.at(-1)?.map(({ id }) => id) ?? [])
    await expect.poll(() => seen.at(-1)).toEqual([])
    expect(await secondTab.names()).toEqual([])
    stop()
  })
})

describe('a lost response', () => {
  it('reserves a slot in the list, and the merchant is added once when the request is repeated', async () => {
    const tab = await openTab()
    for (let number = 1; number < LIMIT; number++) await tab.signUp(number)
    loseResponses()
    expect(await tab.signUp(10)).toMatchObject({ kind: 'unknown' })
    expect(await tab.names()).toHaveLength(LIMIT - 1)
    respondNormally()
    expect(await tab.signUp(11)).toEqual({ kind: 'full' })
    // Two tabs repeat the request at the same time.
    const otherTab = await openTab()
    await expect.poll(() => otherTab.pendingChanges().length).toBe(1)
    expect(await Promise.all([tab.resend(), otherTab.resend()])).toEqual([{ kind: 'done' }, { kind: 'done' }])
    expect(await tab.names()).toHaveLength(LIMIT)
    expect((await tab.names()).filter((name) => name === 'Shop 10')).toHaveLength(1)
    await expect.poll(() => otherTab.pendingChanges()).toEqual([])
  })

  it('blocks another request about the same merchant number until the outcome is known', async () => {
    const tab = await openTab()
    loseResponses()
    await tab.signUp(1)
    const sentBefore = server.requests.length
    expect(await tab.signUp(1)).toEqual({ kind: 'unknown' })
    await expect.poll(() => server.requests).toHaveLength(sentBefore)
  })
})

it('a merchant that was refused reserves no slot', async () => {
  const tab = await openTab()
  server.respondWith((response) =>
    json(response, {
      resultCode: '-20400',
      resultText: 'Country Code: no',
      errors: [{ path: 'countryCode', message: 'no' }],
    }),
  )
  expect(await tab.signUp(1)).toMatchObject({
    kind: 'refused',
    text: 'no',
    errors: [{ path: 'countryCode', message: 'no' }],
  })
  await expect.poll(() => tab.pendingChanges()).toEqual([])
  expect(await tab.names()).toEqual([])
})

it('the list is kept in the memory of the page if nothing can be stored', async () => {
  const tab = await openTab()
  tab.destroyDraftKeys()
  expect(await tab.signUp(1)).toEqual({ kind: 'done' })
  expect(await tab.names()).toEqual(['Shop 1'])
})
