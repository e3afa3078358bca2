// How fast a statement becomes a PDF, against jspdf-autotable in the same run (figure G11).
import { jsPDF } from 'jspdf'
import { autoTable } from 'jspdf-autotable'
import { type Column, valueToText } from '#domain/columns.ts'
import type { ExportRow, StatementToPrint } from '#workers/exports-api.ts'
import { writeStatementPdf } from '#workers/pdf/statement.ts'
import { type Figure, atMost, interleave, time } from './figure.ts'

export const minutes = 5
const ROWS = 5_000

export async function figures(): Promise<Figure[]> {
  const statement = statementOf(ROWS)
  // Helvetica has every letter of these rows: no font is wanted, as in most statements.
  const nothing = () => Promise.resolve(undefined)
  const ours = () => writeStatementPdf(statement, nothing, nothing)
  const theirs = () => byAutoTable(statement)
  const sizes = { ours: (await ours()).byteLength, theirs: theirs().byteLength }
  const ms = await interleave({ ours: () => time(ours), theirs: () => time(theirs) }, 7)
  return [
    atMost('G11', 'PDF statement of 5,000 rows: time compared with autotable', ms.ours / ms.theirs, 0.45),
    atMost('G11', 'the same: size compared with autotable', sizes.ours / sizes.theirs, 0.65),
  ]
}

/** The plain way with the library: its own look, nothing switched off or on. */
function byAutoTable({ columns, rows, zone, title }: StatementToPrint): ArrayBuffer {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4', compress: true })
  pdf.text(title, 36, 50)
  autoTable(pdf, {
    startY: 70,
    head: [columns.map(({ label }) => label)],
    body: rows.map((row) => columns.map(({ key, format }) => valueToText(row[key], format, zone))),
  })
  return pdf.output('arraybuffer')
}

const columns: readonly Column<ExportRow>[] = [
  { key: 'SHOWDATE', label: 'Date', format: 'instant' },
  { key: 'TRANSACTIONTYPELABEL', label: 'Type', format: 'text' },
  { key: 'TRANSACTIONDESCRIPTION', label: 'Description', format: 'text' },
  { key: 'MERCHANTID', label: 'Merchant', format: 'text' },
  { key: 'MONEYAMOUNT', label: 'Amount', format: 'amount' },
]

const statementOf = (count: number): StatementToPrint => ({
  title: 'Transaction Statement',
  mark: '',
  facts: [['Campaign', 'Travel']],
  columns,
  rows: Array.from({ length: count }, (_, index) => ({
    SHOWDATE: new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString(),
    TRANSACTIONTYPELABEL: index % 5 === 0 ? 'Load' : 'Purchase',
    TRANSACTIONDESCRIPTION: `Coffee and a sandwich ${index}`,
    MERCHANTID: `M${String(index % 977).padStart(6, '0')}`,
    MONEYAMOUNT: `${index % 5 === 0 ? '' : '-'}${(index % 90) + 1}.${String(index % 100).padStart(2, '0')}`,
  })),
  zone: { timeZone: 'Asia/Singapore', timeZoneLabel: 'SGT' },
  madeBy: 'Made by Olive Tan (olive) on 04 Mar 2026, 10:42 SGT',
  print: false,
})
