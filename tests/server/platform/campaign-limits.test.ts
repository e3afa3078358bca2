// A user who is limited to one campaign calls every operation with a subject of another campaign. The response is the
// same as for an unknown subject, and no list shows a trace of it. A new operation does not compile until it has a row.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { factsOf, type Method } from '#contract/facts.ts'
import { permissions } from '#domain/access/permissions.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { reportIds, reportOf } from '#domain/reports/reports.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import { usersWith } from '#server/mail/recipients.ts'
import { makeFile } from '#server/reports/made/make.ts'
import { runSaved } from '#server/reports/made/saved.ts'
import { cardOrder, physicalSubmission, virtualOrder, virtualSubmission } from '#tests/server/orders/order-host.ts'
import { type ApiResponse, post } from '#tests/support/call.ts'
import { type DemoServer, devalueOf, startDemoServer, transferOf, uploadOf } from '#tests/support/demo-server.ts'

/** The campaign that the user is limited to; cards of this campaign and of another. */
const OWN = 1
const own = demoCardsInState('active', 3, [OWN])
const [foreign, otherForeign] = demoCardsInState('active', 2, [2])
const inactive = demoCardsInState('notActivated', 1, [2])[0]
if (!own[0] || !foreign || !otherForeign || !inactive) throw new Error('the demo programme has no such cards')

type Response = ApiResponse & Record<string, unknown>
let server: DemoServer
let today: string
const tokens = { narrow: '', all: '', olive: '' }
const narrow = { id: 0 }
/** Subjects of other campaigns; the user created those in `mine` before the limit was set. */
const of = {
  transaction: '',
  batch: '',
  fingerprint: '',
  order: '',
  cardOrder: '',
  mine: { batch: '', virtualOrder: '', cardOrder: '', saved: '', savedAll: '', file: '', fileAll: '' },
}

const call = async (token: string, method: string, params: object): Promise<Response> => {
  const requestId = factsOf(method as Method).changes ? { requestId: randomUUID() } : {}
  return (await post(server.url, method, { ...requestId, ...params, token })).response
}
const must = async (token: string, method: string, params: object, field = ''): Promise<string> => {
  const response = await call(token, method, params)
  if (!/^[01]$/.test(response.resultCode)) throw new Error(`${method}: ${JSON.stringify(response).slice(0, 400)}`)
  return String(response[field])
}
const days = () => ({ startDate: addDays(today as never, -30), endDate: today })
const limitTo = (ids: readonly number[] | null) =>
  server.database.db
    .updateTable('user_account')
    .set({ campaign_ids: ids && [...ids] })
    .where('id', '=', narrow.id)
    .execute()

const row = (card: { pan: string }, amount = '5.00') => ({ identifier: card.pan, amount })
const unknown = { pan: '9000019999999999', id: 99_999_999, trackingNumber: '999999999999999' }

beforeAll(async () => {
  server = await startDemoServer()
  const { db } = server.database
  today = instantToDate(server.clock.now, voyager.timeZone)
  const user = await server.addUser({ username: 'narrow', permissions })
  narrow.id = user.id
  tokens.narrow = user.token
  tokens.all = (await server.addUser({ username: 'everything', permissions })).token
  tokens.olive = (await server.addUser({ username: 'maker', permissions })).token

  // A batch of both campaigns, and orders of other campaigns.
  of.batch = await must(
    tokens.olive,
    'batchLoadUpload',
    uploadOf([row(own[0] as never), row(foreign)], { loadReference: 'Zebra batch' }),
    'batchLoadFileID',
  )
  const file = await db
    .selectFrom('batch_file')
    .select('fingerprint')
    .where('id', '=', Number(of.batch))
    .executeTakeFirstOrThrow()
  of.fingerprint = file.fingerprint
  of.order = await must(tokens.olive, 'submitVirtualCardOrder', virtualSubmission(), 'virtualCardOrdersBatchLoadId')
  const kyc = { campaignId: '4', cardOrders: [cardOrder({ customerReference: 'foreign order' })] }
  of.cardOrder = await must(tokens.olive, 'batchCardOrder', physicalSubmission(kyc), 'cardOrderId')
  const bought = await db
    .selectFrom('ledger_transaction')
    .innerJoin('card', 'card.id', 'ledger_transaction.card_id')
    .select('ledger_transaction.id')
    .where('campaign_id', '=', 2)
    .where('kind', '=', 'purchase')
    .executeTakeFirstOrThrow()
  of.transaction = String(bought.id)

  const { mine } = of
  mine.batch = await must(
    tokens.narrow,
    'batchLoadUpload',
    uploadOf([row(otherForeign)], { loadReference: 'Zebra, mine', fileContent: 'YQ==' }),
    'batchLoadFileID',
  )
  mine.virtualOrder = await must(
    tokens.narrow,
    'submitVirtualCardOrder',
    virtualSubmission({ virtualCardOrders: [virtualOrder({ customerReference: 'mine' })] }),
    'virtualCardOrdersBatchLoadId',
  )
  mine.cardOrder = await must(tokens.narrow, 'batchCardOrder', physicalSubmission({ campaignId: '4' }), 'cardOrderId')
  const report = { reportName: 'feeReport', format: 'csv' }
  const saved = { ...report, period: 'yesterday', schedule: 'daily' }
  mine.saved = await must(tokens.narrow, 'saveReport', { ...saved, name: 'Second fees', campaign: '2' }, 'id')
  mine.savedAll = await must(tokens.narrow, 'saveReport', { ...saved, name: 'All fees' }, 'id')
  mine.file = await must(tokens.narrow, 'makeReportFile', { ...report, ...days(), campaign: '2' }, 'id')
  mine.fileAll = await must(tokens.narrow, 'makeReportFile', { ...report, ...days() }, 'id')
  for (const id of [mine.file, mine.fileAll]) await makeFile(server.server, Number(id))
  await limitTo([OWN])
})
afterAll(() => server.close())

/** Parameters with a subject of another campaign, and with an unknown subject: both must get the same response. */
interface Probe {
  readonly foreign: () => object
  readonly unknown: () => object
  /** Selects the part of the responses that is compared; by default the whole. */
  readonly part?: (response: Response) => unknown
}
const alike = (foreign: () => object, other: () => object, part?: Probe['part']): Probe => ({
  foreign,
  unknown: other,
  ...(part && { part }),
})
/** A call whose response must have no trace of other campaigns. */
const lists = (params: () => object = () => ({})) => ({ lists: params })
const none = (why: string) => ({ none: why })

const ofCard = (name: string) =>
  alike(
    () => ({ [name]: String(foreign.id) }),
    () => ({ [name]: String(unknown.id) }),
  )
const ofPan = (name: string, more: () => object = () => ({})) =>
  alike(
    () => ({ [name]: foreign.pan, ...more() }),
    () => ({ [name]: unknown.pan, ...more() }),
  )
const sight = (more: object = {}) =>
  alike(
    () => ({ trackingNumber: foreign.trackingNumber, activationData: '', ...more }),
    () => ({ trackingNumber: unknown.trackingNumber, activationData: '', ...more }),
  )
const ofBatch = (id: () => string, more: () => object = () => ({})) =>
  alike(
    () => ({ batchLoadFileID: id(), ...more() }),
    () => ({ batchLoadFileID: '999999', ...more() }),
  )
const ofOrder = (id: () => string) =>
  alike(
    () => ({ orderId: id() }),
    () => ({ orderId: '999999' }),
  )
const ofCampaign = (name: string, campaign: string, more: () => object = () => ({})) =>
  alike(
    () => ({ [name]: campaign, ...more() }),
    () => ({ [name]: '999', ...more() }),
  )
const verify = { type: 'load', identifierType: 1, additionalValidation: ['loadlimit'] }
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

const account = none('the user’s own account, or an account without a session')

const probes: Readonly<Record<Method, Probe | ReturnType<typeof lists> | ReturnType<typeof none>>> = {
  logIn: account,
  logOut: account,
  sessionState: account,
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
  passkeys: account,
  passkeyRegistrationOptions: account,
  registerPasskey: account,
  removePasskey: account,
  passkeyLoginOptions: account,
  offerAuthenticator: account,
  confirmAuthenticator: account,
  removeAuthenticator: account,
  userInfo: lists(),

  cardSearch: alike(
    () => ({ searchTerm: foreign.pan, searchType: '1', showExpired: true }),
    () => ({ searchTerm: unknown.pan, searchType: '1', showExpired: true }),
  ),
  getCardTags: none('names of tags, of the whole programme'),
  getStopReasons: none('of the whole programme'),
  getFeeTypes: none('of the whole programme'),
  getCombinedStatement: alike(
    () => ({ cardNumbers: [own[0]?.pan, foreign.pan] }),
    () => ({ cardNumbers: [own[0]?.pan, unknown.pan] }),
  ),
  cardDetails: ofCard('voucherID'),
  cardStatement: alike(
    () => ({ cardID: String(foreign.id), ...days() }),
    () => ({ cardID: String(unknown.id), ...days() }),
  ),
  getSettlementChargebacks: alike(
    () => ({ transactionId: of.transaction }),
    () => ({ transactionId: '999999999' }),
  ),
  failedTransactionSearch: ofPan('cardNumber', days),
  cardBalanceHistory: alike(
    () => ({ voucherID: String(foreign.id), days: 60 }),
    () => ({ voucherID: String(unknown.id), days: 60 }),
  ),
  cardHistory: ofCard('voucherID'),
  revealCard: ofCard('voucherID'),
  reverseTransaction: ofPan('voucherNumber', () => ({
    transactionType: 5,
    transactionId: of.transaction,
    requesterName: 'Rosa',
    declineReason: 'TwoLines',
  })),
  devalueCard: ofPan('cardNumber'),
  stopCard: sight({ stopReasonID: 1 }),
  unstopCard: ofPan('cardNumber'),
  retireCard: sight(),
  changePin: alike(
    () => ({ voucherNumber: foreign.pan, trackingNumber: foreign.trackingNumber, newCardPin: '258036' }),
    () => ({ voucherNumber: unknown.pan, trackingNumber: unknown.trackingNumber, newCardPin: '258036' }),
  ),
  toggleMagstripe: ofPan('voucherNumber', () => ({ status: 0 })),
  setCardStatus: alike(
    () => ({ identifiers: [inactive.pan], identifierType: 1 }),
    () => ({ identifiers: [unknown.pan], identifierType: 1 }),
  ),
  addCardNote: alike(
    () => ({ voucherId: String(foreign.id), noteText: 'a' }),
    () => ({ voucherId: String(unknown.id), noteText: 'a' }),
  ),
  insertCardFee: ofPan('identifier', () => ({ identifierType: 1, amount: '0.05', feeId: '1' })),

  verifyBatchFile: alike(
    () => ({ ...verify, name: 'a.csv', batchSizeLimit: 5000, reference: 'r', batchElements: [row(foreign)] }),
    () => ({ ...verify, name: 'a.csv', batchSizeLimit: 5000, reference: 'r', batchElements: [row(unknown)] }),
    rowsOf,
  ),
  verifyBatchElement: alike(
    () => ({ ...verify, element: row(foreign) }),
    () => ({ ...verify, element: row(unknown) }),
    ({ element }) => (element as { source: unknown }).source,
  ),
  batchLoadUpload: alike(
    () => uploadOf([row(foreign)]),
    () => uploadOf([row(unknown)]),
  ),
  batchTransferUpload: alike(
    () => transferOf([{ ...row(own[0] as never, '0.01'), identifierTo: foreign.pan }]),
    () => transferOf([{ ...row(own[0] as never, '0.01'), identifierTo: unknown.pan }]),
  ),
  batchDevalueUpload: alike(
    () => devalueOf([row(foreign, '0.01')]),
    () => devalueOf([row(unknown, '0.01')]),
  ),
  batchLoads: lists(() => ({ filter: 1, ...days() })),
  batchLoadDetails: ofBatch(() => of.batch),
  myBatches: lists(days),
  myBatchRows: ofBatch(() => of.mine.batch),
  myBatchFile: ofBatch(() => of.mine.batch),
  downloadBatchLoadReport: ofBatch(() => of.batch),
  downloadBatchLoadFile: ofBatch(() => of.batch),
  approveBatchLoad: ofBatch(
    () => of.batch,
    () => ({ fingerprint: of.fingerprint }),
  ),
  rejectBatchLoad: ofBatch(() => of.batch),
  retryBatchLoad: ofBatch(() => of.batch),
  closeBatchLoad: ofBatch(() => of.batch),
  updateClosedBatchLoadComments: ofBatch(() => of.batch),
  unscheduleBatchLoad: ofBatch(() => of.batch),
  withdrawBatchLoad: ofBatch(() => of.mine.batch),

  getCampaigns: lists(),
  getCampaignFees: ofCampaign('campaignID', '2'),
  verifyCardOrder: ofCampaign('campaignID', '4', () => ({ cardOrders: [cardOrder()] })),
  batchCardOrder: alike(
    () => physicalSubmission({ campaignId: '4' }),
    () => physicalSubmission({ campaignId: '999' }),
  ),
  verifyVirtualCardOrder: ofCampaign('campaignID', '3', () => ({ virtualCardOrders: [virtualOrder()] })),
  submitVirtualCardOrder: alike(
    () => virtualSubmission(),
    () => virtualSubmission({ campaignId: '999' }),
  ),
  fetchVirtualCardOrdersBatchLoads: lists(() => ({ filter: 1, ...days() })),
  fetchVirtualCardOrdersBatchLoadDetails: ofBatch(() => of.order),
  approveVirtualCardOrdersBatchLoad: ofBatch(() => of.order),
  rejectVirtualCardOrdersBatchLoad: ofBatch(() => of.order),
  retryVirtualCardOrdersBatchLoad: ofBatch(() => of.order),
  downloadVirtualCardOrdersBatchLoadDetailsReport: ofBatch(() => of.order),
  myCardOrders: lists(days),
  myCardOrderRows: ofOrder(() => of.mine.virtualOrder),
  cancelCardOrder: ofOrder(() => of.mine.cardOrder),
  physicalCardOrders: lists(),
  physicalCardOrderRows: ofOrder(() => of.cardOrder),
  producerFiles: lists(),
  fetchProducerFile: ofOrder(() => of.cardOrder),

  sharedColumns: none('headings of files, for all users of the owner'),
  shareColumns: none('headings of files, for all users of the owner'),
  removeSharedColumns: none('headings of files, for all users of the owner'),
  merchantSignUp: none('merchants belong to no campaign'),
  merchantSignUpLimit: none('merchants belong to no campaign'),
  AllUserGroups: lists(() => ({ ownerId: 3 })),
  searchUser: lists(() => ({ keyword: '' })),
  saveUser: alike(
    () => newUser('2'),
    () => newUser('999'),
  ),
  deleteUser: none('users are of the whole programme'),
  lockUser: none('users are of the whole programme'),
  unlockUser: none('users are of the whole programme'),
  resendActivation: none('goes to the user’s own address'),
  reset2FAEnrolment: none('tests/server/users/campaign-limits.test.ts'),
  pendingUserChanges: none('users are of the whole programme'),
  confirmUserChange: none('users are of the whole programme'),
  auditLog: lists(() => ({ startDate: '2000-01-01', endDate: '2100-01-01', limit: 500 })),

  getDateRangeReport: alike(
    () => range('2'),
    () => range('999'),
  ),
  getDateRangeLimit: none('a number of days'),
  getMonthlyReport: none('only where the file is; the file is asked for below'),
  getDailyReport: none('only where the file is; the file is asked for below'),
  GetReport: ofCampaign('campaignID', '2', () => ({ name: 'cardholderStatement', reportDate: today })),
  loadReport: alike(
    () => ({ type: 'cardBalanceReport', campaignIds: ['1', '2'], date: today }),
    () => ({ type: 'cardBalanceReport', campaignIds: ['1', '999'], date: today }),
  ),
  chargebackReport: ofCampaign('campaign', '2', days),
  savedReports: lists(),
  saveReport: alike(
    () => savedReport('2'),
    () => savedReport('999'),
  ),
  deleteSavedReport: none('removes something of the user and shows nothing of it'),
  makeReportFile: alike(
    () => ({ reportName: 'feeReport', format: 'csv', ...days(), campaign: '2' }),
    () => ({ reportName: 'feeReport', format: 'csv', ...days(), campaign: '999' }),
  ),
  reportFiles: lists(),
  discardReportFile: none('removes something of the user and shows nothing of it'),

  overview: lists(),
  noticesWaiting: none('a count; that it is of the campaigns of the user is in notice-channel.test.ts'),
  findThings: lists(() => ({ search: 'zebra' })),
}

/** All forms in which other campaigns could appear. */
const traces = () => [
  'Voyager Corporate Card',
  'Voyager Virtual Card',
  'Voyager Gift Card',
  'Zebra',
  'foreign order',
  foreign.pan,
  foreign.trackingNumber,
  otherForeign.pan,
  otherForeign.trackingNumber,
  foreign.pan.slice(-4) + '"',
]
const tracesIn = (response: object) => traces().filter((trace) => JSON.stringify(response).includes(trace))

describe('a user limited to one campaign', () => {
  it.each(Object.keys(probes) as Method[])('%s', async (method) => {
    const probe = probes[method]
    if ('none' in probe) return expect(probe.none).not.toBe('')
    if ('lists' in probe) {
      const response = await call(tokens.narrow, method, probe.lists())
      expect(response.resultCode).toBe('0')
      return expect(tracesIn(response)).toEqual([])
    }
    const { part = (reply: Response) => reply } = probe
    const reply = await call(tokens.narrow, method, probe.foreign())
    expect(reply.resultCode).not.toBe('-20403')
    expect(part(reply)).toEqual(part(await call(tokens.narrow, method, probe.unknown())))
    expect(tracesIn({ ...reply, batchElements: [], element: [] })).toEqual([])
    // A user without a limit gets another response, so the limit is the reason.
    if (!factsOf(method).changes && !method.startsWith('my'))
      expect(part(await call(tokens.all, method, probe.foreign()))).not.toEqual(part(reply))
  })

  it('can use their own campaign', async () => {
    const [first, second] = own
    expect(await call(tokens.narrow, 'cardDetails', { voucherID: String(first?.id) })).toMatchObject({
      resultCode: '0',
    })
    expect(
      await call(tokens.narrow, 'stopCard', {
        trackingNumber: second?.trackingNumber,
        activationData: '',
        stopReasonID: 1,
      }),
    ).toMatchObject({ resultCode: '0' })
    const id = await must(
      tokens.olive,
      'batchLoadUpload',
      uploadOf([row(first as never, '6.00')], { loadReference: 'Own' }),
      'batchLoadFileID',
    )
    const { fingerprint } = await server.database.db
      .selectFrom('batch_file')
      .select('fingerprint')
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(await call(tokens.narrow, 'batchLoads', { filter: 1 }))).toContain('"Own"')
    expect(await call(tokens.narrow, 'approveBatchLoad', { batchLoadFileID: id, fingerprint })).toMatchObject({
      resultCode: '0',
    })
    const { campaigns, LIMITED } = (await call(tokens.narrow, 'getCampaigns', {})) as unknown as {
      campaigns: { CampaignID: string }[]
      LIMITED: boolean
    }
    expect([campaigns.map(({ CampaignID }) => CampaignID), LIMITED]).toEqual([['1'], true])
  })

  it('sees figures that count only the loads of their campaigns', async () => {
    const volumeOf = async (token: string) =>
      ((await call(token, 'overview', {}))['loadVolume'] as { count: number }[]).reduce(
        (sum, { count }) => sum + count,
        0,
      )
    const [some, all] = [await volumeOf(tokens.narrow), await volumeOf(tokens.all)]
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(all)
  })
})

describe('reports of a user limited to one campaign', () => {
  const open = (path: string, token = tokens.narrow) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })

  it.each(reportIds.filter((id) => reportOf(id).call === 'getDateRangeReport'))(
    '%s over all campaigns covers only the user’s own',
    async (id) => {
      const { api, coversProgramme } = reportOf(id)
      const response = await call(tokens.narrow, 'getDateRangeReport', { reportName: api, reportArguments: days() })
      if (coversProgramme)
        return expect(response).toMatchObject({
          resultCode: '-20403',
          resultText: expect.stringMatching(/covers all campaigns/) as string,
        })
      expect(response.resultCode).toBe('0')
      expect(tracesIn(response)).toEqual([])
      // The whole report as a file, at the URL in the response.
      const file = await open(String(response['reportURL']))
      expect(file.status).toBe(200)
      const text = await file.text()
      expect(traces().filter((trace) => text.includes(trace))).toEqual([])
    },
  )

  it('exclude files of other campaigns, and files made from more than the user can see now', async () => {
    const { startDate, endDate } = days()
    const name = `reports/FeeReport_from${startDate}_to${endDate}.csv`
    expect((await open(`${name}?campaign=1`)).status).toBe(200)
    for (const query of ['?campaign=2', '?campaign=1,2', `?file=${of.mine.file}`, `?file=${of.mine.fileAll}`])
      expect([query, (await open(name + query)).status]).toEqual([query, 404])
    expect((await open(`reports/FundMovementReport_from${startDate}_to${endDate}.csv`)).status).toBe(403)
    // The same files are found again without the limit.
    await limitTo(null)
    expect((await open(`${name}?file=${of.mine.fileAll}`)).status).toBe(200)
    await limitTo([OWN])
  })

  it('in prepared files and saved reports cover only what the user can see when they are made', async () => {
    const id = await must(tokens.narrow, 'makeReportFile', { reportName: 'feeReport', format: 'csv', ...days() }, 'id')
    await makeFile(server.server, Number(id))
    const { startDate, endDate } = days()
    const text = await (await open(`reports/FeeReport_from${startDate}_to${endDate}.csv?file=${id}`)).text()
    expect(text).toContain('Voyager Travel Card')
    expect(text).not.toContain('Voyager Corporate Card')
    const due = { next_at: new Date(server.clock.now - 1_000) }
    await server.database.db.updateTable('saved_report').set(due).where('user_id', '=', narrow.id).execute()
    expect(await runSaved(server.server, server.database.db, Number(of.mine.saved))).toBe(false)
    expect(await runSaved(server.server, server.database.db, Number(of.mine.savedAll))).toBe(true)
  })
})

it('a batch with unknown cards finds no card of another campaign when it runs', async () => {
  const unknownToo = { batchLoadOptions: ['noIdentifierValidation'] as const, loadReference: 'Late' }
  const upload = (token: string) =>
    must(
      token,
      'batchLoadUpload',
      uploadOf([row(foreign, '7.00')], { ...unknownToo, batchLoadOptions: ['noIdentifierValidation'] }),
      'batchLoadFileID',
    )
  const id = await upload(tokens.narrow)
  const { db } = server.database
  const { fingerprint } = await db
    .selectFrom('batch_file')
    .select('fingerprint')
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow()
  await must(tokens.all, 'approveBatchLoad', { batchLoadFileID: id, fingerprint })
  await processBatch({ db, timeZone: voyager.timeZone, now: server.server.now }, Number(id))
  const [found] = await db
    .selectFrom('batch_row')
    .select(['state', 'card_id'])
    .where('batch_id', '=', Number(id))
    .execute()
  expect(found).toEqual({ state: 'failed', card_id: null })
})

it('mails go only to users who can see the whole batch', async () => {
  const to = async (campaignIds: readonly number[] | null) =>
    (await usersWith(server.database.db, { ownerId: 3, campaignIds }, 'Batch.approve', 0)).map(
      ({ username }) => username,
    )
  expect(await to([1])).toContain('narrow')
  for (const campaigns of [[1, 2], [2], null]) expect(await to(campaigns)).not.toContain('narrow')
  expect(await to(null)).toContain('everything')
})
