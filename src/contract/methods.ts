// The properties of each operation: who can call it, whether it changes data, whether its last response can be read
// offline. They are separate from the schemas of parameters and results, so that the portal can use them without
// schemas. A new operation needs a row here, its schemas in the file of its area, and a sample call for the tests
// (tests/support/reads.ts or changes.ts). The server does not compile without its handler. Permission, session,
// validation, repeated requests, audit (`trail`) and the offline rule need no further code.
import { hasAnyPermission, type Permission, type PermissionMap } from '#domain/access/permissions.ts'
import { codes } from './codes.ts'

export interface MethodInfo {
  /** True if the operation needs no session. */
  readonly needsNoSession: boolean
  /**
   * True for a change: it takes `requestId`, and runs in one transaction with its stored response and its audit entry.
   */
  readonly isChange: boolean
  /**
   * Only for a change without a session: the parameter that identifies the caller and under which the requestId is
   * stored (the secret of a mailed link).
   */
  readonly keyedBy: string | undefined
  /** 'stored': the portal can show the last response, with its age, if the server cannot be reached. */
  readonly offline: 'stored' | 'never'
  /** True if the portal calls the operation periodically. Such a call does not count as the user's activity. */
  readonly isPolled: boolean
  /** True if the server waits with its response until something happens. A long call then does not mean a slow server. */
  readonly isLongPoll: boolean
  /**
   * What the audit trail records. 'change': each change and each refused change. 'view': viewed data. 'access': data
   * left the portal, a session ended, or a device got access to notices. 'byHandler': the handler writes the entry,
   * because it also counts attempts.
   */
  readonly trail: Trail
  /**
   * The required permission. Any permission of a list is enough. The operation's `permissionOf` can require a certain
   * permission, depending on the parameters.
   */
  readonly permission: Permission | readonly Permission[] | 'signedIn' | 'none'
  /** True if a call counts as a login attempt of its network address, since attackers could use it to guess secrets. */
  readonly usesLoginRateLimit: boolean
  /** Whether users can call the operation while a change to them by an administrator is not confirmed. */
  readonly afterUserChange: AfterUserChange
  /** The code of success. '0' except for `devalueCard`. */
  readonly successCode: string
}

/**
 * After an administrator has changed a user's permissions, e-mail address or second factor, someone else could be acting
 * as that user until another administrator confirms the change.
 * - 'held': the user cannot call the operation until then, because it moves money, lets a card be spent, gives full card
 *   numbers, or manages users
 * - 'heldByHandler': the handler decides by the parameters
 * - 'free': the user can call all other operations. Most of them need the approval of another user, or stop or reject
 *   something. Full card numbers in their responses are masked (server/operations/card-numbers.ts).
 */
export type AfterUserChange = 'held' | 'heldByHandler' | 'free'

export type Trail = 'change' | 'view' | 'access' | 'byHandler' | 'none'

type RequiredPermission = Permission | readonly Permission[]
const defaults = {
  keyedBy: undefined,
  offline: 'never',
  isPolled: false,
  isLongPoll: false,
  usesLoginRateLimit: false,
  afterUserChange: 'free',
  successCode: codes.success,
} as const

/** A call without a token. */
const open = {
  ...defaults,
  needsNoSession: true,
  isChange: false,
  permission: 'none',
  trail: 'none',
  usesLoginRateLimit: true,
} as const
/**
 * A call without a session and without the rate limit of logins. Many devices in one office make such calls every
 * minute. No secret can be guessed with them, since a device's token is too long.
 */
const openUnlimited = { ...open, usesLoginRateLimit: false } as const
/** An attempt to sign in, or to set up a second factor, which the handler counts. */
const openAttempt = { ...open, trail: 'byHandler' } as const

/** A change without a token, by the holder of a mailed link. `keyedBy` names the parameter with the link's secret. */
const openChange = <const K extends string>(keyedBy: K) =>
  ({ ...open, isChange: true, keyedBy, trail: 'change' }) as const

/**
 * A change by the card processor, with a feed key or, in /v1, as a machine user. Such calls have no rate limit like
 * logins, because a key cannot be guessed, and the processor calls often.
 */
const byFeedKey = { ...openChange('key'), usesLoginRateLimit: false } as const

/** A query, which changes nothing. It needs a session and, if given, a permission. */
const query = <const Needed extends RequiredPermission | 'signedIn', const Options extends QueryOptions = object>(
  permission: Needed,
  options?: Options,
) =>
  ({ ...defaults, needsNoSession: false, isChange: false, permission, trail: 'none', ...options }) as Row<
    false,
    Needed,
    Options
  >

/**
 * A change that needs a session. Its requestId ensures that the change happens only once. `afterUserChange` has no
 * default, so that each new change is considered.
 */
const change = <const Needed extends RequiredPermission>(
  permission: Needed,
  afterUserChange: AfterUserChange,
  options?: { readonly successCode?: string },
) =>
  ({
    ...defaults,
    needsNoSession: false,
    isChange: true,
    permission,
    afterUserChange,
    trail: 'change',
    ...options,
  }) as Row<true, Needed, object>

interface QueryOptions {
  readonly offline?: 'stored'
  readonly isPolled?: true
  readonly isLongPoll?: true
  readonly trail?: Trail
  readonly afterUserChange?: 'held'
}
/**
 * An operation with a session. Its properties have literal types, so that `MethodsWith` can select operations by them.
 * For example, `isChange` is `true` and `permission` is 'Card.write'.
 */
type Row<IsChange extends boolean, Needed, Options> = MethodInfo & {
  readonly needsNoSession: false
  readonly isChange: IsChange
  readonly permission: Needed
  readonly offline: Options extends { offline: 'stored' } ? 'stored' : 'never'
  readonly isPolled: Options extends { isPolled: true } ? true : false
  readonly trail: IsChange extends true ? 'change' : QueryTrail<Options>
}
type QueryTrail<Options> = Options extends { trail: infer GivenTrail } ? GivenTrail : 'none'

const stored = { offline: 'stored' } as const
const auditedView = { trail: 'view' } as const
const auditedAccess = { trail: 'access' } as const
const held = { afterUserChange: 'held' } as const
const storedAndPolled = { offline: 'stored', isPolled: true } as const
/** The permissions to upload stored batches: loads, transfers and devalues. */
const batchUploadPermissions = ['Batch.load', 'Batch.redeem'] as const

/**
 * The permissions of all batch types, including activations. The check of a type needs the permission of the type. A
 * user with none of these permissions learns nothing about the parameters.
 */
const batchTypePermissions = ['Batch.load', 'Batch.redeem', 'Card.write'] as const

/** The permissions to upload files of any type. */
const fileUploadPermissions = [...batchTypePermissions, 'Card.order', 'MerchantSignUp.write'] as const

/** The permissions to order cards of either type. */
const cardOrderPermissions = ['Card.write', 'Card.order'] as const

export const methods = {
  // Access
  logIn: openAttempt,
  startProviderLogin: open,
  finishProviderLogin: openAttempt,
  companyLogin: query('User.write'),
  startTestLogin: query('User.write', auditedAccess),
  logOut: query('signedIn', auditedAccess),
  userInfo: query('signedIn', stored),
  sessionState: query('signedIn', { isPolled: true }),
  awaitChange: query('signedIn', { isPolled: true, isLongPoll: true }),
  enrollUser: openAttempt,
  confirm2FAEnrolment: openAttempt,
  rememberPassword: open,
  getResetPasswordInfo: open,
  getActivationInfo: open,
  savePassword: openChange('userUUID'),
  activateUser: openChange('token'),
  changePassword: change('User.settings', 'free'),
  securitySettings: query('User.settings'),
  renewRecoveryCodes: change('User.settings', 'free'),
  offerAuthenticator: query('User.settings', { trail: 'byHandler' }),
  confirmIdentity: query('signedIn', { trail: 'byHandler' }),
  confirmAuthenticator: change('User.settings', 'free'),
  removeAuthenticator: change('User.settings', 'free'),
  mailAlerts: query('User.settings'),
  setMailAlerts: change('User.settings', 'free'),
  setLanguage: change('User.settings', 'free'),
  mySessions: query('User.settings'),
  endMySession: change('User.settings', 'free'),
  noticeSettings: query('User.settings'),
  openNoticeChannel: query('User.settings', auditedAccess),
  closeNoticeChannel: openUnlimited,
  renewPushEndpoint: openUnlimited,
  passkeys: query('User.settings'),
  passkeyRegistrationOptions: query('User.settings', { trail: 'byHandler' }),
  registerPasskey: change('User.settings', 'free'),
  removePasskey: change('User.settings', 'free'),
  passkeyLoginOptions: open,

  // Cards
  cardSearch: query('CardStatement.read', auditedView),
  getCardTags: query('signedIn', stored),
  getStopReasons: query('signedIn', stored),
  getFeeTypes: query('signedIn', stored),
  getCombinedStatement: query('CardStatement.read', auditedAccess),
  cardDetails: query('CardStatement.read', auditedView),
  cardStatement: query('CardStatement.read', auditedView),
  getSettlementChargebacks: query('CardStatement.read'),
  failedTransactionSearch: query('CardStatement.read'),
  cardBalanceHistory: query('CardStatement.read'),
  cardHistory: query('CardStatement.read'),
  cardHolds: query('CardStatement.read'),
  revealCard: query('Card.reveal', { trail: 'byHandler', ...held }),
  reverseTransaction: change('Card.write', 'held'),
  devalueCard: change('Card.write', 'held', { successCode: '1' }),
  stopCard: change('Card.write', 'free'),
  unstopCard: change('Card.write', 'held'),
  retireCard: change('Card.write', 'free'),
  changePin: change('Card.write', 'held'),
  toggleMagstripe: change('Card.write', 'held'),
  setCardStatus: change('Card.write', 'held'),
  addCardNote: change('CardStatement.read', 'free'),
  insertCardFee: change('Card.write', 'held'),

  // Batches
  verifyBatchFile: query(batchTypePermissions),
  verifyBatchElement: query(batchTypePermissions),
  batchLoadUpload: change('Batch.load', 'free'),
  batchTransferUpload: change('Batch.redeem', 'free'),
  batchDevalueUpload: change('Batch.redeem', 'free'),
  batchLoads: query('Batch.approve', storedAndPolled),
  batchLoadDetails: query('Batch.approve', auditedView),
  myBatches: query(batchUploadPermissions, storedAndPolled),
  myBatch: query(batchUploadPermissions, { isPolled: true }),
  myBatchRows: query(batchUploadPermissions, { ...auditedView, ...held }),
  myBatchFile: query(batchUploadPermissions, { ...auditedAccess, ...held }),
  downloadBatchLoadReport: query(['Batch.approve', ...batchUploadPermissions], auditedAccess),
  downloadBatchLoadFile: query('Batch.approve', { ...auditedAccess, ...held }),
  approveBatchLoad: change('Batch.approve', 'held'),
  rejectBatchLoad: change('Batch.approve', 'free'),
  retryBatchLoad: change('Batch.approve', 'held'),
  closeBatchLoad: change('Batch.approve', 'free'),
  updateClosedBatchLoadComments: change('Batch.approve', 'free'),
  unscheduleBatchLoad: change('Batch.approve', 'held'),
  withdrawBatchLoad: change(batchUploadPermissions, 'free'),

  // Orders
  getCampaigns: query('signedIn', stored),
  getCampaignFees: query('signedIn', stored),
  verifyCardOrder: query('Card.write'),
  batchCardOrder: change('Card.write', 'heldByHandler'),
  verifyVirtualCardOrder: query('Card.order'),
  submitVirtualCardOrder: change('Card.order', 'free'),
  fetchVirtualCardOrdersBatchLoads: query('Card.approve', storedAndPolled),
  fetchVirtualCardOrdersBatchLoadDetails: query('Card.approve', { isPolled: true, trail: 'view' }),
  approveVirtualCardOrdersBatchLoad: change('Card.approve', 'held'),
  rejectVirtualCardOrdersBatchLoad: change('Card.approve', 'free'),
  retryVirtualCardOrdersBatchLoad: change('Card.approve', 'held'),
  downloadVirtualCardOrdersBatchLoadDetailsReport: query('Card.approve', auditedAccess),
  myCardOrders: query(cardOrderPermissions, storedAndPolled),
  myCardOrder: query(cardOrderPermissions, { isPolled: true }),
  myCardOrderRows: query(cardOrderPermissions, auditedView),
  physicalCardOrders: query('Card.approve', storedAndPolled),
  physicalCardOrderRows: query('Card.approve', auditedView),
  cancelCardOrder: change([...cardOrderPermissions, 'Card.approve'], 'free'),
  producerFiles: query('Card.produce', stored),
  fetchProducerFile: change('Card.produce', 'held'),

  // Funding account
  fundingStatement: query('Funding.read', auditedView),
  fundingPayments: query('Funding.read', storedAndPolled),
  fundingPaymentFile: query('Funding.read', auditedAccess),
  fundingForecast: query('Funding.read', storedAndPolled),
  setFundingThreshold: change('Funding.confirm', 'free'),
  recordFundingPayment: change('Funding.record', 'free'),
  reverseFundingPayment: change('Funding.record', 'free'),
  confirmFundingPayment: change('Funding.confirm', 'held'),
  rejectFundingPayment: change('Funding.confirm', 'free'),
  importBankStatement: change('Funding.record', 'free'),
  importBankEntries: change('Funding.record', 'free'),
  bankEntries: query('Funding.read', stored),
  matchBankEntry: change('Funding.record', 'free'),
  setAsideBankEntry: change('Funding.record', 'free'),
  confirmBankEntryAside: change('Funding.confirm', 'held'),
  restoreBankEntry: change('Funding.confirm', 'free'),
  ledgerPeriods: query('Funding.read'),
  proposePeriodClose: change('Funding.record', 'free'),
  confirmPeriodClose: change('Funding.confirm', 'held'),
  withdrawPeriodClose: change(['Funding.record', 'Funding.confirm'], 'free'),

  // Shared columns of files
  sharedColumns: query([...fileUploadPermissions, 'User.write'], stored),
  shareColumns: change(fileUploadPermissions, 'free'),
  removeSharedColumns: change([...fileUploadPermissions, 'User.write'], 'free'),

  // Events of the card processor
  feedEvents: byFeedKey,
  feedTotals: byFeedKey,
  feedDays: query('Feed.write'),
  feedDayEvents: query('Feed.write'),
  feedExceptions: query('Feed.write'),
  takeFeedException: change('Feed.write', 'free'),
  resolveFeedException: change('Feed.write', 'held'),
  retryFeedException: change('Feed.write', 'held'),
  feedFiles: query('Feed.write'),
  uploadFeedFile: change('Feed.write', 'free'),
  confirmFeedFile: change('Feed.write', 'held'),
  rejectFeedFile: change('Feed.write', 'free'),

  // Merchants, users
  merchantSignUp: change('MerchantSignUp.write', 'free'),
  merchantSignUpLimit: query('MerchantSignUp.read', stored),
  AllUserGroups: query('User.write', stored),
  saveGroup: change('User.write', 'held'),
  deleteGroup: change('User.write', 'held'),
  pendingGroupChanges: query('User.write'),
  confirmGroupChange: change('User.write', 'held'),
  withdrawGroupChange: change('User.write', 'free'),
  searchUser: query('User.write', auditedView),
  accessReview: query('User.write', auditedView),
  saveUser: change('User.write', 'held'),
  deleteUser: change('User.write', 'held'),
  lockUser: change('User.write', 'held'),
  unlockUser: change('User.write', 'held'),
  resendActivation: change('User.write', 'held'),
  reset2FAEnrolment: change('User.write', 'held'),
  pendingUserChanges: query('User.write'),
  confirmUserChange: change('User.write', 'held'),
  auditLog: query('User.write', auditedView),

  // Approval rules
  approvalChallenge: query(['Batch.approve', 'Card.approve'], held),
  approvalRules: query('User.write'),
  proposeApprovalRules: change('User.write', 'held'),
  confirmApprovalRules: change('User.write', 'held'),
  withdrawApprovalRules: change('User.write', 'free'),

  // Machine users
  machineUsers: query('User.write'),
  createMachineUser: change('User.write', 'held'),
  confirmMachineUser: change('User.write', 'held'),
  unlockMachineUser: change('User.write', 'held'),
  revokeMachineUser: change('User.write', 'held'),

  // Webhooks
  webhookEndpoints: query('User.write'),
  createWebhookEndpoint: change('User.write', 'held'),
  confirmWebhookEndpoint: change('User.write', 'held'),
  renewWebhookSecret: change('User.write', 'held'),
  enableWebhookEndpoint: change('User.write', 'held'),
  deleteWebhookEndpoint: change('User.write', 'held'),
  testWebhookEndpoint: change('User.write', 'held'),
  webhookDeliveries: query('User.write'),
  resendWebhook: change('User.write', 'held'),

  // Reports
  getDateRangeReport: query('Report.read', auditedView),
  getDateRangeLimit: query('Report.read', stored),
  getMonthlyReport: query('Report.read'),
  getDailyReport: query('Report.read'),
  GetReport: query('Report.read'),
  loadReport: query('Report.read', auditedView),
  chargebackReport: query('Report.read', auditedView),
  savedReports: query('Report.read', stored),
  saveReport: change('Report.read', 'free'),
  deleteSavedReport: change('Report.read', 'free'),
  makeReportFile: change('Report.read', 'free'),
  reportFiles: query('Report.read', storedAndPolled),
  discardReportFile: change('Report.read', 'free'),

  // Home
  overview: query('signedIn', storedAndPolled),
  noticesWaiting: openUnlimited,
  findThings: query('signedIn'),

  // Sandbox
  sandboxClock: openUnlimited,
  moveClock: change('User.write', 'free'),
  clockRuns: query('User.write', { isPolled: true }),
  sandboxState: query('User.write'),
  simulateEvent: change('User.write', 'held'),
  simulatePayment: change('User.write', 'free'),
  setProcessor: change('User.write', 'free'),
  resetSandbox: change('User.write', 'free'),
} satisfies Record<string, MethodInfo>

export type Methods = typeof methods
export type Method = keyof Methods

/** The methods with these properties. `MethodsWith<{ isPolled: true }>` is 'sessionState' | 'overview' | … */
type MethodsWith<Shape> = { [M in Method]: Methods[M] extends Shape ? M : never }[Method]
export type OpenMethod = MethodsWith<{ needsNoSession: true }>
/** Changes that need a session. Changes by a mailed link have a requestId too, but are open methods. */
export type ChangingMethod = MethodsWith<{ needsNoSession: false; isChange: true }>
export type ReadingMethod = MethodsWith<{ needsNoSession: false; isChange: false }>
/** Queries that the portal repeats periodically. */
export type PolledMethod = MethodsWith<{ needsNoSession: false; isPolled: true }>
/** Commands of the server's administrator, which are not operations. */
export type AdministratorCommand =
  | 'initProgramme'
  | 'importCards'
  | 'importHolders'
  | 'importTransactions'
  | 'exportProgramme'
  | 'exportCardNumbers'
  | 'rotateKeys'
  | 'repairLedger'
  | 'erasePersonalData'
  | 'importFeedEvents'
  | 'createFeedKey'
  | 'revokeFeedKeys'
/** All entries of the audit trail: changes, login attempts, data that was viewed or left the portal, and commands. */
export type AuditedMethod =
  | MethodsWith<{ trail: 'change' | 'view' | 'access' | 'byHandler' }>
  | AdministratorCommand
  | 'beginReportDownload'
  | 'downloadReport'
  | 'reachCardNumberLimit'
  | 'reachUnknownNumberLimit'
  | 'lockUnusedUser'
  | 'lockUnusedMachineUser'
  | 'linkProvider'
  | 'applyProviderGroup'
  | 'endSessionsByProvider'
  | 'provisionUser'
  | 'deactivateByDirectory'
  | 'activateByDirectory'
  | 'deleteByDirectory'
  | 'useBreakGlass'
export type GuardedMethod = MethodsWith<{ permission: Permission | readonly Permission[] }>

export const methodNames = Object.keys(methods) as readonly Method[]

export const isMethod = (name: string): name is Method => Object.hasOwn(methods, name)

export const methodInfo = (method: Method): MethodInfo => methods[method]

/**
 * The permission that a method needs. Any permission of a list is enough. Screens are shown only to users with the
 * permission.
 */
export const requiredPermission = (method: GuardedMethod): Permission | readonly Permission[] =>
  methods[method].permission

/** True if a change by an administrator can hold some operation of a user with these permissions (`AfterUserChange`). */
export const canBeHeld = (map: PermissionMap | undefined): boolean =>
  methodNames.some((method) => {
    const { permission, afterUserChange } = methodInfo(method)
    if (permission === 'signedIn' || permission === 'none') return false
    return afterUserChange === 'held' && hasAnyPermission(map, permission)
  })

/** True if a user with these permissions can call the method. */
export const canCall = (map: PermissionMap | undefined, method: GuardedMethod): boolean =>
  hasAnyPermission(map, requiredPermission(method))
