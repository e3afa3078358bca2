// The extra columns of the file that are shown beside the rows. The choice is stored on this device by user, row
// type and heading, so that it also applies to the next file.
import { useEffect, useMemo, useRef, useState } from 'react'
import { extraColumnMemory } from '#services/files/extra-column-memory.ts'
import { ownerUserOf, useSession } from '#services/session/session.ts'
import type { AnyRows } from '#rows/rows.ts'
import { isWide } from '#pages/shared/row-editor/grid/row-layout.ts'

/** Number of columns shown until the user chooses: enough for a name and a number. */
const DEFAULT_SHOWN_COUNT = 2
const MAX_SAMPLES = 5

/** True for a column that only counts the rows, such as 'No.'. It adds nothing to the row number. */
function isCounter(rows: AnyRows, index: number): boolean {
  const sampleCount = Math.min(rows.count, MAX_SAMPLES)
  if (sampleCount < 2) return false
  const first = Number(rows.extraCells(0)[index])
  if (!Number.isInteger(first)) return false
  const texts = Array.from({ length: sampleCount }, (_, id) => rows.extraCells(id)[index] ?? '')
  return texts.every((text, id) => text !== '' && Number(text) === first + id)
}

export interface ExtraColumnSelection {
  /** Indexes among the extra columns, from left to right. */
  readonly shownIndexes: readonly number[]
  /** `change` receives the newest indexes and returns the next ones. */
  readonly setShownIndexes: (change: (indexes: readonly number[]) => readonly number[]) => void
}

/** For each heading: true to show it, false to hide it, undefined if the user has not chosen. */
type ColumnChoices = readonly (boolean | undefined)[]

export function useExtraColumns(rows: AnyRows): ExtraColumnSelection {
  const session = useSession()
  const user = session && ownerUserOf(session)
  const rowType = rows.rowType()
  const { extraColumns: headings } = rows
  const [choices, setChoices] = useState<ColumnChoices>([])
  useEffect(() => {
    if (user === undefined || headings.length === 0) return undefined
    let isStale = false
    void extraColumnMemory(user, rowType.name)
      .recall(headings)
      .then((recalledChoices) => {
        if (!isStale) setChoices(recalledChoices)
      })
    return () => {
      isStale = true
    }
  }, [user, rowType.name, headings])
  // Rows with many fields already include names.
  const defaultCount = isWide(rowType) ? 0 : DEFAULT_SHOWN_COUNT
  const shownByDefault = useMemo(() => {
    const usefulIndexes = [...headings.keys()].filter((index) => !isCounter(rows, index))
    return usefulIndexes.slice(0, defaultCount)
  }, [rows, headings, defaultCount])
  const toIndexes = (columnChoices: ColumnChoices) =>
    [...headings.keys()].filter((index) => columnChoices[index] ?? shownByDefault.includes(index))
  // The newest choices, since several can be made before React renders the first one.
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
