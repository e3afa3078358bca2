// The lists that a user has only on this device: signed-up merchants and recently opened reports.
import { createEncryptedRows } from './encrypted-rows.ts'

export const merchantRecords = createEncryptedRows({
  name: 'merchants',
  tableOf: (db) => db.merchants,
  toRow: (row, encrypted) => ({ ...row, merchant: encrypted }),
  encryptedOf: ({ merchant }) => merchant,
})

export const recentReportRecords = createEncryptedRows({
  name: 'recentReports',
  tableOf: (db) => db.recentReports,
  toRow: (row, encrypted) => ({ ...row, opened: encrypted }),
  encryptedOf: ({ opened }) => opened,
})
