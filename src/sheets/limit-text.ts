// Limits the text of the rows that the workbook readers return.
import { MAX_FIELD, type RowSink, type WorkbookOptions } from './sheet.ts'
import { TooLargeError } from './zip.ts'

/**
 * Wraps a sink, and shortens fields that are too long. Throws TooLargeError if all fields together have too much text.
 * Even a short file can have too much, because all its cells can refer to one long text.
 */
export function limitText(sink: RowSink, { maxText }: Pick<WorkbookOptions, 'maxText'>): RowSink {
  let remainingText = maxText
  return (row) => {
    for (const { length } of row.fields) remainingText -= Math.min(length, MAX_FIELD)
    if (remainingText < 0) throw new TooLargeError('more text than any batch has')
    const hasLongField = row.fields.some(({ length }) => length > MAX_FIELD)
    return sink(hasLongField ? { ...row, fields: row.fields.map(shorten) } : row)
  }
}

const shorten = (text: string): string => (text.length > MAX_FIELD ? `${text.slice(0, MAX_FIELD - 1)}…` : text)
