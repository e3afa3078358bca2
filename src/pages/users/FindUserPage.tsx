// Find User (/user/search): the users of the portal, and the actions on each.
import { m } from '#words/messages.js'
import { UserPlus, UserSearch } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { client } from '#brand/current.ts'
import { instantToTimestamp } from '#domain/dates.ts'
import type { UserAction } from '#flows/users/changes.ts'
import { ApprovalHoldBanner } from '#pages/shared/ApprovalHoldBanner.tsx'
import { ListPage } from '#pages/shared/ListPage.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { Banner } from '#ui/Banner.tsx'
import { buttonClasses } from '#ui/buttons/button-classes.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { userCells, UserRowActions } from './find/cells.tsx'
import { listedToRow, userColumns, type UserRow } from './find/rows.ts'
import { findUserQuery, MAX_KEYWORD, useFindUserState } from './find/state.ts'
import { UserDialog } from './find/UserDialog.tsx'
import { focusHeadingIfLost } from '#ui/focus.ts'

interface OpenDialog {
  readonly action: UserAction
  readonly user: UserRow
}

export default function FindUserPage() {
  const { online } = useConnection()
  const { ready, ...listState } = useFindUserState()
  // Until the stored search has been read, nothing is searched.
  const list = useServerList(usersListSpec, ready ? listState : { ...listState, query: undefined })
  const { rows, response } = list
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const [deletedId, setDeletedId] = useState<string>()
  const { keyword } = listState.values
  const searchedKeyword = listState.query?.keyword ?? ''
  const search = () => {
    const isSameSearch = keyword.trim() === searchedKeyword.trim()
    if (isSameSearch) list.refresh()
    else listState.search()
  }

  // When the row of the deleted user disappears, the focus in it is lost. It then moves to the heading.
  useEffect(() => {
    if (deletedId === undefined || !rows) return
    const isListed = rows.some(({ userID }) => userID === deletedId)
    if (!isListed) focusHeadingIfLost()
  }, [deletedId, rows])

  return (
    <ListPage<UserRow>
      title={m.common_findUser()}
      description={m.users_findUserIntro()}
      actions={
        <Link to="/user/adduser" className={buttonClasses()}>
          <UserPlus aria-hidden />
          {m.common_addUser()}
        </Link>
      }
      banner={<ApprovalHoldBanner />}
      pendingChanges={{ area: 'user', hidden: openDialog !== undefined }}
      list={list}
      listName={m.common_users()}
      search={{
        label: m.common_search(),
        onSearch: search,
        disabledReason: online ? undefined : OFFLINE_REASON,
      }}
      filters={
        <TextField
          label={m.users_searchUsers()}
          placeholder={m.users_userName()}
          className="w-full sm:w-80"
          // The browser must not store the names of users.
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_KEYWORD}
          value={keyword}
          onChange={(event) => listState.setValues({ keyword: event.target.value })}
        />
      }
      offline={m.users_changedWhenOnline()}
      note={
        response?.truncated && (
          <Banner kind="warning" title={m.users_onlyFirstUsersAreShown({ count: response.users.length })}>
            {m.users_moreUsersMatch()}
          </Banner>
        )
      }
      rowsTitle={rows ? m.users_usersCount({ count: rows.length }) : m.common_users()}
      fileName={() => `Users_${instantToTimestamp(Date.now(), client.timeZone)}`}
      dropsFirstComma
      columns={userColumns}
      rowKey={(row) => row.userID}
      cells={userCells}
      rowActions={(row) => <UserRowActions user={row} onAction={(action, user) => setOpenDialog({ action, user })} />}
      copyable={['userName', 'email']}
      empty={
        <EmptyState icon={UserSearch} title={m.users_noUserMatchesThisSearch()}>
          {searchedKeyword.trim() === '' ? m.users_noUsersHint() : m.users_noUserMatchesHint()}
        </EmptyState>
      }
    >
      {openDialog && (
        <UserDialog
          key={`${openDialog.action} ${openDialog.user.userID}`}
          {...openDialog}
          onDone={() => {
            if (openDialog.action === 'deleteUser') setDeletedId(openDialog.user.userID)
            setOpenDialog(undefined)
          }}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
    </ListPage>
  )
}

const usersListSpec: ListSpec<'searchUser', { readonly keyword: string }, UserRow> = {
  name: 'find-user',
  method: 'searchUser',
  querySpec: findUserQuery,
  rows: ({ users: listedUsers }) => listedUsers.map(listedToRow),
  pageSize: 25,
}
