// The extra columns of the file that are shown beside the rows. The choice is stored on this device by user, row
// type and heading, so that it also applies to the next file.
import { useEffect, useMemo, useRef, useState } from 'react'
import { extraColumnMemory } from '#services/files/extra-column-memory.ts'
import { ownerUserOf, useSession } from '#services/session/session.ts'
import type { AnyRows } from '#rows/rows.ts'
import { isWide } from '#pages/shared/row-editor/grid/row-layout.ts'

/**
 * Number of columns shown until the user chooses: enough for a name and a number. Rows with many fields already include
 * names.
 */
const DEFAULT_SHOWN_COUNT = 2

/** True for a column that only counts the rows, as 'No.': it adds nothing to the row number. */
function isCounter(rows: AnyRows, index: number): boolean {
  const first = Number(rows.extraCells(0)[index])
  const sampleCount = Math.min(rows.count, 5)
  return (
    sampleCount > 1 &&
    Number.isInteger(first) &&
    Array.from({ length: sampleCount }, (_, id) => rows.extraCells(id)[index]).every(
      (text, id) => text !== undefined && text !== '' && Number(text) === first + id,
    )
  )
}

export interface ExtraColumnSelection {
  /** Indexes among the extra columns, from left to right. */
  readonly shownIndexes: readonly number[]
  /** `change` returns the next indexes from the newest ones. */
  readonly setShownIndexes: (change: (indexes: readonly number[]) => readonly number[]) => void
}

export function useExtraColumns(rows: AnyRows): ExtraColumnSelection {
  const session = useSession()
  const user = session && ownerUserOf(session)
  const rowType = rows.rowType()
  const { extraColumns: headings } = rows
  /** For each heading: true to show it, false to hide it, undefined if the user has not chosen. */
  const [choices, setChoices] = useState<readonly (boolean | undefined)[]>([])
  useEffect(() => {
    if (user === undefined || headings.length === 0) return undefined
    let isCurrent = true
    void extraColumnMemory(user, rowType.name)
      .recall(headings)
      .then((recalledChoices) => {
        if (isCurrent) setChoices(recalledChoices)
      })
    return () => {
      isCurrent = false
    }
  }, [user, rowType.name, headings])
  const shownByDefaultCount = isWide(rowType) ? 0 : DEFAULT_SHOWN_COUNT
  const shownByDefault = useMemo(
    () => headings.flatMap((_, index) => (isCounter(rows, index) ? [] : [index])).slice(0, shownByDefaultCount),
    [rows, headings, shownByDefaultCount],
  )
  const toIndexes = (columnChoices: typeof choices) =>
    headings.flatMap((_, index) => ((columnChoices[index] ?? shownByDefault.includes(index)) ? [index] : []))
  const newestChoices = useRef(choices)
  useEffect(() => {
    newestChoices.current = choices
  }, [choices])
  return {
    shownIndexes: toIndexes(choices),
    setShownIndexes: (change) => {
      const indexes = change(toIndexes(newestChoices.current))
      newestChoices.current = headings.map((_, index) => indexes.includes(index))
      setChoices(newestChoices.current)
      if (user !== undefined) void extraColumnMemory(user, rowType.name).remember(headings, indexes)
    },
  }
}
