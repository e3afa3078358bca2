// The table of actions on a listed user: whether an action is offered, why it is disabled, and the texts of its
// confirmation.
import { m } from '#words/messages.js'
import { KeyRound, Lock, LockOpen, type LucideIcon, Mail, Trash2 } from 'lucide-react'
import {
  activationMailRefusal,
  userDeletionRefusal,
  factorResetRefusal,
  userLockRefusal,
  userUnlockRefusal,
} from '#domain/users/rules.ts'
import type { UserAction } from '#flows/users/changes.ts'
import type { UserRow } from './rows.ts'

interface ListedAction {
  readonly label: string
  readonly icon: LucideIcon
  readonly danger?: true
  readonly isOffered: (user: UserRow) => boolean
  /** Why an offered action is disabled. Undefined if it is enabled. */
  readonly refusal: (user: UserRow, viewerId: string) => string | undefined
  /** The title of the confirmation. */
  readonly question: (user: UserRow) => string
  /** The consequences of the action. */
  readonly effect: (user: UserRow) => string
  readonly confirmLabel: (user: UserRow) => string
}

const always = () => true

export const userActions: Readonly<Record<UserAction, ListedAction>> = {
  unlockUser: {
    label: m.users_unlock(),
    icon: LockOpen,
    isOffered: ({ isLocked }) => isLocked,
    refusal: userUnlockRefusal,
    question: ({ userName }) => m.users_unlockUser({ userName }),
    effect: (user) => m.users_unlockEffect({ user: toFullName(user) }),
    confirmLabel: ({ userName }) => m.users_unlockUserButton({ userName }),
  },
  lockUser: {
    label: m.users_lock(),
    icon: Lock,
    danger: true,
    isOffered: ({ isLocked }) => !isLocked,
    refusal: userLockRefusal,
    question: ({ userName }) => m.users_lockUser({ userName }),
    effect: (user) => m.users_lockEffect({ user: toFullName(user) }),
    confirmLabel: ({ userName }) => m.users_lockUserButton({ userName }),
  },
  resendActivation: {
    label: m.users_resendActivationEmail(),
    icon: Mail,
    isOffered: ({ isActivated }) => !isActivated,
    refusal: activationMailRefusal,
    question: ({ userName }) => m.users_sendActivationTo({ userName }),
    effect: ({ email }) => m.users_newActivationEffect({ email }),
    confirmLabel: () => m.users_sendActivationEmail(),
  },
  reset2FAEnrolment: {
    label: m.users_resetTwoFactorOtp(),
    icon: KeyRound,
    isOffered: always,
    refusal: factorResetRefusal,
    question: ({ userName }) => m.users_resetTwoFactorOtpOfUser({ userName }),
    effect: (user) =>
      m.users_resetEffect({
        user: toFullName(user),
        consequence: resetConsequences[user.secondFactor],
        email: user.email,
      }),
    confirmLabel: () => m.users_resetTwoFactorOtp(),
  },
  deleteUser: {
    label: m.common_delete(),
    icon: Trash2,
    danger: true,
    isOffered: always,
    refusal: userDeletionRefusal,
    question: ({ userName }) => m.users_deleteUser({ userName }),
    effect: (user) => m.users_deletionEffect({ user: toFullName(user) }),
    confirmLabel: ({ userName }) => m.users_deleteUserButton({ userName }),
  },
}

const resetConsequences: Readonly<Record<UserRow['secondFactor'], string>> = {
  app: m.users_appStopsWorking(),
  email: m.users_sentCodesStopWorking(),
  none: '',
}

/** 'Dora Lee (dora)'. */
export function toFullName({ firstName, lastName, userName }: UserRow): string {
  const name = `${firstName} ${lastName}`.trim()
  return name === '' ? userName : `${name} (${userName})`
}
