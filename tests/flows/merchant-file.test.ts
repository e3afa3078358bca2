// Merchants from a file: each row is added to the list exactly once, and the remaining rows stay on this device. This
// must hold with a full list, a lost connection, a reload, another tab, another user, or a server that refuses or
// requests a pause.
import 'fake-indexeddb/auto'
import type { ServerResponse } from 'node:http'
import { IDBFactory } from 'fake-indexeddb'
import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toRowKind } from '#domain/row-kinds.ts'
import { codes } from '#pages/merchants/signup/code-lists.ts'
import type { MerchantFile } from '#flows/merchants/file.ts'
import type { ReadParameters } from '#services/files/sheets-worker.ts'
import type { DraftChunkRow, DraftRow } from '#storage/db.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { createLocks, type Locks } from '#tests/support/locks.ts'
import { json, startStubServer, type StubServer } from '#tests/support/stub-server.ts'

// Node has no workers, so files are read in this thread.
vi.mock('#services/files/sheets-worker.ts', () => ({
  sheetsWorker: {
    readRows: (file: File, { rules, ...others }: ReadParameters) =>
      readRows(toRowKind(rules), { ...others, fileName: file.name, file }),
  },
}))

const OLIVE = '7'
const AMIR = '8'
const KEY = btoa('k'.repeat(32))
const HEADER = 'Merchant Number,Merchant Name,Merchant City,Merchant Category Code,Currency Code,Country Code'
const line = (number: number, name = `Shop ${number}`) => `${10_000_000 + number},${name},Singapore,5945,702,SGP`
const fileOf = (...lines: readonly string[]) => new File([[HEADER, ...lines].join('\n')], 'merchants.csv')
const shops = (count: number) => Array.from({ length: count }, (_, index) => line(index + 1))
const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `Shop ${from + index}`)

/** Opens a separate tab: fresh modules over the same database. */
async function openTab(userId = OLIVE) {
  vi.resetModules()
  const { closeDb, inDb } = await import('#storage/db.ts')
  const keys = await import('#storage/keys.ts')
  const { sessionStore, ownerUserOf } = await import('#services/session/session.ts')
  const { leaveMerchantFile, openMerchantFile } = await import('#flows/merchants/open-file.ts')
  const list = await import('#flows/merchants/list.ts')
  const { signUpMerchant } = await import('#flows/merchants/sign-up.ts')
  const { resendChange: resend } = await import('#flows/pending-changes/send.ts')
  const { readAllPendingChanges } = await import('#flows/pending-changes/store.ts')
  const { reportReached } = await import('#services/server/connection.ts')
  const { currentNotices } = await import('#services/notices.ts')
  const session = {
    token: 't',
    user: { userId, username: 'o', firstname: 'O', lastname: 'T', email: 'o@example.test' },
    permissions: { MerchantSignUp: ['read', 'write'] },
  }
  const owner = ownerUserOf(session)
  sessionStore.set(session)
  await keys.storeDraftKey(owner, KEY)
  const files: MerchantFile[] = []
  const open = async () => {
    const opened = await openMerchantFile(owner, codes)
    if (opened.kind !== 'file') throw new Error('the draft cannot be read')
    files.push(opened.file)
    return opened.file
  }
  const tab = {
    open,
    leave: leaveMerchantFile,
    drop: async (...lines: readonly string[]) => {
      const file = await open()
      await file.read(fileOf(...lines))
      return file
    },
    listed: async () => (await list.readMerchants(owner)).map(({ entry }) => entry.merchantName),
    clear: async () =>
      list.removeMerchants(
        owner,
        (await list.readMerchants(owner)).map(({ id }) => id),
      ),
    signUp: (number: number, limit: number) =>
      signUpMerchant(
        owner,
        {
          mastercardMerchantID: String(20_000_000 + number),
          merchantName: `Single ${number}`,
          merchantCity: 'Bonn',
          merchantCategoryCode: '5945',
          currencyCode: '978',
          countryCode: 'DEU',
        },
        limit,
      ),
    pendingChanges: () => readAllPendingChanges(owner),
    resend: async () => resend(owner, (await readAllPendingChanges(owner))[0] as never),
    reconnect: () => {
      server.serve((_, response) => json(response, { ready: true }))
      reportReached()
    },
    notices: () => currentNotices().history.map(({ text }) => text),
    logOut: async () => {
      sessionStore.clear('logout')
      keys.destroyDraftKeys()
    },
    /** All drafts and their chunks in the database. */
    drafts: async () => {
      const read = await inDb(async (db) => ({
        drafts: await db.drafts.toArray(),
        chunks: await db.draftChunks.toArray(),
      }))
      return read.ok ? read.value : { drafts: [], chunks: [] }
    },
    restore: (drafts: readonly DraftRow[], chunks: readonly DraftChunkRow[]) =>
      inDb((db) => Promise.all([db.drafts.bulkPut(drafts), db.draftChunks.bulkPut(chunks)])),
    close: () => {
      for (const file of files) file.actor.send({ type: 'stop' })
      closeDb()
    },
    /** After this the tab saves nothing, so that it does not write to the next test's database. */
    end: async () => {
      for (const file of files) {
        file.actor.send({ type: 'stop' })
        // Waits until an interrupted run has saved.
        await expect.poll(() => contextOf(file).progress).toBeUndefined()
        await file.leave()
      }
      closeDb()
    },
  }
  openTabs.push(tab)
  return tab
}
type Tab = Awaited<ReturnType<typeof openTab>>
type OpenFile = Awaited<ReturnType<Tab['open']>>

const remainingNames = (file: OpenFile) => {
  const rows = file.openRows.get()?.rows
  if (!rows) return []
  return Array.from({ length: rows.count }, (_, id) => rows.row(id))
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ values }) => values['merchantName'] ?? '')
}
const contextOf = (file: MerchantFile) => file.actor.getSnapshot().context
const stateOf = (file: MerchantFile) => file.actor.getSnapshot().value
const findingCodes = (file: OpenFile) => {
  const rows = file.openRows.get()?.rows
  return Array.from({ length: rows?.count ?? 0 }, (_, id) =>
    rows
      ?.findingsOf(id)
      .map(({ code }) => code)
      .join(' '),
  )
}

const openTabs: { readonly end: () => Promise<void> }[] = []
let server: StubServer
let locks: Locks
/** The merchants that the server has signed up, by requestId; a repeated request gets the same response. */
let signedUp: Map<string, string>
/** The outcome of the n-th sign-up, from 1; 'done' by default. */
let outcome: (count: number, name: string) => 'lost' | 'done' | 'silent' | object
/** The responses of 'silent' sign-ups, which the server keeps open until the test ends. */
const unanswered: ServerResponse[] = []

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  Dexie.dependencies.indexedDB = globalThis.indexedDB
  locks = createLocks()
  vi.stubGlobal('navigator', { locks, onLine: true })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { protocol: 'https:' })
  const document = { visibilityState: 'visible', getElementById: () => null }
  vi.stubGlobal('document', Object.assign(new EventTarget(), document))
  signedUp = new Map()
  outcome = () => 'done'
  let count = 0
  server = await startStubServer()
  server.respondWith((response, { params }) => {
    count += 1
    const name = String(params['merchantName'])
    const result = outcome(count, name)
    if (typeof result === 'object') return json(response, result)
    if (result === 'silent') return void unanswered.push(response)
    signedUp.set(String(params['requestId']), name)
    if (result === 'lost') {
      // The server does not answer the probe either.
      server.serve((_, probe) => probe.destroy())
      return response.destroy()
    }
    return json(response, { resultCode: '0', qrCode: `qr of ${name}` })
  })
})
afterEach(async () => {
  // Calls fail from now on, so that the runs end.
  server.respondWith((response) => response.destroy())
  for (const response of unanswered.splice(0)) response.destroy()
  for (const tab of openTabs.splice(0)) await tab.end()
  await server.close()
})

it('every row of a file is signed up once, in the order of the file, and then the file is deleted', async () => {
  const tab = await openTab()
  const file = await tab.drop(...shops(5))
  expect(file.idsToSignUp(10)).toHaveLength(5)
  await file.signUp(10)
  expect(await tab.listed()).toEqual(names(1, 5))
  expect([...signedUp.values()]).toEqual(names(1, 5))
  expect(contextOf(file).outcome).toEqual({ done: 5, total: 5, stop: undefined })
  await expect.poll(() => tab.notices()).toEqual(['5 merchants signed up'])
  expect(stateOf(file)).toBe('empty')
  tab.leave(file)
  expect((await (await openTab()).open()).openRows.get()).toBeUndefined()
})

describe('a list without room for all rows', () => {
  it('takes the rows that fit; the others survive a reload until there is room', async () => {
    const tab = await openTab()
    await tab.signUp(1, 4)
    const file = await tab.drop(...shops(6))
    expect(file.idsToSignUp(4)).toHaveLength(3)
    await file.signUp(4)
    expect(await tab.listed()).toEqual(['Single 1', ...names(1, 3)])
    expect(remainingNames(file)).toEqual(names(4, 6))
    expect(file.idsToSignUp(4)).toEqual([])
    await file.signUp(4)
    expect(signedUp.size).toBe(4)

    tab.leave(file)
    const reloaded = await openTab()
    const reopened = await reloaded.open()
    expect(remainingNames(reopened)).toEqual(names(4, 6))
    await reloaded.clear()
    await reopened.signUp(4)
    expect(await reloaded.listed()).toEqual(names(4, 6))
    expect([...signedUp.values()].toSorted()).toEqual([
      'Shop 1',
      'Shop 2',
      'Shop 3',
      'Shop 4',
      'Shop 5',
      'Shop 6',
      'Single 1',
    ])
  })

  it('whose last slot is taken by another tab sends nothing more and loses nothing', async () => {
    const [firstTab, secondTab] = [await openTab(), await openTab()]
    const file = await firstTab.drop(...shops(4))
    let secondSignUp: ReturnType<Tab['signUp']> | undefined
    outcome = (_, name) => {
      if (name === 'Shop 1') secondSignUp = secondTab.signUp(1, 3)
      return 'done'
    }
    await file.signUp(3)
    expect(['done', 'full']).toContain((await secondSignUp)?.kind)
    expect(await firstTab.listed()).toHaveLength(3)
    expect(signedUp.size).toBe(3)
    expect(
      [...(await firstTab.listed()), ...remainingNames(file)].filter((name) => name.startsWith('Shop')).toSorted(),
    ).toEqual(names(1, 4))
  })
})

describe('a connection that is lost during a run', () => {
  it('pauses the run: the row is sent again, and the others follow', async () => {
    const tab = await openTab()
    const file = await tab.drop(...shops(4))
    outcome = (count) => (count === 2 ? 'lost' : 'done')
    const runEnd = file.signUp(10)
    await expect.poll(() => contextOf(file).progress?.waitsFor).toBe('connection')
    expect(contextOf(file).progress).toMatchObject({ total: 4, done: 1 })
    tab.reconnect()
    await runEnd
    expect(await tab.listed()).toEqual(names(1, 4))
    // The second row was carried out, and was sent again with the same id.
    expect([...signedUp.values()]).toEqual(names(1, 4))
    await expect.poll(() => server.requests).toHaveLength(5)
    expect(await tab.pendingChanges()).toEqual([])
  })

  it('and a run that the user stops: the row without a response uses a slot and is sent again; unsent rows stay', async () => {
    const tab = await openTab()
    const file = await tab.drop(...shops(4))
    outcome = (count) => (count === 2 ? 'lost' : 'done')
    const runEnd = file.signUp(10)
    await expect.poll(() => contextOf(file).progress?.waitsFor).toBe('connection')
    file.actor.send({ type: 'stop' })
    await runEnd
    expect(contextOf(file).outcome).toEqual({ done: 1, total: 4, stop: { kind: 'stopped' } })
    expect(remainingNames(file)).toEqual(names(2, 4))
    // One row is in the list, and one has an unknown outcome. In a list of two, only this row can be sent.
    expect(file.idsToSignUp(2)).toHaveLength(1)
    tab.reconnect()
    expect(await tab.resend()).toEqual({ kind: 'done' })
    await expect.poll(() => remainingNames(file)).toEqual(names(3, 4))
    await file.signUp(10)
    expect([...signedUp.values()]).toEqual(names(1, 4))
    expect((await tab.listed()).toSorted()).toEqual(names(1, 4))
  })
})

describe('a page that is closed during a run', () => {
  it('keeps the remaining rows; the row in flight is sent again with the same id', async () => {
    const tab = await openTab()
    const file = await tab.drop(...shops(5))
    outcome = (count, name) => {
      if (count !== 3) return 'done'
      // The request has arrived, but the response is lost.
      signedUp.set(String(server.requests.at(-1)?.params['requestId']), name)
      return 'silent'
    }
    void file.signUp(10)
    await expect.poll(() => signedUp.size).toBe(3)
    tab.close()
    locks.releaseAll()

    outcome = () => 'done'
    const reloaded = await openTab()
    const reopened = await reloaded.open()
    await expect.poll(() => remainingNames(reopened)).toEqual(names(3, 5))
    expect(await reloaded.listed()).toEqual(names(1, 2))
    await reopened.signUp(10)
    expect((await reloaded.listed()).toSorted()).toEqual(names(1, 5))
    expect([...signedUp.values()]).toEqual(names(1, 5))
    expect(await reloaded.pendingChanges()).toEqual([])
  })

  it('between a response and saving the draft: a row that is in the list is removed from the file', async () => {
    const tab = await openTab()
    const file = await tab.drop(...shops(3))
    let draftsAtFirstRequest: ReturnType<Tab['drafts']> | undefined
    outcome = (count) => {
      if (count === 1) draftsAtFirstRequest = tab.drafts()
      return 'done'
    }
    await file.signUp(2)
    tab.leave(file)
    const { drafts, chunks } = (await draftsAtFirstRequest) ?? { drafts: [], chunks: [] }
    // The read may already include a draft that the run has saved, so the oldest draft is used.
    const [first] = drafts.toSorted((a, b) => String(a.updatedAt).localeCompare(String(b.updatedAt)))
    if (!first) throw new Error('no draft was stored')
    await tab.restore(
      [first],
      chunks.filter(({ draftId }) => draftId === first.id),
    )
    const reloaded = await openTab()
    const reopened = await reloaded.open()
    await expect.poll(() => remainingNames(reopened)).toEqual(['Shop 3'])
    await reopened.signUp(10)
    expect(await reloaded.listed()).toEqual(names(1, 3))
    expect([...signedUp.values()]).toEqual(names(1, 3))
  })

  it('while the user is on another page: the run ends with a notice, and the remaining rows are shown on return', async () => {
    const tab = await openTab()
    const file = await tab.drop(...shops(3), line(9, 'Café'))
    const runEnd = file.signUp(10)
    tab.leave(file)
    await runEnd
    expect(await tab.listed()).toEqual(names(1, 3))
    await expect.poll(() => tab.notices()).toEqual(['3 merchants signed up'])
    const reopened = await tab.open()
    expect(remainingNames(reopened)).toEqual(['Café'])
  })
})

describe('two tabs', () => {
  it('share one file: the second tab only displays it until the first releases it', async () => {
    const [firstTab, secondTab] = [await openTab(), await openTab()]
    const file = await firstTab.drop(...shops(3))
    const openedInSecond = await secondTab.open()
    expect(openedInSecond.isReadOnly).toBe(true)
    await openedInSecond.signUp(10)
    expect(signedUp.size).toBe(0)
    secondTab.leave(openedInSecond)
    await file.signUp(1)
    firstTab.leave(file)
    await expect.poll(async () => (await secondTab.open()).isReadOnly).toBe(false)
    const reopened = await secondTab.open()
    expect(remainingNames(reopened)).toEqual(names(2, 3))
  })
})

it('a file of merchants belongs to its user: signing out ends the run, and signing in shows the remaining rows', async () => {
  const olive = await openTab()
  const file = await olive.drop(...shops(3))
  outcome = (count) => (count === 2 ? 'lost' : 'done')
  const runEnd = file.signUp(10)
  await expect.poll(() => contextOf(file).progress?.waitsFor).toBe('connection')
  await olive.logOut()
  await runEnd
  olive.leave(file)
  const amir = await openTab(AMIR)
  expect((await amir.open()).openRows.get()).toBeUndefined()
  expect(await amir.listed()).toEqual([])
  outcome = () => 'done'
  const oliveAgain = await openTab()
  const reopened = await oliveAgain.open()
  await expect.poll(() => remainingNames(reopened)).toEqual(names(2, 3))
  await reopened.signUp(10)
  expect((await oliveAgain.listed()).toSorted()).toEqual(names(1, 3))
  expect([...signedUp.values()]).toEqual(names(1, 3))
})

describe('the server', () => {
  it('refuses a row: the reason is shown, the others continue, and the corrected row is a new request', async () => {
    const tab = await openTab()
    const file = await tab.drop(...shops(3))
    const refusal = { resultCode: '-20400', resultText: 'no', errors: [{ path: 'merchantCity', message: 'Not there' }] }
    outcome = (_, name) => (name === 'Shop 2' ? refusal : 'done')
    await file.signUp(10)
    expect(await tab.listed()).toEqual(['Shop 1', 'Shop 3'])
    expect(findingCodes(file)).toEqual(['refused'])
    expect(file.openRows.get()?.rows.row(0).facts).toEqual({ error: 'Merchant City: Not there' })
    expect(file.idsToSignUp(10)).toEqual([])
    file.openRows.get()?.edits.edit(0, { merchantName: 'Shop 2b' })
    await file.signUp(10)
    expect(await tab.listed()).toEqual(['Shop 1', 'Shop 3', 'Shop 2b'])
    await expect.poll(() => new Set(server.requests.map(({ params }) => params['requestId'])).size).toBe(4)
  })

  it('requests a pause: the run waits and continues with the same row', async () => {
    const tab = await openTab()
    const file = await tab.drop(...shops(2))
    outcome = (count) => (count === 2 ? { resultCode: '-20429', resultText: 'Too many calls', retryAfter: 1 } : 'done')
    const runEnd = file.signUp(10)
    await expect.poll(() => contextOf(file).progress?.waitsFor).toBe('server')
    await runEnd
    expect(await tab.listed()).toEqual(names(1, 2))
  })

  it('refuses all further rows: the run ends with its message, and the remaining rows stay', async () => {
    const tab = await openTab()
    const file = await tab.drop(...shops(3))
    outcome = (count) => (count > 1 ? { resultCode: '-20403', resultText: 'You are not authorized' } : 'done')
    await file.signUp(10)
    expect(contextOf(file).outcome).toEqual({
      done: 1,
      total: 3,
      stop: { kind: 'refused', message: { code: 'serverMessage', text: 'You are not authorized' } },
    })
    expect(remainingNames(file)).toEqual(names(2, 3))
    await expect.poll(() => server.requests).toHaveLength(2)
  })
})

describe('a duplicate merchant', () => {
  it('in the file or in the list is an error; another merchant with the same number is a warning', async () => {
    const tab = await openTab()
    const file = await tab.drop(line(1), line(2), line(1), line(1, 'Shop 1 East'))
    expect(findingCodes(file)).toEqual(['copied', '', 'repeatedSame copied', 'copied'])
    file.openRows.get()?.edits.remove([0])
    expect(findingCodes(file)).toEqual(['', '', 'copied', 'copied'])
    file.openRows.get()?.edits.undo()
    expect(findingCodes(file)).toEqual(['copied', '', 'repeatedSame copied', 'copied'])
    await file.signUp(10)
    expect(await tab.listed()).toEqual(['Shop 1', 'Shop 2', 'Shop 1 East'])
    expect(remainingNames(file)).toEqual(['Shop 1'])
    await expect.poll(() => findingCodes(file)).toEqual(['listedSame'])
    await tab.clear()
    await expect.poll(() => findingCodes(file)).toEqual([''])
  })

  it('is found in a file that is dropped again after some of its rows were signed up', async () => {
    const tab = await openTab()
    const firstFile = await tab.drop(...shops(2))
    await firstFile.signUp(10)
    const secondFile = await tab.drop(...shops(3), line(1, 'Shop 1 East'))
    await expect.poll(() => findingCodes(secondFile)).toEqual(['listedSame copied', 'listedSame', '', 'listed copied'])
    expect(secondFile.idsToSignUp(10)).toEqual([2, 3])
  })
})

it('a file of merchants that its user discards is deleted from this device', async () => {
  const tab = await openTab()
  const file = await tab.drop(...shops(2))
  await file.discard()
  expect(stateOf(file)).toBe('empty')
  tab.leave(file)
  expect(stateOf(await (await openTab()).open())).toBe('empty')
  await expect.poll(() => server.requests).toEqual([])
})

it('a file that cannot be read is refused with the reason, and a file without known headings asks for its columns', async () => {
  const tab = await openTab()
  const file = await tab.open()
  await file.read(new File(['x'], 'merchants.pdf'))
  expect(stateOf(file)).toBe('empty')
  expect(contextOf(file)).toMatchObject({
    refusal: { message: { code: 'wrongFileType' } },
  })
  await file.read(new File([`A,B,C,D,E,F\n${line(1)}`], 'merchants.csv'))
  expect(stateOf(file)).toBe('mapping')
  expect(contextOf(file)).toMatchObject({ fileToMap: { columns: { width: 6 } } })
  file.actor.send({ type: 'columns.chosen', mapping: { map: [0, 1, 2, 3, 4, 5], width: 6, hasHeadings: true } })
  await expect.poll(() => stateOf(file)).toEqual({ rows: 'ready' })
  expect(remainingNames(file)).toEqual(['Shop 1'])
  file.actor.send({ type: 'columns.change' })
  expect(stateOf(file)).toBe('mapping')
  file.actor.send({ type: 'cancel' })
  expect(remainingNames(file)).toEqual(['Shop 1'])
})
