// Decides when the users who have to sign are reminded. Rules: docs/rules/approvals.md, "Reminders".
import { HOUR_MS } from '#domain/units.ts'
import type { Reminder } from './rules.ts'

const MAX_REMINDERS = 2

interface Waiting {
  /** When the batch or order was submitted, in milliseconds since 1970. */
  readonly since: number
  /** The number of reminders that were sent already. */
  readonly reminders: number
  readonly now: number
}

/** The reminder that is due now. Undefined if none is due. Only the last reminder can also go to another group. */
export function dueReminder(
  reminder: Reminder | undefined,
  { since, reminders: sentCount, now }: Waiting,
): { readonly escalates: boolean } | undefined {
  if (reminder === undefined || sentCount >= MAX_REMINDERS) return undefined
  const reminderNumber = sentCount + 1
  const isDue = now >= since + reminderNumber * reminder.afterHours * HOUR_MS
  const isLast = reminderNumber === MAX_REMINDERS
  return isDue ? { escalates: isLast && reminder.escalateTo !== null } : undefined
}
