// The users found: the columns of batches §2, Edit as a button, the rest in a menu.
import { Ellipsis, ListChecks, ScrollText, UserSearch } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { client } from '#brand/current.ts'
import { instantToStamp } from '#domain/dates.ts'
import type { UserAction } from '#flows/users/changes.ts'
import { trailBy, trailOf } from '#pages/shared/TrailLink.tsx'
import { OFFLINE_REASON, useConnection } from '#services/connection.ts'
import type { AskedList } from '#services/lists/useAskedList.ts'
import { useExport } from '#services/lists/useExport.ts'
import { useSession } from '#services/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ColumnChoice } from '#ui/ColumnChoice.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Instant } from '#ui/Instant.tsx'
import { DownloadMenu } from '#ui/list/DownloadMenu.tsx'
import { ListTable } from '#ui/list/ListTable.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import { Panel } from '#ui/Panel.tsx'
import { userActions } from './actions.tsx'
import { userColumns, type UserRow } from './rows.ts'

interface UserListProps {
  readonly list: AskedList<'searchUser', UserRow>
  readonly keyword: string
  readonly onAction: (action: UserAction, user: UserRow) => void
}

export function UserList({ list, keyword, onAction }: UserListProps) {
  const { rows, answer } = list
  const download = useExport({
    name: () => `Users_${instantToStamp(Date.now(), client.timeZone)}`,
    sheet: 'Users',
    columns: userColumns,
    rows: () => Promise.resolve(rows),
  })
  return (
    <>
      {answer?.truncated && (
        <Banner kind="warning" title={`Only the first ${answer.users.length.toLocaleString('en')} users are shown`}>
          More users match. Search for more of a name.
        </Banner>
      )}
      <Panel
        flush
        title={rows ? `Users (${rows.length.toLocaleString('en')})` : 'Users'}
        actions={
          <>
            <ColumnChoice columns={userColumns} hidden={list.hidden} onChange={list.setHidden} />
            {rows !== undefined && rows.length > 0 && <DownloadMenu {...download} />}
          </>
        }
      >
        <ListTable<UserRow>
          caption="Users"
          list={list}
          columns={userColumns}
          rowKey={(row) => row.userID}
          cells={cells}
          actions={(row) => <RowActions user={row} onAction={onAction} />}
          copyable={['userName', 'email']}
          empty={
            <EmptyState icon={UserSearch} title="No user matches this search">
              {keyword === ''
                ? 'Users appear here as soon as one is added.'
                : 'Every word is looked for in user name, first name, last name and email. Search for less of it.'}
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
    .filter(([, { fits }]) => fits(user))
    .map(([action, { label, icon: Icon, danger = false, refuse }]): MenuItem => ({
      label,
      danger,
      icon: <Icon aria-hidden />,
      disabledReason: refuse(user, viewerId) ?? (online ? undefined : OFFLINE_REASON),
      onSelect: () => onAction(action as UserAction, user),
    }))
  return (
    <>
      <Button
        size="small"
        aria-label={`Edit user ${userName}`}
        onClick={() => void navigate(`/user/edituser/${userID}`)}
      >
        Edit
      </Button>
      <Menu
        trigger={<IconButton label={`More for user ${userName}`} size="small" icon={<Ellipsis aria-hidden />} />}
        items={[
          ...items,
          {
            label: 'What this user did',
            icon: <ListChecks aria-hidden />,
            separated: true,
            onSelect: () => void navigate(trailBy(userID)),
          },
          {
            label: 'What was done to this user',
            icon: <ScrollText aria-hidden />,
            onSelect: () => void navigate(trailOf('user', userID)),
          },
        ]}
      />
    </>
  )
}

const cells = {
  lastLogin: ({ lastLogin }: UserRow) => lastLogin !== null && <Instant value={lastLogin} breaks />,
  isLocked: ({ isLocked }: UserRow) => (isLocked ? <Badge tone="critical">Locked</Badge> : 'No'),
  isActivated: ({ isActivated }: UserRow) => (isActivated ? 'Yes' : <Badge tone="warning">Not yet</Badge>),
}
