// What holds of each operation apart from its parameters and its answer: who may ask, whether it changes anything, whether its
// last answer may be read offline. Plain data, so that the portal goes by the same rows as the host and loads no schema for it.
import { batchKinds } from '#domain/batch/kinds.ts'
import { hasOneOf, type Permission, type PermissionMap } from '#domain/access/permissions.ts'
import { codes } from './codes.ts'

export interface OperationFacts {
  /** True: answered without a session. */
  readonly open: boolean
  /** True: takes `requestId`, runs in one transaction with its stored answer and its audit row. */
  readonly changes: boolean
  /** Of an open change: the parameter that stands for the caller, under which the requestId is kept (the secret of a mailed link). */
  readonly keyedBy: string | undefined
  /** 'kept': the portal may show the last answer, with its age, when the host cannot be reached. */
  readonly offline: 'kept' | 'never'
  /** True: the portal asks by itself from time to time; it does not count as the user's activity. */
  readonly polls: boolean
  /** A permission, or any one of several; the operation's `permissionOf` may ask for a certain one, depending on the parameters. */
  readonly permission: Permission | readonly Permission[] | 'signedIn' | 'none'
  /** The code of success; '0' but for `devalueCard`. */
  readonly successCode: string
}

type Needed = Permission | readonly Permission[]
const common = { keyedBy: undefined, offline: 'never', polls: false, successCode: codes.success } as const

/** A call answered without a token. */
const open = { ...common, open: true, changes: false, permission: 'none' } as const

/** A change made without a token, by whoever holds a mailed link; its requestId is kept under that parameter. */
const openChange = <const K extends string>(keyedBy: K) => ({ ...open, changes: true, keyedBy }) as const

/** A question: changes nothing, needs a session and, where named, a permission. */
const reads = <const P extends Needed | 'signedIn', const O extends Asked = object>(permission: P, own?: O) =>
  ({ ...common, open: false, changes: false, permission, ...own }) as Row<false, P, O>

/** A change: carries the requestId that makes it happen once. */
const changes = <const P extends Needed>(permission: P, own?: { readonly successCode: string }) =>
  ({ ...common, open: false, changes: true, permission, ...own }) as Row<true, P, object>

interface Asked {
  readonly offline?: 'kept'
  readonly polls?: true
}
type Row<C extends boolean, P, O> = OperationFacts & {
  readonly open: false
  readonly changes: C
  readonly permission: P
  readonly offline: O extends { offline: 'kept' } ? 'kept' : 'never'
  readonly polls: O extends { polls: true } ? true : false
}

const kept = { offline: 'kept' } as const
const keptAndPolled = { offline: 'kept', polls: true } as const
/** Whoever uploads batches of any kind. */
const uploads = ['Batch.load', 'Batch.redeem'] as const

/** Each batch type needs its own permission; without any of them nothing is said about the parameters. */
const ofBatchTypes: readonly Permission[] = Object.values(batchKinds).map(({ permission }) => permission)

/** Whoever orders cards of either kind. */
const orders = ['Card.write', 'Card.order'] as const

export const facts = {
  // Access
  logIn: open,
  logOut: reads('signedIn'),
  userInfo: reads('signedIn', kept),
  sessionState: reads('signedIn', { polls: true }),
  enrollUser: open,
  confirm2FAEnrolment: open,
  rememberPassword: open,
  getResetPasswordInfo: open,
  getActivationInfo: open,
  savePassword: openChange('userUUID'),
  activateUser: openChange('token'),
  changePassword: changes('User.settings'),
  securitySettings: reads('User.settings'),
  renewRecoveryCodes: changes('User.settings'),
  mailAlerts: reads('User.settings'),
  setMailAlerts: changes('User.settings'),
  mySessions: reads('User.settings'),
  endMySession: changes('User.settings'),
  passkeys: reads('User.settings'),
  passkeyRegistrationOptions: reads('User.settings'),
  registerPasskey: changes('User.settings'),
  removePasskey: changes('User.settings'),
  passkeyLoginOptions: open,

  // Cards
  cardSearch: reads('CardStatement.read'),
  getCardTags: reads('signedIn', kept),
  getStopReasons: reads('signedIn', kept),
  getFeeTypes: reads('signedIn', kept),
  getCombinedStatement: reads('CardStatement.read'),
  cardDetails: reads('CardStatement.read'),
  cardStatement: reads('CardStatement.read'),
  getSettlementChargebacks: reads('CardStatement.read'),
  failedTransactionSearch: reads('CardStatement.read'),
  cardBalanceHistory: reads('CardStatement.read'),
  cardHistory: reads('CardStatement.read'),
  revealCard: reads('CardStatement.read'),
  reverseTransaction: changes('Card.write'),
  devalueCard: changes('Card.write', { successCode: '1' }),
  stopCard: changes('Card.write'),
  unstopCard: changes('Card.write'),
  retireCard: changes('Card.write'),
  changePin: changes('Card.write'),
  toggleMagstripe: changes('Card.write'),
  setCardStatus: changes('Card.write'),
  addCardNote: changes('CardStatement.read'),
  insertCardFee: changes('Card.write'),

  // Batches
  verifyBatchFile: reads(ofBatchTypes),
  verifyBatchElement: reads(ofBatchTypes),
  batchLoadUpload: changes('Batch.load'),
  batchTransferUpload: changes('Batch.redeem'),
  batchDevalueUpload: changes('Batch.redeem'),
  batchLoads: reads('Batch.approve', keptAndPolled),
  batchLoadDetails: reads('Batch.approve'),
  myBatches: reads(uploads, keptAndPolled),
  myBatchRows: reads(uploads),
  myBatchFile: reads(uploads),
  downloadBatchLoadReport: reads('Batch.approve'),
  downloadBatchLoadFile: reads('Batch.approve'),
  approveBatchLoad: changes('Batch.approve'),
  rejectBatchLoad: changes('Batch.approve'),
  retryBatchLoad: changes('Batch.approve'),
  closeBatchLoad: changes('Batch.approve'),
  updateClosedBatchLoadComments: changes('Batch.approve'),
  unscheduleBatchLoad: changes('Batch.approve'),
  withdrawBatchLoad: changes(uploads),

  // Orders
  getCampaigns: reads('signedIn', kept),
  getCampaignFees: reads('signedIn', kept),
  verifyCardOrder: reads('Card.write'),
  batchCardOrder: changes('Card.write'),
  verifyVirtualCardOrder: reads('Card.order'),
  submitVirtualCardOrder: changes('Card.order'),
  fetchVirtualCardOrdersBatchLoads: reads('Card.approve', keptAndPolled),
  fetchVirtualCardOrdersBatchLoadDetails: reads('Card.approve', { polls: true }),
  approveVirtualCardOrdersBatchLoad: changes('Card.approve'),
  rejectVirtualCardOrdersBatchLoad: changes('Card.approve'),
  retryVirtualCardOrdersBatchLoad: changes('Card.approve'),
  downloadVirtualCardOrdersBatchLoadDetailsReport: reads('Card.approve'),
  myCardOrders: reads(orders, keptAndPolled),
  myCardOrderRows: reads(orders),
  cancelCardOrder: changes(orders),
  producerFiles: reads('Card.produce', kept),
  fetchProducerFile: changes('Card.produce'),

  // Merchants, users
  merchantSignUp: changes('MerchantSignUp.write'),
  merchantSignUpLimit: reads('MerchantSignUp.read', kept),
  AllUserGroups: reads('User.write', kept),
  searchUser: reads('User.write'),
  saveUser: changes('User.write'),
  deleteUser: changes('User.write'),
  unlockUser: changes('User.write'),
  resendActivation: changes('User.write'),
  reset2FAEnrolment: changes('User.write'),
  auditLog: reads('User.write'),

  // Reports
  getDateRangeReport: reads('Report.read'),
  getDateRangeLimit: reads('Report.read', kept),
  getMonthlyReport: reads('Report.read'),
  getDailyReport: reads('Report.read'),
  GetReport: reads('Report.read'),
  loadReport: reads('Report.read'),
  chargebackReport: reads('Report.read'),
  savedReports: reads('Report.read', kept),
  saveReport: changes('Report.read'),
  deleteSavedReport: changes('Report.read'),
  makeReportFile: changes('Report.read'),
  reportFiles: reads('Report.read', keptAndPolled),
  discardReportFile: changes('Report.read'),

  // Home
  overview: reads('signedIn', keptAndPolled),
  findThings: reads('signedIn'),
} satisfies Record<string, OperationFacts>

export type Facts = typeof facts
export type Method = keyof Facts

type MethodsWith<Shape> = { [M in Method]: Facts[M] extends Shape ? M : never }[Method]
export type OpenMethod = MethodsWith<{ open: true }>
/** Changes that need a session; those made by a mailed link are open methods and carry their requestId too. */
export type ChangingMethod = MethodsWith<{ open: false; changes: true }>
/** Every change, also those made by a mailed link. */
type AnyChange = MethodsWith<{ changes: true }>
export type ReadingMethod = MethodsWith<{ open: false; changes: false }>
/** Questions that the portal may ask again by itself. */
export type PolledMethod = MethodsWith<{ open: false; polls: true }>
/** What whoever runs the host does to the programme itself, by commands that are no operations. */
export type ProgrammeAct =
  | 'initProgramme'
  | 'importCards'
  | 'importHolders'
  | 'importTransactions'
  | 'exportProgramme'
  | 'exportCardNumbers'
  | 'backUp'
  | 'restore'
  | 'rotateKeys'
/**
 * What stands in the audit trail: every change, every attempt to sign in, what is shown of cards in full or in numbers
 * (threats T21), report files among it, and what was done by commands.
 */
export type AuditedMethod =
  | AnyChange
  | ProgrammeAct
  | 'logIn'
  | 'enrollUser'
  | 'confirm2FAEnrolment'
  | 'passkeyRegistrationOptions'
  | 'cardSearch'
  | 'revealCard'
  | 'cardStatement'
  | 'getCombinedStatement'
  | 'batchLoadDetails'
  | 'myBatchRows'
  | 'downloadBatchLoadReport'
  | 'downloadBatchLoadFile'
  | 'myBatchFile'
  | 'fetchVirtualCardOrdersBatchLoadDetails'
  | 'downloadVirtualCardOrdersBatchLoadDetailsReport'
  | 'myCardOrderRows'
  | 'getDateRangeReport'
  | 'loadReport'
  | 'chargebackReport'
  | 'beginReportDownload'
  | 'downloadReport'
export type GuardedMethod = MethodsWith<{ permission: Permission | readonly Permission[] }>

export const isMethod = (name: string): name is Method => Object.hasOwn(facts, name)

export const factsOf = (method: Method): OperationFacts => facts[method]

/** Who may ask it: a permission, or any one of several. What a screen is for is who may see it. */
export const permissionOf = (method: GuardedMethod): Permission | readonly Permission[] => facts[method].permission

/** Whether somebody with these permissions may ask it. */
export const mayAsk = (map: PermissionMap | undefined, method: GuardedMethod): boolean =>
  hasOneOf(map, permissionOf(method))
