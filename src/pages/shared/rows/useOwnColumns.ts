// The unmapped (“own”) file columns shown beside the rows. The choice is stored on this device by user, row type and
// heading, so that it also applies to the next file.
import { useEffect, useState } from 'react'
import { ownColumnMemory } from '#services/files/own-column-memory.ts'
import { ownerUserOf, useSession } from '#services/session/session.ts'
import type { AnyRows } from '#rows/rows.ts'
import { isWide } from './row-layout.ts'

/** Shown until the user chooses: enough for a name and a number. Rows with many fields have names anyway. */
const SHOWN_AT_FIRST = 2

export interface OwnColumnsShown {
  /** Indexes among the unmapped columns, from left to right. */
  readonly shown: readonly number[]
  readonly setShown: (shown: readonly number[]) => void
}

export function useOwnColumns(rows: AnyRows): OwnColumnsShown {
  const session = useSession()
  const user = session && ownerUserOf(session)
  const kind = rows.kind()
  const { ownColumns: headings } = rows
  /** For each heading, true if the user chose to show it, undefined if the user never decided. */
  const [chosen, setChosen] = useState<readonly (boolean | undefined)[]>([])
  useEffect(() => {
    if (user === undefined || headings.length === 0) return undefined
    let isNow = true
    void ownColumnMemory(user, kind.name)
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
      if (user !== undefined) void ownColumnMemory(user, kind.name).keep(headings, shown)
    },
  }
}
