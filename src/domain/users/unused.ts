// After how many days without a log-in, or without a call, a user is locked. Rules: docs/rules/users.md, "Unused
// accounts".

/** Persons log in, and machine users call with their key. */
export const unusedDays = { person: 90, machine: 45 } as const

/** How many days before the lock there is a mail. */
export const UNUSED_WARNING_DAYS = 7
