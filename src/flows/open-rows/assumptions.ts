// What the portal assumed when it read a file. Each assumption has an action, so that the user can change it with one
// click.
import { m } from '#words/messages.js'
import { messageToText } from '#domain/messages/to-text.ts'
import { type Message, message } from '#domain/messages/message.ts'
import { centsToDecimal } from '#domain/money.ts'
import { columnTitle, unusedColumns } from '#domain/rows/column-map.ts'
import type { RowField } from '#domain/rows/fields.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { cardColumns } from '#domain/rows/match-columns.ts'
import {
  type AssumedRows,
  type Assumptions,
  type MergedRows,
  type ReadChoices,
  type ReadSettings,
} from '#domain/rows/reading.ts'
import type { FileLike, SourceFile } from '#machines/upload-steps.ts'
import type { RowEdits } from '#rows/edits.ts'
import type { AnyRows } from '#rows/rows.ts'
import { rowList, shortList } from '#words/lists.ts'
import { hasLinesInCells, leftOutToMessages, linesToMessage, type FileProperties } from './file-properties.ts'

interface AssumptionSources {
  readonly rowType: RowType
  readonly file: FileProperties
  /** What the user has decided. */
  readonly settings: ReadSettings
  /** The number of each row in the file, and at the same index the number that is shown for it. */
  readonly rowNumbers: { readonly inFile: Uint32Array; readonly shown: Uint32Array }
  /** The user whose choice of columns was used, if it was another user's. */
  readonly sharedBy: string | undefined
}

export function toAssumptions({ rowType, file, settings, rowNumbers, sharedBy }: AssumptionSources): Assumptions {
  const { inFile, shown } = rowNumbers
  const toShownNumber = (rowNumber: number) => shown[inFile.indexOf(rowNumber)] ?? rowNumber
  return {
    notes: notesOf(rowType, file, settings),
    ...(sharedBy !== undefined && { sharedBy }),
    hidden: file.hiddenRows.map(toShownNumber),
    totals: file.totalsRowNumbers.map(toShownNumber),
    merged: file.merged,
  }
}

/** The assumptions about a file whose rows are added to the open rows. */
export const assumedToMessages = (rowType: RowType, facts: FileProperties): Message[] => [
  ...notesOf(rowType, facts, {}),
  ...(facts.hiddenRows.length > 0 ? [message('hiddenRowsIncluded', facts.hiddenRows)] : []),
  ...(facts.totalsRowNumbers.length > 0 ? [message('totalRowsLeftOut', facts.totalsRowNumbers)] : []),
]

const notesOf = (rowType: RowType, facts: FileProperties, settings: ReadSettings): Message[] => [
  ...sheetNotes({ ...facts, sheet: facts.sheetName }),
  ...encodingNotes(facts, settings),
  ...hiddenColumnNotes(facts),
  ...roundedNotes(facts),
  ...mergedNotes(facts),
  ...markedNotes(facts),
  ...secondTableNotes(rowType, facts),
  ...leftOutToMessages(rowType, facts),
  ...(hasLinesInCells(facts) ? [linesToMessage(facts)] : []),
]

/** Explains which sheets were skipped or not read. */
export function sheetNotes({
  sheet: sheetName,
  sheets = [],
  unreadSheetCount = 0,
  skippedSheets = [],
}: ReadChoices): Message[] {
  if (sheetName === undefined || unreadSheetCount === 0) return []
  const otherVisibleSheets = sheets.filter((sheet) => sheet !== sheetName && !skippedSheets.includes(sheet))
  // `sheets` contains only the visible sheets, one of which was read.
  const unreadVisibleCount = sheets.length - 1
  const hiddenSheetCount = unreadSheetCount - unreadVisibleCount
  return [
    ...(skippedSheets.length > 0 ? [message('sheetsPassedOver', sheetName, skippedSheets)] : []),
    ...(otherVisibleSheets.length > 0 ? [message('sheetsNotRead', sheetName, otherVisibleSheets)] : []),
    ...(hiddenSheetCount > 0 ? [message('hiddenSheetsNotRead', hiddenSheetCount)] : []),
  ]
}

function encodingNotes({ encodings = [] }: FileProperties, settings: ReadSettings): Message[] {
  // The first encoding is the one that was used.
  const [usedEncoding] = encodings
  if (!usedEncoding) return []
  const name = m.rows_encodingName({ encoding: usedEncoding.encoding })
  return [message(settings.encoding ? 'textReadAsChosen' : 'textReadAsGuess', name, usedEncoding.sample)]
}

const hiddenColumnNotes = ({ hiddenColumns }: FileProperties): Message[] =>
  hiddenColumns.length > 0 ? [message('columnsHidden', hiddenColumns)] : []

const roundedNotes = ({ rounded }: FileProperties): Message[] =>
  rounded ? [message('amountsShownRounded', rounded.count, rounded.example, centsToDecimal(rounded.difference))] : []

const mergedNotes = ({ mergedAcross = [] }: FileProperties): Message[] =>
  mergedAcross.length > 0 ? [message('cellsMergedAcross', mergedAcross)] : []

/** Rows that a column marks as not to be paid. */
function markedNotes({ marked, columns, lines }: FileProperties): Message[] {
  if (!marked || !columns) return []
  const title = columnTitle(columns, marked.column, { hasHeadings: columns.hasHeadings })
  const excludedValues = marked.values.filter(({ text }) => marked.excluded.includes(text))
  const excludedRowCount = excludedValues.reduce((sum, { rows }) => sum + rows, 0)
  const areLeftOut = lines.marked > 0
  const code = areLeftOut ? 'markedRowsLeftOut' : 'markedRowsTaken'
  return [message(code, excludedRowCount, title, marked.excluded)]
}

/** Reports cards in a second table beside the first, because nothing is loaded to them. */
function secondTableNotes({ fields }: RowType, { columns }: FileProperties): Message[] {
  if (!columns) return []
  const unusedCardColumns = cardColumns(fields, columns, unusedColumns(columns, columns.map))
  const titles = unusedCardColumns.map((column) => columnTitle(columns, column, { hasHeadings: columns.hasHeadings }))
  return titles.length > 0 ? [message('cardsNotLoaded', titles)] : []
}

/**
 * The file and how else it can be read, for example another sheet. Undefined if it cannot be read in another way.
 * `needs`: what the user must decide before the file can be read.
 */
export function toSource(
  file: FileLike,
  choices: ReadChoices,
  { sheet, encoding }: ReadSettings,
  needs?: SourceFile['needs'],
): SourceFile | undefined {
  const { sheets = [], encodings = [], unreadSheetCount = 0 } = choices
  const hasOtherSheets = sheets.length > 1 || unreadSheetCount > 0
  const hasOtherEncodings = encodings.length > 0
  const hasChoice = hasOtherSheets || hasOtherEncodings || needs !== undefined
  if (!hasChoice) return undefined
  return { ...choices, file, settings: { sheet: sheet ?? choices.sheet, encoding }, needs }
}

/** An assumption, and the action that changes it. */
export interface Assumption {
  readonly text: string
  readonly action?: { readonly label: string; readonly run: (edits: RowEdits) => void }
  /** True if the assumption is changed by choosing the columns. */
  readonly concernsColumns?: true
}

/** All assumptions about the current rows, including rows that the user has removed or filled since. */
export function currentAssumptions(assumed: Assumptions | undefined, rows: AnyRows): Assumption[] {
  if (!assumed) return []
  const idsByNumber = toIdsByNumber(rows, assumed)
  return [
    ...sharedColumnAssumptions(assumed),
    ...hiddenRowAssumptions(idsOf(idsByNumber, assumed.hidden), rows),
    ...mergedCellAssumptions(assumed.merged, idsByNumber, rows),
    ...totalRowAssumptions(idsOf(idsByNumber, assumed.totals), rows),
    ...assumed.notes.map((note) => ({ text: messageToText(note) })),
  ]
}

const sharedColumnAssumptions = ({ sharedBy }: Assumptions): Assumption[] =>
  sharedBy === undefined ? [] : [{ text: m.rows_columnsAsSharedBy({ name: sharedBy }), concernsColumns: true }]

/** The open rows that were hidden in the spreadsheet. */
export function hiddenIds(assumed: Assumptions | undefined, rows: AnyRows): ReadonlySet<number> {
  if (!assumed || assumed.hidden.length === 0) return new Set()
  return new Set(idsOf(toIdsByNumber(rows, assumed), assumed.hidden))
}

/** The id of each row by its row number. */
type IdsByNumber = ReadonlyMap<number, number>

function toIdsByNumber(rows: AnyRows, { hidden, totals, merged }: AssumedRows): IdsByNumber {
  const ids = new Map<number, number>()
  // Most files need no ids. Their rows are not searched.
  const needsIds = hidden.length > 0 || totals.length > 0 || merged.length > 0
  if (!needsIds) return ids
  for (let id = 0; id < rows.count; id += 1) ids.set(rows.rowNumber(id), id)
  return ids
}

const idsOf = (idsByNumber: IdsByNumber, numbers: readonly number[]): number[] =>
  numbers.map((rowNumber) => idsByNumber.get(rowNumber)).filter((id) => id !== undefined)

function hiddenRowAssumptions(ids: readonly number[], rows: AnyRows): Assumption[] {
  if (ids.length === 0) return []
  const includedIds = ids.filter((id) => !rows.isRemoved(id))
  const toRowNumbers = (someIds: readonly number[]) => someIds.map((id) => rows.rowNumber(id))
  if (includedIds.length === 0)
    return [
      {
        text: m.rows_hiddenRowsLeftOut({ count: ids.length, list: rowList(toRowNumbers(ids)) }),
        action: { label: m.rows_takeHiddenRows({ rows: ids.length }), run: (edits) => edits.restore(ids) },
      },
    ]
  return [
    {
      text: messageToText(message('hiddenRowsIncluded', toRowNumbers(includedIds))),
      action: {
        label: m.rows_leaveOutHiddenRows({ rows: includedIds.length }),
        run: (edits) => edits.remove(includedIds),
      },
    },
  ]
}

function totalRowAssumptions(ids: readonly number[], rows: AnyRows): Assumption[] {
  const removedIds = ids.filter((id) => rows.isRemoved(id))
  if (removedIds.length === 0) return []
  const removedNumbers = removedIds.map((id) => rows.rowNumber(id))
  return [
    {
      text: messageToText(message('totalRowsLeftOut', removedNumbers)),
      action: { label: m.rows_takeTotalRows({ rows: removedIds.length }), run: (edits) => edits.restore(removedIds) },
    },
  ]
}

/** One entry for all merged cells of a field. */
function mergedCellAssumptions(merged: readonly MergedRows[], idsByNumber: IdsByNumber, rows: AnyRows): Assumption[] {
  const assumptions: Assumption[] = []
  for (const name of new Set(merged.map(({ field }) => field))) {
    const field = rows.rowType().field(name)
    const cellsOfField = merged.filter((cell) => cell.field === name)
    if (field) assumptions.push(mergedFieldAssumption(field, cellsOfField, idsByNumber, rows))
  }
  return assumptions
}

function mergedFieldAssumption(
  field: RowField,
  cells: readonly MergedRows[],
  idsByNumber: IdsByNumber,
  rows: AnyRows,
): Assumption {
  const places = rangesToText(cells)
  const isBlank = (id: number) => {
    if (rows.isRemoved(id)) return false
    const displayedValues = rows.rowType().toDisplayedValues(rows.row(id).values)
    return displayedValues[field.name] === ''
  }
  const blankCells = cells.flatMap(({ rows: numbers, value }) => {
    const blankIds = idsOf(idsByNumber, numbers).filter(isBlank)
    return blankIds.map((id) => ({ id, value, values: { [field.name]: value } }))
  })
  if (blankCells.length === 0) return { text: m.rows_mergedCellsFilled({ column: field.label, places }) }
  const text = m.rows_mergedCellsBlank({ column: field.label, places, rows: blankCells.length })
  const fillableCells = blankCells.filter(({ value }) => value !== '')
  const [value, ...otherValues] = new Set(fillableCells.map((cell) => cell.value))
  if (value === undefined) return { text }
  const hasOneValue = otherValues.length === 0
  const label = m.rows_repeatMerged({
    hasValue: hasOneValue ? 'yes' : 'no',
    value: hasOneValue ? value : '',
    rows: fillableCells.length,
  })
  return { text, action: { label, run: (edits) => edits.writeBlock('filling', fillableCells, []) } }
}

/** '“Gold” over rows 3 to 7, “Silver” over rows 8 to 9 and 2 more'. */
function rangesToText(cells: readonly MergedRows[]): string {
  const shownTexts = cells.slice(0, 3).map(({ value, from, rows: numbers }) => {
    const lastRow = numbers.at(-1) ?? from
    return m.rows_mergedPlace({ hasValue: value === '' ? 'no' : 'yes', value, from, to: lastRow })
  })
  return shortList(shownTexts, cells.length)
}
