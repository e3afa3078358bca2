// Reads a dropped file as rows, and detects how it identifies cards. If more than half of the rows do not fit the
// chosen identifier type and most fit the other one, the file is read with the other type, and the screen says so.
import { MAX_STORED_FILE } from '#domain/batch/uploaded-file.ts'
import { type IdentifierType, identifierTypes, PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { type AnyRowType, type CardRowRules, type RowRules, toRowType } from '#domain/row-types.ts'
import { uploadTypes, type UploadType } from '#domain/uploads.ts'
import { type Message, message } from '#domain/messages/message.ts'
import { packRows } from '#domain/rows/packed-rows.ts'
import { markDuplicates } from '#domain/rows/duplicates.ts'
import type { ReadColumns, MappedColumns } from '#domain/rows/headings.ts'
import { type Assumptions, noAssumptions, type ReadSettings } from '#domain/rows/reading.ts'
import { type CheckedRow, checkRow, toValues } from '#domain/rows/row-type.ts'
import type { FileToRead, SourceFile, RefusedFile, UploadOptions } from '#machines/upload-steps.ts'
import { stripCurrencies } from '#rows/plain-amounts.ts'
import { type AnyRows, createRows } from '#rows/rows.ts'
import { yieldToEvents } from '#services/breathe.ts'
import { type ReadResult, sheetsWorker } from '#services/files/sheets-worker.ts'
import { readWithChoice } from '../file-columns.ts'
import { toAssumptions, toSource } from '#flows/open-rows/assumptions.ts'
import { readFactsToDamage } from '#flows/open-rows/file-properties.ts'
import { neededDecisions, factsToChoices, removeTotalRows, readRemainingRows } from '#flows/open-rows/file-parts.ts'
import { fileFactsToMessages, isUserFile, withShownRowNumbers, rowsOfFile } from '#flows/open-rows/generated-file.ts'

export interface ReadFile {
  readonly kind: 'read'
  readonly rows: AnyRows
  /** Options detected from the file. */
  readonly options: Partial<UploadOptions>
  readonly facts: readonly Message[]
  readonly damage: readonly Message[]
  /** The bytes of the file, if it is sent with the batch. */
  readonly content: Uint8Array<ArrayBuffer> | undefined
  /** The columns of the file, if they were not in the expected order. */
  readonly columns: ReadColumns | undefined
  readonly assumed: Assumptions
  /** The file, if it can be read in another way. */
  readonly source: SourceFile | undefined
  /** Rows beyond the limit of the file, in parts of the maximum size. */
  readonly rest: readonly AnyRows[]
  /** True if the first line of the file has the headings of such rows. */
  readonly hasHeadings: boolean
}

/** A file whose columns the user must choose first. */
export interface ColumnsNeeded {
  readonly kind: 'columnsNeeded'
  readonly columns: ReadColumns
  readonly source: SourceFile | undefined
}

/**
 * Returns checked rows, or the reason why the file was not read. `chosen`: the columns of the file and the user's
 * mapping of them.
 */
export async function readFile(
  file: unknown,
  rules: RowRules,
  signal: AbortSignal,
  chosen?: FileToRead['chosen'],
  settings: ReadSettings = {},
): Promise<ReadFile | ColumnsNeeded | RefusedFile> {
  if (!(file instanceof File)) return { kind: 'refused', message: message('fileFailed') }
  const givenRows = rowsOfFile(file)
  if (givenRows) return rowsToReadFile(givenRows, rules)
  // Let the browser show that the file was dropped.
  await yieldToEvents()
  const { accepts, maxRows } = uploadTypes[rules.kind]
  // Read in parallel with the worker, since the browser can take long to provide the bytes.
  const contentPromise = readFileContent(file, rules.kind)
  const readBy = (rulesToUse: RowRules, columns?: MappedColumns) =>
    sheetsWorker.readRows(file, { rules: rulesToUse, accepts, maxRows, columns, settings }, { signal })
  // Only the rules of orders have `today`.
  const {
    read,
    rules: actualRules,
    facts,
    sharedBy,
  } = 'today' in rules
    ? { rules, ...(await readWithChoice(toRowType(rules), (columns) => readBy(rules, columns), chosen)) }
    : await readCards(rules, readBy, chosen)
  if (!read.ok) {
    const { code, columns, choices = {}, ...refusal } = read.refusal
    const source = toSource(file, choices, settings, neededDecisions[code])
    return columns ? { kind: 'columnsNeeded', columns, source } : { kind: 'refused', ...refusal, source }
  }
  const rowType = toRowType(actualRules)
  const packedRows = withShownRowNumbers(file, read.packedRows)
  const rows = createRows<string, AnyRowType>(packedRows, rowType)
  removeTotalRows(rows, read)
  await yieldToEvents()
  const readChunk = (skipRows: number) =>
    sheetsWorker.readRows(
      file,
      { rules: actualRules, accepts, maxRows, columns: read.facts.columns, settings: { ...settings, skipRows } },
      { signal },
    )
  const rest = read.facts.moreRows > 0 ? await readRemainingRows(rowType, maxRows, readChunk) : []
  if (signal.aborted) return { kind: 'refused', message: message('fileAborted') }
  const amountMessages = amountsWithoutCurrencyToMessages(stripCurrencies(rows))
  const { content, notes } = await contentPromise
  return {
    kind: 'read',
    rows,
    content,
    columns: read.facts.columns,
    assumed: toAssumptions({
      rowType,
      file: read.facts,
      settings,
      rowNumbers: { inFile: read.packedRows.rowNumbers, shown: packedRows.rowNumbers },
      sharedBy,
    }),
    source: toSource(file, factsToChoices(read.facts), settings),
    rest,
    hasHeadings: read.facts.header !== undefined,
    options: 'today' in actualRules ? {} : { identifierType: actualRules.identifierType },
    facts: [...facts, ...fileFactsToMessages(file, rowType, read.facts), ...amountMessages, ...notes],
    damage: readFactsToDamage(read.facts),
  }
}

/** Rows that were typed or come from an earlier upload, checked like those of a file. */
function rowsToReadFile(givenRows: readonly Pick<CheckedRow, 'values'>[], rules: RowRules): ReadFile {
  const rowType: AnyRowType = toRowType(rules)
  const checkedRows = givenRows.map(({ values }, index) =>
    checkRow(rowType, {
      rowNumber: index + 1,
      values: toValues(
        rowType,
        rowType.fields.map(({ name }) => values[name] ?? ''),
      ),
      fieldCount: rowType.activeFields.length,
    }),
  )
  const columns = packRows(rowType, markDuplicates(rowType, checkedRows), (text) => new TextEncoder().encode(text))
  const rows = createRows<string, AnyRowType>(columns, rowType)
  const facts = amountsWithoutCurrencyToMessages(stripCurrencies(rows))
  return {
    kind: 'read',
    rows,
    content: undefined,
    columns: undefined,
    assumed: noAssumptions,
    source: undefined,
    rest: [],
    hasHeadings: false,
    options: {},
    facts,
    damage: [],
  }
}

async function readCards(
  rules: CardRowRules,
  readBy: (rules: RowRules, columns?: MappedColumns) => Promise<ReadResult>,
  chosen: FileToRead['chosen'],
) {
  let facts: readonly Message[] = []
  let sharedBy: string | undefined
  const { read, identifierType } = await readWithBestIdentifier(async (type) => {
    const rulesOfType = { ...rules, identifierType: type }
    const result = await readWithChoice(toRowType(rulesOfType), (columns) => readBy(rulesOfType, columns), chosen)
    if (result.read.ok) ({ facts, sharedBy } = result)
    return result.read
  }, rules.identifierType)
  const isOtherType = identifierType !== rules.identifierType
  const typeNote = message('cardsIdentifiedBy', identifierTypes[identifierType].label)
  return { read, rules: { ...rules, identifierType }, facts: [...(isOtherType ? [typeNote] : []), ...facts], sharedBy }
}

const amountsWithoutCurrencyToMessages = (count: number): Message[] =>
  count === 0 ? [] : [message('amountsWithoutCurrency', count)]

/** The content of a file that is sent with its batch, or a message for the user if it is not sent. */
export async function readFileContent(
  file: File,
  kind: UploadType,
): Promise<Pick<ReadFile, 'content'> & { readonly notes: readonly Message[] }> {
  if (!uploadTypes[kind].storesFile || !isUserFile(file)) return { content: undefined, notes: [] }
  if (file.size > MAX_STORED_FILE) return { content: undefined, notes: [message('fileNotKept')] }
  return { content: await readContent(file), notes: [] }
}

/** Undefined if the file has changed or was deleted since it was read. */
async function readContent(file: File): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return undefined
  }
}

interface ReadByIdentifier {
  readonly read: ReadResult
  readonly identifierType: IdentifierType
}

export async function readWithBestIdentifier(
  readAs: (type: IdentifierType) => Promise<ReadResult>,
  chosen: IdentifierType,
): Promise<ReadByIdentifier> {
  const first = { read: await readAs(chosen), identifierType: chosen }
  // A tracking-number heading is unknown when reading card numbers, and vice versa, so retry with the other type.
  const needsColumns = !first.read.ok && first.read.refusal.columns !== undefined
  if (!needsColumns && misfitShare(first.read) <= 0.5) return first
  const otherType = chosen === PAN ? TRACKING_NUMBER : PAN
  const second = { read: await readAs(otherType), identifierType: otherType }
  const findsColumns = !needsColumns || second.read.ok
  const mostFit = misfitShare(second.read) < 0.5
  return findsColumns && mostFit ? second : first
}

/** The proportion of rows whose identifier has the wrong length. */
function misfitShare(read: ReadResult): number {
  if (!read.ok) return 0
  // `findings` has an index in `sets` for each row.
  const { sets, findings, count } = read.packedRows
  const isMisfit = sets.map((set) => set.some(({ code }) => code === 'identifierLength'))
  return findings.reduce((sum, index) => sum + (isMisfit[index] ? 1 : 0), 0) / count
}
