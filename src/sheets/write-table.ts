// Rows with their columns as a file: what a screen shows, in the form that other programs read.
import { type Column, valueToExport, type Zone } from '#domain/columns.ts'
import { writeCsvTable } from './write-csv.ts'

/** The bytes of a csv with one line a row; card numbers masked, amounts as plain numbers (valueToExport). */
export function tableToCsv<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  zone: Zone,
): Uint8Array<ArrayBuffer> {
  const lines = rows.map((row) => columns.map(({ key, format }) => valueToExport(row[key], format, zone)))
  return writeCsvTable(columns.map(({ label }) => label), lines) // prettier-ignore
}
