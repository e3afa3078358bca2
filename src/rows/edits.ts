// What the operator does to rows: edit, remove, put back, one fix for many, and undo of each. Every act is one entry of the
// undo list and says in words what undoing would do.
import type { Differences } from '#domain/rows/differences.ts'
import type { RowField, RowValues } from '#domain/rows/fields.ts'
import type { Finding } from '#domain/rows/findings.ts'
import type { CheckedRow } from '#domain/rows/kind.ts'
import { TOO_MANY_FIELDS } from '#domain/rows/value-findings.ts'
import { fixAct, mendedFields, type MendableFault } from '#domain/rows/value-fixes.ts'
import * as say from '#words/rows.ts'
import type { Rows } from './rows.ts'

/** A row as a fix for many would change it, shown before it is done. */
export interface FixPreview {
  readonly id: number
  readonly rowNumber: number
  /** The name of the field that changes. */
  readonly field: string
  readonly before: string
  readonly after: string
}

export type RowEdits<Name extends string = string> = ReturnType<typeof createRowEdits<Name>>

/** What is written into one row of a block. */
export interface BlockWrite<Name extends string = string> {
  readonly id: number
  readonly values: Partial<RowValues<Name>>
}

interface Act<Name extends string> {
  readonly words: string
  /** As they were before the act; of an act that was taken back, as they were after it. */
  readonly rows: readonly RowState<Name>[]
}

interface RowState<Name extends string> {
  readonly id: number
  readonly edit: CheckedRow<Name> | undefined
  readonly isRemoved: boolean
}

/** `changed`: told the rows that stand differently now, so that the host is asked about them alone. */
export function createRowEdits<Name extends string>(rows: Rows<Name>, changed: (ids: readonly number[]) => void) {
  const acts: Act<Name>[] = []
  /** Acts that were taken back and can be done again, until something else is done. */
  const undone: Act<Name>[] = []

  const stateOf = (id: number): RowState<Name> => ({ id, edit: rows.editOf(id), isRemoved: rows.isRemoved(id) })
  const record = (words: string, before: readonly RowState<Name>[]) => {
    acts.push({ words, rows: before })
    undone.length = 0
  }
  /** Puts the rows of the last act of one list back and writes into the other list how they stood. */
  const turn = (from: Act<Name>[], to: Act<Name>[]): readonly number[] => {
    const last = from.pop()
    if (!last) return []
    const ids = last.rows.map(({ id }) => id)
    to.push({ words: last.words, rows: ids.map(stateOf) })
    for (const { id, edit, isRemoved } of last.rows) {
      if (rows.editOf(id) !== edit) rows.reset(id, edit)
      rows.setRemoved(id, isRemoved)
    }
    rows.changed('content')
    changed(ids)
    return ids
  }

  const act = (words: string, ids: readonly number[], change: (id: number) => void) => {
    if (ids.length === 0) return
    record(words, ids.map(stateOf))
    for (const id of ids) change(id)
    rows.changed('content')
    changed(ids)
  }
  const name = (ids: readonly number[]) =>
    ids.length === 1 ? say.rowRowNumber(rows.row(ids[0] ?? 0).rowNumber) : say.countRows(ids.length)

  const mended = (id: number, code: MendableFault) => mendedFields(rows.kind(), rows.row(id).values, code)

  return {
    /** Writes values into a row, those left out as they are; nothing happens where they stand so already. */
    edit(id: number, next: Partial<RowValues<Name>>): void {
      const { values, fieldCount } = rows.row(id)
      const { wanted } = rows.kind()
      const isSame = wanted.every(({ name }) => (next[name] ?? values[name]).trim() === values[name])
      if (isSame && fieldCount <= wanted.length) return
      act(say.editOf(name([id])), [id], () => rows.write(id, next))
    },
    remove(ids: readonly number[]): void {
      const there = ids.filter((id) => !rows.isRemoved(id))
      act(say.removalOf(name(there)), there, (id) => rows.setRemoved(id, true))
    },
    putBack(ids: readonly number[]): void {
      const gone = ids.filter((id) => rows.isRemoved(id))
      act(say.puttingBack(name(gone)), gone, (id) => rows.setRemoved(id, false))
    },
    /** Puts the file's own values back into an edited row. */
    revert(id: number): void {
      if (rows.editOf(id)) act(say.returnOfToFilesValues(name([id])), [id], (each) => rows.reset(each, undefined))
    },
    /** The rows with a finding whose values one fix may write: writing a row leaves out the fields that it has too many. */
    fixable: (finding: Pick<Finding, 'code' | 'field'>): number[] => withoutExtraFields(rows, idsWith(rows, finding)),
    /** What mending would do, value by value (ui "one fix for many rows, with preview"); without rows, to all that need it. */
    previewMend(code: MendableFault, ids: readonly number[] = idsWith(rows, { code })): FixPreview[] {
      return withoutExtraFields(rows, ids).flatMap((id) => {
        const { rowNumber } = rows.row(id)
        return mended(id, code).map(({ field, before, after }) => ({ id, rowNumber, field: field.name, before, after }))
      })
    },
    /** Writes values in the form that they should have; without rows, in all that need it. */
    mend(code: MendableFault, all: readonly number[] = idsWith(rows, { code })): void {
      const ids = withoutExtraFields(rows, all)
      act(say.codeOfIds(fixAct(code), name(ids)), ids, (id) => {
        const next = mended(id, code).map(({ field, after }) => [field.name, after])
        rows.write(id, Object.fromEntries(next) as Partial<RowValues<Name>>)
      })
    },
    /** Every copy of a row but the first in the file. */
    laterCopies(): number[] {
      const code = rows.kind().copies?.code
      return code === undefined ? [] : idsWith(rows, { code }).filter((id) => rows.copiesOf(id)[0] !== id)
    },
    /** Writes one value into a field of many rows. */
    setAll(ids: readonly number[], { name: field, label }: RowField & { readonly name: Name }, text: string): void {
      act(say.labelOfIds(label.toLowerCase(), name(ids)), ids, (id) =>
        rows.write(id, { [field]: text } as unknown as Partial<RowValues<Name>>),
      )
    },
    /** Writes the values as they are shown, where one stands in another place than it was read from. */
    takeShown(ids: readonly number[]): void {
      act(say.amountsOf(name(ids)), ids, (id) => rows.write(id, rows.kind().displayed(rows.row(id).values)))
    },
    /** Puts rows that were typed or pasted behind the others; undoing removes them. */
    append(next: readonly CheckedRow<Name>[]): void {
      if (next.length === 0) return
      const ids = rows.append(next)
      record(say.addingOf(name(ids)), ids.map(notThere))
      rows.changed('content')
      changed(ids)
    },
    /** Takes over what a corrected file changes, in one act; rows that are the same keep their checks. */
    apply({ changed: changes, added, removed }: Differences<Name>): void {
      const ids = [...changes.map(({ id }) => id), ...removed]
      if (ids.length + added.length === 0) return
      const before = ids.map(stateOf)
      for (const { id, after } of changes) {
        rows.write(id, after.values)
        rows.setRemoved(id, false)
      }
      for (const id of removed) rows.setRemoved(id, true)
      const addedIds = rows.append(added)
      record(say.correctionsOf(name([...ids, ...addedIds])), [...before, ...addedIds.map(notThere)])
      rows.changed('content')
      changed([...ids, ...addedIds])
    },
    /**
     * Writes a block of cells, each row with what stands in it, and puts rows behind the last one where the block has more: one act.
     * Rows that stand so already are left alone.
     */
    writeBlock(
      what: 'pasting' | 'filling',
      writes: readonly BlockWrite<Name>[],
      next: readonly CheckedRow<Name>[],
    ): void {
      const real = writes.filter(({ id, values }) => {
        const { values: now } = rows.row(id)
        return rows.kind().wanted.some((field) => (values[field.name] ?? now[field.name]).trim() !== now[field.name])
      })
      if (real.length + next.length === 0) return
      const before = real.map(({ id }) => stateOf(id))
      for (const { id, values } of real) rows.write(id, values)
      const added = rows.append(next)
      const ids = [...real.map(({ id }) => id), ...added]
      record(say.whatIntoIds(what, name(ids)), [...before, ...added.map(notThere)])
      rows.changed('content')
      changed(ids)
    },
    /** True where all rows of a finding hold the same in its field, so that one value for all takes no other's place. */
    holdOneValue(finding: Pick<Finding, 'code' | 'field'>): boolean {
      const field = rows.kind().field(finding.field)
      if (!field) return false
      const found = new Set<string>()
      for (const id of idsWith(rows, finding)) {
        const text = rows.kind().displayed(rows.row(id).values)[field.name]
        found.add(finding.code === 'amountZero' ? '0' : text)
        if (found.size > 1) return false
      }
      return true
    },
    faulty: (): number[] => idsWhere(rows, (id) => rows.isFaulty(id)),
    /** What `undo` would take back, in words; undefined where there is nothing. */
    undoWords: (): string | undefined => acts.at(-1)?.words,
    /** Takes back the last act and returns its rows. */
    undo: (): readonly number[] => turn(acts, undone),
    /** What `redo` would do again, in words; undefined where there is nothing. */
    redoWords: (): string | undefined => undone.at(-1)?.words,
    /** Does again what was taken back last and returns its rows. */
    redo: (): readonly number[] => turn(undone, acts),
  }
}

/** A row that came by an act: before it there was none. */
const notThere = (id: number) => ({ id, edit: undefined, isRemoved: true })

/** The rows, without removed ones, that carry a finding, in the file's order; about any field where none is named. */
export function idsWith(rows: Rows, wanted: { readonly code: string; readonly field?: string }): number[] {
  return idsWhere(rows, (id) => rows.findingsOf(id).some((finding) => isOf(finding, wanted)))
}

/**
 * The rows that have no field too many. An edit keeps the fields of the kind alone, so a fix for another value would drop what the
 * row has besides, with the error that says so.
 */
export const withoutExtraFields = (rows: Rows, ids: readonly number[]): number[] =>
  ids.filter((id) => !rows.findingsOf(id).some(({ code }) => code === TOO_MANY_FIELDS))

export const isOf = (finding: Finding, { code, field }: { readonly code: string; readonly field?: string }): boolean =>
  finding.code === code && (field === undefined || finding.field === field)

function idsWhere(rows: Rows, holds: (id: number) => boolean): number[] {
  const ids: number[] = []
  for (let id = 0; id < rows.count; id += 1) if (!rows.isRemoved(id) && holds(id)) ids.push(id)
  return ids
}
