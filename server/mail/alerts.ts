// The e-mails that a user can turn off, or get once a day (My Settings). The user's choice is read when a mail is
// enqueued, so that a changed choice applies to all later mails.
import { sql } from 'kysely'
import type { MailAlertType } from '#domain/access/mail-alerts.ts'
import type { Db } from '#server/operations/context.ts'
import type { Mail } from './messages.ts'

/** The alert type in My Settings of each e-mail. E-mails that are not listed here are always sent. */
const alertTypeByMail = {
  batchWaiting: 'toApprove',
  batchBlocked: 'blocked',
  orderBlocked: 'blocked',
  batchWithdrawn: 'toApprove',
  orderWaiting: 'toApprove',
  paymentWaiting: 'toApprove',
  feedFileWaiting: 'toApprove',
  orderCancelled: 'toApprove',
  orderPlaced: 'placed',
  orderUnwatched: 'placed',
  orderFileWaits: 'produce',
  batchDecided: 'decided',
  orderDecided: 'decided',
  paymentDecided: 'decided',
  feedFileDecided: 'decided',
  ownOrderCancelled: 'decided',
  batchProcessed: 'done',
  orderIssued: 'done',
  batchUnscheduled: 'schedule',
  batchForeseen: 'schedule',
  reportReady: 'report',
  fundsLow: 'funds',
  feedProblems: 'feed',
} as const satisfies Readonly<Partial<Record<Mail['kind'], MailAlertType>>>

/** The mails of `alertTypeByMail`. */
export type Alert = Extract<Mail, { readonly kind: keyof typeof alertTypeByMail }>

/** The e-mails that Web Push also announces, because the portal shows their events as system notifications. */
const pushedKinds: ReadonlySet<Alert['kind']> = new Set([
  'batchWaiting',
  'orderWaiting',
  'paymentWaiting',
  'feedFileWaiting',
  'orderPlaced',
  'orderFileWaits',
  'batchDecided',
])

export const isPushed = ({ kind }: Alert): boolean => pushedKinds.has(kind)

export interface MailChoice {
  readonly userId: number
  /** True if the recipient has turned off this type of mail. */
  readonly isOff: boolean
  /** True if the recipient wants one e-mail a day. */
  readonly isDaily: boolean
}

/** Undefined if the recipient is no longer a user. */
export async function findMailChoice(db: Db, ownerId: number, { kind, to }: Alert): Promise<MailChoice | undefined> {
  const { rows } = await sql<MailChoice>`
    SELECT id AS "userId", ${alertTypeByMail[kind]} = ANY (mails_off) AS "isOff", mails_daily AS "isDaily"
    FROM user_account
    WHERE owner_id = ${ownerId} AND username = ${to.username} AND deleted_at IS NULL
  `.execute(db)
  return rows[0]
}
