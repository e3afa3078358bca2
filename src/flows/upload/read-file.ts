// Reads a dropped file as rows, and detects how the file identifies cards. If more than half of the rows do not fit the
// chosen identifier type, and most rows fit the other type, the file is read with the other type. A message says so.
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
  /** The rows beyond the limit of one upload, in parts of the maximum size. */
  readonly remainingParts: readonly AnyRows[]
  /** True if the first line of the file contains the headings of this type of upload. */
  readonly hasHeadings: boolean
}

/** A file whose columns the user must choose first. */
export interface ColumnsNeeded {
  readonly kind: 'columnsNeeded'
  readonly columns: ReadColumns
  readonly source: SourceFile | undefined
}

interface ReadOptions {
  readonly signal: AbortSignal
  /** The columns of the file and the user's mapping of them. */
  readonly chosen?: FileToRead['chosenColumns']
  readonly settings?: ReadSettings | undefined
}

/** Returns checked rows, or the reason why the file was not read. */
export async function readFile(
  file: unknown,
  rules: RowRules,
  { signal, chosen, settings = {} }: ReadOptions,
): Promise<ReadFile | ColumnsNeeded | RefusedFile> {
  if (!(file instanceof File)) return { kind: 'refused', message: message('fileFailed') }
  const generatedRows = rowsOfFile(file)
  if (generatedRows) return rowsToReadFile(generatedRows, rules)
  // Let the browser show that the file was dropped.
  await yieldToEvents()
  const { accepts, maxRows } = uploadTypes[rules.kind]
  // Read in parallel with the worker, because the browser can take long to provide the bytes.
  const contentPromise = readFileContent(file, rules.kind)
  const readBy = (rulesToUse: RowRules, columns?: MappedColumns) =>
    sheetsWorker.readRows(file, { rules: rulesToUse, accepts, maxRows, columns, settings }, { signal })
  const result = areForCards(rules) ? await readCards(rules, readBy, chosen) : await readOrders(rules, readBy, chosen)
  const { read, rules: actualRules, messages, sharedBy } = result
  if (!read.ok) return refusalToResult(read.refusal, file, settings)
  const rowType = toRowType(actualRules)
  const packedRows = withShownRowNumbers(file, read.packedRows)
  const rows = createRows<string, AnyRowType>(packedRows, rowType)
  removeTotalRows(rows, read)
  await yieldToEvents()
  const readPart = (skipRows: number) =>
    sheetsWorker.readRows(
      file,
      { rules: actualRules, accepts, maxRows, columns: read.facts.columns, settings: { ...settings, skipRows } },
      { signal },
    )
  const remainingParts = read.facts.moreRows > 0 ? await readRemainingRows(rowType, maxRows, readPart) : []
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
    remainingParts,
    hasHeadings: read.facts.header !== undefined,
    options: areForCards(actualRules) ? { identifierType: actualRules.identifierType } : {},
    facts: [...messages, ...fileFactsToMessages(file, rowType, read.facts), ...amountMessages, ...notes],
    damage: readFactsToDamage(read.facts),
  }
}

function refusalToResult(
  { code, message: reason, hint, columns, choices = {} }: Extract<ReadResult, { ok: false }>['refusal'],
  file: File,
  settings: ReadSettings,
): ColumnsNeeded | RefusedFile {
  const neededDecision = neededDecisions[code]
  const source = toSource(file, choices, settings, neededDecision)
  return columns ? { kind: 'columnsNeeded', columns, source } : { kind: 'refused', message: reason, hint, source }
}

/** Checks rows that were typed or come from an earlier upload, like the rows of a file. */
function rowsToReadFile(uncheckedRows: readonly Pick<CheckedRow, 'values'>[], rules: RowRules): ReadFile {
  const rowType: AnyRowType = toRowType(rules)
  const checkedRows = uncheckedRows.map(({ values }, index) => {
    const texts = rowType.fields.map(({ name }) => values[name] ?? '')
    const fieldCount = rowType.activeFields.length
    return checkRow(rowType, { rowNumber: index + 1, values: toValues(rowType, texts), fieldCount })
  })
  const encode = (text: string) => new TextEncoder().encode(text)
  const packedRows = packRows(rowType, markDuplicates(rowType, checkedRows), encode)
  const rows = createRows<string, AnyRowType>(packedRows, rowType)
  const facts = amountsWithoutCurrencyToMessages(stripCurrencies(rows))
  return {
    kind: 'read',
    rows,
    content: undefined,
    columns: undefined,
    assumed: noAssumptions,
    source: undefined,
    remainingParts: [],
    hasHeadings: false,
    options: {},
    facts,
    damage: [],
  }
}

/** True for the rules of a batch. Rows of orders do not identify cards. */
const areForCards = (rules: RowRules): rules is CardRowRules => 'identifierType' in rules

type ReadByRules = (rules: RowRules, columns?: MappedColumns) => Promise<ReadResult>

async function readOrders(
  rules: Exclude<RowRules, CardRowRules>,
  readBy: ReadByRules,
  chosen: FileToRead['chosenColumns'],
) {
  const result = await readWithChoice(toRowType(rules), (columns) => readBy(rules, columns), chosen)
  return { rules, ...result }
}

async function readCards(rules: CardRowRules, readBy: ReadByRules, chosen: FileToRead['chosenColumns']) {
  const readAs = (identifierType: IdentifierType) => {
    const rulesOfType = { ...rules, identifierType }
    return readWithChoice(toRowType(rulesOfType), (columns) => readBy(rulesOfType, columns), chosen)
  }
  const { result, identifierType } = await readWithBestIdentifier(readAs, rules.identifierType)
  const isOtherType = identifierType !== rules.identifierType
  const messages = isOtherType
    ? [message('cardsIdentifiedBy', identifierTypes[identifierType].label), ...result.messages]
    : result.messages
  return { ...result, rules: { ...rules, identifierType }, messages }
}

const amountsWithoutCurrencyToMessages = (count: number): Message[] =>
  count === 0 ? [] : [message('amountsWithoutCurrency', count)]

/** The content of a file that is sent with its batch. If the file is too large to be sent, a message for the user. */
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

/** Reads the file with the other type of identifier if the chosen type does not fit most of its rows. */
export async function readWithBestIdentifier<Result extends { readonly read: ReadResult }>(
  readAs: (type: IdentifierType) => Promise<Result>,
  chosenType: IdentifierType,
): Promise<{ readonly result: Result; readonly identifierType: IdentifierType }> {
  const first = { result: await readAs(chosenType), identifierType: chosenType }
  const { read } = first.result
  if (!mayFitOtherType(read)) return first
  const otherType = chosenType === PAN ? TRACKING_NUMBER : PAN
  const second = { result: await readAs(otherType), identifierType: otherType }
  const fitsOtherType = second.result.read.ok && misfitShare(second.result.read) < 0.5
  return fitsOtherType ? second : first
}

function mayFitOtherType(read: ReadResult): boolean {
  if (read.ok) return misfitShare(read) > 0.5
  // The columns are unclear. While card numbers are read, the heading of a tracking number is unknown, and vice versa.
  return read.refusal.columns !== undefined
}

/** The proportion of rows whose identifier has the wrong length. */
function misfitShare(read: Extract<ReadResult, { ok: true }>): number {
  // `sets` contains each combination of findings once. `findings` has the index of a row's combination.
  const { sets, findings, count } = read.packedRows
  const isMisfitSet = sets.map((set) => set.some(({ code }) => code === 'identifierLength'))
  const misfits = findings.filter((setIndex) => isMisfitSet[setIndex])
  return misfits.length / count
}
