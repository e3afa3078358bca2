// The rows of an open file: typed columns from the worker, with an overlay of edits, removals and the server's check
// results. A virtual table needs access to any row in constant time. Everything that depends on the type of row is in
// its `RowType`.
import { m } from '#words/messages.js'
import { createRowReader, type PackedRows } from '#domain/rows/packed-rows.ts'
import { duplicateFinding, duplicateKey } from '#domain/rows/duplicates.ts'
import type { RowValues } from '#domain/rows/fields.ts'
import {
  countFindings,
  type FindingSet,
  findingsToSet,
  hasFinding,
  type ServerValues,
  withoutFindings,
} from '#domain/rows/findings.ts'
import type { AnyRowType } from '#domain/row-types.ts'
import { type CheckedRow, checkRow, type RowType, toValues } from '#domain/rows/row-type.ts'
import { createFindingSetTable, type FindingSetTable } from '#domain/rows/finding-sets.ts'
import { createTotals, type RowsFigures } from '#domain/rows/totals.ts'
import { createServerResults, type ServerResult, grow } from './server-results.ts'
import { createDuplicateIndex } from './duplicates.ts'
import { createExtraCells } from './extra-cells.ts'

/** The number of rows in a stored chunk. An edited row rewrites only its own chunk. */
export const CHUNK_ROWS = 250

export interface Row<Name extends string = string> extends CheckedRow<Name> {
  /** The row's position in the file, from 0. Never changes. */
  readonly id: number
  readonly feeCents: number
  /** When the server last checked the row with these values, in epoch milliseconds. Undefined if never. */
  readonly checkedAt: number | undefined
  readonly facts: ServerValues | undefined
  /** For a row without an amount: the amount that the server's check calculated. */
  readonly calculatedCents: number | undefined
  /** The file's values, if the row was edited. */
  readonly original: RowValues<Name> | undefined
  readonly isRemoved: boolean
  /** True if the row cannot be submitted because of an error. */
  readonly isFaulty: boolean
  /** True if the row is left out of a submission although it has no error. */
  readonly isSkipped: boolean
}

/** The server's check result for a row, with its findings as a set. */
export interface RowResult extends Omit<ServerResult, 'findingsIndex'> {
  readonly findings: FindingSet
}

export type Rows<Name extends string = string, Type extends RowType<Name> = RowType<Name>> = ReturnType<
  typeof createRows<Name, Type>
>

/** The rows of any upload; fields are accessed by name. */
export type AnyRows = Rows<string, AnyRowType>

const decoder = new TextDecoder()
const decode = (bytes: Uint8Array) => decoder.decode(bytes)

/** @param initialContentVersion the content version of a restored draft, from which the rows continue to count */
export function createRows<Name extends string, Type extends RowType<Name> = RowType<Name>>(
  packedRows: PackedRows,
  initialType: Type,
  initialContentVersion = 1,
) {
  const readPackedRow = createRowReader(packedRows, decode)
  const extra = createExtraCells(packedRows.extra)
  let rowType = initialType
  let table: FindingSetTable = createFindingSetTable(packedRows.sets)
  /** The finding that marks duplicates. Undefined if the row type reports none. */
  let duplicateMark = duplicateFinding(rowType)
  let contentVersion = initialContentVersion
  /** Counts all notifications. */
  let version = 0
  /** Counts the notifications of new results of the server's checks. */
  let checksVersion = 0
  let { count } = packedRows
  /** This device's findings about each row, as the index of their set in `table`. 0 is the empty set. */
  let deviceFindings = Uint32Array.from(packedRows.findings)
  let removed = new Uint8Array(count)
  const results = createServerResults(count)
  /** Rows that were typed, pasted or added from a corrected file. Their ids follow the ids of the file's rows. */
  const added: CheckedRow<Name>[] = []
  const edits = new Map<number, CheckedRow<Name>>()
  const dirtyChunks = new Set<number>()
  const listeners = new Set<() => void>()

  const rowInFile = (id: number): CheckedRow<Name> => {
    const row = id < packedRows.count ? readPackedRow(rowType, id) : added[id - packedRows.count]
    if (row === undefined) throw new RangeError(m.rows_thereIsNoRow({ id }))
    return row
  }
  const currentRow = (id: number): CheckedRow<Name> => edits.get(id) ?? rowInFile(id)
  /** All findings about a row, from this device and from the server, as the index of their set in `table`. */
  const indexOfAllFindings = (id: number): number => table.join(deviceFindings[id] ?? 0, results.findingsIndex(id))
  const isFaulty = (id: number): boolean => table.isFaulty(indexOfAllFindings(id))
  const isSubmittable = (id: number): boolean => {
    const setIndex = indexOfAllFindings(id)
    return !table.isFaulty(setIndex) && !table.isSkipped(setIndex)
  }
  const isPresent = (id: number): boolean => removed[id] !== 1
  const markDirtyChunk = (id: number) => dirtyChunks.add(Math.floor(id / CHUNK_ROWS))

  const keyOf = (id: number): string => duplicateKey(rowType, currentRow(id).values)
  const duplicateIndex = createDuplicateIndex({
    rows() {
      const keys = new Map<number, string>()
      for (let id = 0; id < count; id += 1) {
        if (isPresent(id)) keys.set(id, keyOf(id))
      }
      return keys
    },
    mark(id) {
      if (duplicateMark) deviceFindings[id] = table.with(deviceFindings[id] ?? 0, duplicateMark)
    },
    unmark(id) {
      if (duplicateMark) deviceFindings[id] = table.without(deviceFindings[id] ?? 0, duplicateMark.code)
    },
  })
  /** The findings of a checked row, as the index of their set in `table`. `duplicateIndex` marks duplicates later. */
  const indexOfDeviceFindings = ({ findings }: CheckedRow): number =>
    table.indexOf(duplicateMark ? withoutFindings(findings, duplicateMark.code) : findings)

  /** Replaces the edit of a row. Undefined restores the row of the file. */
  const setEdit = (id: number, edit: CheckedRow<Name> | undefined) => {
    if (isPresent(id)) duplicateIndex.remove(id, keyOf(id))
    if (edit === undefined) edits.delete(id)
    else edits.set(id, edit)
    deviceFindings[id] = indexOfDeviceFindings(currentRow(id))
    if (isPresent(id)) duplicateIndex.add(id, keyOf(id))
    results.forget(id)
    markDirtyChunk(id)
  }

  // `setRowType` changes only options of the type: they decide whether amounts are summed, but the money fields stay.
  const { moneyFields } = rowType
  /** The index of a total's field among the money fields. -1 if the row type has no such total. */
  const moneyIndex = (total: 'amount' | 'fee') => moneyFields.findIndex(({ name }) => name === rowType.totals?.[total])
  let amountIndex = moneyIndex('amount')
  const feeIndex = moneyIndex('fee')
  /** Reads an amount without creating the row, since each edit calculates the totals of all rows again. */
  const centsOf = (id: number, index: number): number => {
    if (index < 0) return 0
    const editedRow = edits.get(id)
    if (editedRow) return editedRow.cents[index] ?? 0
    const isAdded = id >= packedRows.count
    if (isAdded) return added[id - packedRows.count]?.cents[index] ?? 0
    return packedRows.cents[id * moneyFields.length + index] ?? 0
  }
  /** The row's amount. For a row without an amount, the amount that the server's check calculated; 0 before the check. */
  const submittedCents = (id: number): number => {
    const ownCents = centsOf(id, amountIndex)
    return ownCents === 0 ? (results.calculatedCents(id) ?? 0) : ownCents
  }
  const feeOf = (id: number): number => (feeIndex < 0 ? results.feeCents(id) : centsOf(id, feeIndex))

  return {
    get count() {
      return count
    },
    rowType: () => rowType,
    /** The names of all columns that no field uses, from the file and from added rows. */
    get extraColumns() {
      return extra.headings()
    },
    /** A row's cells in the extra columns. Columns that the row's file does not have can be missing at the end. */
    extraCells: extra.cellsOf,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
    /** Increases with each change of values, removals or rules. */
    contentVersion: () => contentVersion,
    /** Increases with each new result of the server's checks. */
    checksVersion: () => checksVersion,
    /**
     * Notifies the listeners, once for any number of changes. 'content': something that would be submitted has changed.
     * 'checks': the server has checked rows.
     */
    notify(change: 'content' | 'checks'): void {
      if (change === 'content') contentVersion += 1
      else checksVersion += 1
      version += 1
      for (const listener of listeners) listener()
    },

    row(id: number): Row<Name> {
      const setIndex = indexOfAllFindings(id)
      // The properties are listed because a spread takes ten times as long.
      const { rowNumber, values, fieldCount, cents } = currentRow(id)
      return {
        rowNumber,
        values,
        fieldCount,
        cents,
        id,
        findings: table.at(setIndex),
        feeCents: feeOf(id),
        checkedAt: results.checkedAt(id),
        facts: results.facts(id),
        calculatedCents: results.calculatedCents(id),
        original: edits.has(id) ? rowInFile(id).values : undefined,
        isRemoved: !isPresent(id),
        isFaulty: table.isFaulty(setIndex),
        isSkipped: table.isSkipped(setIndex),
      }
    },
    /** The row as it is in the file, without edits. */
    fileRow: rowInFile,
    findingsOf: (id: number): FindingSet => table.at(indexOfAllFindings(id)),
    isFaulty,
    /** True if the row would be submitted, unless it is removed. */
    isSubmittable,
    isRemoved: (id: number): boolean => !isPresent(id),
    /** The number under which the row is shown. */
    rowNumber(id: number): number {
      const isAdded = id >= packedRows.count
      const rowNumber = isAdded ? added[id - packedRows.count]?.rowNumber : packedRows.rowNumbers[id]
      return rowNumber ?? 0
    },
    isChecked: (id: number): boolean => results.checkedAt(id) !== undefined,
    /** True if this device finds an error in the row, so that the row cannot be sent to the server for a check. */
    isUnsendable: (id: number): boolean => table.isFaulty(deviceFindings[id] ?? 0),
    revision: results.revision,
    currency: results.currency,
    /** The cardholder's name as of the last check; '' if unknown. */
    holder: results.holder,
    hasHolders: results.hasHolders,
    /** The duplicates of a row, including itself. */
    duplicatesOf: (id: number): readonly number[] => duplicateIndex.get(keyOf(id)),

    figures(): RowsFigures {
      let unchecked = 0
      let checkable = 0
      let removedCount = 0
      let duplicateCount = 0
      let editedCount = 0
      const counts = { repeated: 0, wholeBalances: 0 }
      const { findings } = rowType
      const totals = createTotals()
      const duplicateWarning = duplicateMark?.severity === 'warning' ? duplicateMark.code : undefined
      for (let id = 0; id < count; id += 1) {
        if (!isPresent(id)) {
          removedCount += 1
          continue
        }
        if (!table.isFaulty(deviceFindings[id] ?? 0)) checkable += 1
        if (edits.has(id)) editedCount += 1
        const setIndex = indexOfAllFindings(id)
        for (const { code } of table.at(setIndex)) {
          const figure = findings[code]?.figure
          if (figure) counts[figure] += 1
          else if (code === duplicateWarning) duplicateCount += 1
        }
        const isSkipped = table.isSkipped(setIndex)
        const isValid = !isSkipped && !table.isFaulty(setIndex)
        if (isValid && results.checkedAt(id) === undefined) unchecked += 1
        if (isValid) totals.addValid(submittedCents(id), feeOf(id))
        else if (isSkipped) totals.addSkipped()
        else totals.addInvalid()
      }
      return {
        ...totals.sum(),
        unchecked,
        checkable,
        removed: removedCount,
        edited: editedCount,
        ...counts,
        duplicates: duplicateCount,
        contentVersion,
      }
    },
    /** The cost of each row that would be submitted, in the rows' order: amount plus fee, in minor units. */
    costs(): number[] {
      const costs: number[] = []
      for (let id = 0; id < count; id += 1) {
        if (isPresent(id) && isSubmittable(id)) costs.push(submittedCents(id) + feeOf(id))
      }
      return costs
    },
    /** False if no row has ever had a finding with this code: then the rows need not be searched. */
    mayHaveFinding: (code: string): boolean => table.sets.some((set) => hasFinding(set, code)),
    /** The findings with the number of rows that have them, errors first. */
    reasons() {
      // The first set of the table is the empty set.
      const hasFindings = table.sets.length > 1
      if (!hasFindings) return []
      const findingSets: FindingSet[] = []
      for (let id = 0; id < count; id += 1) {
        if (isPresent(id)) findingSets.push(table.at(indexOfAllFindings(id)))
      }
      return countFindings(findingSets)
    },

    /** Writes new values into a row and checks it on this device. An edit keeps only the fields of the row's type. */
    write(id: number, changedValues: Partial<RowValues<Name>>): void {
      const { rowNumber, values } = currentRow(id)
      const texts = rowType.fields.map(({ name, use }) => {
        if (use === 'unused') return ''
        return (changedValues[name] ?? values[name]).trim()
      })
      const newValues = toValues(rowType, texts)
      setEdit(id, checkRow(rowType, { rowNumber, values: newValues, fieldCount: rowType.activeFields.length }))
    },
    /** Restores an earlier edit of a row, or the values in its file if `edit` is undefined. */
    reset(id: number, edit: CheckedRow<Name> | undefined): void {
      setEdit(id, edit)
    },
    /** The edited row, for a later `reset`. Undefined if the row is unchanged. */
    editOf: (id: number): CheckedRow<Name> | undefined => edits.get(id),
    /** Appends rows that were checked already, continues their numbering and returns their ids. */
    append(newRows: readonly CheckedRow<Name>[]): number[] {
      // The index reads the existing rows, so it is built before rows are added.
      duplicateIndex.build()
      const firstId = count
      const lastNumber = count === 0 ? 0 : rowInFile(count - 1).rowNumber
      count += newRows.length
      deviceFindings = grow(Uint32Array, deviceFindings, count)
      removed = grow(Uint8Array, removed, count)
      results.growTo(count)
      for (const [index, row] of newRows.entries()) {
        const id = firstId + index
        added.push({ ...row, rowNumber: lastNumber + 1 + index })
        if (row.extra) extra.add(id, row.extra)
        deviceFindings[id] = indexOfDeviceFindings(row)
        duplicateIndex.add(id, keyOf(id))
        markDirtyChunk(id)
      }
      return newRows.map((_, index) => firstId + index)
    },
    remove(id: number): void {
      if (!isPresent(id)) return
      duplicateIndex.remove(id, keyOf(id))
      removed[id] = 1
      markDirtyChunk(id)
    },
    restore(id: number): void {
      if (isPresent(id)) return
      removed[id] = 0
      duplicateIndex.add(id, keyOf(id))
      markDirtyChunk(id)
    },
    setResult(id: number, { findings, ...result }: RowResult): void {
      const serverFindings = findings.filter(({ code }) => rowType.findings[code]?.fromServer)
      results.set(id, { ...result, findingsIndex: table.indexOf(serverFindings) })
      markDirtyChunk(id)
    },
    /**
     * Switches to the same type of row with other options. With `keepsResults`, all findings stay valid. Without it, this
     * device checks every row again, and the server must check the rows again too.
     */
    setRowType(newType: Type, { keepsResults }: { readonly keepsResults: boolean }): void {
      const oldTable = table
      table = createFindingSetTable()
      rowType = newType
      amountIndex = moneyIndex('amount')
      duplicateMark = duplicateFinding(rowType)
      const toNewIndex = (setIndex: number): number => {
        const findings = oldTable.at(setIndex).map(({ code, field }) => rowType.knownFinding(code, field))
        return table.indexOf(findingsToSet(findings.filter((finding) => finding !== undefined)))
      }
      results.renumber(toNewIndex)
      if (keepsResults) {
        deviceFindings = deviceFindings.map(toNewIndex)
        return
      }
      for (let id = 0; id < count; id += 1) {
        // The mark has the same code for all options of a type.
        const isDuplicate = oldTable.at(deviceFindings[id] ?? 0).some(({ code }) => code === duplicateMark?.code)
        const row = checkRow(rowType, currentRow(id))
        if (edits.has(id)) edits.set(id, row)
        const setIndex = table.indexOf(row.findings)
        deviceFindings[id] = isDuplicate && duplicateMark ? table.with(setIndex, duplicateMark) : setIndex
        results.forget(id)
        markDirtyChunk(id)
      }
      results.forgetCurrencies()
    },
    /** Numbers of the chunks that changed since the last call. */
    takeDirtyChunks(): number[] {
      const chunks = [...dirtyChunks]
      dirtyChunks.clear()
      return chunks
    },
    /** Marks chunks that could not be saved as changed again. */
    markDirty(chunks: readonly number[]): void {
      for (const chunk of chunks) dirtyChunks.add(chunk)
    },
    get chunkCount() {
      return Math.ceil(count / CHUNK_ROWS)
    },
  }
}
