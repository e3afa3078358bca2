// Reads a file whose columns are in another order: as the user chose for earlier files with the same headings,
// otherwise by its headings, otherwise only after the user has chosen; and reports how they were read.
import { columnTitle, strayAmounts, unusedColumns } from '#domain/rows/column-map.ts'
import { ownCurrencyCode } from '#domain/rows/value-findings.ts'
import { type Message, message } from '#domain/messages.ts'
import { NO_COLUMN, type ReadColumns, type TakenColumns } from '#domain/rows/headings.ts'
import type { RowKind } from '#domain/rows/kind.ts'
import { columnMemory } from '#services/files/column-memory.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import type { SheetsWorker } from '#services/files/sheets-worker.ts'

type ReadResult = Awaited<ReturnType<SheetsWorker['readRows']>>

export interface ReadByColumns {
  readonly read: ReadResult
  /** True if the columns were read as this user chose for an earlier file. */
  readonly isRemembered: boolean
}

/**
 * Reads a file, and reads it again if this user has chosen columns for these headings before. A result with
 * `refusal.columns` asks for a choice: read again with that choice, and call `rememberColumns`.
 */
export async function readByColumns(
  kind: RowKind,
  read: (columns?: TakenColumns) => Promise<ReadResult>,
): Promise<ReadByColumns> {
  const first = await read()
  const columns = first.ok ? first.facts.columns : first.refusal.columns
  const isRemembered = columns !== undefined && !columns.asksForHeadings && strayAmounts(kind, columns) === undefined
  const before = isRemembered ? await memoryOf(kind)?.recall(columns) : undefined
  if (!before || !columns || (first.ok && before.map.join() === columns.map.join()))
    return { read: first, isRemembered: false }
  // The headings can be in another line than last time.
  return {
    read: await read({ ...before, ...(columns.headingRow && { headingRow: columns.headingRow }) }),
    isRemembered: true,
  }
}

/** Stores a choice for the next file with the same headings. */
export const rememberColumns = async (kind: RowKind, columns: ReadColumns, taken: TakenColumns): Promise<void> => {
  // Another line than the one that was found: the next file's headings would be looked for in the wrong one.
  const isFound = taken.headingRow === undefined || taken.headingRow === columns.headingRow
  if (isFound && strayAmounts(kind, columns) === undefined) await memoryOf(kind)?.keep(columns, taken)
}

/** The columns of a file and how the user has mapped them. */
export interface ChosenColumns {
  readonly columns: ReadColumns
  readonly taken: TakenColumns
}

/**
 * Reads a file by the user's present choice, which is stored, otherwise by an earlier choice or its headings; returns
 * what is known about the columns too.
 */
export async function readByHeadings(
  kind: RowKind,
  read: (columns?: TakenColumns) => Promise<ReadResult>,
  chosen: ChosenColumns | undefined,
): Promise<{ readonly read: ReadResult; readonly facts: readonly Message[] }> {
  if (chosen) await rememberColumns(kind, chosen.columns, chosen.taken)
  const found = chosen ? { read: await read(chosen.taken), isRemembered: false } : await readByColumns(kind, read)
  return { read: found.read, facts: columnsToMessages(kind, found) }
}

function memoryOf(kind: RowKind) {
  const session = sessionStore.get()
  return session && columnMemory(ownerUserOf(session), kind)
}

/** How a file's columns were read; empty if they were in the expected order. */
export function columnsToMessages(kind: RowKind, { read, isRemembered }: ReadByColumns): Message[] {
  const columns = read.ok ? read.facts.columns : undefined
  if (!columns) return []
  const { map, by, hasHeadings, shifts, currencies = {}, currencyCell } = columns
  const absent = kind.activeFields.filter(
    ({ name }) => map[kind.fields.findIndex((field) => field.name === name)] === NO_COLUMN,
  )
  const beside = (read.ok && read.columns.own?.headings) || []
  const unused = unusedColumns(columns, map)
    .map((cell) => columnTitle(columns, cell, hasHeadings))
    .filter((title) => !beside.includes(title))
  return [
    message(by === 'headings' ? 'columnsByHeadings' : isRemembered ? 'columnsAsRemembered' : 'columnsAsChosen'),
    ...Object.values(shifts ?? {})
      .filter((shift) => shift !== 0)
      .map((shift) =>
        shift < 0 ? message('amountsDivided', 10 ** -shift) : message('amountsMultiplied', 10 ** shift),
      ),
    ...kind.fields.flatMap((field, index) =>
      field.value === 'money' && currencies[field.name] === 'own'
        ? [
            message(
              'amountsInOwnCurrency',
              ownCurrencyCode(field.currency) ?? '',
              columnTitle(columns, map[index] ?? NO_COLUMN),
            ),
          ]
        : [],
    ),
    ...(currencyCell === undefined ? [] : [message('currencyColumn', columnTitle(columns, currencyCell, hasHeadings))]),
    ...(absent.length > 0
      ? [
          message(
            'columnsMissing',
            absent.map(({ label }) => label),
          ),
        ]
      : []),
    ...(beside.length > 0 ? [message('columnsBeside', beside)] : []),
    ...(unused.length > 0 ? [message('columnsNotUsed', unused)] : []),
  ]
}
