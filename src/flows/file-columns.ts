// Reads a file whose columns are not in the expected order, and reports how it found the columns. It tries, in this
// order: the user's choice for an earlier file with the same headings, the columns that a colleague shared for these
// headings, the headings themselves, and a new choice by the user.
import { m } from '#words/messages.js'
import { columnTitle, findStrayAmountColumn, unusedColumns } from '#domain/rows/column-map.ts'
import { toCurrencyCode } from '#domain/rows/value-findings.ts'
import type { Result } from '#contract/operations.ts'
import { type Message, message } from '#domain/messages/message.ts'
import type { AnyRowType } from '#domain/row-types.ts'
import {
  type ColumnMap,
  type FileColumns,
  NO_COLUMN,
  type ReadColumns,
  type MappedColumns,
} from '#domain/rows/headings.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { contradictedHeadings, sharedToColumnMap, headingsKey, toSharedColumns } from '#domain/rows/shared-columns.ts'
import { columnMemory } from '#services/files/column-memory.ts'
import { notify } from '#services/notices.ts'
import { change } from '#services/server/api.ts'
import { fetchWithin, NO_PARAMS, refreshQueries } from '#services/server/queries.ts'
import { createReusedRequestId } from '#services/server/reused-request-id.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import type { ReadResult } from '#services/files/sheets-worker.ts'

export interface ReadWithEarlierChoice {
  readonly read: ReadResult
  /** True if the user's own choice for an earlier file was used. */
  readonly isRemembered: boolean
  /** The name of the colleague whose shared columns were used. */
  readonly sharedBy?: string | undefined
  /**
   * True if a colleague's shared columns were not used because they contradict clear headings. The user must decide.
   */
  readonly contradictsHeadings?: boolean
}

/**
 * Reads a file, using the columns that this user has chosen for these headings before. If the result has
 * `refusal.columns`, the user must choose: read again with that choice, and call `rememberColumns`.
 */
export async function readWithEarlierChoice(
  rowType: RowType,
  readFile: (columns?: MappedColumns) => Promise<ReadResult>,
): Promise<ReadWithEarlierChoice> {
  const readWithoutChoice = await readFile()
  const columns = readWithoutChoice.ok ? readWithoutChoice.facts.columns : readWithoutChoice.refusal.columns
  const resultWithoutChoice = { read: readWithoutChoice, isRemembered: false }
  if (!columns || columns.asksForHeadings) return resultWithoutChoice
  const hasStrayAmounts = findStrayAmountColumn(rowType, columns) !== undefined
  if (hasStrayAmounts) return resultWithoutChoice
  const remembered = await memoryOf(rowType)?.recall(columns)
  const shared = remembered ? undefined : await readSharedColumns(rowType, columns)
  const map = remembered?.map ?? shared?.map
  if (!map) return resultWithoutChoice
  const isReadWithSameMap = readWithoutChoice.ok && map.join() === columns.map.join()
  if (isReadWithSameMap) return resultWithoutChoice
  // Columns that the user has shared count as the user's own choice, also on another computer.
  const isSharedByUser = shared?.sharedByUserID === sessionStore.get()?.user.userId
  const sharedByColleague = isSharedByUser ? undefined : shared
  if (sharedByColleague) {
    // A colleague's choice that contradicts the headings is only offered. If it were used, one user could swap the
    // accounts of another user's transfers.
    const isContradicted = contradictedHeadings(rowType, columns, sharedByColleague.map).length > 0
    if (isContradicted) return { ...resultWithoutChoice, contradictsHeadings: true }
  }
  // The headings can be on a different line than last time. Without `headingRow`, they are on the first line.
  const { headingRow } = columns
  const headingLine = headingRow === undefined ? {} : { headingRow }
  const mapping = { map, width: columns.headings.length, hasHeadings: true, ...headingLine }
  return {
    read: await readFile(mapping),
    isRemembered: !sharedByColleague,
    sharedBy: sharedByColleague?.sharedBy,
  }
}

/** The longest time to wait for shared columns. The user can still choose columns that arrive later. */
const MAX_WAIT_MS = 2000

async function readSharedColumns(rowType: RowType, columns: FileColumns): Promise<FoundColumns | undefined> {
  const response = await fetchWithin(MAX_WAIT_MS, 'sharedColumns', NO_PARAMS)
  return findSharedColumns(rowType, columns, response?.sharedColumns ?? [])
}

export type SharedColumns = Result<'sharedColumns'>['sharedColumns'][number]

/** Shared columns for a file with the same headings, and the mapping of the file's columns that follows from them. */
export interface FoundColumns extends SharedColumns {
  readonly map: ColumnMap
}

export function findSharedColumns(
  rowType: RowType,
  columns: FileColumns,
  all: readonly SharedColumns[],
): FoundColumns | undefined {
  const key = headingsKey(columns.headings)
  const match = all.find((shared) => {
    const sharedKey = headingsKey(shared.columns.map(({ heading }) => heading))
    return shared.rowType === rowType.name && sharedKey === key
  })
  if (!match) return undefined
  const map = sharedToColumnMap(rowType, columns, match.columns)
  return map && { ...match, map }
}

const shareRequestId = createReusedRequestId()
const removeRequestId = createReusedRequestId()

export async function shareColumns(rowType: AnyRowType, columns: FileColumns, map: ColumnMap): Promise<void> {
  const shared = toSharedColumns(rowType, columns, map)
  if (!shared) return
  const params = { rowType: rowType.name, columns: shared }
  const response = await change('shareColumns', { ...params, requestId: shareRequestId.idOf(params) })
  if (!response.ok) {
    notify({ kind: 'error', text: response.text })
    return
  }
  notify({ kind: 'success', text: m.device_columnsAreShared() })
  shareRequestId.forget()
  refreshQueries('sharedColumns')
}

/** Returns true if the shared columns were removed. */
export async function removeSharedColumns({ id }: SharedColumns): Promise<boolean> {
  const response = await change('removeSharedColumns', { id, requestId: removeRequestId.idOf({ id }) })
  if (response.ok) {
    notify({ kind: 'success', text: m.device_columnsAreNoLongerShared() })
    removeRequestId.forget()
  } else {
    notify({ kind: 'error', text: response.text })
  }
  refreshQueries('sharedColumns')
  return response.ok
}

/** Stores a choice for the next file with the same headings. */
export const rememberColumns = async (
  rowType: RowType,
  columns: ReadColumns,
  mapping: MappedColumns,
): Promise<void> => {
  // If the user chose a different line as headings, this choice is not remembered. The next file may have its headings
  // on another line.
  const usesFoundHeadings = mapping.headingRow === undefined || mapping.headingRow === columns.headingRow
  const hasStrayAmounts = findStrayAmountColumn(rowType, columns) !== undefined
  if (usesFoundHeadings && !hasStrayAmounts) await memoryOf(rowType)?.remember(columns, mapping)
}

/** The columns of a file and how the user has mapped them. */
export interface ChosenColumns {
  readonly columns: ReadColumns
  readonly mapping: MappedColumns
}

/**
 * Reads a file with the columns that the user has chosen, and stores this choice. Without a choice, uses an earlier
 * choice or the headings. Also returns messages about the columns. Asks for the columns if a colleague's shared choice
 * contradicts clear headings.
 */
export async function readWithChoice(
  rowType: RowType,
  readFile: (columns?: MappedColumns) => Promise<ReadResult>,
  chosen: ChosenColumns | undefined,
): Promise<{
  readonly read: ReadResult
  readonly messages: readonly Message[]
  readonly sharedBy: string | undefined
}> {
  if (chosen) await rememberColumns(rowType, chosen.columns, chosen.mapping)
  const result: ReadWithEarlierChoice = chosen
    ? { read: await readFile(chosen.mapping), isRemembered: false }
    : await readWithEarlierChoice(rowType, readFile)
  const read = result.contradictsHeadings ? askForColumns(result.read) : result.read
  return { read, messages: columnsToMessages(rowType, result), sharedBy: result.sharedBy }
}

/** Turns the result into the question which column is which. */
function askForColumns(read: ReadResult): ReadResult {
  if (!read.ok || !read.facts.columns) return read
  const { columns } = read.facts
  return {
    ok: false,
    refusal: { code: 'columnsNeeded', message: message('columnsUncertain'), hint: message('chooseColumns'), columns },
  }
}

function memoryOf(rowType: RowType) {
  const session = sessionStore.get()
  return session && columnMemory(ownerUserOf(session), rowType)
}

/** Explains how a file's columns were read. Empty if they were in the expected order. */
export function columnsToMessages(
  rowType: RowType,
  { read, isRemembered, sharedBy }: ReadWithEarlierChoice,
): Message[] {
  if (!read.ok || !read.facts.columns) return []
  const { columns } = read.facts
  const { map, by: foundBy, hasHeadings, shifts = {}, currencies = {}, currencyColumn } = columns
  const messages: Message[] = []

  // Shared columns are listed among the assumptions instead.
  if (sharedBy === undefined) {
    if (foundBy === 'headings') messages.push(message('columnsByHeadings'))
    else messages.push(message(isRemembered ? 'columnsAsRemembered' : 'columnsAsChosen'))
  }

  // A shift is the power of ten by which the numbers of a column were multiplied.
  for (const shift of Object.values(shifts)) {
    if (shift < 0) messages.push(message('amountsDivided', 10 ** -shift))
    if (shift > 0) messages.push(message('amountsMultiplied', 10 ** shift))
  }

  // 'own': the heading names another currency, but the user said that the amounts are in the programme's currency.
  for (const [index, field] of rowType.fields.entries()) {
    if (field.value !== 'money' || currencies[field.name] !== 'own') continue
    const title = columnTitle(columns, map[index] ?? NO_COLUMN)
    messages.push(message('amountsInOwnCurrency', toCurrencyCode(field.currency) ?? '', title))
  }
  if (currencyColumn !== undefined)
    messages.push(message('currencyColumn', columnTitle(columns, currencyColumn, { hasHeadings })))

  // `map` has the column of each field, in the order of `fields`.
  const columnOf = (name: string) => map[rowType.fields.findIndex((field) => field.name === name)]
  const missingLabels = rowType.activeFields
    .filter(({ name }) => columnOf(name) === NO_COLUMN)
    .map(({ label }) => label)
  if (missingLabels.length > 0) messages.push(message('columnsMissing', missingLabels))

  const extraHeadings = read.packedRows.extra?.headings ?? []
  if (extraHeadings.length > 0) messages.push(message('columnsBeside', extraHeadings))
  const unusedTitles = unusedColumns(columns, map)
    .map((column) => columnTitle(columns, column, { hasHeadings }))
    .filter((title) => !extraHeadings.includes(title))
  if (unusedTitles.length > 0) messages.push(message('columnsNotUsed', unusedTitles))
  return messages
}
