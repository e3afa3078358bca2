// Reads a dropped file as rows of merchants, with facts about the file, or returns the reason why it cannot be read.
import { m } from '#words/messages.js'
import { MAX_MERCHANT_ROWS } from '#domain/merchants/rows.ts'
import { type AnyRowKind, type MerchantRowRules, toRowKind } from '#domain/row-kinds.ts'
import type { ReadColumns } from '#domain/rows/headings.ts'
import type { ReadSettings } from '#domain/rows/reading.ts'
import type { FileRefusal } from '#machines/merchant-file.ts'
import type { SourceFile, UploadedFile } from '#machines/upload-steps.ts'
import { type AnyRows, createRows } from '#rows/rows.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { type ChosenColumns, readWithChoice } from '../file-columns.ts'
import { factsToAssumptions, toSource } from '../rows/assumptions.ts'
import { readFactsToDamage } from '../rows/file-facts.ts'
import { fileFactsToMessages, nameOfFile, withShownRowNumbers } from '../rows/generated-file.ts'
import { neededDecisions, factsToChoices, removeTotalRows, readRemainingRows } from '../rows/file-parts.ts'

/** The name of a file in sentences, the accepted formats, and the maximum number of rows. */
export const MERCHANT_FILE = {
  itemName: m.common_file(),
  accepts: ['csv', 'xlsx', 'xls'],
  maxRows: MAX_MERCHANT_ROWS,
} as const

type MerchantFileResult = { readonly source: SourceFile | undefined } & (
  | {
      readonly kind: 'read'
      readonly rows: AnyRows
      readonly fileInfo: UploadedFile
      /** The columns of the file, if they were not in the expected order. */
      readonly columns: ReadColumns | undefined
      /** Rows beyond the maximum number of rows, in parts that can be opened separately. */
      readonly rest: readonly AnyRows[]
      /** True if the first line of the file has the headings of merchant columns. */
      readonly hasHeadings: boolean
    }
  /** The user must choose the columns first. */
  | { readonly kind: 'columns'; readonly columns: ReadColumns }
  | { readonly kind: 'refused'; readonly refusal: FileRefusal }
)

/** `chosen`: the columns of the file and the user's mapping of them. */
export async function readMerchantFile(
  file: File,
  rules: MerchantRowRules,
  signal: AbortSignal,
  chosen: ChosenColumns | undefined,
  settings: ReadSettings = {},
): Promise<MerchantFileResult> {
  const kind: AnyRowKind = toRowKind(rules)
  const { accepts, maxRows } = MERCHANT_FILE
  const { read, facts, sharedBy } = await readWithChoice(
    kind,
    (columns) => sheetsWorker.readRows(file, { rules, accepts, maxRows, columns, settings }, { signal }),
    chosen,
  )
  if (!read.ok) {
    const { columns, code, choices = {}, ...refusal } = read.refusal
    const source = toSource(file, choices, settings, neededDecisions[code])
    return columns ? { kind: 'columns', columns, source } : { kind: 'refused', refusal, source }
  }
  const packedRows = withShownRowNumbers(file, read.packedRows)
  const rows = createRows<string, AnyRowKind>(packedRows, kind)
  removeTotalRows(rows, read)
  const readChunk = (skipRows: number) =>
    sheetsWorker.readRows(
      file,
      { rules, accepts, maxRows, columns: read.facts.columns, settings: { ...settings, skipRows } },
      { signal },
    )
  return {
    kind: 'read',
    rows,
    rest: read.facts.moreRows > 0 ? await readRemainingRows(kind, maxRows, readChunk) : [],
    source: toSource(file, factsToChoices(read.facts), settings),
    fileInfo: {
      name: nameOfFile(file),
      facts: [...facts, ...fileFactsToMessages(file, kind, read.facts)],
      damage: readFactsToDamage(read.facts),
      assumed: factsToAssumptions(
        kind,
        read.facts,
        settings,
        [read.packedRows.rowNumbers, packedRows.rowNumbers],
        sharedBy,
      ),
    },
    columns: read.facts.columns,
    hasHeadings: read.facts.header !== undefined,
  }
}
