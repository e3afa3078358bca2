// Edit User (/user/edituser/:userid): the fields of Add User, filled in with the values of a user.
import { m } from '#words/messages.js'
import { UserRound } from 'lucide-react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type { Result } from '#contract/operations.ts'
import { campaignsToText, type UserValues } from '#domain/users/fields.ts'
import { lacksPermissions } from '#domain/access/permission-words.ts'
import { permissionMapToTexts, toPermissionMap } from '#domain/access/permissions.ts'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { isMissing } from '#services/server/api.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useOwnerUser, useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { buttonClasses } from '#ui/buttons/button-classes.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { editForm, EMPTY_FORM, hasSameValues } from './form/state.ts'
import { HeldChanges } from './form/HeldChanges.tsx'
import { UserForm } from './form/UserForm.tsx'
import { useSaveUser } from './form/useSaveUser.ts'

const FIND_USER_PATH = '/user/search'

export default function EditUserPage() {
  const { userid = '' } = useParams()
  // The server would reject any other text.
  const isId = /^[1-9][0-9]{0,17}$/.test(userid)
  const query = useServerQuery('userInfo', { id: userid }, { enabled: isId, refetchesOnMount: true })
  const { ready } = editForm.use()
  if (query.data && ready) return <EditUser key={userid} userId={userid} info={query.data} />
  const isUnknownUser = query.failure !== undefined && isMissing(query.failure)
  const isMissingUser = !isId || isUnknownUser
  const hasFailed = !isId || query.failure !== undefined
  return (
    <Page title={m.common_editUser()}>
      {hasFailed ? (
        <EmptyState
          icon={UserRound}
          title={query.failure?.text ?? m.common_thereIsNoSuchUser()}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              {!isMissingUser && <Button onClick={query.refresh}>{m.common_tryAgain()}</Button>}
              <Link to={FIND_USER_PATH} className={buttonClasses()}>
                {m.common_findUser()}
              </Link>
            </span>
          }
        >
          {isMissingUser && m.users_linkMayBeOldOrMistyped()}
        </EmptyState>
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Page>
  )
}

function EditUser({ userId, info }: { readonly userId: string; readonly info: Result<'userInfo'> }) {
  const storedValues = infoToValues(info)
  const session = useSession()
  const navigate = useNavigate()
  const ownerUser = useOwnerUser()
  const unsavedUser = editForm.use().state
  // The unsaved values can be those of another user, whose page was left earlier.
  const values = unsavedUser.userId === userId ? unsavedUser.values : storedValues
  const leave = () => {
    editForm.change(EMPTY_FORM)
    void navigate(FIND_USER_PATH)
  }
  const { clearErrors, save, ...saveState } = useSaveUser({ ownerUser, values, userId, storedValues, onDone: leave })
  const exceedsViewer = lacksPermissions({
    held: permissionMapToTexts(session?.permissions ?? {}),
    required: permissionMapToTexts(toPermissionMap(info.permissions)),
  })
  const exceedsViewerReason = exceedsViewer ? m.users_userBeyondViewer() : undefined
  return (
    <Page
      title={m.common_editUser()}
      width="normal"
      description={hasSameValues(values, storedValues) ? undefined : m.users_notSavedYet()}
      actions={<TrailLink type="user" id={userId} />}
    >
      <PendingChangeList
        area="user"
        hidden={saveState.pending}
        onDone={({ kind, subject }) => {
          if (kind === 'saveUser' && subject === userId) leave()
        }}
      />
      <HeldChanges ownerUser={ownerUser} userId={userId} username={storedValues.username} />
      {exceedsViewer && <Banner title={m.users_userBeyondViewer()} />}
      <UserForm
        {...saveState}
        blockedReason={exceedsViewerReason ?? session?.approvalHold ?? saveState.blockedReason}
        values={values}
        storedValues={storedValues}
        isOwn={userId === session?.user.userId}
        onChange={(change) => {
          clearErrors()
          editForm.change({ userId, values: { ...values, ...change } })
        }}
        onSave={() => void save()}
      >
        <Button onClick={leave}>{m.common_cancel()}</Button>
      </UserForm>
    </Page>
  )
}

const infoToValues = ({ user, groupId = '', campaignIds = [], lastDay = '' }: Result<'userInfo'>): UserValues => {
  const { username, firstname, lastname, email } = user
  return { username, firstname, lastname, email, groupId, campaignIds: campaignsToText(campaignIds), lastDay }
}
