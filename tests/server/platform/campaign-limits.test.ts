// A user who is limited to one campaign calls every operation with a subject of another campaign. The response is the
// same as for an unknown subject, and no list contains a trace of it. This file does not compile until `probes` has a
// row for each operation.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { methodInfo, type Method } from '#contract/methods.ts'
import { permissions } from '#domain/access/permissions.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { reportIds, reportOf } from '#domain/reports/reports.ts'
import { DAY_MS } from '#domain/units.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { toFeedTarget } from '#server/feed/feed-target.ts'
import { ingest } from '#server/feed/ingest.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import { findUsersWithPermission } from '#server/mail/recipients.ts'
import { makeFile } from '#server/reports/report-files/make-file.ts'
import { runSavedReport } from '#server/reports/report-files/saved-reports.ts'
import { cardOrder, physicalSubmission, virtualOrder, virtualSubmission } from '#tests/support/order-calls.ts'
import { type ApiResponse, post } from '#tests/support/call.ts'
import { machineUserParams } from '#tests/support/machine-users.ts'
import {
  type DemoServer,
  devalueUpload,
  fingerprintOf,
  startDemoServer,
  transferUpload,
  loadUpload,
} from '#tests/support/demo-server.ts'

/** The campaign that the user is limited to. */
const CAMPAIGN = 1
const allowedCards = demoCardsInState('active', 3, [CAMPAIGN])
const [otherCard, secondOtherCard] = demoCardsInState('active', 2, [2])
const inactive = demoCardsInState('notActivated', 1, [2])[0]
if (!allowedCards[0] || !otherCard || !secondOtherCard || !inactive)
  throw new Error('the demo programme has no such cards')

type Response = ApiResponse & Record<string, unknown>
let server: DemoServer
let today: string
const tokens = { limited: '', unlimited: '', maker: '' }
let limitedUserId = 0
/** Subjects of other campaigns; the user submitted those in `mine` before the limit was set. */
const subjects = {
  transaction: '',
  exception: '',
  batch: '',
  fingerprint: '',
  order: '',
  cardOrder: '',
  mine: { batch: '', virtualOrder: '', cardOrder: '', saved: '', savedAll: '', file: '', fileAll: '' },
}

const call = async (token: string, method: string, params: object): Promise<Response> => {
  const requestId = methodInfo(method as Method).isChange ? { requestId: randomUUID() } : {}
  return (await post(server.url, method, { ...requestId, ...params, token })).response
}
const callOrThrow = async (token: string, method: string, params: object, field = ''): Promise<string> => {
  const response = await call(token, method, params)
  if (!/^[01]$/.test(response.resultCode)) throw new Error(`${method}: ${JSON.stringify(response).slice(0, 400)}`)
  return String(response[field])
}
const days = () => ({ startDate: addDays(today as never, -30), endDate: today })
const limitTo = (ids: readonly number[] | null) =>
  server.database.db
    .updateTable('user_account')
    .set({ campaign_ids: ids && [...ids] })
    .where('id', '=', limitedUserId)
    .execute()

const row = (card: { pan: string }, amount = '5.00') => ({ identifier: card.pan, amount })
const unknown = { pan: '9000019999999999', id: 99_999_999, trackingNumber: '999999999999999' }

beforeAll(async () => {
  server = await startDemoServer()
  const { db } = server.database
  today = instantToDate(server.clock.now, voyager.timeZone)
  const user = await server.addUser({ username: 'limited', permissions })
  limitedUserId = user.id
  tokens.limited = user.token
  tokens.unlimited = (await server.addUser({ username: 'everything', permissions })).token
  tokens.maker = (await server.addUser({ username: 'maker', permissions })).token

  // A batch of both campaigns, and orders of other campaigns.
  subjects.batch = await callOrThrow(
    tokens.maker,
    'batchLoadUpload',
    loadUpload([row(allowedCards[0] as never), row(otherCard)], { loadReference: 'Zebra batch' }),
    'batchLoadFileID',
  )
  subjects.fingerprint = await fingerprintOf(server, subjects.batch)
  subjects.order = await callOrThrow(
    tokens.maker,
    'submitVirtualCardOrder',
    virtualSubmission(),
    'virtualCardOrdersBatchLoadId',
  )
  const kyc = { campaignId: '4', cardOrders: [cardOrder({ customerReference: 'hidden order' })] }
  subjects.cardOrder = await callOrThrow(tokens.maker, 'batchCardOrder', physicalSubmission(kyc), 'cardOrderId')
  const purchase = await db
    .selectFrom('ledger_transaction')
    .innerJoin('card', 'card.id', 'ledger_transaction.card_id')
    .select('ledger_transaction.id')
    .where('campaign_id', '=', 2)
    .where('kind', '=', 'purchase')
    .executeTakeFirstOrThrow()
  subjects.transaction = String(purchase.id)

  await db.transaction().execute(async (trx) => {
    const now = server.clock.now
    await ingest(trx, await toFeedTarget(trx, voyager.ownerId, 'processor', new Date(now - DAY_MS)), [
      {
        kind: 'load',
        eventId: 'zebra-event',
        at: new Date(now - DAY_MS / 2).toISOString(),
        trackingNumber: otherCard.trackingNumber,
        amount: 100,
        currency: 'SGD',
        merchant: 'Zebra',
        merchantId: '',
      },
    ])
  })
  const exception = await db.selectFrom('feed_exception').select('id').executeTakeFirstOrThrow()
  subjects.exception = String(exception.id)

  const { mine } = subjects
  mine.batch = await callOrThrow(
    tokens.limited,
    'batchLoadUpload',
    loadUpload([row(secondOtherCard)], { loadReference: 'Zebra, mine', fileContent: 'YQ==' }),
    'batchLoadFileID',
  )
  mine.virtualOrder = await callOrThrow(
    tokens.limited,
    'submitVirtualCardOrder',
    virtualSubmission({ virtualCardOrders: [virtualOrder({ customerReference: 'mine' })] }),
    'virtualCardOrdersBatchLoadId',
  )
  mine.cardOrder = await callOrThrow(
    tokens.limited,
    'batchCardOrder',
    physicalSubmission({ campaignId: '4' }),
    'cardOrderId',
  )
  const report = { reportName: 'feeReport', format: 'csv' }
  const saved = { ...report, period: 'yesterday', schedule: 'daily' }
  mine.saved = await callOrThrow(tokens.limited, 'saveReport', { ...saved, name: 'Second fees', campaign: '2' }, 'id')
  mine.savedAll = await callOrThrow(tokens.limited, 'saveReport', { ...saved, name: 'All fees' }, 'id')
  mine.file = await callOrThrow(tokens.limited, 'makeReportFile', { ...report, ...days(), campaign: '2' }, 'id')
  mine.fileAll = await callOrThrow(tokens.limited, 'makeReportFile', { ...report, ...days() }, 'id')
  for (const id of [mine.file, mine.fileAll]) await makeFile(server.server, Number(id))
  await limitTo([CAMPAIGN])
})
afterAll(() => server.close())

/** Parameters with a subject of another campaign, and with an unknown subject: both must get the same response. */
interface Probe {
  readonly hidden: () => object
  readonly unknown: () => object
  /** The part of the responses that is compared; everything by default. */
  readonly partToCompare?: (response: Response) => unknown
}
const hides = (hidden: () => object, unknown: () => object, partToCompare?: Probe['partToCompare']): Probe => ({
  hidden,
  unknown,
  ...(partToCompare && { partToCompare }),
})
/** A call whose response must have no trace of other campaigns. */
const lists = (params: () => object = () => ({})) => ({ lists: params })
/** An operation that is not called here. */
const skipped = (reason: string) => ({ skipped: reason })
/** An operation on the programme's account or on files of all campaigns, which is refused before it looks for anything. */
const refused = (params: () => object = () => ({})) => ({ refused: params })

const ofCard = (name: string) =>
  hides(
    () => ({ [name]: String(otherCard.id) }),
    () => ({ [name]: String(unknown.id) }),
  )
const ofPan = (name: string, more: () => object = () => ({})) =>
  hides(
    () => ({ [name]: otherCard.pan, ...more() }),
    () => ({ [name]: unknown.pan, ...more() }),
  )
const ofTrackingNumber = (more: object = {}) =>
  hides(
    () => ({ trackingNumber: otherCard.trackingNumber, activationData: '', ...more }),
    () => ({ trackingNumber: unknown.trackingNumber, activationData: '', ...more }),
  )
const ofBatch = (id: () => string, more: () => object = () => ({})) =>
  hides(
    () => ({ batchLoadFileID: id(), ...more() }),
    () => ({ batchLoadFileID: '999999', ...more() }),
  )
const ofOrder = (id: () => string) =>
  hides(
    () => ({ orderId: id() }),
    () => ({ orderId: '999999' }),
  )
const ofException = (more: object = {}) =>
  hides(
    () => ({ id: subjects.exception, ...more }),
    () => ({ id: '999999', ...more }),
  )
const ofCampaign = (name: string, campaign: string, more: () => object = () => ({})) =>
  hides(
    () => ({ [name]: campaign, ...more() }),
    () => ({ [name]: '999', ...more() }),
  )
const verifyParams = { type: 'load', identifierType: 1, additionalValidation: ['loadlimit'] }
const rowsOf = (response: Response) =>
  (response['batchElements'] as { source: unknown; findings: unknown }[]).map(({ source, findings }) => [
    source,
    findings,
  ])
const range = (campaign: string) => ({ reportName: 'feeReport', reportArguments: { ...days(), campaign } })
const newUser = (campaign: string) => ({
  user: {
    username: `new-${campaign}`,
    firstname: '',
    lastname: '',
    email: `new-${campaign}@example.test`,
    ownerId: 3,
    groupId: '2',
    campaignIds: [campaign],
    isNew: true,
  },
})
const savedReport = (campaign: string) => ({
  name: 'Fees',
  reportName: 'feeReport',
  period: 'yesterday',
  format: 'csv',
  schedule: 'never',
  campaign,
})

const ofPayment = () => ({ paymentId: '1' })

const account = skipped('the user’s own account, or an account without a session')
const feed = skipped('a card processor sends events of all campaigns')

const probes: Readonly<
  Record<Method, Probe | ReturnType<typeof lists> | ReturnType<typeof refused> | ReturnType<typeof skipped>>
> = {
  logIn: account,
  feedEvents: feed,
  feedTotals: feed,
  feedDays: lists(),
  feedDayEvents: lists(() => ({ source: 'processor', day: days().startDate, campaignId: '2' })),
  feedExceptions: lists(),
  takeFeedException: ofException(),
  resolveFeedException: ofException({ note: 'Looked at it' }),
  retryFeedException: ofException(),
  feedFiles: refused(),
  uploadFeedFile: refused(() => ({ source: 'processor', fileName: 'a.jsonl', base64: 'YQ==' })),
  confirmFeedFile: refused(() => ({ fileId: '1' })),
  rejectFeedFile: refused(() => ({ fileId: '1' })),
  startProviderLogin: account,
  finishProviderLogin: account,
  companyLogin: skipped('the company login belongs to the programme'),
  startTestLogin: skipped('the company login belongs to the programme'),
  logOut: account,
  sessionState: account,
  awaitChange: account,
  enrollUser: account,
  confirm2FAEnrolment: account,
  rememberPassword: account,
  getResetPasswordInfo: account,
  getActivationInfo: account,
  savePassword: account,
  activateUser: account,
  changePassword: account,
  securitySettings: account,
  renewRecoveryCodes: account,
  mailAlerts: account,
  setMailAlerts: account,
  setLanguage: account,
  mySessions: account,
  endMySession: account,
  noticeSettings: account,
  openNoticeChannel: account,
  closeNoticeChannel: account,
  renewPushEndpoint: account,
  passkeys: account,
  passkeyRegistrationOptions: account,
  registerPasskey: account,
  removePasskey: account,
  passkeyLoginOptions: account,
  confirmIdentity: account,
  offerAuthenticator: account,
  confirmAuthenticator: account,
  removeAuthenticator: account,
  userInfo: lists(),

  cardSearch: hides(
    () => ({ searchTerm: otherCard.pan, searchType: '1', showExpired: true }),
    () => ({ searchTerm: unknown.pan, searchType: '1', showExpired: true }),
  ),
  getCardTags: skipped('names of tags, the same for all users of the programme'),
  getStopReasons: skipped('the same for all users of the programme'),
  getFeeTypes: skipped('the same for all users of the programme'),
  getCombinedStatement: hides(
    () => ({ cardNumbers: [allowedCards[0]?.pan, otherCard.pan] }),
    () => ({ cardNumbers: [allowedCards[0]?.pan, unknown.pan] }),
  ),
  cardDetails: ofCard('voucherID'),
  cardStatement: hides(
    () => ({ cardID: String(otherCard.id), ...days() }),
    () => ({ cardID: String(unknown.id), ...days() }),
  ),
  getSettlementChargebacks: hides(
    () => ({ transactionId: subjects.transaction }),
    () => ({ transactionId: '999999999' }),
  ),
  failedTransactionSearch: ofPan('cardNumber', days),
  cardBalanceHistory: hides(
    () => ({ voucherID: String(otherCard.id), days: 60 }),
    () => ({ voucherID: String(unknown.id), days: 60 }),
  ),
  cardHistory: ofCard('voucherID'),
  cardHolds: ofCard('voucherID'),
  revealCard: ofCard('voucherID'),
  reverseTransaction: ofPan('voucherNumber', () => ({
    transactionType: 5,
    transactionId: subjects.transaction,
    requesterName: 'Rosa',
    declineReason: 'TwoLines',
  })),
  devalueCard: ofPan('cardNumber'),
  stopCard: ofTrackingNumber({ stopReasonID: 1 }),
  unstopCard: ofPan('cardNumber'),
  retireCard: ofTrackingNumber(),
  changePin: hides(
    () => ({ voucherNumber: otherCard.pan, trackingNumber: otherCard.trackingNumber, newCardPin: '258036' }),
    () => ({ voucherNumber: unknown.pan, trackingNumber: unknown.trackingNumber, newCardPin: '258036' }),
  ),
  toggleMagstripe: ofPan('voucherNumber', () => ({ status: 0 })),
  setCardStatus: hides(
    () => ({ identifiers: [inactive.pan], identifierType: 1 }),
    () => ({ identifiers: [unknown.pan], identifierType: 1 }),
  ),
  addCardNote: hides(
    () => ({ voucherId: String(otherCard.id), noteText: 'a' }),
    () => ({ voucherId: String(unknown.id), noteText: 'a' }),
  ),
  insertCardFee: ofPan('identifier', () => ({ identifierType: 1, amount: '0.05', feeId: '1' })),

  verifyBatchFile: hides(
    () => ({ ...verifyParams, name: 'a.csv', batchSizeLimit: 5000, reference: 'r', batchElements: [row(otherCard)] }),
    () => ({ ...verifyParams, name: 'a.csv', batchSizeLimit: 5000, reference: 'r', batchElements: [row(unknown)] }),
    rowsOf,
  ),
  verifyBatchElement: hides(
    () => ({ ...verifyParams, element: row(otherCard) }),
    () => ({ ...verifyParams, element: row(unknown) }),
    ({ element }) => (element as { source: unknown }).source,
  ),
  batchLoadUpload: hides(
    () => loadUpload([row(otherCard)]),
    () => loadUpload([row(unknown)]),
  ),
  batchTransferUpload: hides(
    () => transferUpload([{ ...row(allowedCards[0] as never, '0.01'), identifierTo: otherCard.pan }]),
    () => transferUpload([{ ...row(allowedCards[0] as never, '0.01'), identifierTo: unknown.pan }]),
  ),
  batchDevalueUpload: hides(
    () => devalueUpload([row(otherCard, '0.01')]),
    () => devalueUpload([row(unknown, '0.01')]),
  ),
  batchLoads: lists(() => ({ filter: 1, ...days() })),
  batchLoadDetails: ofBatch(() => subjects.batch),
  myBatches: lists(days),
  myBatch: ofBatch(() => subjects.mine.batch),
  myBatchRows: ofBatch(() => subjects.mine.batch),
  myBatchFile: ofBatch(() => subjects.mine.batch),
  downloadBatchLoadReport: ofBatch(() => subjects.batch),
  downloadBatchLoadFile: ofBatch(() => subjects.batch),
  approveBatchLoad: ofBatch(
    () => subjects.batch,
    () => ({ fingerprint: subjects.fingerprint }),
  ),
  rejectBatchLoad: ofBatch(() => subjects.batch),
  retryBatchLoad: ofBatch(() => subjects.batch),
  closeBatchLoad: ofBatch(() => subjects.batch),
  updateClosedBatchLoadComments: ofBatch(() => subjects.batch),
  unscheduleBatchLoad: ofBatch(() => subjects.batch),
  withdrawBatchLoad: ofBatch(() => subjects.mine.batch),

  getCampaigns: lists(),
  getCampaignFees: ofCampaign('campaignID', '2'),
  verifyCardOrder: ofCampaign('campaignID', '4', () => ({ cardOrders: [cardOrder()] })),
  batchCardOrder: hides(
    () => physicalSubmission({ campaignId: '4' }),
    () => physicalSubmission({ campaignId: '999' }),
  ),
  verifyVirtualCardOrder: ofCampaign('campaignID', '3', () => ({ virtualCardOrders: [virtualOrder()] })),
  submitVirtualCardOrder: hides(
    () => virtualSubmission(),
    () => virtualSubmission({ campaignId: '999' }),
  ),
  fetchVirtualCardOrdersBatchLoads: lists(() => ({ filter: 1, ...days() })),
  fetchVirtualCardOrdersBatchLoadDetails: ofBatch(() => subjects.order),
  approveVirtualCardOrdersBatchLoad: ofBatch(() => subjects.order),
  rejectVirtualCardOrdersBatchLoad: ofBatch(() => subjects.order),
  retryVirtualCardOrdersBatchLoad: ofBatch(() => subjects.order),
  downloadVirtualCardOrdersBatchLoadDetailsReport: ofBatch(() => subjects.order),
  myCardOrders: lists(days),
  myCardOrder: ofOrder(() => subjects.mine.virtualOrder),
  myCardOrderRows: ofOrder(() => subjects.mine.virtualOrder),
  cancelCardOrder: ofOrder(() => subjects.mine.cardOrder),
  physicalCardOrders: lists(),
  physicalCardOrderRows: ofOrder(() => subjects.cardOrder),
  producerFiles: lists(),
  fetchProducerFile: ofOrder(() => subjects.cardOrder),

  fundingStatement: refused(days),
  fundingPayments: refused(),
  fundingPaymentFile: refused(ofPayment),
  importBankStatement: refused(() => ({ fileName: 'a.xml', base64: 'YQ==' })),
  bankEntries: refused(),
  fundingForecast: refused(),
  ledgerPeriods: refused(),
  proposePeriodClose: refused(() => ({ month: '2001-01' })),
  confirmPeriodClose: refused(() => ({ periodId: '1' })),
  withdrawPeriodClose: refused(() => ({ periodId: '1' })),
  setFundingThreshold: refused(() => ({ threshold: '1.00' })),
  importBankEntries: refused(() => ({
    fileName: 'a.csv',
    account: '1',
    entries: [{ bookedOn: '2026-11-01', amount: '1.00', bankReference: '', reference: '' }],
  })),
  matchBankEntry: refused(() => ({ entryId: '1' })),
  setAsideBankEntry: refused(() => ({ entryId: '1', reason: 'A fee' })),
  confirmBankEntryAside: refused(() => ({ entryId: '1' })),
  restoreBankEntry: refused(() => ({ entryId: '1' })),
  recordFundingPayment: refused(() => ({ type: 'payment', amount: '1.00', valueDate: today, reference: 'BK-1' })),
  reverseFundingPayment: refused(() => ({ ...ofPayment(), reason: 'Wrong' })),
  confirmFundingPayment: refused(ofPayment),
  rejectFundingPayment: refused(ofPayment),

  sharedColumns: skipped('headings of files, for all users of the owner'),
  shareColumns: skipped('headings of files, for all users of the owner'),
  removeSharedColumns: skipped('headings of files, for all users of the owner'),
  merchantSignUp: skipped('merchants belong to no campaign'),
  merchantSignUpLimit: skipped('merchants belong to no campaign'),
  AllUserGroups: lists(() => ({ ownerId: 3 })),
  saveGroup: hides(
    () => ({ group: { name: 'Payroll', permissions: [], campaignIds: ['2'] } }),
    () => ({ group: { name: 'Payroll', permissions: [], campaignIds: ['999'] } }),
  ),
  deleteGroup: skipped('groups belong to the programme'),
  pendingGroupChanges: skipped('groups belong to the programme'),
  confirmGroupChange: skipped('groups belong to the programme'),
  withdrawGroupChange: skipped('groups belong to the programme'),
  searchUser: lists(() => ({ keyword: '' })),
  accessReview: lists(() => ({})),
  saveUser: hides(
    () => newUser('2'),
    () => newUser('999'),
  ),
  deleteUser: skipped('users belong to no campaign'),
  lockUser: skipped('users belong to no campaign'),
  unlockUser: skipped('users belong to no campaign'),
  resendActivation: skipped('goes to the user’s own address'),
  reset2FAEnrolment: skipped('tests/server/users/campaign-limits.test.ts'),
  pendingUserChanges: skipped('users belong to no campaign'),
  confirmUserChange: skipped('users belong to no campaign'),
  webhookEndpoints: skipped('endpoints belong to no campaign'),
  createWebhookEndpoint: skipped('endpoints belong to no campaign'),
  confirmWebhookEndpoint: skipped('endpoints belong to no campaign'),
  renewWebhookSecret: skipped('endpoints belong to no campaign'),
  enableWebhookEndpoint: skipped('endpoints belong to no campaign'),
  deleteWebhookEndpoint: skipped('endpoints belong to no campaign'),
  testWebhookEndpoint: skipped('endpoints belong to no campaign'),
  webhookDeliveries: skipped('endpoints belong to no campaign'),
  resendWebhook: skipped('endpoints belong to no campaign'),
  sandboxClock: skipped('a time'),
  moveClock: skipped('all campaigns have the same clock'),
  clockRuns: skipped('counts of jobs'),
  sandboxState: skipped('counts of events'),
  simulateEvent: hides(
    () => ({ type: 'refund', amount: '1.00', trackingNumber: otherCard.trackingNumber }),
    () => ({ type: 'refund', amount: '1.00', trackingNumber: unknown.trackingNumber }),
  ),
  simulatePayment: skipped('refused to limited users, as the funding account is'),
  setProcessor: skipped('belongs to no campaign'),
  resetSandbox: skipped('belongs to no campaign'),
  approvalChallenge: hides(
    () => ({ items: [{ subject: 'batch', id: subjects.batch }] }),
    () => ({ items: [{ subject: 'batch', id: '999999' }] }),
  ),
  approvalRules: skipped('rules belong to the programme'),
  proposeApprovalRules: skipped('rules belong to the programme'),
  confirmApprovalRules: skipped('rules belong to the programme'),
  withdrawApprovalRules: skipped('rules belong to the programme'),
  machineUsers: skipped('users belong to no campaign'),
  createMachineUser: hides(
    () => machineUserParams(server.server.now(), { name: 'payroll', campaignIds: ['2'] }),
    () => machineUserParams(server.server.now(), { name: 'payroll', campaignIds: ['999'] }),
  ),
  confirmMachineUser: skipped('users belong to no campaign'),
  unlockMachineUser: skipped('users belong to no campaign'),
  revokeMachineUser: skipped('users belong to no campaign'),
  auditLog: lists(() => ({ startDate: '2000-01-01', endDate: '2100-01-01', limit: 500 })),

  getDateRangeReport: hides(
    () => range('2'),
    () => range('999'),
  ),
  getDateRangeLimit: skipped('a number of days'),
  getMonthlyReport: skipped('only the URL of the file; reading the file is tested below'),
  getDailyReport: skipped('only the URL of the file; reading the file is tested below'),
  GetReport: ofCampaign('campaignID', '2', () => ({ name: 'cardholderStatement', reportDate: today })),
  loadReport: hides(
    () => ({ type: 'cardBalanceReport', campaignIds: ['1', '2'], date: today }),
    () => ({ type: 'cardBalanceReport', campaignIds: ['1', '999'], date: today }),
  ),
  chargebackReport: ofCampaign('campaign', '2', days),
  savedReports: lists(),
  saveReport: hides(
    () => savedReport('2'),
    () => savedReport('999'),
  ),
  deleteSavedReport: skipped('removes data of the user and returns nothing'),
  makeReportFile: hides(
    () => ({ reportName: 'feeReport', format: 'csv', ...days(), campaign: '2' }),
    () => ({ reportName: 'feeReport', format: 'csv', ...days(), campaign: '999' }),
  ),
  reportFiles: lists(),
  discardReportFile: skipped('removes data of the user and returns nothing'),

  overview: lists(),
  noticesWaiting: skipped('a count; notice-channel.test.ts shows that it covers only campaigns of the user'),
  findThings: lists(() => ({ search: 'zebra' })),
}

/** All forms in which other campaigns could appear. */
const traces = () => [
  'Voyager Corporate Card',
  'Voyager Virtual Card',
  'Voyager Gift Card',
  'Zebra',
  'hidden order',
  otherCard.pan,
  otherCard.trackingNumber,
  secondOtherCard.pan,
  secondOtherCard.trackingNumber,
  // The end of the masked card number as a JSON text.
  otherCard.pan.slice(-4) + '"',
]
const tracesIn = (response: object) => traces().filter((trace) => JSON.stringify(response).includes(trace))

describe('a user limited to one campaign', () => {
  it.each(Object.keys(probes) as Method[])('learns nothing about other campaigns from %s', async (method) => {
    const probe = probes[method]
    if ('skipped' in probe) return expect(probe.skipped).not.toBe('')
    if ('refused' in probe)
      return expect(await call(tokens.limited, method, probe.refused())).toMatchObject({
        resultCode: '-20403',
        resultText: expect.stringContaining('limited to some campaigns') as string,
      })
    if ('lists' in probe) {
      const response = await call(tokens.limited, method, probe.lists())
      expect(response.resultCode).toBe('0')
      return expect(tracesIn(response)).toEqual([])
    }
    const { partToCompare = (reply: Response) => reply } = probe
    const reply = await call(tokens.limited, method, probe.hidden())
    expect(reply.resultCode).not.toBe('-20403')
    expect(partToCompare(reply)).toEqual(partToCompare(await call(tokens.limited, method, probe.unknown())))
    expect(tracesIn({ ...reply, batchElements: [], element: [] })).toEqual([])
    // A user without a limit gets another response, so the limit is the reason.
    if (!methodInfo(method).isChange && !method.startsWith('my'))
      expect(partToCompare(await call(tokens.unlimited, method, probe.hidden()))).not.toEqual(partToCompare(reply))
  })

  it.each(['verifyBatchFile', 'verifyBatchElement'])(
    'does not learn from %s that a batch they cannot see has the same row',
    async (method) => {
      const [first] = allowedCards
      // subjects.batch also has a card of another campaign, so it does not exist for this user.
      const paramsFor = (amount: string) => {
        const element = row(first as never, amount)
        return method === 'verifyBatchFile'
          ? { ...verifyParams, name: 'a.csv', batchSizeLimit: 5000, reference: 'r', batchElements: [element] }
          : { ...verifyParams, element }
      }
      const withoutAmount = (response: Response, amount: string) =>
        JSON.stringify({ ...response, fingerprint: '', funding: '' }).replaceAll(amount, '')
      const inHiddenBatch = await call(tokens.limited, method, paramsFor('5.00'))
      const inNoBatch = await call(tokens.limited, method, paramsFor('5.31'))
      expect(withoutAmount(inHiddenBatch, '5.00')).toBe(withoutAmount(inNoBatch, '5.31'))
      expect(JSON.stringify(inHiddenBatch)).not.toContain('repeatedIn')
      // Without a limit the row is found, so the limit is the reason.
      const unlimited = await call(tokens.unlimited, method, paramsFor('5.00'))
      expect(JSON.stringify(unlimited)).toContain(`"repeatedIn":["${subjects.batch}"]`)
    },
  )

  it('can use their campaign', async () => {
    const [first, second] = allowedCards
    expect(await call(tokens.limited, 'cardDetails', { voucherID: String(first?.id) })).toMatchObject({
      resultCode: '0',
    })
    expect(
      await call(tokens.limited, 'stopCard', {
        trackingNumber: second?.trackingNumber,
        activationData: '',
        stopReasonID: 1,
      }),
    ).toMatchObject({ resultCode: '0' })
    const id = await callOrThrow(
      tokens.maker,
      'batchLoadUpload',
      loadUpload([row(first as never, '6.00')], { loadReference: 'Allowed' }),
      'batchLoadFileID',
    )
    const fingerprint = await fingerprintOf(server, id)
    expect(JSON.stringify(await call(tokens.limited, 'batchLoads', { filter: 1 }))).toContain('"Allowed"')
    expect(await call(tokens.limited, 'approveBatchLoad', { batchLoadFileID: id, fingerprint })).toMatchObject({
      resultCode: '0',
    })
    const { campaigns, LIMITED } = (await call(tokens.limited, 'getCampaigns', {})) as unknown as {
      campaigns: { CampaignID: string }[]
      LIMITED: boolean
    }
    expect([campaigns.map(({ CampaignID }) => CampaignID), LIMITED]).toEqual([['1'], true])
  })

  it('sees figures that count only the loads of their campaign', async () => {
    const volumeOf = async (token: string) =>
      ((await call(token, 'overview', {}))['loadVolume'] as { count: number }[]).reduce(
        (sum, { count }) => sum + count,
        0,
      )
    const [limited, all] = [await volumeOf(tokens.limited), await volumeOf(tokens.unlimited)]
    expect(limited).toBeGreaterThan(0)
    expect(limited).toBeLessThan(all)
  })
})

describe('reports of a user limited to one campaign', () => {
  const open = (path: string, token = tokens.limited) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })

  it.each(reportIds.filter((id) => reportOf(id).call === 'getDateRangeReport'))(
    '%s over all campaigns covers only the user’s campaign',
    async (id) => {
      const { apiName, coversProgramme } = reportOf(id)
      const response = await call(tokens.limited, 'getDateRangeReport', {
        reportName: apiName,
        reportArguments: days(),
      })
      if (coversProgramme)
        return expect(response).toMatchObject({
          resultCode: '-20403',
          resultText: expect.stringMatching(/covers all campaigns/) as string,
        })
      expect(response.resultCode).toBe('0')
      expect(tracesIn(response)).toEqual([])
      // The complete report as a file, at the URL in the response.
      const file = await open(String(response['reportURL']))
      expect(file.status).toBe(200)
      const text = await file.text()
      expect(traces().filter((trace) => text.includes(trace))).toEqual([])
    },
  )

  it('are refused for other campaigns, and for files made when the user could see more campaigns', async () => {
    const { startDate, endDate } = days()
    const name = `reports/FeeReport_from${startDate}_to${endDate}.csv`
    expect((await open(`${name}?campaign=1`)).status).toBe(200)
    for (const query of [
      '?campaign=2',
      '?campaign=1,2',
      `?file=${subjects.mine.file}`,
      `?file=${subjects.mine.fileAll}`,
    ])
      expect([query, (await open(name + query)).status]).toEqual([query, 404])
    expect((await open(`reports/FundMovementReport_from${startDate}_to${endDate}.csv`)).status).toBe(403)
    // Without the limit, the file is found again.
    await limitTo(null)
    expect((await open(`${name}?file=${subjects.mine.fileAll}`)).status).toBe(200)
    await limitTo([CAMPAIGN])
  })

  it('cover only what the user can see when they are made, also as prepared files and saved reports', async () => {
    const id = await callOrThrow(
      tokens.limited,
      'makeReportFile',
      { reportName: 'feeReport', format: 'csv', ...days() },
      'id',
    )
    await makeFile(server.server, Number(id))
    const { startDate, endDate } = days()
    const text = await (await open(`reports/FeeReport_from${startDate}_to${endDate}.csv?file=${id}`)).text()
    expect(text).toContain('Voyager Travel Card')
    expect(text).not.toContain('Voyager Corporate Card')
    const due = { next_at: new Date(server.clock.now - 1_000) }
    await server.database.db.updateTable('saved_report').set(due).where('user_id', '=', limitedUserId).execute()
    expect(await runSavedReport(server.server, server.database.db, Number(subjects.mine.saved))).toBe(false)
    expect(await runSavedReport(server.server, server.database.db, Number(subjects.mine.savedAll))).toBe(true)
  })
})

it('a batch with unknown cards finds no card of another campaign when it runs', async () => {
  const rows = [row(otherCard, '7.00')]
  const upload = loadUpload(rows, { batchLoadOptions: ['noIdentifierValidation'], loadReference: 'Late' })
  const id = await callOrThrow(tokens.limited, 'batchLoadUpload', upload, 'batchLoadFileID')
  const { db } = server.database
  const fingerprint = await fingerprintOf(server, id)
  await callOrThrow(tokens.unlimited, 'approveBatchLoad', { batchLoadFileID: id, fingerprint })
  await processBatch({ db, timeZone: voyager.timeZone, now: server.server.now }, Number(id))
  const [storedRow] = await db
    .selectFrom('batch_row')
    .select(['state', 'card_id'])
    .where('batch_id', '=', Number(id))
    .execute()
  expect(storedRow).toEqual({ state: 'failed', card_id: null })
})

it('e-mails go only to users who can see all rows of the batch', async () => {
  const recipients = async (campaignIds: readonly number[] | null) =>
    (await findUsersWithPermission(server.database.db, { ownerId: 3, campaignIds }, 'Batch.approve')).map(
      ({ username }) => username,
    )
  expect(await recipients([1])).toContain('limited')
  for (const campaigns of [[1, 2], [2], null]) expect(await recipients(campaigns)).not.toContain('limited')
  expect(await recipients(null)).toContain('everything')
})
