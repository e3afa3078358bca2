// Reads the csv or xlsx file of a batch with the code of the portal's upload wizard. A program cannot answer a question
// of the wizard. So a file is refused if the wizard would ask or warn about it.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { StoredBatchType } from '#domain/batch/types.ts'
import { batchTypes } from '#domain/batch/types.ts'
import { type IdentifierType, ungroupDigits } from '#domain/cards/identifiers.ts'
import { messageToText } from '#domain/messages/to-text.ts'
import { centsToDecimal } from '#domain/money.ts'
import { toRowType } from '#domain/row-types.ts'
import { refusedFindings } from '#domain/rows/findings.ts'
import { findingMessage } from '#domain/rows/row-type.ts'
import { createRowReader } from '#domain/rows/packed-rows.ts'
import { readRows } from '#workers/batch-file/read.ts'
import type { FileProperties } from '#workers/sheets-api.ts'
import { Refused, type UploadedFile } from './rest-call.ts'

interface FileRules {
  readonly type: StoredBatchType
  readonly identifierType: IdentifierType
}

interface FileElement {
  readonly identifier: string
  readonly identifierTo?: string
  readonly amount: string
}

export interface RowsOfFile {
  readonly elements: readonly FileElement[]
  /** For each element, its row in the sheet. */
  readonly rowNumbers: readonly number[]
}

// Reading blocks the process for a moment, and a workbook takes much memory. So only one file is read at a time.
let previousFile: Promise<unknown> = Promise.resolve()

/** The rows of the file. Throws `Refused` with each wrong row and field if the file has errors. */
export function readBatchFile(file: UploadedFile, rules: FileRules): Promise<RowsOfFile> {
  const rows = previousFile.then(() => readRowsOfFile(file, rules))
  previousFile = rows.catch(() => undefined)
  return rows
}

async function readRowsOfFile(file: UploadedFile, { type, identifierType }: FileRules): Promise<RowsOfFile> {
  const rowType = toRowType({ kind: type, identifierType })
  const { maxRows, needsTarget } = batchTypes[type]
  const result = await readRows(rowType, { accepts: ['csv', 'xlsx'], maxRows, fileName: file.name, file: file.content })
  if (!result.ok) {
    const { message, hint } = result.refusal
    const texts = [messageToText(message), messageToText(hint)].filter((text) => text !== undefined)
    throw refusedFile(texts.join(' '))
  }
  if (needsPerson(result.facts)) throw refusedFile(m.rest_fileNeedsPerson())
  const readRow = createRowReader(result.packedRows, (bytes) => new TextDecoder().decode(bytes))
  const maybeRows = Array.from({ length: result.packedRows.count }, (_, index) => readRow(rowType, index))
  const rows = maybeRows.filter((row) => row !== undefined)
  const errors = rows.flatMap((row) =>
    refusedFindings(row.findings).map((finding) => ({
      row: row.rowNumber,
      // A finding about the whole row has no field.
      path: finding.field || 'identifier',
      message: findingMessage(rowType, finding, row),
    })),
  )
  if (errors.length > 0)
    throw new Refused({ resultCode: codes.refusedParameters, resultText: m.rest_fileHasErrors(), errors })
  return {
    elements: rows.map(({ values, cents: [amount] }) => ({
      identifier: ungroupDigits(values.identifier),
      ...(needsTarget && { identifierTo: ungroupDigits(values.identifierTo) }),
      amount: amount === undefined ? '0.00' : centsToDecimal(amount),
    })),
    rowNumbers: rows.map(({ rowNumber }) => rowNumber),
  }
}

const refusedFile = (resultText: string) =>
  new Refused({ resultCode: codes.refusedParameters, resultText, errors: [{ path: 'file', message: resultText }] })

/** True if the file has something that the wizard shows to the maker before the rows can be submitted. */
function needsPerson(facts: FileProperties): boolean {
  const { hiddenRows, merged, mergedAcross = [], totalsRowNumbers, columnDamage } = facts
  const unusualLists = [hiddenRows, merged, mergedAcross, totalsRowNumbers, columnDamage]
  const hasUnusualCells = unusualLists.some((list) => list.length > 0)
  const hasQuestion = facts.encodings !== undefined || facts.marked !== undefined || facts.rounded !== undefined
  const hasOtherRows = facts.moreRows > 0 || facts.doneRows > 0
  return hasUnusualCells || hasQuestion || hasOtherRows
}
