// The types of e-mails that a user can turn off. E-mails that protect the account (codes, links, changed passwords and
// factors) are always sent and have no type. A new type needs its name here and its message in server/mail/alerts.ts;
// `enqueueAlert` sends it.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { addDays, instantToDate, localToInstant } from '#domain/dates.ts'
import type { Permission } from './permissions.ts'

export const mailAlertTypes = [
  'toApprove',
  'blocked',
  'placed',
  'decided',
  'done',
  'schedule',
  'produce',
  'report',
  'funds',
  'feed',
] as const
export type MailAlertType = (typeof mailAlertTypes)[number]

interface MailAlert {
  readonly label: string
  /** Only users with one of these permissions get such e-mails. */
  readonly permissions: readonly Permission[]
}

/** The permissions to submit batches and orders. */
const makerPermissions: readonly Permission[] = ['Batch.load', 'Batch.redeem', 'Card.write', 'Card.order']
/** The permissions to approve batches and orders. */
const checkerPermissions: readonly Permission[] = ['Batch.approve', 'Card.approve']

export const mailAlerts = withTexts<Readonly<Record<MailAlertType, MailAlert>>>({
  toApprove: {
    label: textOf(m.access_mailApprovalWaiting),
    permissions: [...checkerPermissions, 'Funding.confirm', 'Feed.write'],
  },
  blocked: { label: textOf(m.access_mailNoOneSigns), permissions: [...makerPermissions, 'User.write'] },
  placed: { label: textOf(m.access_mailCardsOrdered), permissions: ['Card.approve'] },
  decided: {
    label: textOf(m.access_mailOwnDecided),
    permissions: [...makerPermissions, 'Funding.record', 'Feed.write'],
  },
  done: { label: textOf(m.access_mailOwnCompleted), permissions: makerPermissions },
  schedule: { label: textOf(m.access_mailBatchPostponed), permissions: [...makerPermissions, ...checkerPermissions] },
  produce: { label: textOf(m.common_producerFileWaits), permissions: ['Card.produce'] },
  report: { label: textOf(m.access_mailReportReady), permissions: ['Report.read'] },
  funds: { label: textOf(m.access_mailFundsLow), permissions: ['Funding.record', 'Funding.confirm'] },
  feed: { label: textOf(m.access_mailFeedProblems), permissions: ['Feed.write'] },
})

/** The time after `now` at which the next daily e-mail is sent: at `hour` in the time zone. Milliseconds since 1970. */
export function nextDigest(now: number, hour: number, timeZone: string): number {
  for (let day = instantToDate(now, timeZone); ; day = addDays(day, 1)) {
    const atHour = localToInstant(day, hourToText(hour), timeZone)
    // If the clocks skip this hour, the e-mail is sent an hour later.
    const at = atHour ?? localToInstant(day, hourToText(hour + 1), timeZone)
    if (at !== undefined && at > now) return at
  }
}

/** 8 → '08:00'. */
export const hourToText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
