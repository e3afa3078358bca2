// The unmapped (“own”) file columns shown beside the rows. The choice is stored on this device by user, row type and
// heading, so that it also applies to the next file.
import { useEffect, useState } from 'react'
import { extraColumnMemory } from '#services/files/extra-column-memory.ts'
import { ownerUserOf, useSession } from '#services/session/session.ts'
import type { AnyRows } from '#rows/rows.ts'
import { isWide } from './row-layout.ts'

/** Shown until the user chooses: enough for a name and a number. Rows with many fields have names anyway. */
const SHOWN_AT_FIRST = 2

export interface ExtraColumnsShown {
  /** Indexes among the unmapped columns, from left to right. */
  readonly shown: readonly number[]
  readonly setShown: (shown: readonly number[]) => void
}

export function useExtraColumns(rows: AnyRows): ExtraColumnsShown {
  const session = useSession()
  const user = session && ownerUserOf(session)
  const kind = rows.kind()
  const { extraColumns: headings } = rows
  /** For each heading, true if the user chose to show it, undefined if the user never decided. */
  const [chosen, setChosen] = useState<readonly (boolean | undefined)[]>([])
  useEffect(() => {
    if (user === undefined || headings.length === 0) return undefined
    let isNow = true
    void extraColumnMemory(user, kind.name)
      .recall(headings)
      .then((recalled) => isNow && setChosen(recalled))
    return () => {
      isNow = false
    }
  }, [user, kind.name, headings])
  const atFirst = isWide(kind) ? 0 : SHOWN_AT_FIRST
  return {
    shown: headings.flatMap((_, at) => ((chosen[at] ?? at < atFirst) ? [at] : [])),
    setShown: (shown) => {
      setChosen(headings.map((_, at) => shown.includes(at)))
      if (user !== undefined) void extraColumnMemory(user, kind.name).keep(headings, shown)
    },
  }
}
