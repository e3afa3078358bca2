// The column mappings that the users of this owner share. A mapping can be removed by the user who shared it and by
// administrators.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { useState } from 'react'
import { canCall } from '#contract/methods.ts'
import { hasPermission } from '#domain/access/permissions.ts'
import { uploadTypes } from '#domain/uploads.ts'
import { removeSharedColumns, type SharedColumns as SharedMapping } from '#flows/file-columns.ts'
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
  const mappings = data?.sharedColumns ?? []
  if (!session || mappings.length === 0) return null
  const isOwn = ({ sharedByUserID: id }: SharedMapping) => id === session.user.userId
  const canRemove = (mapping: SharedMapping) => isOwn(mapping) || hasPermission(session.permissions, 'User.write')
  const remove = async (mapping: SharedMapping) => {
    setRemovingId(mapping.id)
    // The button disappears with its row, so the focus moves to the heading.
    if (await removeSharedColumns(mapping)) focusHeading()
    setRemovingId(undefined)
  }
  return (
    <Panel title={m.common_sharedColumns()}>
      <p className="mb-3 text-muted">{m.account_whatSharedColumnsAre()}</p>
      <ul className="grid divide-y divide-line">
        {mappings.map((mapping) => (
          <li key={mapping.id} className="flex flex-wrap items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{toHeadings(mapping)}</p>
              <p className="text-sm text-muted">
                {m.account_sharedFor({
                  title: toTitle(mapping),
                  isOwn: isOwn(mapping) ? 'yes' : 'no',
                  sharedBy: mapping.sharedBy,
                })}{' '}
                <Instant value={mapping.sharedAt} />
              </p>
            </div>
            {canRemove(mapping) && (
              <Button
                size="small"
                pending={removingId === mapping.id}
                aria-label={m.account_stopSharingOf({ headings: toHeadings(mapping) })}
                disabledReason={online ? undefined : OFFLINE_REASON}
                onClick={() => void remove(mapping)}
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

/** The headings of the columns that the mapping uses: 'Card, Amount'. */
function toHeadings({ columns }: SharedMapping): string {
  const usedColumns = columns.filter(({ field }) => field !== undefined)
  return commas(usedColumns.map(({ heading }) => heading.trim()))
}

const toTitle = ({ rowType }: SharedMapping): string => uploadTypes[rowType].title
