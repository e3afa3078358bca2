// Find User (/user/search): the users of the portal, and the actions on each.
import { m } from '#words/messages.js'
import { UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { UserAction } from '#flows/users/changes.ts'
import { ApprovalHoldBanner } from '#pages/shared/ApprovalHoldBanner.tsx'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { useOwnerUser } from '#services/session/session.ts'
import { buttonClasses } from '#ui/buttons/button-classes.ts'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { Page } from '#ui/Page.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { listedToRow, type UserRow } from './find/rows.ts'
import { findUserQuery, MAX_KEYWORD, useFindUserState } from './find/state.ts'
import { UserDialog } from './find/UserDialog.tsx'
import { focusHeadingIfLost } from '#ui/focus.ts'
import { UserList } from './find/UserList.tsx'

interface OpenDialog {
  readonly action: UserAction
  readonly user: UserRow
}

export default function FindUserPage() {
  const ownerUser = useOwnerUser()
  const { online } = useConnection()
  const { ready, ...listState } = useFindUserState()
  const list = useServerList(usersListSpec, ready ? listState : { ...listState, query: undefined })
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const [deletedId, setDeletedId] = useState<string>()
  const { keyword } = listState.values
  const query = listState.query?.keyword ?? ''

  // The focus is lost together with the deleted row, so it moves to the heading.
  useEffect(() => {
    if (deletedId === undefined || !list.rows || list.rows.some(({ userID }) => userID === deletedId)) return
    focusHeadingIfLost()
  }, [deletedId, list.rows])

  return (
    <Page
      title={m.common_findUser()}
      description={m.users_findUserIntro()}
      actions={
        <Link to="/user/adduser" className={buttonClasses()}>
          <UserPlus aria-hidden />
          {m.common_addUser()}
        </Link>
      }
    >
      <ApprovalHoldBanner />
      <PendingChangeList area="user" hidden={openDialog !== undefined} />
      <ListBar
        label={m.common_users()}
        list={list}
        search={{
          label: m.common_search(),
          onSearch: () => (keyword.trim() === query.trim() ? list.refresh() : listState.search()),
          disabledReason: online ? undefined : OFFLINE_REASON,
        }}
      >
        <TextField
          label={m.users_searchUsers()}
          placeholder={m.users_userName()}
          className="w-full sm:w-80"
          // The browser must not store this input.
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_KEYWORD}
          value={keyword}
          onChange={(event) => listState.setValues({ keyword: event.target.value })}
        />
      </ListBar>
      <ListNote list={list} offline={m.users_changedWhenOnline()} />
      <UserList list={list} keyword={query.trim()} onAction={(action, user) => setOpenDialog({ action, user })} />
      {openDialog && (
        <UserDialog
          key={`${openDialog.action} ${openDialog.user.userID}`}
          {...openDialog}
          ownerUser={ownerUser}
          onDone={() => {
            if (openDialog.action === 'deleteUser') setDeletedId(openDialog.user.userID)
            setOpenDialog(undefined)
          }}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
    </Page>
  )
}

const usersListSpec: ListSpec<'searchUser', { readonly keyword: string }, UserRow> = {
  name: 'find-user',
  method: 'searchUser',
  querySpec: findUserQuery,
  rows: ({ users: listedUsers }) => listedUsers.map(listedToRow),
  pageSize: 25,
}
