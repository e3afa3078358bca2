// The files of the chargeback report: the list or all details as a workbook, and one chargeback as a PDF.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import { type Column, valueToText } from '#domain/columns.ts'
import { chargebackFileName, chargebackPdfName } from '#domain/reports/chargebacks.ts'
import type { ReportDays } from '#domain/reports/periods.ts'
import { madeByText } from '#pages/shared/madeByText.ts'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { XLSX } from '#services/lists/useExport.ts'
import { saveFile } from '#services/files/save-file.ts'
import { type ChargebackRow, type ChargebackTable, toDetails, trackingNumberOf } from './table.ts'

/** The two workbooks in the download menu. Both items are disabled while one workbook is being generated. */
export function useWorkbooks(table: ChargebackTable | undefined, days: ReportDays | undefined) {
  const [pending, setPending] = useState(false)
  const generate = async (fileType: 'list' | 'details', columns: readonly Column<ChargebackRow>[]) => {
    if (!table || !days) return
    setPending(true)
    const zone = { timeZone: client.timeZone, timeZoneLabel: client.timeZoneLabel }
    const bytes = await exportsWorker.xlsx({ columns, rows: table.rows, zone, name: m.reports_chargebacks() })
    setPending(false)
    if (bytes) saveFile(chargebackFileName(fileType, days), XLSX, bytes)
  }
  return {
    pending,
    items: [
      { label: m.reports_excelList(), make: () => void generate('list', table?.listColumns ?? []) },
      { label: m.reports_excelAllDetails(), make: () => void generate('details', table?.columns ?? []) },
    ],
  }
}

const PDF_TYPE = 'application/pdf'

/** Generates the PDF of a chargeback. While a PDF is being generated, `pendingKey` is the key of its chargeback. */
export function useDetailsPdf() {
  const [pendingKey, setPendingKey] = useState<string>()
  const generate = async (table: ChargebackTable, row: ChargebackRow) => {
    setPendingKey(row.key)
    const trackingNumber = trackingNumberOf(row)
    const bytes = await exportsWorker.detailsPdf({
      title: m.reports_chargebackNumber({ number: row.key }),
      about: m.reports_trackingNumber({ tracking: valueToText(trackingNumber, 'identifier', client) }),
      client: { name: client.name, logoUrl: `${client.basePath}icons/icon-192.png` },
      groups: toDetails(table, row),
      madeBy: madeByText(Date.now()),
    })
    setPendingKey(undefined)
    if (bytes) saveFile(chargebackPdfName(trackingNumber), PDF_TYPE, bytes)
  }
  return { pendingKey, generate: (table: ChargebackTable, row: ChargebackRow) => void generate(table, row) }
}
