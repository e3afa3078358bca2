// What both readers of workbooks do to a row's fields before they hand it on: texts as they are meant, and no more of them than
// a batch can mean.
import { MAX_FIELD, type RowSink, type WorkbookLimits } from './sheet.ts'
import { tidyText } from './tidy-text.ts'
import { TooLargeError } from './zip.ts'

/**
 * A sink in front of a sink. Throws TooLargeError once the fields are longer together than the limits allow: a short file may
 * point to one long text from each of its cells (threats T29).
 */
export function giveFields(sink: RowSink, limits: Pick<WorkbookLimits, 'maxText'>): RowSink {
  let left = limits.maxText
  return (row) => {
    const fields = row.fields.map(toField)
    for (const field of fields) left -= field.length
    if (left < 0) throw new TooLargeError('more text than a batch can mean')
    return sink({ ...row, fields })
  }
}

const toField = (text: string): string => tidyText(text.length > MAX_FIELD ? `${text.slice(0, MAX_FIELD - 1)}…` : text)
