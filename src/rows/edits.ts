// The user's changes to rows: edit, remove, restore, fix many rows, and undo. Every action is one entry of the undo
// list, with a label that says what undo would do.
import { m } from '#words/messages.js'
import { inSentence } from '#words/figures.ts'
import { textToCents } from '#domain/money.ts'
import type { Differences } from '#domain/rows/differences.ts'
import type { RowField, RowValues } from '#domain/rows/fields.ts'
import type { Finding } from '#domain/rows/findings.ts'
import type { CheckedRow } from '#domain/rows/row-type.ts'
import { fixUndoLabel, fieldsChangedByFix, type FixableFault, TOO_MANY_FIELDS } from '#domain/rows/value-findings.ts'
import type { Rows } from './rows.ts'

/** Preview of what a fix for many rows would change in a row. */
export interface FixPreview {
  readonly id: number
  readonly rowNumber: number
  /** The name of the changed field. */
  readonly field: string
  readonly before: string
  readonly after: string
}

export type RowEdits<Name extends string = string> = ReturnType<typeof createRowEdits<Name>>

/** The values that a pasted block writes to one row. */
export interface BlockWrite<Name extends string = string> {
  readonly id: number
  readonly values: Partial<RowValues<Name>>
}

interface UndoEntry<Name extends string> {
  readonly label: string
  /** The rows to restore: as they were before a done action, or after an undone action. */
  readonly rows: readonly RowState<Name>[]
}

interface RowState<Name extends string> {
  readonly id: number
  /** Undefined if the row had the values of its file. */
  readonly edit: CheckedRow<Name> | undefined
  readonly isRemoved: boolean
}

/** `onChanged` receives the rows whose values changed, so that only these rows are sent to the server for a check. */
export function createRowEdits<Name extends string>(rows: Rows<Name>, onChanged: (ids: readonly number[]) => void) {
  /** The actions that can be undone, the last one at the end. */
  const doneEntries: UndoEntry<Name>[] = []
  /** The undone actions, which can be redone until the user does something else. */
  const undoneEntries: UndoEntry<Name>[] = []

  const getState = (id: number): RowState<Name> => ({ id, edit: rows.editOf(id), isRemoved: rows.isRemoved(id) })
  const addEntry = (label: string, before: readonly RowState<Name>[]) => {
    doneEntries.push({ label, rows: before })
    undoneEntries.length = 0
  }
  /** Restores the rows of the last action of one list, and records their previous state in the other list. */
  const restoreLast = (from: UndoEntry<Name>[], to: UndoEntry<Name>[]): readonly number[] => {
    const last = from.pop()
    if (!last) return []
    const ids = last.rows.map(({ id }) => id)
    to.push({ label: last.label, rows: ids.map(getState) })
    for (const { id, edit, isRemoved } of last.rows) {
      if (rows.editOf(id) !== edit) rows.reset(id, edit)
      if (isRemoved) rows.remove(id)
      else rows.restore(id)
    }
    rows.notify('content')
    onChanged(ids)
    return ids
  }

  /** Does one action of the user: changes the rows, so that one undo restores them all. */
  const applyToRows = (label: string, ids: readonly number[], change: (id: number) => void) => {
    if (ids.length === 0) return
    addEntry(label, ids.map(getState))
    for (const id of ids) change(id)
    rows.notify('content')
    onChanged(ids)
  }
  const rowsToText = (ids: readonly number[]) =>
    ids.length === 1
      ? m.rows_rowNumber({ rowNumber: rows.row(ids[0] ?? 0).rowNumber })
      : m.rows_countRows({ count: ids.length })

  /** From pairs of field name and value. */
  const toPartialValues = (values: readonly (readonly [field: string, value: string])[]) =>
    Object.fromEntries(values) as Partial<RowValues<Name>>

  const changesValues = (id: number, newValues: Partial<RowValues<Name>>): boolean => {
    const { values } = rows.row(id)
    return rows.rowType().activeFields.some(({ name }) => (newValues[name] ?? values[name]).trim() !== values[name])
  }
  const findFixedFields = (id: number, code: FixableFault, choice?: string) =>
    fieldsChangedByFix(rows.rowType(), rows.row(id).values, code, choice)

  return {
    /** Writes values into a row. Omitted fields keep their values. Does nothing if the row already has these values. */
    edit(id: number, newValues: Partial<RowValues<Name>>): void {
      // Writing a row drops its extra fields, so such a row changes even if its values stay the same.
      const hasExtraFields = rows.row(id).fieldCount > rows.rowType().activeFields.length
      if (!changesValues(id, newValues) && !hasExtraFields) return
      applyToRows(m.rows_editOf({ rowsText: rowsToText([id]) }), [id], () => rows.write(id, newValues))
    },
    remove(ids: readonly number[]): void {
      const presentIds = ids.filter((id) => !rows.isRemoved(id))
      applyToRows(m.rows_removalOf({ rowsText: rowsToText(presentIds) }), presentIds, (id) => rows.remove(id))
    },
    restore(ids: readonly number[]): void {
      const removedIds = ids.filter((id) => rows.isRemoved(id))
      applyToRows(m.rows_restoringOf({ rowsText: rowsToText(removedIds) }), removedIds, (id) => rows.restore(id))
    },
    /** Restores the values that an edited row has in the file. */
    revert(id: number): void {
      if (!rows.editOf(id)) return
      applyToRows(m.rows_resetOf({ rowsText: rowsToText([id]) }), [id], () => rows.reset(id, undefined))
    },
    /**
     * The rows with a finding that a fix can correct. Rows with extra fields are excluded, because writing a row drops
     * the extra fields.
     */
    fixableIds: (finding: Pick<Finding, 'code' | 'field'>): number[] =>
      withoutExtraFields(rows, idsWithFinding(rows, finding)),
    /** Previews a fix value by value. Without `ids`, previews it for all rows that need the fix. */
    previewFix(
      code: FixableFault,
      ids: readonly number[] = idsWithFinding(rows, { code }),
      choice?: string,
    ): FixPreview[] {
      return withoutExtraFields(rows, ids).flatMap((id) => {
        const { rowNumber } = rows.row(id)
        return findFixedFields(id, code, choice).map(({ field, before, after }) => ({
          id,
          rowNumber,
          field: field.name,
          before,
          after,
        }))
      })
    },
    /**
     * Corrects the format of values, by default in every row that needs it. Rows to which the choice does not apply stay
     * unchanged.
     * @param choice the user's decision, if the fix has choices
     */
    fix(code: FixableFault, candidateIds: readonly number[] = idsWithFinding(rows, { code }), choice?: string): void {
      const ids = withoutExtraFields(rows, candidateIds).filter((id) => findFixedFields(id, code, choice).length > 0)
      applyToRows(m.rows_fixOf({ fix: fixUndoLabel(code), rowsText: rowsToText(ids) }), ids, (id) => {
        const fixedValues = findFixedFields(id, code, choice).map(({ field, after }) => [field.name, after] as const)
        rows.write(id, toPartialValues(fixedValues))
      })
    },
    /** All duplicates except the first row of each group in the file. */
    laterDuplicates(): number[] {
      const code = rows.rowType().duplicates?.code
      if (code === undefined) return []
      const isFirst = (id: number) => rows.duplicatesOf(id)[0] === id
      return idsWithFinding(rows, { code }).filter((id) => !isFirst(id))
    },
    /**
     * The rows with a finding in which only one value can be the amount. Money fields and fields that the row type does not
     * use can contain the amount. At most one of these fields contains a number.
     */
    idsWithClearAmount(finding: Pick<Finding, 'code' | 'field'>): number[] {
      const possibleFields = rows.rowType().fields.filter(({ use, value }) => use === 'unused' || value === 'money')
      const isNumber = (text: string) => typeof textToCents(text) === 'number'
      const countNumbers = (id: number) => {
        const { values } = rows.row(id)
        return possibleFields.filter(({ name }) => isNumber(values[name])).length
      }
      return idsWithFinding(rows, finding).filter((id) => countNumbers(id) <= 1)
    },
    /** Writes one value into a field of many rows. */
    setAll(ids: readonly number[], { name, label }: RowField, text: string): void {
      applyToRows(m.rows_settingOf({ label: inSentence(label), rowsText: rowsToText(ids) }), ids, (id) =>
        rows.write(id, toPartialValues([[name, text]])),
      )
    },
    /**
     * Stores values in the fields in which the grid shows them. The grid shows a value that was read from the wrong
     * column in the field to which the value probably belongs.
     */
    acceptDisplayedValues(ids: readonly number[]): void {
      applyToRows(m.rows_amountSettingOf({ rowsText: rowsToText(ids) }), ids, (id) =>
        rows.write(id, rows.rowType().toDisplayedValues(rows.row(id).values)),
      )
    },
    /** Appends typed or pasted rows. Undo removes them. */
    append(newRows: readonly CheckedRow<Name>[]): void {
      if (newRows.length === 0) return
      const ids = rows.append(newRows)
      addEntry(m.rows_addingOf({ rowsText: rowsToText(ids) }), ids.map(toRemovedState))
      rows.notify('content')
      onChanged(ids)
    },
    /** Applies the changes of a corrected file as one action. Unchanged rows keep their checks. */
    apply({ changed, added, removed }: Differences<Name>): void {
      const ids = [...changed.map(({ id }) => id), ...removed]
      if (ids.length + added.length === 0) return
      const before = ids.map(getState)
      for (const { id, after } of changed) {
        rows.write(id, after.values)
        // The user can have removed the row before correcting the file.
        rows.restore(id)
      }
      for (const id of removed) rows.remove(id)
      const addedIds = rows.append(added)
      addEntry(m.rows_correctionsOf({ rowsText: rowsToText([...ids, ...addedIds]) }), [
        ...before,
        ...addedIds.map(toRemovedState),
      ])
      rows.notify('content')
      onChanged([...ids, ...addedIds])
    },
    /**
     * Pastes a block of cells as one action. Lines beyond the last row are appended as new rows. Rows that already have
     * these values stay unchanged.
     */
    writeBlock(
      action: 'pasting' | 'filling',
      writes: readonly BlockWrite<Name>[],
      newRows: readonly CheckedRow<Name>[],
    ): void {
      const changedWrites = writes.filter(({ id, values }) => changesValues(id, values))
      if (changedWrites.length + newRows.length === 0) return
      const before = changedWrites.map(({ id }) => getState(id))
      for (const { id, values } of changedWrites) rows.write(id, values)
      const addedIds = rows.append(newRows)
      const ids = [...changedWrites.map(({ id }) => id), ...addedIds]
      addEntry(m.rows_fillingOrPasting({ action, rowsText: rowsToText(ids) }), [
        ...before,
        ...addedIds.map(toRemovedState),
      ])
      rows.notify('content')
      onChanged(ids)
    },
    /**
     * True if all rows with a finding have the same value in its field, so that replacing them all loses no
     * information.
     */
    haveSameValue(finding: Pick<Finding, 'code' | 'field'>): boolean {
      const field = rows.rowType().field(finding.field)
      if (!field) return false
      // '0', '0.00' and '0.0' are the same value.
      if (finding.code === 'amountZero') return true
      const texts = new Set<string>()
      for (const id of idsWithFinding(rows, finding)) {
        texts.add(rows.rowType().toDisplayedValues(rows.row(id).values)[field.name])
        if (texts.size > 1) return false
      }
      return true
    },
    faultyIds: (): number[] => idsWhere(rows, (id) => rows.isFaulty(id)),
    /** Describes what `undo` would revert. Undefined if there is nothing to undo. */
    undoLabel: (): string | undefined => doneEntries.at(-1)?.label,
    /** Undoes the last action and returns its rows. */
    undo: (): readonly number[] => restoreLast(doneEntries, undoneEntries),
    /** Describes what `redo` would do again. Undefined if there is nothing to redo. */
    redoLabel: (): string | undefined => undoneEntries.at(-1)?.label,
    /** Redoes the last undone action and returns its rows. */
    redo: (): readonly number[] => restoreLast(undoneEntries, doneEntries),
  }
}

/** The state of an added row before the action. The row did not exist then, so undo removes it. */
const toRemovedState = (id: number) => ({ id, edit: undefined, isRemoved: true })

/**
 * The rows with a finding, without removed rows, in the file's order. Without `field`, the finding can be about any
 * field.
 */
export function idsWithFinding(rows: Rows, matching: { readonly code: string; readonly field?: string }): number[] {
  if (!rows.mayHaveFinding(matching.code)) return []
  return idsWhere(rows, (id) => rows.findingsOf(id).some((finding) => matchesFinding(finding, matching)))
}

/**
 * The rows without extra fields. An edit keeps only the fields of the row type, so it would drop the extra fields
 * together with the error that reports them.
 */
export const withoutExtraFields = (rows: Rows, ids: readonly number[]): number[] =>
  ids.filter((id) => !rows.findingsOf(id).some(({ code }) => EXTRA_FIELDS_CODES.includes(code)))

/** The findings of rows with too many fields, and of lines that the file's separator does not divide. */
const EXTRA_FIELDS_CODES: readonly string[] = [TOO_MANY_FIELDS, 'undivided']

/** True if a finding has this code and, unless `field` is omitted, is about this field. */
export const matchesFinding = (
  finding: Finding,
  { code, field = finding.field }: { readonly code: string; readonly field?: string },
): boolean => finding.code === code && finding.field === field

function idsWhere(rows: Rows, matches: (id: number) => boolean): number[] {
  const ids: number[] = []
  for (let id = 0; id < rows.count; id += 1) {
    if (!rows.isRemoved(id) && matches(id)) ids.push(id)
  }
  return ids
}
