// Rows as a CSV file for the operator: RFC 4180 quotes, UTF-8 with its mark, and no text that a spreadsheet would run as a
// formula (threats T25, T26).

/** Offers the table to the operator as a download. */
export function saveCsv(fileName: string, table: readonly (readonly string[])[]): void {
  const blob = new Blob([`\uFEFF${tableToCsv(table)}`], { type: 'text/csv;charset=utf-8' })
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

export const tableToCsv = (table: readonly (readonly string[])[]): string =>
  table.map((row) => `${row.map(toField).join(',')}\r\n`).join('')

function toField(value: string): string {
  // Plain numbers stay as they are, a minus sign included.
  const isNumber = /^-?[0-9.,]+$/.test(value)
  const text = !isNumber && /^\s*[=+\-@\t\r\n\0＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
