// Creates the templates as csv and xlsx. There is one for each type of batch and identifier, and one for each type of
// order.
import { cardRows } from '#domain/batch/card-rows.ts'
import { type BatchType, batchTypes } from '#domain/batch/types.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import type { OrderType } from '#domain/order/types.ts'
import { orderSample, orderSampleName } from '#domain/order/sample.ts'
import { columnWidths, textColumns } from '#domain/rows/fields.ts'
import { type IdentifierType, identifierTypes, PAN } from '#domain/cards/identifiers.ts'
import { writeCsv, writeCsvForUpload } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

export interface Template {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * A template with only the header. In xlsx the column of identifiers is formatted as text, so that a card number that
 * is typed or pasted there keeps its sixteen digits.
 */
export function batchTemplate(
  type: BatchType,
  extension: 'csv' | 'xlsx',
  identifierType: IdentifierType = PAN,
): Template {
  const { activeFields } = cardRows({ type, identifierType })
  const header = activeFields.map((field) => field.label)
  const fileName = `batch-${type}-${identifierTypes[identifierType].fileNamePart}.${extension}`
  if (extension === 'csv') return { fileName, contentType: 'text/csv', bytes: writeCsv(header, []) }
  const bytes = writeXlsx({
    name: capitalise(batchTypes[type].noun.many),
    header,
    rows: [],
    widths: activeFields.map(({ value: valueType }) => columnWidths[valueType]),
    textColumns: textColumns(activeFields),
  })
  return { fileName, contentType: XLSX_TYPE, bytes }
}

/** The template of an order: its header with sample rows. */
export function orderTemplate(type: OrderType, extension: 'csv' | 'xlsx'): Template {
  const sample = orderSample(type)
  const fileName = `${orderSampleName({ type })}.${extension}`
  if (extension === 'xlsx') return { fileName, contentType: XLSX_TYPE, bytes: writeXlsx(sample) }
  // Unlike a batch template, the file has rows. A spreadsheet program must not change their texts.
  const bytes = writeCsvForUpload(sample.header, sample.rows, sample.textColumns)
  return { fileName, contentType: 'text/csv', bytes }
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
