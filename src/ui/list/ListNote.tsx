// Warns that a list is outdated or that the last refresh failed.
import { m } from '#words/messages.js'
import type { ShownList } from '#domain/lists.ts'
import type { ReactNode } from 'react'
import { Banner } from '../Banner.tsx'
import { Instant } from '../Instant.tsx'

interface ListNoteProps {
  readonly list: Pick<ShownList<unknown>, 'at' | 'old' | 'offline' | 'failure'>
  /** Explains what has to wait for the connection. */
  readonly offline: ReactNode
}

export function ListNote({ list: { at, old, offline: isOffline, failure }, offline }: ListNoteProps) {
  if (at === undefined) return null
  const when = <Instant value={new Date(at).toISOString()} />
  if (old)
    return (
      <Banner
        kind={isOffline ? 'offline' : 'info'}
        title={
          <>
            {m.ui_thisListUpdatedOn()} {when}
          </>
        }
      >
        {isOffline && offline}
      </Banner>
    )
  if (failure === undefined) return null
  return (
    <Banner kind="critical" title={failure.text}>
      {m.ui_thisListUpdatedOn()} {when}.
    </Banner>
  )
}
