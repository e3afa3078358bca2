// Exports the holders of an owner's cards as rows for `import holders`; cards without a holder are left out.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { holderColumns } from '../import/holders/import.ts'
import type { Page } from './pages.ts'

/** Cards are named by their tracking numbers only. */
const columns = holderColumns.fixed.filter((column) => column.key !== 'cardNumber')

interface HolderRow {
  readonly tracking_number: string
  readonly name: string
  readonly phone: string
  readonly id_number: string
  readonly customer_id: string
}

export const createHolderExport = (db: Db, ownerId: number) => ({
  headings: columns.map(({ heading }) => heading),
  readRows: async ({ after, upTo }: Page): Promise<string[][]> => {
    const { rows } = await sql<HolderRow>`
      SELECT tracking_number, name, phone, id_number, customer_id FROM card c
      WHERE owner_id = ${ownerId} AND id > ${after} AND id <= ${upTo} AND (name, phone, id_number, customer_id) <> ('', '', '', '')
      ORDER BY id`.execute(db)
    return rows.map((row) => {
      const fields = {
        trackingNumber: row.tracking_number,
        name: row.name,
        phone: row.phone,
        idNumber: row.id_number,
        customerId: row.customer_id,
      }
      return columns.map(({ key }) => fields[key])
    })
  },
})
