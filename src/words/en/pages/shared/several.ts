// The words of pages/shared/several: one decision about several batches or orders.
import { counted, number } from '#words/figures.ts'

/** What is decided about. */
export interface Noun {
  readonly one: string
  readonly many: string
}

export const batches: Noun = { one: 'batch', many: 'batches' }
export const orders: Noun = { one: 'order', many: 'orders' }

export const things = (count: number, { one, many }: Noun): string => counted(count, one, many)
/** '3 batches, SGD 12,345.00'. */
export const thingsWithSum = (things: string, sum: string): string => `${things}, ${sum}`
export const selected = (things: string): string => `${things} selected`
export const selectedActions = 'Selected rows'
export const approveThese = (things: string): string => `Approve ${things}`
export const rejectThese = (things: string): string => `Reject ${things}`
export const clearSelection = 'Clear selection'
export const tooMany = (most: number): string => `Select at most ${number(most)}`

export const confirmApproval = (things: string): string => `Approve ${things}?`
export const confirmRejection = (things: string): string => `Reject ${things}?`
/** @param minutes the hold of those that have one */
export const approvalEffect = (minutes: number | undefined): string =>
  'Each one is approved as shown here, one after the other. ' +
  (minutes === undefined
    ? 'They run immediately, and an approval cannot be undone.'
    : `Transfers and devalues run ${counted(minutes, 'minute', 'minutes')} after their approval: you and the uploader can cancel them until then. Everything else runs immediately and cannot be undone.`)
export const rejectionEffect = 'None of them will be processed and no money will move. A rejection cannot be undone.'
export const nothingLeft = (many: string): string => `None of these ${many} can be decided here`
/** Heading of those the decision leaves out. */
export const leftOut = 'Left out'
export const included = 'Included'
export const fundingCovers = (balance: string, needed: string, left: string): string =>
  `The funding account has ${balance} available. ${needed} is needed, fees included; ${left} is left.`
export const notCovered = (missing: string): string =>
  `The funding account is ${missing} short for it after the others. Approve it alone to see which rows would fail.`
export const earlierDecisionPending = 'An earlier decision about it has no answer yet'
export const by = (maker: string): string => `by ${maker}`

export const sendingOf = (at: number, total: number): string => `Sending ${number(at)} of ${number(total)}…`
export const approvedOf = (done: number, things: string): string => `${number(done)} of ${things} approved`
export const rejectedOf = (done: number, things: string): string => `${number(done)} of ${things} rejected`
export const approved = 'Approved'
export const rejected = 'Rejected'
export const notApproved = 'Not approved'
export const notRejected = 'Not rejected'
export const noAnswer = 'No answer arrived'
export const noAnswerYet = 'We cannot tell yet. Close this, and check again at the top of the page.'
export const notSent = 'Not sent, because an answer was missing before it. You can decide it again.'
export const nothingChanged = 'nothing was changed'
export const refusedBecause = (reason: string): string => `${reason.replace(/\.$/, '')}; ${nothingChanged}.`
export const close = 'Close'
export const select = (thing: string): string => `Select ${thing}`
/** Everybody who submitted one of them can read it. */
export const makersSeeReason = 'Everyone who submitted one of them will see this reason.'
