// What the operator does to rows: edit, remove, put back, one fix for many, and undo of each. Every act is one entry of the
// undo list and says in words what undoing would do.
import type { CheckedRow } from '#domain/batch/rows.ts'
import { duplicateFinding, normaliseIdentifier } from '#domain/batch/rows.ts'
import type { Differences } from '#domain/batch/differences.ts'
import { type FindingCode, findingBit } from '#domain/batch/findings.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import type { BatchRows, RowValues } from './batch-rows.ts'

/** A row as a fix for many would change it, shown before it is done. */
export interface FixPreview {
  readonly id: number
  readonly rowNumber: number
  readonly before: string
  readonly after: string
}

export type RowEdits = ReturnType<typeof createRowEdits>

interface Act {
  readonly words: string
  readonly rows: readonly { id: number; edit: CheckedRow | undefined; isRemoved: boolean }[]
}

/** `changed`: told the rows that stand differently now, so that the host is asked about them alone. */
export function createRowEdits(rows: BatchRows, changed: (ids: readonly number[]) => void) {
  const acts: Act[] = []

  const act = (words: string, ids: readonly number[], change: (id: number) => void) => {
    if (ids.length === 0) return
    acts.push({ words, rows: ids.map((id) => ({ id, edit: rows.editOf(id), isRemoved: rows.isRemoved(id) })) })
    for (const id of ids) change(id)
    rows.changed('content')
    changed(ids)
  }
  const name = (ids: readonly number[]) =>
    ids.length === 1 ? `row ${rows.row(ids[0] ?? 0).rowNumber}` : `${ids.length.toLocaleString('en')} rows`

  return {
    /** Writes the fields of the kind into a row; nothing happens where they stand so already. */
    edit(id: number, next: RowValues): void {
      const row = rows.row(id)
      const { needsTarget } = batchKinds[rows.rules().type]
      const target = needsTarget ? (next.identifierTo ?? '').trim() : ''
      const isSame =
        row.identifier === next.identifier.trim() &&
        row.identifierTo === target &&
        row.amountText === next.amountText.trim()
      if (isSame && row.fieldCount <= (needsTarget ? 3 : 2)) return
      act(`edit of ${name([id])}`, [id], () => rows.write(id, next))
    },
    remove(ids: readonly number[]): void {
      const there = ids.filter((id) => !rows.isRemoved(id))
      act(`removal of ${name(there)}`, there, (id) => rows.setRemoved(id, true))
    },
    putBack(ids: readonly number[]): void {
      const gone = ids.filter((id) => rows.isRemoved(id))
      act(`putting back of ${name(gone)}`, gone, (id) => rows.setRemoved(id, false))
    },
    /** Puts the file's own values back into an edited row. */
    revert(id: number): void {
      if (rows.editOf(id))
        act(`return of ${name([id])} to the file's values`, [id], (each) => rows.reset(each, undefined))
    },
    /** What stripping spaces and dashes would do, row by row (ui "one fix for many rows, with preview"). */
    previewStrip(): FixPreview[] {
      return idsWith(rows, 'identifierSpaced').map((id) => {
        const { rowNumber, identifier } = rows.row(id)
        return { id, rowNumber, before: identifier, after: normaliseIdentifier(identifier) }
      })
    },
    strip(): void {
      const ids = idsWith(rows, 'identifierSpaced')
      act(`stripping of ${name(ids)}`, ids, (id) => {
        const { identifier, identifierTo, amountText } = rows.row(id)
        const target = normaliseIdentifier(identifierTo)
        rows.write(id, { identifier: normaliseIdentifier(identifier), identifierTo: target, amountText })
      })
    },
    /** Every copy of a card's row but the first in the file. */
    laterCopies(): number[] {
      return idsWith(rows, duplicateFinding(rows.rules().type)).filter(
        (id) => rows.copiesOf(rows.row(id).identifier)[0] !== id,
      )
    },
    /** Writes one amount into many rows. */
    setAmount(ids: readonly number[], amountText: string): void {
      act(`amount of ${name(ids)}`, ids, (id) => rows.write(id, { ...rows.row(id), amountText }))
    },
    /** Puts rows that were typed or pasted behind the others; undoing removes them. */
    append(next: readonly CheckedRow[]): void {
      if (next.length === 0) return
      const ids = rows.append(next)
      acts.push({ words: `adding of ${name(ids)}`, rows: ids.map((id) => ({ id, edit: undefined, isRemoved: true })) })
      rows.changed('content')
      changed(ids)
    },
    /** Takes over what a corrected file changes, in one act; rows that are the same keep their checks. */
    apply({ changed: changes, added, removed }: Differences): void {
      const ids = [...changes.map(({ id }) => id), ...removed]
      if (ids.length + added.length === 0) return
      const before = ids.map((id) => ({ id, edit: rows.editOf(id), isRemoved: rows.isRemoved(id) }))
      for (const { id, after } of changes) {
        rows.write(id, after)
        rows.setRemoved(id, false)
      }
      for (const id of removed) rows.setRemoved(id, true)
      const addedIds = rows.append(added)
      const after = addedIds.map((id) => ({ id, edit: undefined, isRemoved: true }))
      acts.push({ words: `corrections of ${name([...ids, ...addedIds])}`, rows: [...before, ...after] })
      rows.changed('content')
      changed([...ids, ...addedIds])
    },
    faulty: (): number[] => idsWhere(rows, (id) => rows.isFaulty(id)),
    /** What `undo` would take back, in words; undefined where there is nothing. */
    undoWords: (): string | undefined => acts.at(-1)?.words,
    /** Takes back the last act and returns its rows. */
    undo(): readonly number[] {
      const last = acts.pop()
      if (!last) return []
      for (const { id, edit, isRemoved } of last.rows) {
        if (rows.editOf(id) !== edit) rows.reset(id, edit)
        rows.setRemoved(id, isRemoved)
      }
      const ids = last.rows.map(({ id }) => id)
      rows.changed('content')
      changed(ids)
      return ids
    },
  }
}

/** The rows, without removed ones, that carry a finding, in the file's order. */
export function idsWith(rows: BatchRows, code: FindingCode): number[] {
  const bit = findingBit(code)
  return idsWhere(rows, (id) => (rows.findingsOf(id) & bit) !== 0)
}

function idsWhere(rows: BatchRows, holds: (id: number) => boolean): number[] {
  const ids: number[] = []
  for (let id = 0; id < rows.count; id += 1) if (!rows.isRemoved(id) && holds(id)) ids.push(id)
  return ids
}
