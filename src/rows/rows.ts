// The rows of an open file: typed columns from the worker, with an overlay of edits, removals and the server's check
// results. Access to a row takes constant time, as a virtual table needs. Everything that depends on the type of row is
// in its `RowKind`.
import { m } from '#words/messages.js'
import { createRowReader, type RowColumns } from '#domain/rows/columns.ts'
import { duplicateFinding, duplicateKey } from '#domain/rows/duplicates.ts'
import type { RowValues } from '#domain/rows/fields.ts'
import {
  countFindings,
  type FindingSet,
  findingsToSet,
  hasFinding,
  type ServerFacts,
  withoutFindings,
} from '#domain/rows/findings.ts'
import type { AnyRowKind } from '#domain/row-kinds.ts'
import { type CheckedRow, checkRow, type RowKind } from '#domain/rows/kind.ts'
import { createSetTable, type SetTable } from '#domain/rows/set-table.ts'
import { createTotals, type RowsFigures } from '#domain/rows/totals.ts'
import { createServerResults, type ServerResult, grow } from './server-results.ts'
import { createDuplicateIndex } from './duplicates.ts'
import { createExtraCells } from './extra-cells.ts'

/** Rows of one stored chunk: an edited row rewrites only its own chunk. */
export const CHUNK_ROWS = 250

export interface Row<Name extends string = string> extends CheckedRow<Name> {
  /** The row's position in the file, from 0; it never changes. */
  readonly id: number
  readonly feeCents: number
  /** When the server last checked the row with these values, epoch milliseconds; undefined if it has not. */
  readonly checkedAt: number | undefined
  readonly facts: ServerFacts | undefined
  /** The amount that is moved if the row names none. */
  readonly wholeCents: number | undefined
  /** The file's values, if the row was edited. */
  readonly original: RowValues<Name> | undefined
  readonly isRemoved: boolean
  /** True if the row cannot be submitted because of an error. */
  readonly isFaulty: boolean
}

/** A check result of the server, with its findings as a set. */
export interface RowResult extends Omit<ServerResult, 'findings'> {
  readonly findings: FindingSet
}

export type Rows<Name extends string = string, Kind extends RowKind<Name> = RowKind<Name>> = ReturnType<
  typeof createRows<Name, Kind>
>

/** The rows of any upload; fields are accessed by name. */
export type AnyRows = Rows<string, AnyRowKind>

const decoder = new TextDecoder()
const decode = (bytes: Uint8Array) => decoder.decode(bytes)

/** `initialContent`: the content version at which a restored draft continues to count. */
export function createRows<Name extends string, Kind extends RowKind<Name> = RowKind<Name>>(
  columns: RowColumns,
  initialKind: Kind,
  initialContent = 1,
) {
  const read = createRowReader(columns, decode)
  const extra = createExtraCells(columns.extra)
  let kind = initialKind
  let table: SetTable = createSetTable(columns.sets)
  let copied = duplicateFinding(kind)
  let content = initialContent
  let version = 0
  /** The number of announced changes that affected only the server's checks. */
  let checks = 0
  let { count } = columns
  /** Indexes into the set table: this device's own findings about each row. */
  let local = Uint32Array.from(columns.findings)
  let removed = new Uint8Array(count)
  const results = createServerResults(count)
  /** Rows that were typed, pasted or taken from a corrected file later; they follow those of the columns. */
  const added: CheckedRow<Name>[] = []
  const edits = new Map<number, CheckedRow<Name>>()
  const dirtyChunks = new Set<number>()
  const listeners = new Set<() => void>()

  const inFile = (id: number): CheckedRow<Name> => {
    const row = id < columns.count ? read(kind, id) : added[id - columns.count]
    if (row === undefined) throw new RangeError(m.rows_thereIsNoRow({ id }))
    return row
  }
  const now = (id: number): CheckedRow<Name> => edits.get(id) ?? inFile(id)
  const setNoOf = (id: number): number => table.join(local[id] ?? 0, results.findings(id))
  const isFaulty = (id: number): boolean => table.isFaulty(setNoOf(id))
  const isThere = (id: number): boolean => removed[id] !== 1
  const touch = (id: number) => dirtyChunks.add(Math.floor(id / CHUNK_ROWS))

  const keyOf = (id: number): string => duplicateKey(kind, now(id).values)
  const copies = createDuplicateIndex(
    function* () {
      for (let id = 0; id < count; id += 1) if (isThere(id)) yield [id, keyOf(id)]
    },
    (id, isDuplicate) => {
      if (!copied) return
      const setNo = local[id] ?? 0
      local[id] = isDuplicate ? table.with(setNo, copied) : table.without(setNo, copied.code)
    },
  )
  const ownFindings = ({ findings }: CheckedRow): number =>
    table.indexOf(copied ? withoutFindings(findings, copied.code) : findings)

  const put = (id: number, next: CheckedRow<Name>) => {
    if (isThere(id)) copies.leave(id, keyOf(id))
    edits.set(id, next)
    local[id] = ownFindings(next)
    if (isThere(id)) copies.join(id, keyOf(id))
    results.forget(id)
    touch(id)
  }

  // Totals are recalculated at each edit, so amounts of unedited rows are read from the columns directly.
  const { moneyFields } = kind
  const columnOfMoney = (of: 'amount' | 'fee') => moneyFields.findIndex(({ name }) => name === kind.totals?.[of])
  let amountAt = columnOfMoney('amount')
  const feeAt = columnOfMoney('fee')
  const amountOf = (id: number, at: number): number => {
    if (at < 0) return 0
    const edited = edits.get(id)
    if (edited) return edited.cents[at] ?? 0
    if (id >= columns.count) return added[id - columns.count]?.cents[at] ?? 0
    return columns.cents[id * moneyFields.length + at] ?? 0
  }
  const feeOf = (id: number): number => (feeAt < 0 ? results.feeCents(id) : amountOf(id, feeAt))

  return {
    get count() {
      return count
    },
    kind: () => kind,
    /** The names of all columns that no field uses, from the file and from added rows. */
    get extraColumns() {
      return extra.headings()
    },
    /** A row's cells in these columns; fewer or none if the row's own file lacks the columns. */
    extraCells: extra.of,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
    /** Counts the changes of values, removals or rules. */
    contentVersion: () => version - checks,
    /** Counts the changes of checks. */
    checksVersion: () => checks,
    /** Announces changes, once after any number of them. `content`: what would be submitted has changed. */
    changed(what: 'content' | 'checks'): void {
      if (what === 'content') content += 1
      else checks += 1
      version += 1
      for (const listener of listeners) listener()
    },

    row(id: number): Row<Name> {
      const setNo = setNoOf(id)
      // Naming each field takes a tenth of the time of a spread.
      const { rowNumber, values, fieldCount, cents } = now(id)
      return {
        rowNumber,
        values,
        fieldCount,
        cents,
        id,
        findings: table.at(setNo),
        feeCents: feeOf(id),
        checkedAt: results.checkedAt(id),
        facts: results.facts(id),
        wholeCents: results.wholeCents(id),
        original: edits.has(id) ? inFile(id).values : undefined,
        isRemoved: !isThere(id),
        isFaulty: table.isFaulty(setNo),
      }
    },
    /** The row as it is in the file, without edits. */
    fileRow: inFile,
    findingsOf: (id: number): FindingSet => table.at(setNoOf(id)),
    isFaulty,
    isRemoved: (id: number): boolean => !isThere(id),
    /** The number under which the row is shown. */
    numberOf: (id: number): number =>
      id < columns.count ? (columns.rowNumbers[id] ?? 0) : (added[id - columns.count]?.rowNumber ?? 0),
    isChecked: (id: number): boolean => results.checkedAt(id) !== undefined,
    /** True if this device finds an error in the row, so that the row cannot be sent to the server for a check. */
    isUnsendable: (id: number): boolean => table.isFaulty(local[id] ?? 0),
    revision: results.revision,
    currency: results.currency,
    /** The cardholder's name as of the last check; '' if unknown. */
    holder: results.holder,
    hasHolders: results.hasHolders,
    /** The duplicates of a row, including itself. */
    duplicatesOf: (id: number): readonly number[] => copies.of(keyOf(id)),

    figures(): RowsFigures {
      let unchecked = 0
      let checkable = 0
      let deleted = 0
      let copyCount = 0
      let edited = 0
      const counted = { repeated: 0, wholeBalances: 0 }
      const { findings } = kind
      const totals = createTotals()
      const allowedCopy = copied?.severity === 'warning' ? copied.code : undefined
      for (let id = 0; id < count; id += 1) {
        if (!isThere(id)) {
          deleted += 1
          continue
        }
        if (!table.isFaulty(local[id] ?? 0)) checkable += 1
        if (edits.has(id)) edited += 1
        const setNo = setNoOf(id)
        if (setNo !== 0) {
          for (const { code } of table.at(setNo)) {
            const figure = findings[code]?.counts
            if (figure) counted[figure] += 1
            else if (code === allowedCopy) copyCount += 1
          }
        }
        const isValid = !table.isFaulty(setNo)
        if (isValid && results.checkedAt(id) === undefined) unchecked += 1
        totals.add(isValid, amountOf(id, amountAt) || (results.wholeCents(id) ?? 0), feeOf(id))
      }
      return {
        ...totals.sum(),
        unchecked,
        checkable,
        removed: deleted,
        edited,
        ...counted,
        duplicates: copyCount,
        content,
      }
    },
    /** The cost of each row that would be submitted, in the rows' order: amount plus fee, in minor units. */
    costs(): number[] {
      const costs: number[] = []
      for (let id = 0; id < count; id += 1) {
        if (isThere(id) && !isFaulty(id))
          costs.push((amountOf(id, amountAt) || (results.wholeCents(id) ?? 0)) + feeOf(id))
      }
      return costs
    },
    /** False if no row has ever had such a finding: thousands of rows need not be searched then. */
    mayHave: (code: string): boolean => table.sets.some((set) => hasFinding(set, code)),
    /** Reasons with the number of rows that have them, errors first. */
    reasons() {
      if (table.sets.length === 1) return []
      const shown = function* () {
        for (let id = 0; id < count; id += 1) {
          const setNo = isThere(id) ? setNoOf(id) : 0
          if (setNo !== 0) yield table.at(setNo)
        }
      }
      return countFindings(shown())
    },

    /** Writes new values into a row and checks it on this device. An edit keeps only the fields of the row's type. */
    write(id: number, next: Partial<RowValues<Name>>): void {
      const { rowNumber, values } = now(id)
      const texts = kind.fields.map(({ name, use }) => [
        name,
        use === 'unwanted' ? '' : (next[name] ?? values[name]).trim(),
      ])
      const written = Object.fromEntries(texts) as RowValues<Name>
      put(id, checkRow(kind, { rowNumber, values: written, fieldCount: kind.activeFields.length }))
    },
    /** Restores an earlier state of a row, edited or not. */
    reset(id: number, before: CheckedRow<Name> | undefined): void {
      put(id, before ?? inFile(id))
      if (before === undefined) edits.delete(id)
    },
    /** The row's edited form, or undefined if it is as in the file: the input for `reset`. */
    editOf: (id: number): CheckedRow<Name> | undefined => edits.get(id),
    /** Appends rows that were checked already, continues their numbering and returns their ids. */
    append(next: readonly CheckedRow<Name>[]): number[] {
      // Duplicates are indexed from the existing rows, so build that index before rows are added.
      copies.of('')
      const first = count
      const lastNumber = count === 0 ? 0 : inFile(count - 1).rowNumber
      count += next.length
      local = grow(Uint32Array, local, count)
      removed = grow(Uint8Array, removed, count)
      results.growTo(count)
      return next.map((row, index) => {
        const id = first + index
        added.push({ ...row, rowNumber: lastNumber + 1 + index })
        if (row.extra) extra.add(id, row.extra)
        local[id] = ownFindings(row)
        copies.join(id, keyOf(id))
        touch(id)
        return id
      })
    },
    setRemoved(id: number, isRemoved: boolean): void {
      if ((removed[id] === 1) === isRemoved) return
      if (isRemoved) copies.leave(id, keyOf(id))
      removed[id] = isRemoved ? 1 : 0
      if (!isRemoved) copies.join(id, keyOf(id))
      touch(id)
    },
    setResult(id: number, { findings, ...result }: RowResult): void {
      const ofServer = findings.filter(({ code }) => kind.findings[code]?.fromServer)
      results.set(id, { ...result, findings: table.indexOf(ofServer) })
      touch(id)
    },
    /**
     * Switches to the same type of row with other options. `keepsResults`: the server's results stay valid. Otherwise
     * this device checks every row again, and the server must check them too.
     */
    setKind(next: Kind, keepsResults: boolean): void {
      const before = table
      table = createSetTable()
      kind = next
      amountAt = columnOfMoney('amount')
      copied = duplicateFinding(kind)
      const renew = (setNo: number): number =>
        table.indexOf(
          findingsToSet(before.at(setNo).flatMap(({ code, field }) => kind.knownFinding(code, field) ?? [])),
        )
      results.renumber(renew)
      if (keepsResults) {
        local = local.map(renew)
        return
      }
      for (let id = 0; id < count; id += 1) {
        const isDuplicate = before.at(local[id] ?? 0).some(({ code }) => code === copied?.code)
        const row = checkRow(kind, now(id))
        if (edits.has(id)) edits.set(id, row)
        const setNo = table.indexOf(row.findings)
        local[id] = isDuplicate && copied ? table.with(setNo, copied) : setNo
        results.forget(id)
        touch(id)
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
