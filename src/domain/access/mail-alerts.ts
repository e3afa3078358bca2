// The types of e-mails that a user can turn off. Mails that protect the account (codes, links, changed passwords and
// factors) are always sent.
import type { Permission } from './permissions.ts'
import * as say from '#words/domain/access/mail-alerts.ts'

export const mailAlertKinds = ['toApprove', 'placed', 'decided', 'done', 'schedule', 'produce', 'report'] as const
export type MailAlertKind = (typeof mailAlertKinds)[number]

interface MailAlert {
  readonly label: string
  /** Only users with one of these permissions get such e-mails. */
  readonly permissions: readonly Permission[]
}

const makers: readonly Permission[] = ['Batch.load', 'Batch.redeem', 'Card.write', 'Card.order']
const checkers: readonly Permission[] = ['Batch.approve', 'Card.approve']

export const mailAlerts: Readonly<Record<MailAlertKind, MailAlert>> = {
  toApprove: { label: say.somethingAwaitsApproval, permissions: checkers },
  placed: { label: say.cardsAreOrdered, permissions: ['Card.approve'] },
  decided: { label: say.myBatchOrOrderIsApproved, permissions: makers },
  done: { label: say.myBatchHasRunOrMy, permissions: makers },
  schedule: { label: say.scheduledBatchIsPutOff, permissions: [...makers, ...checkers] },
  produce: { label: say.producerFileWaits, permissions: ['Card.produce'] },
  report: { label: say.savedReportIsReady, permissions: ['Report.read'] },
}
