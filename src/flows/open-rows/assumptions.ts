// The reader's assumptions about a file, each with the action that changes it with one click.
import { m } from '#words/messages.js'
import { messageToText } from '#domain/messages/to-text.ts'
import { type Message, message } from '#domain/messages/message.ts'
import { centsToDecimal } from '#domain/money.ts'
import { columnTitle, unusedColumns } from '#domain/rows/column-map.ts'
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

/**
 * `settings`: what the user has decided. `inFile`, `shown`: for each row, its number in the file, and the number shown
 * instead.
 */
export function factsToAssumptions(
  rowType: RowType,
  facts: FileProperties,
  settings: ReadSettings,
  [inFile, shown]: readonly [inFile: Uint32Array, shown: Uint32Array],
  sharedBy: string | undefined,
): Assumptions {
  const toShown = (rowNumber: number) => shown[inFile.indexOf(rowNumber)] ?? rowNumber
  return {
    notes: notesOf(rowType, facts, settings),
    ...(sharedBy !== undefined && { sharedBy }),
    hidden: facts.hiddenRows.map(toShown),
    totals: facts.totalsRowNumbers.map(toShown),
    merged: facts.merged,
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
  const hiddenSheetCount = unreadSheetCount - (sheets.length - 1)
  return [
    ...(skippedSheets.length > 0 ? [message('sheetsPassedOver', sheetName, skippedSheets)] : []),
    ...(otherVisibleSheets.length > 0 ? [message('sheetsNotRead', sheetName, otherVisibleSheets)] : []),
    ...(hiddenSheetCount > 0 ? [message('hiddenSheetsNotRead', hiddenSheetCount)] : []),
  ]
}

function encodingNotes({ encodings: [usedEncoding] = [] }: FileProperties, settings: ReadSettings): Message[] {
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
  const rows = marked.values.reduce(
    (sum, { text, rows: count }) => sum + (marked.excluded.includes(text) ? count : 0),
    0,
  )
  return [message(lines.marked > 0 ? 'markedRowsLeftOut' : 'markedRowsTaken', rows, title, marked.excluded)]
}

/** Cards in a second table beside the first, which get nothing. */
function secondTableNotes({ fields }: RowType, { columns }: FileProperties): Message[] {
  if (!columns) return []
  const titles = cardColumns(fields, columns, unusedColumns(columns, columns.map)).map((column) =>
    columnTitle(columns, column, { hasHeadings: columns.hasHeadings }),
  )
  return titles.length > 0 ? [message('cardsNotLoaded', titles)] : []
}

/** The file with the choices for reading it in another way. Undefined if there are no such choices. */
export function toSource(
  file: FileLike,
  choices: ReadChoices,
  { sheet, encoding }: ReadSettings,
  needs?: SourceFile['needs'],
): SourceFile | undefined {
  const { sheets = [], encodings = [], unreadSheetCount = 0 } = choices
  if (sheets.length < 2 && unreadSheetCount === 0 && encodings.length === 0 && needs === undefined) return undefined
  return { ...choices, file, settings: { sheet: sheet ?? choices.sheet, encoding }, needs }
}

/** An assumption, and the action that changes it. */
export interface Assumption {
  readonly text: string
  readonly action?: { readonly label: string; readonly run: (edits: RowEdits) => void }
  /** True if the assumption is changed by choosing the columns. */
  readonly isOfColumns?: true
}

/** All assumptions about the current rows, including rows that the user has removed or filled since. */
export function currentAssumptions(assumed: Assumptions | undefined, rows: AnyRows): Assumption[] {
  if (!assumed) return []
  const ids = idsByNumber(rows, assumed)
  const { sharedBy } = assumed
  return [
    ...(sharedBy === undefined
      ? []
      : [{ text: m.rows_columnsAsSharedBy({ name: sharedBy }), isOfColumns: true as const }]),
    ...hiddenRowAssumptions(idsOf(ids, assumed.hidden), rows),
    ...mergedCellAssumptions(assumed.merged, ids, rows),
    ...totalRowAssumptions(idsOf(ids, assumed.totals), rows),
    ...assumed.notes.map((note) => ({ text: messageToText(note) })),
  ]
}

/** The open rows that were hidden in the spreadsheet. */
export const hiddenIds = (assumed: Assumptions | undefined, rows: AnyRows): ReadonlySet<number> =>
  new Set(assumed && assumed.hidden.length > 0 ? idsOf(idsByNumber(rows, assumed), assumed.hidden) : [])

type Ids = ReadonlyMap<number, number>

function idsByNumber(rows: AnyRows, { hidden, totals: totalsRowNumbers, merged }: AssumedRows): Ids {
  const ids = new Map<number, number>()
  if (hidden.length + totalsRowNumbers.length + merged.length === 0) return ids
  for (let id = 0; id < rows.count; id += 1) ids.set(rows.rowNumber(id), id)
  return ids
}

const idsOf = (ids: Ids, numbers: readonly number[]): number[] =>
  numbers.flatMap((rowNumber) => ids.get(rowNumber) ?? [])

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
  return [
    {
      text: messageToText(
        message(
          'totalRowsLeftOut',
          removedIds.map((id) => rows.rowNumber(id)),
        ),
      ),
      action: { label: m.rows_takeTotalRows({ rows: removedIds.length }), run: (edits) => edits.restore(removedIds) },
    },
  ]
}

/** One entry for all merged cells of a field. */
function mergedCellAssumptions(merged: readonly MergedRows[], ids: Ids, rows: AnyRows): Assumption[] {
  const rowType = rows.kind()
  return [...new Set(merged.map(({ field }) => field))].flatMap((name): Assumption[] => {
    const field = rowType.field(name)
    if (!field) return []
    const cells = merged.filter((cell) => cell.field === name)
    const blankCells = cells.flatMap(({ rows: numbers, value }) =>
      idsOf(ids, numbers).flatMap((id) =>
        !rows.isRemoved(id) && rowType.toDisplayedValues(rows.row(id).values)[name] === ''
          ? [{ id, value, values: { [name]: value } }]
          : [],
      ),
    )
    const fillableCells = blankCells.filter(({ value }) => value !== '')
    const places = cells.map(({ from, rows: numbers, value }) => ({ value, from, to: numbers.at(-1) ?? from }))
    if (blankCells.length === 0)
      return [{ text: m.rows_mergedCellsFilled({ column: field.label, places: rangesToText(places) }) }]
    const values = new Set(fillableCells.map(({ value }) => value))
    return [
      {
        text: m.rows_mergedCellsBlank({ column: field.label, places: rangesToText(places), rows: blankCells.length }),
        ...(fillableCells.length > 0 && {
          action: {
            label: m.rows_repeatMerged({
              hasValue: (values.size === 1 ? [...values][0] : undefined) === undefined ? 'no' : 'yes',
              value: (values.size === 1 ? [...values][0] : undefined) ?? '',
              rows: fillableCells.length,
            }),
            run: (edits: RowEdits) => edits.writeBlock('filling', fillableCells, []),
          },
        }),
      },
    ]
  })
}

interface MergedRange {
  readonly value: string
  readonly from: number
  readonly to: number
}

/** '“Gold” over rows 3 to 7, “Silver” over rows 8 to 9 and 2 more'. */
function rangesToText(places: readonly MergedRange[]): string {
  const shown = places
    .slice(0, 3)
    .map(({ value, from, to }) =>
      m.rows_mergedPlace({ hasValue: value === '' ? 'no' : 'yes', value: value ?? '', from, to }),
    )
  return shortList(shown, places.length)
}
