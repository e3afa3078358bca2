// The lists that a user has only on this device: signed-up merchants and recently opened reports.
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
