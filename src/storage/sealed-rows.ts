// Records of a user that are each sealed by themselves under the user's key, so that two tabs never write over each other's and
// each sees at once what the other does. They outlive the sign-out as ciphertext. What is inside is the caller's business; here
// it is JSON.
import type { Table } from 'dexie'
import { openJson, place, sealJson, type Sealed } from './cipher.ts'
import { inDb, type PortalDb } from './db.ts'
import { draftKeyOf } from './keys.ts'
import { watchDb } from './watch.ts'

export interface KeptRecord {
  readonly id: string
  readonly value: unknown
}

interface OwnedRow {
  readonly id: string
  readonly ownerUser: string
}

interface RowKind<Row extends OwnedRow> {
  /** The place that its pieces are bound to. */
  readonly name: string
  readonly tableOf: (db: PortalDb) => Table<Row, string>
  readonly toRow: (row: OwnedRow, sealed: Sealed) => Row
  readonly sealedOf: (row: Row) => Sealed
}

export function createSealedRows<Row extends OwnedRow>({ name, tableOf, toRow, sealedOf }: RowKind<Row>) {
  const placeOf = (ownerUser: string, id: string) => place(name, ownerUser, id)
  const rowsOf = (db: PortalDb, ownerUser: string) => tableOf(db).where('ownerUser').equals(ownerUser)
  /** How often this tab has written; a reading knows how often before it began. */
  let writes = 0
  const look = (db: PortalDb, ownerUser: string) => {
    const after = writes
    return rowsOf(db, ownerUser)
      .toArray()
      .then((rows) => ({ rows, after }))
  }

  const openAll = async (ownerUser: string, rows: readonly Row[]): Promise<readonly KeptRecord[]> => {
    const key = await draftKeyOf(ownerUser)
    if (!key) return []
    const opened = await Promise.all(
      rows.map(async (row) => ({ id: row.id, value: await openJson(key, sealedOf(row), placeOf(ownerUser, row.id)) })),
    )
    return opened.filter(({ value }) => value !== undefined)
  }

  return {
    /** Keeps records, each in place of the one with its id. False where nothing can be kept. */
    keep: async (ownerUser: string, records: readonly KeptRecord[]): Promise<boolean> => {
      const key = await draftKeyOf(ownerUser)
      if (!key) return false
      const rows = await Promise.all(
        records.map(async ({ id, value }) =>
          toRow({ id, ownerUser }, await sealJson(key, value, placeOf(ownerUser, id))),
        ),
      )
      const { ok } = await inDb((db) => tableOf(db).bulkPut(rows))
      writes += 1
      return ok
    },

    /** The user's records; those that do not open are left out. */
    read: async (ownerUser: string): Promise<readonly KeptRecord[]> => {
      const rows = await inDb((db) => rowsOf(db, ownerUser).toArray())
      return rows.ok ? openAll(ownerUser, rows.value) : []
    },

    /** Needs no key: a sign-out may have taken it away before the answer came. */
    drop: async (ids: readonly string[]): Promise<void> => {
      await inDb((db) => tableOf(db).bulkDelete([...ids]))
      writes += 1
    },

    /**
     * Tells the user's records now and whenever this or another tab has changed them; returns the way to stop. What was read
     * before this tab wrote is read again and not told: the caller, who wrote, shows what is newer.
     */
    watch: (ownerUser: string, tell: (records: readonly KeptRecord[]) => void): (() => void) =>
      watchDb(
        (db) => look(db, ownerUser),
        async (found) => {
          let { rows, after } = found
          for (;;) {
            const records = await openAll(ownerUser, rows)
            if (after === writes) return records
            const again = await inDb((db) => look(db, ownerUser))
            if (!again.ok) return records
            ;({ rows, after } = again.value)
          }
        },
        tell,
      ),
  }
}
