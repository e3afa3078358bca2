// The found users: the columns, Edit as a button, other actions in a menu.
import { m } from '#words/messages.js'
import { Ellipsis, ListChecks, ScrollText, UserSearch } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { client } from '#brand/current.ts'
import { instantToTimestamp } from '#domain/dates.ts'
import type { UserAction } from '#flows/users/changes.ts'
import { userTrailPath, itemTrailPath } from '#pages/shared/TrailLink.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import type { ServerList } from '#services/lists/useServerList.ts'
import { useExport } from '#services/lists/useExport.ts'
import { useSession } from '#services/session/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { ColumnChoice } from '#ui/tables/ColumnChoice.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { Instant } from '#ui/Instant.tsx'
import { DownloadMenu } from '#ui/list/DownloadMenu.tsx'
import { ListTable } from '#ui/list/ListTable.tsx'
import { Menu, type MenuItem } from '#ui/overlays/Menu.tsx'
import { Panel } from '#ui/Panel.tsx'
import { userActions } from './actions.tsx'
import { userColumns, type UserRow } from './rows.ts'

interface UserListProps {
  readonly list: ServerList<'searchUser', UserRow>
  readonly keyword: string
  readonly onAction: (action: UserAction, user: UserRow) => void
}

export function UserList({ list, keyword, onAction }: UserListProps) {
  const { rows, response } = list
  const download = useExport({
    name: () => `Users_${instantToTimestamp(Date.now(), client.timeZone)}`,
    sheet: m.common_users(),
    columns: userColumns,
    rows: () => Promise.resolve(rows),
  })
  return (
    <>
      {response?.truncated && (
        <Banner kind="warning" title={m.users_onlyFirstUsersAreShown({ count: response.users.length })}>
          {m.users_moreUsersMatch()}
        </Banner>
      )}
      <Panel
        flush
        title={rows ? m.users_usersCount({ count: rows.length }) : m.common_users()}
        actions={
          <>
            <ColumnChoice columns={userColumns} hidden={list.hidden} onChange={list.setHidden} />
            {rows !== undefined && rows.length > 0 && <DownloadMenu {...download} />}
          </>
        }
      >
        <ListTable<UserRow>
          caption={m.common_users()}
          list={list}
          columns={userColumns}
          rowKey={(row) => row.userID}
          cells={cells}
          actions={(row) => <RowActions user={row} onAction={onAction} />}
          copyable={['userName', 'email']}
          empty={
            <EmptyState icon={UserSearch} title={m.users_noUserMatchesThisSearch()}>
              {keyword === '' ? m.users_noUsersHint() : m.users_noUserMatchesHint()}
            </EmptyState>
          }
        />
      </Panel>
    </>
  )
}

function RowActions({ user, onAction }: { readonly user: UserRow; readonly onAction: UserListProps['onAction'] }) {
  const navigate = useNavigate()
  const viewerId = useSession()?.user.userId ?? ''
  const { online } = useConnection()
  const { userID, userName } = user
  const items = Object.entries(userActions)
    .filter(([, { isOffered }]) => isOffered(user))
    .map(([action, { label, icon: Icon, danger = false, refusal }]): MenuItem => ({
      label,
      danger,
      icon: <Icon aria-hidden />,
      disabledReason:
        refusal(user, viewerId) ?? (user.mayMore ? m.users_userBeyondViewer() : online ? undefined : OFFLINE_REASON),
      onSelect: () => onAction(action as UserAction, user),
    }))
  return (
    <>
      <Button
        size="small"
        aria-label={m.users_editUser({ userName })}
        onClick={() => void navigate(`/user/edituser/${userID}`)}
      >
        {m.users_edit()}
      </Button>
      <Menu
        trigger={<IconButton label={m.users_moreForUser({ userName })} size="small" icon={<Ellipsis aria-hidden />} />}
        items={[
          ...items,
          {
            label: m.users_whatThisUserDid(),
            icon: <ListChecks aria-hidden />,
            separated: true,
            onSelect: () => void navigate(userTrailPath(userID)),
          },
          {
            label: m.users_whatWasDoneToThisUser(),
            icon: <ScrollText aria-hidden />,
            onSelect: () => void navigate(itemTrailPath('user', userID)),
          },
        ]}
      />
    </>
  )
}

const cells = {
  // The line can break before the @, so that the table fits a small laptop.
  email: ({ email }: UserRow) => {
    const domainIndex = email.lastIndexOf('@')
    return (
      <span className="whitespace-normal">
        {email.slice(0, domainIndex)}
        <wbr />
        {email.slice(domainIndex)}
      </span>
    )
  },
  lastLogin: ({ lastLogin }: UserRow) =>
    lastLogin !== null && <Instant value={lastLogin} short wraps="inNarrowTable" />,
  isLocked: ({ isLocked }: UserRow) => (isLocked ? <Badge tone="critical">{m.common_locked()}</Badge> : m.common_no()),
  userGroups: ({ userGroups, isHeld }: UserRow) =>
    isHeld ? (
      <span className="inline-flex flex-wrap items-center gap-2">
        {userGroups} <Badge tone="warning">{m.users_heldBack()}</Badge>
      </span>
    ) : (
      userGroups
    ),
  isActivated: ({ isActivated }: UserRow) =>
    isActivated ? m.common_yes() : <Badge tone="warning">{m.common_notYet()}</Badge>,
}
