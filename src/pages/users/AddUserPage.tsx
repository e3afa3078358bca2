// Add User (/user/adduser): the new user receives an email with a link to choose a password.
import { m } from '#words/messages.js'
import type { PendingChange } from '#flows/pending-changes/change-types.ts'
import { newUserKey } from '#flows/users/changes.ts'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { useOwnerUser } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Page } from '#ui/Page.tsx'
import { addForm, EMPTY_FORM, hasSameValues, EMPTY_VALUES } from './form/state.ts'
import { UserForm } from './form/UserForm.tsx'
import { useSaveUser } from './form/useSaveUser.ts'

export default function AddUserPage() {
  const ownerUser = useOwnerUser()
  const { values } = addForm.use().state
  const clear = () => addForm.change(EMPTY_FORM)
  const { clearErrors, save, ...saveState } = useSaveUser({ ownerUser, values, onDone: clear })
  // If an earlier request has added this user, the form is cleared. Otherwise the user could be added twice.
  const onEarlierDone = ({ kind, subject }: PendingChange) => {
    if (kind === 'saveUser' && subject === newUserKey(values.username)) clear()
  }
  return (
    <Page title={m.common_addUser()} width="normal" description={m.users_addUserIntro()}>
      <PendingChangeList area="user" hidden={saveState.pending} onDone={onEarlierDone} />
      <UserForm
        {...saveState}
        values={values}
        onChange={(change) => {
          clearErrors()
          addForm.change({ values: { ...values, ...change } })
        }}
        onSave={() => void save()}
      >
        {!hasSameValues(values, EMPTY_VALUES) && (
          <Button
            onClick={() => {
              clearErrors()
              clear()
            }}
          >
            {m.common_clear()}
          </Button>
        )}
      </UserForm>
    </Page>
  )
}
