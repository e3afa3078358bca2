// The words of pages/batches/approve: the list, the details and the decisions of whoever checks batches.
import { counted, number } from '#words/figures.ts'

// How a batch is called.
export const batch = (id: string): string => `Batch ${id}`
/** Within a sentence, or behind the words of a button. */
export const batchInText = (id: string): string => `batch ${id}`
export const batchWithReference = (id: string, reference: string): string => `Batch ${id}, ${reference}`
export const batchInProgress = (id: string, reference: string): string => `Batch ${id} · ${reference}`
export const batchWithType = (id: string, type: string, reference: string): string =>
  `Batch ${id} · ${type} · ${reference}`
/** '4 batches, SGD 12,040.00'. */
export const queue = (count: number, amount: string): string => `${counted(count, 'batch', 'batches')}, ${amount}`
export const listWithQueue = (list: string, queue: string): string => `${list}: ${queue}`

// The list.
export const batchLoads = 'Batch loads'
export const details = 'Details'
export const detailsOf = (id: string): string => `Details of batch ${id}`
export const withdrawn = 'Withdrawn'
export const scheduledFor = 'Scheduled for'
export const onHold = 'On hold'
export const onHoldUntil = 'On hold until'
export const whatHoldMeans =
  'It will be processed then. Until then the uploader and every approver can cancel it; afterwards it cannot be undone.'
export const ago = (age: string): string => `${age} ago`
export const status = 'Status'
export const dates = 'Dates'
export const byApproval = 'By approval date.'
export const byRejection = 'By rejection date.'
export const byClosing = 'By closing date.'
export const listsEveryBatch = 'Shows all batches, whatever the date.'
export const all = 'All'
export const reference = 'Reference'
export const rows = 'Rows'
export const amount = 'Amount'
export const fee = 'Fee'
export const uploadedBy = 'Uploaded by'
export const batchColumn = 'Batch'
export const type = 'Type'
export const file = 'File'
export const currency = 'Currency'
export const amountProcessed = 'Amount processed'
export const uploaded = 'Uploaded'
export const approved = 'Approved'
export const rejected = 'Rejected'
export const expected = 'Expected'
export const warnings = 'Warnings'
export const approvedBy = 'Approved by'
export const rejectedBy = 'Rejected by'
export const reason = 'Reason'
export const comments = 'Comments'
export const result = 'Result'
export const cardsWillBeRetired = 'The cards will be retired'
export const fundingShort = (amount: string): string => `The funding account is ${amount} short`

// What is being processed.
export const processingAndResults = 'Processing and results'
export const scheduled = 'Scheduled'
export const seeRows = 'See rows'
export const seeRowsOf = (id: string): string => `See rows of batch ${id}`

// What may be done.
export const approve = 'Approve'
export const reject = 'Reject'
export const processNow = 'Process now'
export const retry = 'Retry'
export const cancel = 'Cancel'
export const cancelWhole = 'Cancel batch'
export const cancelThis = (id: string): string => `Cancel batch ${id}`
export const changeSchedule = 'Change schedule'
export const close = 'Close'
export const closeBatch = 'Close batch'
export const editComments = 'Edit comments'
export const downloadReport = 'Download Report'
export const downloadFile = 'Download file'

// The details.
export const batchDetails = 'Batch Details'
/** What could not be loaded. */
export const noun = 'batch'
export const detailsNotKept = 'Batch details are not stored on this device because they contain card numbers.'
export const theFile = 'The file'
export const noneGiven = 'None given'
export const controlCode = 'Control code'
export const totals = 'Totals'
export const total = 'Total'
export const neverLoaded = 'First-time cards'
export const cardChanged = 'Cards changed since upload'
export const failed = 'Failed'
/** @param done 'loaded' */
export const amountDone = (done: string): string => `Amount ${done}`
export const feesCharged = 'Fees charged'
export const amountCharged = (amount: string): string => `${amount} charged`
/** @param many 'loads' */
export const largest = (many: string, currency: string): string => `Largest ${many} (${currency})`
export const rowsOfBatch = 'Rows of the batch'
export const noRows = 'This batch has no rows'
export const show = 'Show'
export const order = 'Order'
export const filterWithCount = (filter: string, count: number): string => `${filter} (${number(count)})`
export const allRows = 'All rows'
export const cardMoreThanOnce = 'Card more than once'
/** @param balance '200.00' */
export const upTo = (balance: string): string => `up to ${balance}`
export const wholeBalance = 'Whole balance'
export const inAnotherBatch = 'Also in another batch'
export const asInFile = 'As in the file'
export const largestFirst = 'Largest first'
export const numberColumn = 'No.'
export const numberInBatch = 'Number in the batch'
export const trackingNumber = 'Tracking Number'
export const cardNumber = 'Card Number'
export const fromCardNumber = 'From Card Number'
export const fromTrackingNumber = 'From Tracking Number'
export const toCardNumber = 'To Card Number'
export const toTrackingNumber = 'To Tracking Number'
/** @param done 'Loaded' */
export const doneAt = (done: string): string => `${done} at`
/** @param done 'loaded' */
export const notDone = (done: string): string => `Not ${done}`
export const thisCardMoreThanOnce = 'This card more than once'
/** @param batches 'batch 41', 'batches 43 and 41' */
export const inTheseToo = (batches: string): string => `Also in ${batches}`

// What speaks against carrying it out; `loads` is '3 loads'.
export const notCovered = 'Not covered by the funding account'
export const topUpOrRetry =
  'Top up the account before you approve, or approve now and retry the failed rows when the money has arrived.'
export const topUpBefore = 'Top up the account before the batch is processed.'
export const uploadedBefore = 'The same rows were uploaded before'
export const uploadersReason = (reason: string): string => `The uploader’s reason: “${reason}”`
export const copies = (loads: string): string => `${loads} use a card that appears more than once`
export const eachIsCarriedOut = 'Each row would be processed.'
export const takeAll = (loads: string, count: number): string =>
  `${loads} ${count === 1 ? 'takes' : 'take'} the whole balance of the card`
export const amountLeftBlank = (amount: string): string => `Their amount was left blank: ${amount} in total.`
export const standElsewhere = (loads: string, count: number, batches: string): string =>
  `${loads} ${count === 1 ? 'is' : 'are'} also in ${batches}`
export const whatElsewhereMeans =
  'The same cards with the same amounts were processed there in the last 5 days or are waiting there. Both would be processed.'
export const wouldFailAgain = (loads: string): string => `${loads} would fail again`
export const wouldFailNow = (loads: string): string =>
  `${loads} would fail now, because the card has changed since the upload`
export const findingWithCount = (finding: string, count: number): string => `${finding}: ${number(count)}`

// The questions of the decisions, and their buttons; `size` is '4,812 loads, SGD 96,240.00'.
export const size = (loads: string, amount: string): string => `${loads}, ${amount}`
export const approveBatch = (id: string): string => `Approve batch ${id}?`
export const approveSize = (size: string): string => `Approve ${size}`
export const rejectBatch = (id: string): string => `Reject batch ${id}?`
export const rejectSize = (size: string): string => `Reject ${size}`
export const processBatchNow = (id: string): string => `Process batch ${id} now?`
export const retryBatch = (id: string): string => `Retry batch ${id}?`
export const processSize = (size: string): string => `Process ${size}`
export const confirmClose = (id: string): string => `Close batch ${id}?`
export const closeThis = (id: string): string => `Close batch ${id}`
export const commentsOf = (id: string): string => `Comments of batch ${id}`
export const saveComments = 'Save comments'
export const changeScheduleOf = (id: string): string => `Change the schedule of batch ${id}?`
export const takeOffSchedule = 'Take off the schedule'
export const scheduleSize = (size: string): string => `Schedule ${size}`
export const cancelBatch = (id: string): string => `Cancel batch ${id}?`
export const keepBatch = 'Keep the batch'
export const cancelSize = (size: string): string => `Cancel ${size}`
export const withdrawBatch = (id: string): string => `Withdraw batch ${id}?`
export const withdrawSize = (size: string): string => `Withdraw ${size}`
/** @param wasNot 'was not approved' */
export const decisionFailed = (id: string, wasNot: string): string => `Batch ${id} ${wasNot}`
export const nothingChanged = 'Nothing was changed. The list shows its current state.'

// What they ask besides.
export const whenToProcess = 'When to process'
export const atOnce = 'Now'
export const onDateAndTime = 'At a set time'
export const whatBecomesOfIt = 'What should happen to it'
export const backToAwaiting = 'Back to awaiting approval'
export const anotherDateAndTime = 'Another date and time'
export const date = 'Date'
export const time = (timeZone: string): string => `Time (${timeZone})`
export const inTimeZone = (timeZone: string): string => `In the programme’s time zone, ${timeZone}`
export const chooseTime = 'Choose a time'
export const notDuringHold = (minutes: number): string =>
  `The batch is on hold for ${counted(minutes, 'minute', 'minutes')} after you approve it. If you choose an earlier time, it runs when the hold ends.`
export const uploaderSeesReason = 'The uploader will see this with the batch.'
export const whyClosed = 'Say why you are closing it. You can edit this later.'
export const emptiedComments = 'Clear the box to remove the comments.'

// What they will do. `moved` is what happens to the money: 'from the funding account to the cards'.
export interface Moving {
  /** '3 loads'. */
  readonly loads: string
  readonly amount: string
  readonly moved: string
  readonly retires: boolean
}
const moving = ({ loads, amount, moved, retires }: Moving): string =>
  `${loads}: ${amount} will move ${moved}${retires ? ', and the cards will be retired for good,' : ''}`
/** At the end of a sentence, before its full stop; '' without a fee. */
const besides = (fee: ExtraFee | undefined): string =>
  fee === undefined ? '' : `, plus a fee of ${fee.fee} (${fee.together} in total)`
export interface ExtraFee {
  readonly fee: string
  readonly together: string
}
export const timeYouChoose = 'the time you choose'
export const approvalEffect = (what: Moving, fee: ExtraFee | undefined): string =>
  `${moving(what)} as soon as you approve${besides(fee)}. An approval cannot be undone.`
/** @param early the chosen time, if it is before the end of the hold */
export const approvalEffectOnHold = (what: Moving, minutes: number, early: string | undefined): string =>
  `${moving(what)} ${counted(minutes, 'minute', 'minutes')} after you approve${early === undefined ? '' : `, not at ${early}, because the batch is on hold until then`}. You and the uploader can cancel the batch until then; afterwards it cannot be undone.`
export const approvalEffectLater = (what: Moving, fee: ExtraFee | undefined, at: string): string =>
  `${moving(what)} at ${at}${besides(fee)}. You can change this until then.`
/** A new time begins another hold, and the chosen one is before its end. */
export const whenHoldEnds = (at: string): string => `${at}, when its hold ends,`
export const unscheduledEffect = (size: string, hour: string): string =>
  `${size}: it will not run at ${hour}. It goes back to awaiting approval, and no money moves until it is approved again.`
export const rescheduledEffect = (what: Moving, fee: ExtraFee | undefined, at: string, before: string): string =>
  `${moving(what)} at ${at} instead of at ${before}${besides(fee)}. You then become the approver.`
export const withdrawalEffect = (size: string): string =>
  `${size}: it can no longer be approved and no money will move. You can open the rows again as a draft. A withdrawal cannot be undone.`
export const approvedWithdrawalEffect = (size: string): string =>
  `${size}: it will not be processed, although it was approved, and no money will move. The approver gets an email. You can open the rows again as a draft.`
export const rejectionEffect = (loads: string, count: number): string =>
  `${count === 1 ? 'The' : 'None of the'} ${loads} will ${count === 1 ? 'not ' : ''}be made and no money will move. The uploader can open the rows again as a draft. A rejection cannot be undone.`
export interface Retrying {
  /** '12 loads, SGD 240.00'. */
  readonly size: string
  readonly moved: string
  readonly retires: boolean
  /** The hour that it was to wait for. */
  readonly before: string | undefined
  readonly fee: ExtraFee | undefined
  /** What would fail as the cards are now. */
  readonly failing: { readonly loads: string; readonly amount: string } | undefined
  readonly someAreDone: boolean
}
export const retryEffect = ({ size, moved, retires, before, fee, failing, someAreDone }: Retrying): string =>
  `${size} will move ${moved}${retires ? ', and the cards will be retired for good,' : ''} now` +
  `${before === undefined ? '' : ` instead of at ${before}`}${besides(fee)}.` +
  (failing ? ` At the moment ${failing.loads} (${failing.amount}) would fail.` : '') +
  (someAreDone ? ' Rows already done are not touched.' : '')
const closedForGood = 'A closed batch cannot be opened again; its comments can be changed.'
export const closingEffect = `All its rows are done. ${closedForGood}`
export const closingEffectOpen = (loads: string): string => `${loads} not run yet will be cancelled. ${closedForGood}`
export const commentsEffect = 'Comments on the closed batch. All checkers can see them.'
export const cardholder = 'Cardholder'
