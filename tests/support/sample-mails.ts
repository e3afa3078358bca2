// One e-mail of each type, with the path that its link leads to.
import type { Mail } from '#server/mail/messages.ts'

const to = { name: 'Olive Tan', email: 'olive@example.test', username: 'olive' }
const by = 'Amir Rahman'
const batch = { batchId: 7, type: 'load', reference: 'July', rows: 1, amount: 'SGD 1.00' } as const
const order = { orderId: 9, type: 'virtual', campaign: 'Travel', cards: 2, amount: 'S$ 1.00' } as const
const physicalOrder = { ...order, type: 'physical' } as const
const decided = { to, by, decision: 'approved', reason: '' } as const
const foreseen = { to, batch, failing: 1, shortCents: 0, currency: 'SGD', scheduled: 'tomorrow' }

export const mails: readonly (readonly [Mail, string | undefined])[] = [
  [{ kind: 'code', to, code: '123456', minutes: 10, expiresAt: 0 }, undefined],
  [{ kind: 'reset', to, secret: 's' }, 'password/s/reset'],
  [{ kind: 'activation', to, secret: 's' }, 'user/s/activate'],
  [{ kind: 'accountLocked', to, wrong: 'password', until: 'tomorrow' }, undefined],
  [{ kind: 'userLocked', to, user: by, userId: 5, wrong: 'code', until: 'tomorrow' }, 'user/edituser/5'],
  [{ kind: 'userUnused', to, days: 83, day: 'tomorrow' }, 'login'],
  [
    { kind: 'machineUnused', to, machine: 'payroll', keyStart: 'ck_live_0abc', days: 38, day: 'tomorrow' },
    'user/machines',
  ],
  [{ kind: 'webhookDisabled', to, url: 'https://hooks.example.org/x', reason: 'gone' }, 'user/machines'],
  [{ kind: 'webhookDisabled', to, url: 'https://hooks.example.org/x', reason: 'failing' }, 'user/machines'],
  [{ kind: 'batchWaiting', to, batch, by }, 'batchloads?batch=7'],
  [{ kind: 'batchWaiting', to, batch, by, occasion: 'reminder', signsFor: 'Dora Lim' }, 'batchloads?batch=7'],
  [{ kind: 'batchWaiting', to, batch, by, occasion: 'escalation' }, 'batchloads?batch=7'],
  [{ kind: 'batchBlocked', to, isOwn: true, batch, by }, 'batches/mine?batch=7'],
  [{ kind: 'batchBlocked', to, isOwn: false, batch, by }, 'user/approval-rules'],
  [{ kind: 'batchDecided', ...decided, batch, scheduled: '' }, 'batches/mine?batch=7'],
  [{ kind: 'batchProcessed', to, batch, loadedRows: 1, loadedAmount: '1.00' }, 'batches/mine?batch=7'],
  [{ kind: 'batchWithdrawn', to, batch, by }, 'batchloads?batch=7'],
  [{ kind: 'batchUnscheduled', to, isOwn: true, batch, by }, 'batches/mine?batch=7'],
  [{ kind: 'batchUnscheduled', to, isOwn: false, batch, by }, 'batchloads?batch=7'],
  [{ kind: 'batchForeseen', isOwn: true, ...foreseen }, 'batches/mine?batch=7'],
  [{ kind: 'batchForeseen', isOwn: false, ...foreseen }, 'batchloads?batch=7'],
  [{ kind: 'orderWaiting', to, order, by }, 'card/virtual-card-orders?order=9'],
  [{ kind: 'orderWaiting', to, order: physicalOrder, by }, 'card/physical-orders?order=9'],
  [{ kind: 'orderBlocked', to, isOwn: true, order, by }, 'card/my-orders?order=9'],
  [{ kind: 'orderBlocked', to, isOwn: false, order, by }, 'user/approval-rules'],
  [{ kind: 'orderDecided', ...decided, order }, 'card/my-orders?order=9'],
  [{ kind: 'orderCancelled', to, order, by }, 'card/virtual-card-orders?order=9'],
  [{ kind: 'orderPlaced', to, order: physicalOrder, by, finalAt: 'tomorrow' }, 'card/physical-orders?order=9'],
  [{ kind: 'orderUnwatched', to, order: physicalOrder, by, finalAt: 'tomorrow' }, 'user/groups'],
  [{ kind: 'ownOrderCancelled', to, order: physicalOrder, by, reason: 'Wrong' }, 'card/my-orders?order=9'],
  [{ kind: 'orderFileWaits', to, order: physicalOrder, issued: 2 }, 'card/producer-files'],
  [{ kind: 'orderIssued', to, order, issued: 2, failed: 0, unnotified: 0 }, 'card/my-orders?order=9'],
  [{ kind: 'reportReady', to, name: 'Fees', title: 'Fee Report' }, 'reports'],
]
