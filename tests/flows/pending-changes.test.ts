// Pending changes in any area, which were sent but have no response (docs/rules/requests.md, "Repeated requests"). Each
// is stored before it is sent, visible in every tab, restored after a reload and a new sign-in, settled by a conclusive
// response, and repeated only within 23 hours.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { REQUEST_ID } from '#domain/request-outcomes.ts'
import type { AnyChangeRequest, PendingChange } from '#flows/pending-changes/change-types.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'

const OLIVE = '3:7'
const KEY = btoa('k'.repeat(32))
const enable = (subject = '7'): AnyChangeRequest => ({
  kind: 'toggleMagstripe',
  params: { voucherNumber: `900001000000000${subject}`, status: 1 },
  subject,
  done: `the magnetic stripe of card ${subject} was enabled`,
  success: 'Magnetic stripe changed successfully',
  link: { to: `/card/details/${subject}` },
})
const approve = (subject = '12', kind: 'approveBatchLoad' | 'retryBatchLoad' = 'approveBatchLoad') =>
  ({
    kind,
    params: { batchLoadFileID: subject, fingerprint: 'f'.repeat(64) },
    subject,
    done: `batch ${subject} was approved`,
    success: 'Batch load scheduled for processing',
  }) as AnyChangeRequest
const upload = {
  type: 'load',
  draftId: 'd1',
  wizard: { options: { reference: 'March' }, file: { name: 'march.csv' }, intent: { requestId: 'r9', sentAt: '' } },
  figures: { valid: 2, amountCents: 3000 },
  currency: 'SGD',
} as const

/** Opens a separate tab: fresh modules over the same database. */
async function openTab() {
  vi.resetModules()
  const { closeDb, inDb } = await import('#storage/db.ts')
  const keys = await import('#storage/keys.ts')
  const { forgetChange, storeChange, pendingChangesOf } = await import('#flows/pending-changes/store.ts')
  const send = await import('#flows/pending-changes/send.ts')
  const { recordUpload, forgetUpload } = await import('#flows/pending-changes/upload-changes.ts')
  const { storePendingChange } = await import('#storage/pending-changes.ts')
  const { saveDraft, cipherOf } = await import('#storage/drafts.ts')
  const { currentNotices } = await import('#services/notices.ts')
  const { offerUpdate, applyUpdate } = await import('#services/device/updates.ts')
  const pendingChanges = pendingChangesOf(OLIVE)
  const stop = pendingChanges.subscribe(() => undefined)
  const tab = {
    ...keys,
    ...send,
    forgetChange,
    storePendingChange,
    storeChange,
    recordUpload,
    forgetUpload,
    saveDraft,
    cipherOf,
    inDb,
    currentNotices,
    offerUpdate,
    applyUpdate,
    pendingChanges: () => pendingChanges.get().map(({ kind, subject }) => `${kind} ${subject}`),
    watch: (watcher: () => void) => pendingChanges.subscribe(watcher),
    first: () => pendingChanges.get()[0] as Exclude<PendingChange, { kind: 'upload' }>,
    close: () => {
      stop()
      closeDb()
    },
  }
  tabs.push(tab)
  return tab
}

type Tab = Awaited<ReturnType<typeof openTab>>
const tabs: { close: () => void }[] = []
const server = withStubServer()

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  Dexie.dependencies.indexedDB = globalThis.indexedDB
  let queue: Promise<unknown> = Promise.resolve()
  const request = (_: string, work: () => Promise<unknown>) => (queue = queue.then(work, work))
  vi.stubGlobal('navigator', { locks: { request } })
  loseResponses()
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
  vi.useRealTimers()
})

const loseResponses = () => server.respondWith((response) => response.destroy())
const respondWith = (body: object) => server.respondWith((response) => json(response, { resultCode: '0', ...body }))
const openSignedInTab = async (): Promise<Tab> => {
  const tab = await openTab()
  await tab.storeDraftKey(OLIVE, KEY)
  return tab
}

describe('two tabs', () => {
  it('that send different changes at the same time store both, and each tab shows both', async () => {
    const [firstTab, secondTab] = [await openSignedInTab(), await openSignedInTab()]
    await Promise.all([
      firstTab.sendChange(OLIVE, enable('7') as never),
      secondTab.sendChange(OLIVE, enable('8') as never),
    ])
    for (const tab of [firstTab, secondTab]) {
      await expect.poll(() => tab.pendingChanges().toSorted()).toEqual(['toggleMagstripe 7', 'toggleMagstripe 8'])
    }
    // Changes in one tab appear in the other.
    respondWith({})
    expect(await firstTab.resendChange(OLIVE, firstTab.first())).toEqual({ kind: 'done' })
    await expect.poll(() => secondTab.pendingChanges()).toHaveLength(1)
  })

  it('that send the same change at the same time send it once, and the second tab waits for its outcome', async () => {
    const [firstTab, secondTab] = [await openSignedInTab(), await openSignedInTab()]
    const results = await Promise.all([firstTab, secondTab].map((tab) => tab.sendChange(OLIVE, enable() as never)))
    expect(results.map(({ kind }) => kind)).toEqual(['unknown', 'unknown'])
    await expect.poll(() => server.requests).toHaveLength(1)
    await expect.poll(() => secondTab.first().requestId).toBe(server.requests[0]?.params['requestId'])
  })
})

describe('a tab', () => {
  it('does not show a settled change again if an earlier database read finishes later', async () => {
    const [tab, otherTab] = [await openSignedInTab(), await openSignedInTab()]
    const stored = await tab.storeChange(OLIVE, enable('7'))
    const change = stored.kind === 'stored' ? stored.change : undefined
    await expect.poll(() => otherTab.pendingChanges()).toEqual(['toggleMagstripe 7'])
    const shown: string[][] = []
    let [delayedCount, release] = [0, () => {}]
    const untilReleased = new Promise<void>((resolve) => (release = resolve))
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle)
    const decryptSpy = vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...args) => {
      delayedCount += 1
      await untilReleased
      return decrypt(...args)
    })
    onTestFinished(() => decryptSpy.mockRestore())
    tab.watch(() => shown.push(tab.pendingChanges()))
    await otherTab.storePendingChange(OLIVE, [{ id: 'r8', value: { ...change, ...enable('8'), requestId: 'r8' } }])
    // Each of the two tabs is now decrypting both changes.
    await expect.poll(() => delayedCount).toBeGreaterThanOrEqual(4)
    await tab.forgetChange(OLIVE, change as PendingChange)
    release()
    await expect.poll(() => tab.pendingChanges()).toEqual(['toggleMagstripe 8'])
    expect(shown).toEqual([[], ['toggleMagstripe 8']])
  })
})

describe('a sent change', () => {
  it('delays a new version of the portal until it has a response', async () => {
    const tab = await openSignedInTab()
    const activate = vi.fn<() => void>()
    tab.offerUpdate(activate)
    let respond = () => {}
    server.respondWith((response) => (respond = () => json(response, { resultCode: '0' })))
    const result = tab.sendChange(OLIVE, enable() as never)
    await expect.poll(() => server.requests).toHaveLength(1)
    tab.applyUpdate()
    expect(activate).not.toHaveBeenCalled()
    respond()
    await result
    tab.applyUpdate()
    expect(activate).toHaveBeenCalledOnce()
  })

  it('is still pending after a reload, and is sent again unchanged', async () => {
    await (await openSignedInTab()).sendChange(OLIVE, enable() as never)
    const reloaded = await openSignedInTab()
    await expect.poll(() => reloaded.pendingChanges()).toEqual(['toggleMagstripe 7'])
    respondWith({})
    expect(await reloaded.resendChange(OLIVE, reloaded.first())).toEqual({ kind: 'done' })
    await expect.poll(() => server.requests[1]).toEqual(server.requests[0])
    await expect
      .poll(() => reloaded.currentNotices().visible[0])
      .toMatchObject({
        text: 'Magnetic stripe changed successfully',
        duration: 'long',
      })
    await expect
      .poll(() => reloaded.currentNotices().visible[0]?.about)
      .toMatch(/^The magnetic stripe of card 7 was enabled\. This is the answer to your request of /)
    expect(reloaded.pendingChanges()).toEqual([])
    await expect.poll(() => reloaded.inDb((db) => db.pendingChanges.count())).toEqual({ ok: true, value: 0 })
  })

  it('is hidden while its user is signed out, and reappears when the user returns', async () => {
    const tab = await openSignedInTab()
    await tab.sendChange(OLIVE, enable() as never)
    tab.destroyDraftKeys()
    const tabOfOtherUser = await openTab()
    await tabOfOtherUser.storeDraftKey('3:8', KEY)
    await tabOfOtherUser.storeChange('3:8', enable())
    expect(tabOfOtherUser.pendingChanges()).toEqual([])
    const laterTab = await openSignedInTab()
    expect(await laterTab.storeChange(OLIVE, enable())).toEqual({ kind: 'blocked' })
    expect(laterTab.pendingChanges()).toEqual(['toggleMagstripe 7'])
  })

  it('is kept in memory if the device stores nothing, and is still sent once', async () => {
    const tab = await openTab()
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await tab.sendChange(OLIVE, enable() as never)).kind).toBe('unknown')
    await expect.poll(() => server.requests).toHaveLength(1)
    await expect.poll(() => tab.pendingChanges()).toEqual(['toggleMagstripe 7'])
    await tab.dismissChange(OLIVE, tab.first())
    await expect.poll(() => tab.pendingChanges()).toEqual([])
  })
})

it('a change is not sent while earlier changes cannot be read, since it may be one of them', async () => {
  const earlierTab = await openSignedInTab()
  await earlierTab.sendChange(OLIVE, enable() as never)
  const tab = await openTab()
  const keys = await import('#storage/keys.ts')
  const { expectedKeys } = await import('#storage/expected-keys.ts')
  expectedKeys.add(OLIVE)
  keys.reportDraftKeyUnavailable(OLIVE)
  expect(await tab.sendChange(OLIVE, enable() as never)).toMatchObject({
    kind: 'refused',
    text: expect.stringMatching(/^Nothing was sent: your earlier requests/) as string,
  })
  await expect.poll(() => server.requests).toHaveLength(1)
  await tab.storeDraftKey(OLIVE, KEY)
  await expect.poll(() => tab.pendingChanges()).toEqual(['toggleMagstripe 7'])
  expect((await tab.sendChange(OLIVE, enable() as never)).kind).toBe('unknown')
  await expect.poll(() => server.requests).toHaveLength(1)
})

describe('the response', () => {
  const refused = (resultCode: string, ...paths: string[]) => ({
    resultCode,
    resultText: 'no',
    errors: paths.map((path) => ({ path, message: 'no' })),
  })
  // A refusal of a repeated request does not tell whether the first request was carried out, except for a conflict
  // (-20409).
  it.each<[code: string, afterSend: string, afterResend: string, body: object | undefined]>([
    ['success', 'done', 'done', {}],
    ['none', 'unknown', 'unknown', undefined],
    ['-20012', 'refused', 'unknown', refused('-20012')],
    ['-20403', 'refused', 'unknown', refused('-20403')],
    ['-20429', 'refused', 'unknown', refused('-20429')],
    ['-20404', 'refused', 'unknown', refused('-20404')],
    ['-20500', 'unknown', 'unknown', refused('-20500')],
    ['-20409', 'refused', 'refused', refused('-20409')],
    [
      '-20409 because the requestId was already used with other parameters',
      'refused',
      'unknown',
      refused('-20409', REQUEST_ID),
    ],
  ])('%s: the outcome is %s when sent and %s when sent again', async (_, afterSend, afterResend, body) => {
    // A card change and a decision.
    for (const request of [enable(), approve()]) {
      const tab = await openSignedInTab()
      const isStored = () => tab.pendingChanges().includes(`${request.kind} ${request.subject}`)
      const respond = () => (body ? respondWith(body) : loseResponses())
      respond()
      expect((await tab.sendChange(OLIVE, request as never)).kind).toBe(afterSend)
      await expect.poll(() => isStored()).toBe(afterSend === 'unknown')
      loseResponses()
      if (afterSend !== 'unknown') await tab.sendChange(OLIVE, request as never)
      respond()
      const change = tab.first()
      expect((await tab.resendChange(OLIVE, change)).kind).toBe(afterResend)
      await expect.poll(() => isStored()).toBe(afterResend === 'unknown')
      await tab.dismissChange(OLIVE, change)
    }
  })

  it('of status 503 leaves the outcome unknown, whatever its body is', async () => {
    const tab = await openSignedInTab()
    server.respondWith((response) => json(response, { resultCode: '-20409', resultText: 'no' }, 503))
    expect((await tab.sendChange(OLIVE, enable() as never)).kind).toBe('unknown')
    expect((await tab.resendChange(OLIVE, tab.first())).kind).toBe('unknown')
    await expect.poll(() => tab.pendingChanges()).toHaveLength(1)
  })
})

describe('another change of the same subject', () => {
  it('is sent if it is a different decision, which replaces the first; the same decision is not sent again', async () => {
    const tab = await openSignedInTab()
    await tab.sendChange(OLIVE, approve() as never)
    await tab.sendChange(OLIVE, approve() as never)
    await expect.poll(() => server.requests).toHaveLength(1)
    await tab.sendChange(OLIVE, approve('12', 'retryBatchLoad') as never)
    await expect.poll(() => server.requests).toHaveLength(2)
    await expect.poll(() => tab.pendingChanges()).toEqual(['retryBatchLoad 12'])
  })
})

it('no change in any area is sent again after 23 hours, and neither is an upload', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-04T08:00:00Z'), toFake: ['Date'] })
  const tab = await openSignedInTab()
  await tab.sendChange(OLIVE, enable() as never)
  await tab.sendChange(OLIVE, approve() as never)
  const sentAt = new Date().toISOString()
  await tab.recordUpload(OLIVE, { ...upload, wizard: { ...upload.wizard, intent: { requestId: 'r9', sentAt } } })
  await expect.poll(() => tab.pendingChanges()).toHaveLength(3)
  const { get } = (await import('#flows/pending-changes/store.ts')).pendingChangesOf(OLIVE)
  const changes = get()
  vi.setSystemTime(Date.parse('2026-03-05T06:59:59Z'))
  await expect.poll(() => changes.map(tab.canResend)).toEqual([true, true, true])
  vi.setSystemTime(Date.parse('2026-03-05T07:00:00Z'))
  await expect.poll(() => changes.map(tab.canResend)).toEqual([false, false, false])
  const sentBefore = server.requests.length
  for (const change of changes)
    if (change.kind !== 'upload') expect(await tab.resendChange(OLIVE, change)).toEqual({ kind: 'unknown' })
  await expect.poll(() => server.requests).toHaveLength(sentBefore)
  await expect.poll(() => tab.pendingChanges()).toHaveLength(3)
  await tab.forgetUpload(OLIVE, { requestId: 'r9', sentAt })
  await expect.poll(() => tab.pendingChanges()).toHaveLength(2)
})

describe('an upload', () => {
  const sentAt = '2026-03-04T08:00:00.000Z'

  it('is forgotten if its draft no longer exists', async () => {
    const tab = await openSignedInTab()
    await tab.recordUpload(OLIVE, { ...upload, wizard: { ...upload.wizard, intent: { requestId: 'r9', sentAt } } })
    const reloaded = await openSignedInTab()
    await reloaded.storeChange(OLIVE, enable())
    expect(reloaded.pendingChanges()).toEqual(['toggleMagstripe 7'])
  })
})
