// A table of all types of change that are stored until their response arrives. A new type of change is a new row here.
// Its parameters follow from the contract. `sendChange` stores a change before sending it. Changes with new PINs or
// passwords are not in the table, because they are never stored.
import { m } from '#words/messages.js'
import type { ReadingMethod } from '#contract/methods.ts'
import type { Params } from '#contract/operations.ts'
import type { ChangeSubject, Replaceable } from '#domain/request-outcomes.ts'
import type { CardActionMethod } from '#domain/cards/actions.ts'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import type { UploadType } from '#domain/uploads.ts'

/** Operations whose parameters are stored as they were sent. */
export type StoredOperation =
  // A new PIN is never stored.
  | Exclude<CardActionMethod, 'changePin'>
  | 'reverseTransaction'
  | 'addCardNote'
  | 'insertCardFee'
  | 'approveBatchLoad'
  | 'rejectBatchLoad'
  | 'retryBatchLoad'
  | 'closeBatchLoad'
  | 'updateClosedBatchLoadComments'
  | 'unscheduleBatchLoad'
  | 'withdrawBatchLoad'
  | 'approveVirtualCardOrdersBatchLoad'
  | 'rejectVirtualCardOrdersBatchLoad'
  | 'retryVirtualCardOrdersBatchLoad'
  | 'cancelCardOrder'
  | 'fetchProducerFile'
  | 'recordFundingPayment'
  | 'matchBankEntry'
  | 'setAsideBankEntry'
  | 'confirmBankEntryAside'
  | 'restoreBankEntry'
  | 'setFundingThreshold'
  | 'reverseFundingPayment'
  | 'confirmFundingPayment'
  | 'rejectFundingPayment'
  | 'takeFeedException'
  | 'resolveFeedException'
  | 'retryFeedException'
  | 'confirmFeedFile'
  | 'rejectFeedFile'
  | 'saveUser'
  | 'deleteUser'
  | 'lockUser'
  | 'unlockUser'
  | 'resendActivation'
  | 'reset2FAEnrolment'
  | 'confirmUserChange'
  | 'merchantSignUp'
  | 'makeReportFile'
  | 'discardReportFile'
  | 'saveReport'
  | 'deleteSavedReport'

/** 'upload' has no operation: the rows of an upload are in its draft, and its wizard sends them. */
export type ChangeType = StoredOperation | 'upload'

/** What is stored for a change: the parameters of its operation, or for an upload the id of its draft. */
type ParamsOf<K extends ChangeType> = K extends StoredOperation
  ? Omit<Params<K>, 'requestId'>
  : { readonly type: UploadType; readonly draftId: string }

/** A link to where the user can see how a change ended: a path in the portal, or a card by the typed number. */
export type ChangeLink =
  | { readonly to: string }
  | { readonly identifierType: IdentifierType; readonly identifier: string }

/** A change before it is stored. */
export interface ChangeRequest<K extends ChangeType = ChangeType> {
  readonly kind: K
  readonly params: ParamsOf<K>
  /**
   * Identifies the changed item. While the outcome of a change is unknown, no other change with the same subject and
   * topic is sent.
   */
  readonly subject: string
  /**
   * A clause that says what was done: 'card 9000 01•• •••• 0012 was devalued'. While the outcome is unknown, the screen
   * shows 'We cannot tell whether …' followed by this clause.
   */
  readonly done: string
  /** The size, if `done` does not include it: '4,812 loads, SGD 96,240.00'. */
  readonly detail?: string
  /** The notice that is shown after the server has accepted the change: 'The report is saved.' */
  readonly success: string
  /** What the notice is about. If missing, the notice shows `done` as a sentence. */
  readonly successSubject?: string
  readonly link?: ChangeLink | undefined
}

/** The time and requestId of the first request. Unchanged when it is repeated. */
export interface SentRequest {
  readonly requestId: string
  /** ISO 8601. */
  readonly sentAt: string
}

/** One member for each type, so that `kind` tells TypeScript the type of `params`. */
export type PendingChangeOf<K extends ChangeType> = { [Each in K]: ChangeRequest<Each> & SentRequest }[K]
/** A change that was sent and has no response yet. */
export type PendingChange = PendingChangeOf<ChangeType>
export type PendingOperation = PendingChangeOf<StoredOperation>
/** Any change before it is stored. Also one member for each type. */
export type AnyChangeRequest = { [K in ChangeType]: ChangeRequest<K> }[ChangeType]
/** Any change that is an operation, before it is stored. */
export type AnyOperationRequest = Exclude<AnyChangeRequest, { readonly kind: 'upload' }>

/** What a change affects. 'decision': a decision about a batch. */
export type Area =
  | 'card'
  | 'decision'
  | 'order'
  | 'producerFile'
  | 'payment'
  | 'feed'
  | 'feedFile'
  | 'user'
  | 'merchant'
  | 'report'
  | 'upload'

interface ChangeInfo {
  readonly area: Area
  /** Only one change of a topic can be pending for a subject. */
  readonly topic: string
  /** When a new change of this kind can be sent although a change of the same topic and subject is pending. */
  readonly replaceable: Replaceable
  /** Notices about money stay on screen longer. */
  readonly movesMoney: boolean
  /**
   * True if the response is a file. The browser downloads it, and the portal keeps no copy. The change stays pending
   * until the file is saved.
   */
  readonly returnsFile?: true
}

const card = (topic: string): ChangeInfo => ({ area: 'card', topic, replaceable: 'never', movesMoney: false })
const cardMoney = (topic: string): ChangeInfo => ({ ...card(topic), movesMoney: true })
// While a decision is pending, a different decision about the same item can be sent. The server accepts only one of the
// two decisions. The response to the second decision therefore also shows the outcome of the first.
const batchDecision: ChangeInfo = { area: 'decision', topic: 'decision', replaceable: 'byOtherKind', movesMoney: true }
const orderDecision: ChangeInfo = { area: 'order', topic: 'order', replaceable: 'byOtherKind', movesMoney: true }
const paymentDecision: ChangeInfo = {
  area: 'payment',
  topic: 'payment',
  replaceable: 'byOtherKind',
  movesMoney: true,
}
const feedFile: ChangeInfo = { area: 'feedFile', topic: 'feedFile', replaceable: 'byOtherKind', movesMoney: true }
const bankEntry: ChangeInfo = { area: 'payment', topic: 'bankEntry', replaceable: 'never', movesMoney: false }
const user = (topic: string): ChangeInfo => ({ area: 'user', topic, replaceable: 'never', movesMoney: false })

export const changeTypes: Readonly<Record<ChangeType, ChangeInfo>> = {
  devalueCard: cardMoney('devalueCard'),
  retireCard: card('retireCard'),
  // Stopping and unstopping have the same topic, because they undo each other. While a stop is pending, the effect of an
  // unstop would be unknown, and vice versa.
  stopCard: card('stopCard'),
  unstopCard: card('stopCard'),
  setCardStatus: card('setCardStatus'),
  toggleMagstripe: card('toggleMagstripe'),
  reverseTransaction: cardMoney('reverseTransaction'),
  addCardNote: card('addCardNote'),
  insertCardFee: cardMoney('insertCardFee'),
  approveBatchLoad: batchDecision,
  rejectBatchLoad: batchDecision,
  retryBatchLoad: batchDecision,
  closeBatchLoad: batchDecision,
  updateClosedBatchLoadComments: batchDecision,
  unscheduleBatchLoad: batchDecision,
  withdrawBatchLoad: batchDecision,
  approveVirtualCardOrdersBatchLoad: orderDecision,
  rejectVirtualCardOrdersBatchLoad: orderDecision,
  retryVirtualCardOrdersBatchLoad: orderDecision,
  cancelCardOrder: orderDecision,
  fetchProducerFile: {
    area: 'producerFile',
    topic: 'producerFile',
    replaceable: 'never',
    movesMoney: false,
    returnsFile: true,
  },
  recordFundingPayment: { area: 'payment', topic: 'recordPayment', replaceable: 'never', movesMoney: true },
  matchBankEntry: bankEntry,
  setAsideBankEntry: bankEntry,
  confirmBankEntryAside: bankEntry,
  restoreBankEntry: bankEntry,
  setFundingThreshold: { area: 'payment', topic: 'fundingThreshold', replaceable: 'never', movesMoney: false },
  reverseFundingPayment: paymentDecision,
  confirmFundingPayment: paymentDecision,
  rejectFundingPayment: paymentDecision,
  // Taking an event twice does no harm.
  takeFeedException: { area: 'feed', topic: 'takeEvent', replaceable: 'always', movesMoney: false },
  resolveFeedException: { area: 'feed', topic: 'event', replaceable: 'byOtherKind', movesMoney: false },
  retryFeedException: { area: 'feed', topic: 'event', replaceable: 'byOtherKind', movesMoney: true },
  confirmFeedFile: feedFile,
  rejectFeedFile: feedFile,
  saveUser: user('saveUser'),
  deleteUser: user('deleteUser'),
  lockUser: user('lockUser'),
  unlockUser: user('unlockUser'),
  resendActivation: user('resendActivation'),
  reset2FAEnrolment: user('reset2FAEnrolment'),
  confirmUserChange: user('confirmUserChange'),
  merchantSignUp: { area: 'merchant', topic: 'merchantSignUp', replaceable: 'never', movesMoney: false },
  // Making the same file twice does no harm, because the user can use either file.
  makeReportFile: { area: 'report', topic: 'makeReportFile', replaceable: 'always', movesMoney: false },
  discardReportFile: { area: 'report', topic: 'discardReportFile', replaceable: 'never', movesMoney: false },
  saveReport: { area: 'report', topic: 'saveReport', replaceable: 'never', movesMoney: false },
  deleteSavedReport: { area: 'report', topic: 'deleteSavedReport', replaceable: 'never', movesMoney: false },
  // The wizard submits one upload at a time, and sends a new request only when the outcome of the last request is
  // known.
  upload: { area: 'upload', topic: 'upload', replaceable: 'always', movesMoney: true },
}

interface AreaInfo {
  /** Where the user can find out the outcome of a change after the server has forgotten the request. */
  readonly whereToCheck: string
  readonly openLabel: string
  /** The queries that are outdated after such a change, whatever the response. */
  readonly refreshes: readonly ReadingMethod[]
  /** True if these queries are repeated when the notice of success is closed. */
  readonly refreshesOnClose?: true
}

export const areas: Readonly<Record<Area, AreaInfo>> = {
  card: {
    whereToCheck: m.pending_cardStatementAndHistory(),
    openLabel: m.common_openCard(),
    refreshes: ['cardDetails', 'cardStatement', 'cardSearch', 'cardBalanceHistory', 'cardHistory'],
  },
  decision: {
    whereToCheck: m.pending_batchDetails(),
    openLabel: m.common_openBatch(),
    refreshes: ['batchLoads', 'batchLoadDetails', 'myBatches', 'myBatchRows', 'overview'],
  },
  order: {
    whereToCheck: m.pending_orderDetails(),
    openLabel: m.common_openOrder(),
    refreshes: [
      'fetchVirtualCardOrdersBatchLoads',
      'fetchVirtualCardOrdersBatchLoadDetails',
      'myCardOrders',
      'myCardOrderRows',
      'physicalCardOrders',
      'physicalCardOrderRows',
      'producerFiles',
      'overview',
    ],
    refreshesOnClose: true,
  },
  producerFile: {
    whereToCheck: m.pending_listOfProducerFiles(),
    openLabel: m.common_openList(),
    refreshes: ['producerFiles', 'myCardOrders', 'myCardOrderRows', 'overview'],
  },
  payment: {
    whereToCheck: m.funding_listOfPayments(),
    openLabel: m.mail_openFundingAccount(),
    refreshes: ['fundingPayments', 'fundingStatement', 'fundingForecast', 'bankEntries', 'overview'],
  },
  feed: {
    whereToCheck: m.feed_listOfEvents(),
    openLabel: m.common_openList(),
    refreshes: ['feedExceptions', 'overview', 'cardDetails', 'cardStatement', 'cardHolds'],
  },
  feedFile: {
    whereToCheck: m.feed_listOfFiles(),
    openLabel: m.common_openList(),
    refreshes: ['feedFiles', 'feedExceptions', 'feedDays', 'overview', 'cardDetails', 'cardStatement', 'cardHolds'],
  },
  user: {
    whereToCheck: m.pending_usersAndAuditTrail(),
    openLabel: m.pending_openUsers(),
    refreshes: ['searchUser', 'userInfo', 'pendingUserChanges', 'auditLog'],
  },
  merchant: {
    whereToCheck: m.pending_auditTrail(),
    openLabel: m.pending_openMerchants(),
    // The list of merchants needs no refresh: it is on this device and is updated by each response.
    refreshes: ['auditLog'],
  },
  report: {
    whereToCheck: m.pending_reportsPage(),
    openLabel: m.common_openReports(),
    refreshes: ['reportFiles', 'savedReports'],
  },
  upload: {
    whereToCheck: m.pending_newRowCheck(),
    openLabel: m.pending_openDraft(),
    refreshes: [
      'batchLoads',
      'myBatches',
      'myCardOrders',
      'physicalCardOrders',
      'fetchVirtualCardOrdersBatchLoads',
      'overview',
      'cardDetails',
      'cardSearch',
    ],
  },
}

export const areaInfoOf = ({ kind }: Pick<PendingChange, 'kind'>): AreaInfo => areas[changeTypes[kind].area]

export const toChangeSubject = ({ kind, subject }: Pick<PendingChange, 'kind' | 'subject'>): ChangeSubject => ({
  kind,
  topic: changeTypes[kind].topic,
  subject,
})
