// The number of days without use after which a user is locked. Rules: docs/rules/users.md, "Unused accounts".

/** A person is used by a log-in, a machine user by a call with its key. */
export const unusedDays = { person: 90, machine: 45 } as const

/** How many days before the lock the user is warned by e-mail. */
export const UNUSED_WARNING_DAYS = 7
