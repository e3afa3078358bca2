// Warns that a list is outdated or that the last refresh failed.
import { m } from '#words/messages.js'
import type { ShownList } from '#domain/lists.ts'
import type { ReactNode } from 'react'
import { Banner } from '../Banner.tsx'
import { Instant } from '../Instant.tsx'

interface ListNoteProps {
  readonly list: Pick<ShownList<unknown>, 'receivedAt' | 'isStale' | 'isOffline' | 'failure'>
  /** Explains which actions have to wait for the connection. */
  readonly offline: ReactNode
}

export function ListNote({ list: { receivedAt, isStale, isOffline, failure }, offline }: ListNoteProps) {
  if (receivedAt === undefined) return null
  const when = <Instant value={new Date(receivedAt).toISOString()} />
  if (isStale)
    return (
      <Banner
        kind={isOffline ? 'offline' : 'info'}
        title={
          <>
            {m.ui_listUpdatedOn()} {when}
          </>
        }
      >
        {isOffline ? offline : undefined}
      </Banner>
    )
  if (failure === undefined) return null
  return (
    <Banner kind="critical" title={failure.text}>
      {m.ui_listUpdatedOn()} {when}.
    </Banner>
  )
}
