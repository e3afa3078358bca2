// Limits the text of the rows that the workbook readers return.
import { MAX_FIELD, type RowSink, type WorkbookLimits } from './sheet.ts'
import { TooLargeError } from './zip.ts'

/**
 * Wraps a sink. Throws TooLargeError if the fields together exceed the text limit: in a short file, each cell can refer
 * to the same long text.
 */
export function limitText(sink: RowSink, limits: Pick<WorkbookLimits, 'maxText'>): RowSink {
  let remainingText = limits.maxText
  return (row) => {
    for (const { length } of row.fields) remainingText -= Math.min(length, MAX_FIELD)
    if (remainingText < 0) throw new TooLargeError('more text than any batch has')
    const hasLongField = row.fields.some(({ length }) => length > MAX_FIELD)
    return sink(hasLongField ? { ...row, fields: row.fields.map(shorten) } : row)
  }
}

const shorten = (text: string): string => (text.length > MAX_FIELD ? `${text.slice(0, MAX_FIELD - 1)}…` : text)
