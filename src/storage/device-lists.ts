// The lists of a user that only this device stores: signed-up merchants, and recently opened reports, cards, batches
// and orders.
import { createEncryptedRows } from './encrypted-rows.ts'

export const storedMerchants = createEncryptedRows({
  name: 'merchants',
  tableOf: (db) => db.merchants,
  toRow: (row, encrypted) => ({ ...row, merchant: encrypted }),
  encryptedOf: ({ merchant }) => merchant,
})

/** Shared by several callers. Each caller reads its own records and ignores the others. */
export const storedRecentItems = createEncryptedRows({
  name: 'recentItems',
  tableOf: (db) => db.recentItems,
  toRow: (row, encrypted) => ({ ...row, item: encrypted }),
  encryptedOf: ({ item }) => item,
})
