// The shared column mappings of this owner's users. Their author or an administrator can remove each one.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { useState } from 'react'
import { canCall } from '#contract/facts.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import { uploadKinds } from '#domain/uploads.ts'
import { removeSharedColumns, type SharedColumns as Shared } from '#flows/file-columns.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { focusHeading } from '#ui/focus.ts'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'

export function SharedColumns() {
  const session = useSession()
  const { data } = useServerQuery('sharedColumns', NO_PARAMS, {
    enabled: canCall(session?.permissions, 'sharedColumns'),
  })
  const { online } = useConnection()
  const [removingId, setRemovingId] = useState<string>()
  const sharedColumns = data?.sharedColumns ?? []
  if (!session || sharedColumns.length === 0) return null
  const isOwn = ({ sharedByUserID: id }: Shared) => id === session.user.userId
  const canRemove = (shared: Shared) => isOwn(shared) || hasPermission(session.permissions, 'User.write')
  const remove = async (shared: Shared) => {
    setRemovingId(shared.id)
    // The button disappears with its row.
    if (await removeSharedColumns(shared)) focusHeading()
    setRemovingId(undefined)
  }
  return (
    <Panel title={m.common_sharedColumns()}>
      <p className="mb-3 text-muted">{m.account_whatSharedColumnsAre()}</p>
      <ul className="grid divide-y divide-line">
        {sharedColumns.map((shared) => (
          <li key={shared.id} className="flex flex-wrap items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{toHeadings(shared)}</p>
              <p className="text-sm text-muted">
                {m.account_sharedFor({
                  title: toTitle(shared),
                  hasName: isOwn(shared) ? 'no' : 'yes',
                  name: isOwn(shared) ? '' : shared.sharedBy,
                })}{' '}
                <Instant value={shared.sharedAt} />
              </p>
            </div>
            {canRemove(shared) && (
              <Button
                size="small"
                pending={removingId === shared.id}
                aria-label={m.account_stopSharingOf({ headings: toHeadings(shared) })}
                disabledReason={online ? undefined : OFFLINE_REASON}
                onClick={() => void remove(shared)}
              >
                {m.account_stopSharing()}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const toHeadings = ({ columns }: Shared): string =>
  commas(columns.flatMap(({ heading, field }) => (field === undefined ? [] : [heading.trim()])))

const toTitle = ({ rowType }: Shared): string =>
  rowType === 'merchant' ? m.common_merchantSignUp() : uploadKinds[rowType].title
