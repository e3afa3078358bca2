// What can be done about a listed user, as a table: when it is offered, why it is barred, and the words in which it is asked.
import { KeyRound, LockOpen, type LucideIcon, Mail, Trash2 } from 'lucide-react'
import { refuseActivationMail, refuseDeletion, refuseFactorReset, refuseUnlock } from '#domain/users/rules.ts'
import type { UserAction } from '#flows/users/changes.ts'
import type { UserRow } from './rows.ts'

interface ListedAction {
  readonly label: string
  readonly icon: LucideIcon
  readonly danger?: true
  /** Whether it is offered at all (batches §4: unlocked when locked, mailed again when not activated). */
  readonly fits: (user: UserRow) => boolean
  /** Why it cannot be done, where it is offered all the same. */
  readonly refuse: (user: UserRow, viewerId: string) => string | undefined
  readonly question: (user: UserRow) => string
  /** What follows from it. */
  readonly effect: (user: UserRow) => string
  readonly verb: (user: UserRow) => string
}

const always = () => true

export const userActions: Readonly<Record<UserAction, ListedAction>> = {
  unlockUser: {
    label: 'Unlock',
    icon: LockOpen,
    fits: ({ isLocked }) => isLocked,
    refuse: refuseUnlock,
    question: ({ userName }) => `Unlock user ${userName}?`,
    effect: (user) => `${nameOf(user)} can sign in again at once. Wrong passwords and codes are counted from zero.`,
    verb: ({ userName }) => `Unlock user ${userName}`,
  },
  resendActivation: {
    label: 'Resend activation email',
    icon: Mail,
    fits: ({ isActivated }) => !isActivated,
    refuse: refuseActivationMail,
    question: ({ userName }) => `Send a new activation email to user ${userName}?`,
    effect: ({ email }) => `A new link goes to ${email}. Links that were sent before stop working.`,
    verb: () => 'Send activation email',
  },
  reset2FAEnrolment: {
    label: 'Reset two-factor OTP',
    icon: KeyRound,
    fits: always,
    refuse: refuseFactorReset,
    question: ({ userName }) => `Reset the two-factor OTP of user ${userName}?`,
    effect: (user) => `${nameOf(user)} is signed out everywhere. ${afterReset[user.secondFactor]} An email tells ${user.email} about it.`, // prettier-ignore
    verb: () => 'Reset two-factor OTP',
  },
  deleteUser: {
    label: 'Delete',
    icon: Trash2,
    danger: true,
    fits: always,
    refuse: refuseDeletion,
    question: ({ userName }) => `Delete user ${userName}?`,
    effect: (user) => `${nameOf(user)} is signed out everywhere and cannot sign in any more. Batches and orders of theirs stay and can be decided. This cannot be undone.`, // prettier-ignore
    verb: ({ userName }) => `Delete user ${userName}`,
  },
}

const afterReset: Readonly<Record<UserRow['secondFactor'], string>> = {
  app: 'Authenticator app, recovery codes and passkeys stop working, and an app is set up anew at the next sign-in.',
  email: 'Codes that were sent and passkeys stop working; the next sign-in sends a new code by email.',
  none: '',
}

/** 'Dora Lee (dora)'. */
export function nameOf({ firstName, lastName, userName }: UserRow): string {
  const name = `${firstName} ${lastName}`.trim()
  return name === '' ? userName : `${name} (${userName})`
}
