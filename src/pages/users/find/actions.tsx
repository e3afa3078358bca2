// The table of actions on a listed user: when each is offered, why it is disabled, and its confirmation texts.
import { KeyRound, Lock, LockOpen, type LucideIcon, Mail, Trash2 } from 'lucide-react'
import {
  refuseActivationMail,
  refuseDeletion,
  refuseFactorReset,
  refuseLock,
  refuseUnlock,
} from '#domain/users/rules.ts'
import type { UserAction } from '#flows/users/changes.ts'
import * as say from '#words/pages/users/find.ts'
import type { UserRow } from './rows.ts'

interface ListedAction {
  readonly label: string
  readonly icon: LucideIcon
  readonly danger?: true
  /**
   * True if the action is offered: unlock only if locked, lock only if not locked, resend the email only if not
   * activated.
   */
  readonly fits: (user: UserRow) => boolean
  /** Why an offered action is disabled, or undefined. */
  readonly refuse: (user: UserRow, viewerId: string) => string | undefined
  readonly question: (user: UserRow) => string
  /** The consequences, for the confirmation. */
  readonly effect: (user: UserRow) => string
  readonly verb: (user: UserRow) => string
}

const always = () => true

export const userActions: Readonly<Record<UserAction, ListedAction>> = {
  unlockUser: {
    label: say.unlock,
    icon: LockOpen,
    fits: ({ isLocked }) => isLocked,
    refuse: refuseUnlock,
    question: ({ userName }) => say.unlockUser(userName),
    effect: (user) => say.canSignInAgainAtOnce(nameOf(user)),
    verb: ({ userName }) => say.unlockUserUserName(userName),
  },
  lockUser: {
    label: say.lock,
    icon: Lock,
    danger: true,
    fits: ({ isLocked }) => !isLocked,
    refuse: refuseLock,
    question: ({ userName }) => say.lockUser(userName),
    effect: (user) => say.lockEffect(nameOf(user)),
    verb: ({ userName }) => say.lockUserUserName(userName),
  },
  resendActivation: {
    label: say.resendActivationEmail,
    icon: Mail,
    fits: ({ isActivated }) => !isActivated,
    refuse: refuseActivationMail,
    question: ({ userName }) => say.sendActivationTo(userName),
    effect: ({ email }) => say.newLinkGoesToLinks(email),
    verb: () => say.sendActivationEmail,
  },
  reset2FAEnrolment: {
    label: say.resetTwoFactorOtp,
    icon: KeyRound,
    fits: always,
    refuse: refuseFactorReset,
    question: ({ userName }) => say.resetTwoFactorOtpOfUser(userName),
    effect: (user) => say.resetEffect(nameOf(user), afterReset[user.secondFactor], user.email),
    verb: () => say.resetTwoFactorOtp,
  },
  deleteUser: {
    label: say.deleteIt,
    icon: Trash2,
    danger: true,
    fits: always,
    refuse: refuseDeletion,
    question: ({ userName }) => say.deleteUser(userName),
    effect: (user) => say.deletionEffect(nameOf(user)),
    verb: ({ userName }) => say.deleteUserUserName(userName),
  },
}

const afterReset: Readonly<Record<UserRow['secondFactor'], string>> = {
  app: say.appStopsWorking,
  email: say.sentCodesStopWorking,
  none: '',
}

/** 'Dora Lee (dora)'. */
export function nameOf({ firstName, lastName, userName }: UserRow): string {
  const name = `${firstName} ${lastName}`.trim()
  return name === '' ? userName : `${name} (${userName})`
}
