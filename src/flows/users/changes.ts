// Builds the pending changes of user administration: their operations and messages.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { textToCampaigns, type UserValues } from '#domain/users/fields.ts'
import type { AnyChangeRequest } from '#flows/pending-changes/change-types.ts'

/** Actions on a user, except saving. */
export type UserAction = 'deleteUser' | 'lockUser' | 'unlockUser' | 'resendActivation' | 'reset2FAEnrolment'

export interface NamedUser {
  readonly userID: string
  readonly userName: string
}

type RequestOf<K extends AnyChangeRequest['kind']> = Extract<AnyChangeRequest, { readonly kind: K }>
export type SaveRequest = RequestOf<'saveUser'>

const link = { to: '/user/search' }

/**
 * Identifies the pending change of a user who has no id yet. The key must not depend on translated texts, because it is
 * stored on the device.
 */
export const newUserKey = (username: string): string => `new ${username.trim().toLowerCase()}`

/** `userId`: undefined for a new user. */
export function saveToChange(values: UserValues, userId: string | undefined, previous?: UserValues): SaveRequest {
  const { campaignIds = '', lastDay = '', ...fields } = values
  const { username } = fields
  const { campaignIds: previousCampaignIds = '', lastDay: previousLastDay = '' } = previous ?? {}
  // Campaigns are also sent if all of them were removed.
  const sendsCampaigns = campaignIds !== '' || previousCampaignIds !== ''
  const changesLastDay = lastDay !== previousLastDay
  const isNew = userId === undefined
  return {
    kind: 'saveUser',
    params: {
      user: {
        ...fields,
        ...(sendsCampaigns && { campaignIds: [...textToCampaigns(campaignIds)] }),
        ...(changesLastDay && { lastDay: lastDay === '' ? null : lastDay }),
        ...(isNew ? {} : { userId }),
        ownerId: client.ownerId,
        isNew,
      },
    },
    subject: userId ?? newUserKey(username),
    done: isNew ? m.users_userWasCreated({ username }) : m.users_userWasSaved({ username }),
    success: isNew ? m.users_userHasBeenCreated() : m.users_userSavedSuccessfully(),
    // Names the address of the activation e-mail. The portal does not know whether the e-mail arrives there.
    successSubject: isNew
      ? m.users_savedWithActivationEmail({ username, email: values.email })
      : m.users_savedUser({ username }),
    link,
  }
}

/** The pending change that confirms another administrator's change of a user. */
export const confirmationToChange = (changeID: string, userName: string): RequestOf<'confirmUserChange'> => ({
  kind: 'confirmUserChange',
  params: { changeID },
  subject: changeID,
  done: m.users_changeWasConfirmed({ name: userName }),
  success: m.users_userChangeConfirmed(),
  successSubject: m.users_changedUser({ userName }),
  link,
})

/** The clause that completes the message 'We cannot tell whether …'. */
export const actionToDoneMessage = (action: UserAction, { userName }: NamedUser): string =>
  doneMessages[action](userName)

const doneMessages: Readonly<Record<UserAction, (userName: string) => string>> = {
  deleteUser: (name) => m.users_userWasDeleted({ name }),
  lockUser: (name) => m.users_userWasLocked({ name }),
  unlockUser: (name) => m.users_userWasUnlocked({ name }),
  resendActivation: (name) => m.users_activationEmailWasSent({ name }),
  reset2FAEnrolment: (name) => m.users_twoFactorWasReset({ name }),
}

/** `reason`: only for a lock. */
export function actionToChange(action: UserAction, user: NamedUser, reason?: string): RequestOf<UserAction> {
  const { userID } = user
  const common = {
    subject: userID,
    done: actionToDoneMessage(action, user),
    successSubject: m.users_changedUser({ userName: user.userName }),
    link,
  }
  switch (action) {
    case 'deleteUser':
      return { ...common, kind: action, params: { deleteUserID: userID }, success: m.users_userSuccessfullyRemoved() }
    case 'lockUser': {
      const params = { lockUserID: userID, ...(reason !== undefined && { reason }) }
      return { ...common, kind: action, params, success: m.users_userSuccessfullyLocked() }
    }
    case 'unlockUser':
      return { ...common, kind: action, params: { unlockUserID: userID }, success: m.users_userSuccessfullyUnlocked() }
    case 'resendActivation':
      return {
        ...common,
        kind: action,
        params: { resendActivationUserID: userID },
        success: m.users_activationEmailSent(),
      }
    case 'reset2FAEnrolment': {
      const params = { reset2FAUserID: userID, reset2FAOwnerID: client.ownerId }
      return { ...common, kind: action, params, success: m.users_otpSuccessfullyReset() }
    }
  }
}
