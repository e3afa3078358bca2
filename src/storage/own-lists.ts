// The lists that a user keeps on this device alone: the merchants signed up, and the reports opened lately.
import { createSealedRows } from './sealed-rows.ts'

export const merchantRecords = createSealedRows({
  name: 'merchants',
  tableOf: (db) => db.merchants,
  toRow: (row, sealed) => ({ ...row, merchant: sealed }),
  sealedOf: ({ merchant }) => merchant,
})

export const recentReportRecords = createSealedRows({
  name: 'recentReports',
  tableOf: (db) => db.recentReports,
  toRow: (row, sealed) => ({ ...row, opened: sealed }),
  sealedOf: ({ opened }) => opened,
})
