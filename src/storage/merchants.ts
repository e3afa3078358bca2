// The merchants that a user has signed up, on this device alone (batches §2 "The list is kept in session", contract "Local data").
import { createSealedRows } from './sealed-rows.ts'

export const merchantRecords = createSealedRows({
  name: 'merchants',
  tableOf: (db) => db.merchants,
  toRow: (row, sealed) => ({ ...row, merchant: sealed }),
  sealedOf: ({ merchant }) => merchant,
})
