// Stores records of a user. Each record is encrypted separately with the user's key. Two tabs therefore never overwrite
// each other's records, and each tab sees the changes of the others immediately. The records stay encrypted on the
// device after the user logs out. The caller defines the content, which is any JSON here.
import type { Table } from 'dexie'
import { decryptJson, toLocation, encryptJson, type Encrypted } from './cipher.ts'
import { inDb, type PortalDb } from './db.ts'
import { draftKeyOf } from './keys.ts'
import { watchDb } from './watch.ts'

export interface StoredRecord {
  readonly id: string
  readonly value: unknown
}

interface OwnedRow {
  readonly id: string
  readonly ownerUser: string
}

interface RecordTable<Row extends OwnedRow> {
  /** The location that the records are bound to (see `toLocation`). */
  readonly name: string
  readonly tableOf: (db: PortalDb) => Table<Row, string>
  readonly toRow: (row: OwnedRow, encrypted: Encrypted) => Row
  readonly encryptedOf: (row: Row) => Encrypted
}

export function createEncryptedRows<Row extends OwnedRow>({ name, tableOf, toRow, encryptedOf }: RecordTable<Row>) {
  const locationOf = (ownerUser: string, id: string) => toLocation(name, ownerUser, id)
  const rowsOf = (db: PortalDb, ownerUser: string) => tableOf(db).where('ownerUser').equals(ownerUser)
  /** The number of writes by this tab. Shows whether the result of a read is older than the last write. */
  let writeCount = 0
  const find = async (db: PortalDb, ownerUser: string) => {
    const writeCountBefore = writeCount
    const rows = await rowsOf(db, ownerUser).toArray()
    return { rows, writeCountBefore }
  }
  type Found = Awaited<ReturnType<typeof find>>

  /** Decrypts what was found. If this tab has written records meanwhile, reads the records again. */
  const decryptNewest = async (ownerUser: string, firstFound: Found): Promise<readonly StoredRecord[]> => {
    let found = firstFound
    for (;;) {
      const records = await decryptAll(ownerUser, found.rows)
      const isCurrent = found.writeCountBefore === writeCount
      if (isCurrent) return records
      const newer = await inDb((db) => find(db, ownerUser))
      if (!newer.ok) return records
      found = newer.value
    }
  }

  const decryptAll = async (ownerUser: string, rows: readonly Row[]): Promise<readonly StoredRecord[]> => {
    const key = await draftKeyOf(ownerUser)
    if (!key) return []
    const records = await Promise.all(
      rows.map(async (row) => ({
        id: row.id,
        value: await decryptJson(key, encryptedOf(row), locationOf(ownerUser, row.id)),
      })),
    )
    return records.filter(({ value }) => value !== undefined)
  }

  return {
    /** Stores records, replacing those with the same id. False if nothing can be stored. */
    store: async (ownerUser: string, records: readonly StoredRecord[]): Promise<boolean> => {
      const key = await draftKeyOf(ownerUser)
      if (!key) return false
      const rows = await Promise.all(
        records.map(async ({ id, value }) =>
          toRow({ id, ownerUser }, await encryptJson(key, value, locationOf(ownerUser, id))),
        ),
      )
      const { ok } = await inDb((db) => tableOf(db).bulkPut(rows))
      writeCount += 1
      return ok
    },

    /** The user's records. Records that cannot be decrypted are left out. */
    read: async (ownerUser: string): Promise<readonly StoredRecord[]> => {
      const rows = await inDb((db) => rowsOf(db, ownerUser).toArray())
      return rows.ok ? decryptAll(ownerUser, rows.value) : []
    },

    /** Deletes records. Needs no key, because a logout may have deleted the key before a response arrived. */
    remove: async (ids: readonly string[]): Promise<void> => {
      await inDb((db) => tableOf(db).bulkDelete([...ids]))
      writeCount += 1
    },

    /**
     * Reports the user's records now and whenever any tab has changed them. Returns a function to stop it. The caller
     * shows its own writes immediately, so it never receives records that were read before such a write.
     */
    watch: (ownerUser: string, listener: (records: readonly StoredRecord[]) => void): (() => void) =>
      watchDb({
        find: (db) => find(db, ownerUser),
        decrypt: (found) => decryptNewest(ownerUser, found),
        listener,
      }),
  }
}
