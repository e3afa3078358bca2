// The kinds of e-mails that a user may do without. What protects the account (codes, links, changed passwords and factors) is
// always sent.
import type { Permission } from './permissions.ts'

export const mailAlertKinds = ['toApprove', 'decided', 'done', 'schedule', 'report'] as const
export type MailAlertKind = (typeof mailAlertKinds)[number]

interface MailAlert {
  readonly label: string
  /** Whoever has one of these gets such mails at all. */
  readonly permissions: readonly Permission[]
}

const makers: readonly Permission[] = ['Batch.load', 'Batch.redeem', 'Card.write', 'Card.order']
const checkers: readonly Permission[] = ['Batch.approve', 'Card.approve']

export const mailAlerts: Readonly<Record<MailAlertKind, MailAlert>> = {
  toApprove: { label: 'A batch or an order waits for approval, or is withdrawn', permissions: checkers },
  decided: { label: 'My batch or order is approved or rejected', permissions: makers },
  done: { label: 'My batch has run, or my cards are issued', permissions: makers },
  schedule: { label: 'A scheduled batch is put off, or some of it is expected to fail', permissions: [...makers, ...checkers] }, // prettier-ignore
  report: { label: 'A saved report is ready', permissions: ['Report.read'] },
}
