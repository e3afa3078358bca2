// Which reports a user has opened lately, on this device alone.
import { createSealedRows } from './sealed-rows.ts'

export const recentReportRecords = createSealedRows({
  name: 'recentReports',
  tableOf: (db) => db.recentReports,
  toRow: (row, sealed) => ({ ...row, opened: sealed }),
  sealedOf: ({ opened }) => opened,
})
