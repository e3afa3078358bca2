// Which e-mails a user has turned off (My Settings). Checked when a mail is written, so that a change applies from then
// on.
import { sql } from 'kysely'
import type { MailAlertKind } from '#domain/access/mail-alerts.ts'
import type { Db } from '#server/operations/context.ts'
import type { Mail } from './messages.ts'

/** Types that are not listed here are always sent. */
const kindOf = {
  batchWaiting: 'toApprove',
  batchWithdrawn: 'toApprove',
  orderWaiting: 'toApprove',
  orderCancelled: 'toApprove',
  orderPlaced: 'placed',
  orderUnwatched: 'placed',
  orderFileWaits: 'produce',
  batchDecided: 'decided',
  orderDecided: 'decided',
  ownOrderCancelled: 'decided',
  batchProcessed: 'done',
  orderIssued: 'done',
  batchUnscheduled: 'schedule',
  batchForeseen: 'schedule',
  reportReady: 'report',
} as const satisfies Readonly<Partial<Record<Mail['kind'], MailAlertKind>>>

export type Alert = Extract<Mail, { readonly kind: keyof typeof kindOf }>

/** Those that Web Push announces, too: the ones that the portal shows as notices of the system. */
const pushed: ReadonlySet<Alert['kind']> = new Set([
  'batchWaiting',
  'orderWaiting',
  'orderPlaced',
  'orderFileWaits',
  'batchDecided',
])

export const isPushed = ({ kind }: Alert): boolean => pushed.has(kind)

/** True if its recipient has turned such mails off. */
export async function isSwitchedOff(db: Db, ownerId: number, { kind, to }: Alert): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM user_account
    WHERE owner_id = ${ownerId} AND username = ${to.username} AND deleted_at IS NULL AND ${kindOf[kind]} = ANY (mails_off)
  `.execute(db)
  return rows.length > 0
}
