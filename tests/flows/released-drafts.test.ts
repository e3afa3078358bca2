// Opens an encrypted draft of every released version of the browser's database with the current portal. If the portal
// cannot continue a draft, its rows are offered as a file (docs/security.md, T51). Each new version of the database
// adds a file here (released/database-{version}.json), which never changes afterwards.
import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IDBFactory } from 'fake-indexeddb'
import Dexie from 'dexie'
import { beforeEach, expect, test } from 'vitest'
import { client } from '#brand/current.ts'
import { listUploadDrafts, openUploadDraft } from '#flows/upload/draft.ts'
import { closeDb, inDb } from '#storage/db.ts'
import { cipherOf } from '#storage/drafts.ts'
import { destroyDraftKeys, storeDraftKey } from '#storage/keys.ts'

const OWNER = '3:7'
const KEY = btoa(String.fromCharCode(...new Uint8Array(32).fill(7)))

interface StoredBytes {
  readonly iv: string
  readonly data: string
}
/** The tables of a version with their keys and indexes, and a draft of two rows, the second one edited. */
interface ReleasedVersion {
  readonly stores: Readonly<Record<string, string>>
  readonly draft: { readonly version: number; readonly head: StoredBytes } & Readonly<Record<string, unknown>>
  readonly chunk: { readonly rows: StoredBytes } & Readonly<Record<string, unknown>>
}

const folder = join(import.meta.dirname, 'released')
const releasedVersions = readdirSync(folder).map((name) => ({
  version: Number(/\d+/.exec(name)),
  ...(JSON.parse(readFileSync(join(folder, name), 'utf8')) as ReleasedVersion),
}))

const toBytes = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
const toEncrypted = ({ iv, data }: StoredBytes) => ({ iv: toBytes(iv), data: toBytes(data).buffer })

/** Creates the database with the tables and the draft of that version. */
async function storeReleasedVersion(version: number, { stores, draft, chunk }: ReleasedVersion): Promise<void> {
  const db = new Dexie(`portal${client.basePath}`)
  db.version(version).stores(stores)
  await db.table('drafts').put({ ...draft, head: toEncrypted(draft.head) })
  await db.table('draftChunks').put({ ...chunk, rows: toEncrypted(chunk.rows) })
  db.close()
}

async function cipherOfOwner() {
  await storeDraftKey(OWNER, KEY)
  const cipher = await cipherOf(OWNER)
  if (!cipher) throw new Error('there is no key')
  return cipher
}

beforeEach(async () => {
  destroyDraftKeys()
  closeDb()
  globalThis.indexedDB = new IDBFactory()
  Dexie.dependencies.indexedDB = globalThis.indexedDB
})

test.each(releasedVersions)(
  'a draft of database version $version can be continued',
  async ({ version, ...content }) => {
    await storeReleasedVersion(version, content)
    const cipher = await cipherOfOwner()
    expect(await listUploadDrafts(OWNER, 'load')).toMatchObject([
      { id: 'kept', isReadable: true, fileName: 'kept.csv', rows: 2, amountCents: 3500 },
    ])
    const opened = await openUploadDraft(cipher, 'load', 'kept')
    if (!opened || !('rows' in opened)) throw new Error('the draft does not open')
    expect(opened.head.wizard.options.reference).toBe(`Kept by ${version}`)
    expect([0, 1].map((id) => opened.rows.row(id).values)).toMatchObject([
      { identifier: '9000010000000008', amount: '15.00' },
      { identifier: '9000010000000016', amount: '20.00' },
    ])
    expect(opened.rows.row(1).original).toMatchObject({ amount: 'abc' })
    expect(opened.rows.figures()).toMatchObject({ rows: 2, edited: 1 })
  },
)

test('a draft in an unknown format offers all its rows', async () => {
  const [latest] = releasedVersions.toSorted((a, b) => b.version - a.version)
  if (!latest) throw new Error('no version is stored')
  const { version, ...content } = latest
  await storeReleasedVersion(version, { ...content, draft: { ...content.draft, version: 99 } })
  const cipher = await cipherOfOwner()
  expect(await listUploadDrafts(OWNER, 'load')).toMatchObject([{ id: 'kept', isReadable: false }])
  expect(await openUploadDraft(cipher, 'load', 'kept')).toMatchObject({
    table: [
      ['9000010000000008', '15.00'],
      ['9000010000000016', '20.00'],
    ],
  })
})

test('every version of the database has a file here', async () => {
  await cipherOfOwner()
  const latestVersion = await inDb((db) => Promise.resolve(db.verno))
  expect(releasedVersions.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: latestVersion.ok ? latestVersion.value : 0 }, (_, index) => index + 1),
  )
})
