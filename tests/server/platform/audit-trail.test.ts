// The audit entry of each operation: the changed values of a change, the subject of a read, and the origin of both, but
// never a card number, PIN, password or token.
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { type ChangingMethod, methodInfo, type ReadingMethod } from '#contract/methods.ts'
import type { AuditEntry } from '#contract/users.ts'
import { mailAlerts } from '#domain/access/mail-alerts.ts'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { dateToShortText } from '#domain/calendar.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import type { AuditEventTable } from '#server/db/platform-tables.ts'
import { storedToText } from '#server/stored-text.ts'
import { demoPassword } from '#tests/support/call.ts'
import { changes, type TestSystem, startTestSystem } from '#tests/support/changes.ts'
import { type InProcessServer, password } from '#tests/support/in-process.ts'
import { createSubjects, reads, type Subjects } from '#tests/support/reads.ts'

let server: InProcessServer
let system: TestSystem
let subjects: Subjects
const secrets = new Set<string>([demoPassword, password])

beforeAll(async () => {
  ;({ server, system } = await startTestSystem({ proxyCount: 1, idleMinutes: 60 }))
  const at = { url: server.url, db: system.server.db, now: server.clock.now }
  subjects = await createSubjects(at, { maker: system.tokens.maker, password })
})
afterAll(() => server.close())

const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/149.0.0.0 Safari/537.36'

/** One call like that of a browser behind the proxy. */
async function request(method: string, params: object): Promise<Record<string, unknown>> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'x-forwarded-for': '::ffff:203.0.113.9',
  }
  const response = await fetch(`${server.url}api`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ method, params }),
  })
  return (await response.json()) as Record<string, unknown>
}

type Entry = Selectable<AuditEventTable>
const newestId = async () => Number((await entriesSince(0)).at(-1)?.id ?? 0)
const entriesSince = async (id: number): Promise<Entry[]> => {
  const { db } = server.database
  const entries = await db.selectFrom('audit_event').selectAll().where('id', '>', id).orderBy('id').execute()
  return entries.map((entry) => ({ ...entry, refusal: entry.refusal && storedToText(entry.refusal) }))
}

/**
 * The fields in the audit entry of each change in tests/support/changes.ts. 'secret': what changed is a secret, of which
 * no value is recorded. Any other change must record what it changed.
 */
const changedFields: Readonly<Record<ChangingMethod, readonly [string, ...string[]] | 'secret'>> = {
  changePassword: 'secret',
  renewRecoveryCodes: 'secret',
  confirmAuthenticator: ['secondFactor'],
  removeAuthenticator: ['secondFactor'],
  setMailAlerts: ['mailsOff'],
  setLanguage: ['language'],
  endMySession: ['sessionStarted'],
  registerPasskey: ['passkey'],
  removePasskey: ['passkey'],

  reverseTransaction: ['transaction', 'amount', 'requester', 'reason', 'balance'],
  devalueCard: ['balance'],
  stopCard: ['cardStatus', 'stopReason'],
  unstopCard: ['cardStatus', 'stopReason'],
  retireCard: ['cardStatus'],
  changePin: 'secret',
  toggleMagstripe: ['magstripe'],
  setCardStatus: ['cardStatus'],
  addCardNote: ['note'],
  insertCardFee: ['feeType', 'amount', 'balance'],

  batchLoadUpload: ['reference', 'fileName', 'rows', 'amount', 'fees'],
  batchTransferUpload: ['reference', 'fileName', 'rows', 'amount'],
  batchDevalueUpload: ['reference', 'fileName', 'rows', 'amount'],
  approveBatchLoad: ['reference', 'rows', 'amount'],
  rejectBatchLoad: ['reference', 'rows', 'amount', 'reason'],
  retryBatchLoad: ['reference', 'rows', 'amount', 'failedRows'],
  closeBatchLoad: ['reference', 'rows', 'amount', 'comments'],
  updateClosedBatchLoadComments: ['reference', 'rows', 'amount', 'comments'],
  unscheduleBatchLoad: ['reference', 'rows', 'amount', 'scheduledFor'],
  withdrawBatchLoad: ['reference', 'rows', 'amount'],

  batchCardOrder: ['campaigns', 'fileName', 'cards', 'amount', 'fees', 'quotationNumber', 'plastic', 'design'],
  submitVirtualCardOrder: ['campaigns', 'fileName', 'cards', 'amount'],
  approveVirtualCardOrdersBatchLoad: ['campaigns', 'cards', 'amount'],
  rejectVirtualCardOrdersBatchLoad: ['campaigns', 'cards', 'amount', 'reason'],
  retryVirtualCardOrdersBatchLoad: ['campaigns', 'cards', 'amount', 'failedRows'],
  cancelCardOrder: ['campaigns', 'cards', 'amount'],
  takeFeedException: ['feedSource', 'reference'],
  resolveFeedException: ['feedSource', 'reference', 'note'],
  retryFeedException: ['feedSource', 'reference'],
  uploadFeedFile: ['fileName', 'feedSource', 'rows'],
  confirmFeedFile: ['fileName', 'feedSource', 'rows'],
  rejectFeedFile: ['fileName', 'feedSource', 'rows', 'reason'],
  fetchProducerFile: ['fileName', 'cards'],

  setFundingThreshold: ['fundingThreshold'],
  proposePeriodClose: ['closedMonth'],
  confirmPeriodClose: ['closedMonth', 'balancesHash'],
  withdrawPeriodClose: ['closedMonth'],
  recordFundingPayment: ['paymentType', 'amount', 'valueDate', 'reference', 'note'],
  reverseFundingPayment: ['paymentType', 'amount', 'valueDate', 'reference', 'reason', 'reversedPayment'],
  importBankStatement: ['fileName', 'rows'],
  importBankEntries: ['fileName', 'rows'],
  matchBankEntry: ['bankEntry', 'amount'],
  setAsideBankEntry: ['bankEntry', 'amount', 'reason'],
  confirmBankEntryAside: ['bankEntry', 'amount'],
  restoreBankEntry: ['bankEntry', 'amount'],
  confirmFundingPayment: ['paymentType', 'reference', 'amount'],
  rejectFundingPayment: ['paymentType', 'reference', 'amount', 'reason'],

  merchantSignUp: ['merchantName', 'merchantCity', 'merchantCategory', 'currency', 'country'],
  saveUser: ['username', 'firstname', 'lastname', 'email', 'group', 'campaigns'],
  deleteUser: ['username', 'firstname', 'lastname', 'email', 'group', 'campaigns'],
  lockUser: ['locked'],
  unlockUser: ['locked'],
  resendActivation: ['email'],
  reset2FAEnrolment: ['secondFactorReady'],
  confirmUserChange: ['email'],
  saveGroup: ['group', 'permissions', 'campaigns', 'lastDay'],
  deleteGroup: ['group', 'permissions', 'campaigns'],
  confirmGroupChange: ['group', 'permissions', 'campaigns'],
  withdrawGroupChange: ['group', 'permissions', 'campaigns'],
  proposeApprovalRules: ['approvalRules'],
  confirmApprovalRules: ['approvalRules'],
  withdrawApprovalRules: ['approvalRules'],
  createMachineUser: ['username', 'keyStart', 'scopes', 'campaigns', 'callsPerMinute', 'endsAt'],
  confirmMachineUser: ['username', 'keyStart', 'scopes', 'campaigns', 'callsPerMinute', 'endsAt'],
  unlockMachineUser: ['locked'],
  createWebhookEndpoint: ['url', 'events'],
  confirmWebhookEndpoint: ['url'],
  renewWebhookSecret: ['url'],
  enableWebhookEndpoint: ['url'],
  deleteWebhookEndpoint: ['url'],
  testWebhookEndpoint: ['url'],
  resendWebhook: ['url'],
  moveClock: ['clock'],
  simulateEvent: ['events', 'amount'],
  simulatePayment: ['amount', 'reference'],
  setProcessor: ['processorDown'],
  resetSandbox: ['clock'],
  revokeMachineUser: ['username', 'keyStart', 'scopes', 'campaigns', 'callsPerMinute', 'endsAt'],

  shareColumns: ['columns'],
  removeSharedColumns: ['columns'],
  saveReport: ['name', 'period', 'fileFormat', 'schedule', 'campaigns'],
  deleteSavedReport: ['name', 'period', 'fileFormat', 'schedule', 'campaigns'],
  makeReportFile: ['days', 'fileFormat', 'campaigns'],
  discardReportFile: ['fileName', 'rows'],
}

const origin = { address: '203.0.113.9', device: 'Chrome/Windows' }

describe('an audit entry of a change', () => {
  it.each(Object.keys(changedFields) as ChangingMethod[])(
    '%s records the changed values and the origin',
    async (method) => {
      const { params, token = system.tokens.all } = await changes[method].prepare(system)
      collectSecrets(params)
      secrets.add(token)
      const before = await newestId()
      const response = await request(method, { requestId: randomUUID(), ...params, token })
      expect(response).toMatchObject({ resultCode: methodInfo(method).successCode })
      const [entry, ...others] = await entriesSince(before)
      expect(others).toEqual([])
      expect(entry).toMatchObject({ method, ...origin, refusal: null, result_code: methodInfo(method).successCode })
      const fields = changedFields[method]
      expect(entry?.changes?.map(({ field }) => field) ?? []).toEqual(fields === 'secret' ? [] : fields)
    },
  )
})

describe('an audit entry in words', () => {
  /** The newest entry of an operation, as a reader of the trail sees it. */
  const newest = async (method: string) => {
    const days = { startDate: '2000-01-01', endDate: '2100-01-01' }
    const response = await request('auditLog', { ...days, method, limit: 1, token: system.tokens.all })
    return (response['entries'] as AuditEntry[])[0]
  }
  const lines = async (method: string) =>
    (await newest(method))?.changes?.map(({ field, before, after }) => `${field}: ${before} → ${after}`)
  const change = async (method: ChangingMethod, overrides: object = {}) => {
    const { params, token = system.tokens.all } = await changes[method].prepare(system)
    expect(await request(method, { requestId: randomUUID(), ...params, ...overrides, token })).toMatchObject({
      resultCode: '0',
    })
  }

  it('shows the values before and after', async () => {
    await change('stopCard')
    expect(await lines('stopCard')).toEqual(['Status: Activated → Stopped', 'Stop reason: null → Lost'])
    await change('unstopCard')
    expect(await lines('unstopCard')).toEqual(['Status: Stopped → Activated', 'Stop reason: Lost → null'])
    // The status that is shown stays, and the trail contains the one behind it.
    const { params } = await changes.retireCard.prepare(system)
    await change('stopCard', params)
    await change('retireCard', params)
    expect(await lines('retireCard')).toEqual(['Status: Stopped → Stopped, Retired'])
    await change('toggleMagstripe')
    expect(await lines('toggleMagstripe')).toEqual(['Magnetic stripe enabled: Yes → No'])
    await change('setMailAlerts', { off: ['report', 'decided'] })
    expect(await lines('setMailAlerts')).toEqual([
      `Emails switched off: null → ${mailAlerts.decided.label}, ${mailAlerts.report.label}`,
    ])
    await change('updateClosedBatchLoadComments', { closedComments: 'Paid twice' })
    expect((await lines('updateClosedBatchLoadComments'))?.at(-1)).toBe('Comments: Paid → Paid twice')
  })

  it('shows the time and the sum of a decision, and the reason for a rejection', async () => {
    const { params } = await changes.approveBatchLoad.prepare(system)
    const day = addDays(instantToDate(server.clock.now, voyager.timeZone), 1)
    await request('approveBatchLoad', {
      requestId: randomUUID(),
      ...params,
      scheduledDate: `${day} 09:00:00`,
      token: system.tokens.all,
    })
    expect(await lines('approveBatchLoad')).toEqual([
      expect.stringMatching(/^Reference: null → ./),
      'Rows: null → 60',
      'Amount: null → SGD 60.00',
      `Scheduled for: null → ${dateToShortText(day)}, 09:00 SGT`,
    ])
    await change('rejectVirtualCardOrdersBatchLoad')
    expect((await lines('rejectVirtualCardOrdersBatchLoad'))?.at(0)).toBe('Campaigns: null → Voyager Virtual Card')
    expect((await lines('rejectVirtualCardOrdersBatchLoad'))?.at(-1)).toBe('Reason: null → Wrong team')
  })

  it('shows the money moved on a card, and the message of a refusal', async () => {
    const card = await server.database.db
      .selectFrom('card')
      .innerJoin('account', 'account.card_id', 'card.id')
      .select('tracking_number')
      .where('card.owner_id', '=', voyager.ownerId)
      .where('retired_at', 'is', null)
      .where('balance_cents', '>', 5_000)
      .where('held_cents', '=', 0)
      .executeTakeFirstOrThrow()
    const fee = { identifierType: 2, identifier: card.tracking_number, amount: '1.00', feeId: '1' }
    await request('insertCardFee', { requestId: randomUUID(), ...fee, token: system.tokens.all })
    const [type, amount, balance] = (await lines('insertCardFee')) ?? []
    expect([type, amount]).toEqual(['Fee type: null → Card Replacement Fee', 'Amount: null → SGD 1.00'])
    expect(balance).toMatch(/^Balance: SGD [0-9,]+\.[0-9]{2} → SGD [0-9,]+\.[0-9]{2}$/)
    await request('stopCard', {
      requestId: randomUUID(),
      trackingNumber: '1',
      activationData: '',
      stopReasonID: 1,
      token: system.tokens.all,
    })
    expect(await newest('stopCard')).toMatchObject({
      changes: [],
      refusal: 'There is no such card',
      resultCode: '-20404',
    })
  })
})

/** The subject in the audit entry of each recorded read in tests/support/reads.ts. */
const subjectOf: Partial<
  Readonly<Record<ReadingMethod, (subjects: Subjects) => readonly [type: string, id: string] | undefined>>
> = {
  logOut: () => undefined,
  openNoticeChannel: () => undefined,
  cardSearch: () => ['cards', '1'],
  getCombinedStatement: () => ['cards', '1'],
  cardDetails: ({ card }) => ['card', card],
  cardStatement: ({ card }) => ['card', card],
  revealCard: ({ card }) => ['card', card],
  batchLoadDetails: ({ batch }) => ['batch', batch],
  myBatchRows: ({ batch }) => ['batch', batch],
  myBatchFile: ({ batch }) => ['batch', batch],
  downloadBatchLoadReport: ({ batch }) => ['batch', batch],
  downloadBatchLoadFile: ({ batch }) => ['batch', batch],
  fetchVirtualCardOrdersBatchLoadDetails: ({ virtualOrder }) => ['order', virtualOrder],
  downloadVirtualCardOrdersBatchLoadDetailsReport: ({ virtualOrder }) => ['order', virtualOrder],
  myCardOrderRows: ({ physicalOrder }) => ['order', physicalOrder],
  physicalCardOrderRows: ({ physicalOrder }) => ['order', physicalOrder],
  fundingStatement: () => undefined,
  fundingPaymentFile: ({ payment }) => ['payment', payment],
  confirmIdentity: () => undefined,
  searchUser: () => undefined,
  accessReview: () => undefined,
  startTestLogin: () => undefined,
  auditLog: () => undefined,
  getDateRangeReport: () => undefined,
  loadReport: () => undefined,
  chargebackReport: () => undefined,
}

describe('an audit entry of a read', () => {
  const methods = Object.keys(reads) as ReadingMethod[]

  it('exists for exactly the operations whose facts require it', () => {
    const recorded = methods.filter((method) => methodInfo(method).trail !== 'none')
    // The last two are only recorded when the password is wrong, which does not happen here.
    expect([...Object.keys(subjectOf), 'passkeyRegistrationOptions', 'offerAuthenticator'].toSorted()).toEqual(
      recorded.toSorted(),
    )
  })

  it.each(methods)('%s names the subject of the read, or leaves no entry', async (method) => {
    const { params, byMaker, refusedWith } = reads[method]
    const token = byMaker ? system.tokens.maker : method === 'logOut' ? await system.tokenOf('amir') : system.tokens.all
    const before = await newestId()
    const resultCode = refusedWith ?? '0'
    expect(await request(method, { ...params(subjects), token })).toMatchObject({ resultCode })
    const entries = await entriesSince(before)
    if (!subjectOf[method]) return expect(entries).toEqual([])
    expect(entries).toMatchObject([{ method, ...origin, result_code: resultCode }])
    expect(entries[0]?.refusal === null).toBe(refusedWith === undefined)
    const [type, id] = subjectOf[method](subjects) ?? []
    if (type !== undefined) expect(entries).toMatchObject([{ subject_type: type, subject_id: id }])
  })

  it('contains the reason if the read was refused', async () => {
    const before = await newestId()
    await request('batchLoadDetails', { batchLoadFileID: '999999', token: system.tokens.all })
    await request('cardSearch', { searchTerm: '1', searchType: '1', showExpired: true, token: system.tokens.all })
    await request('auditLog', { startDate: '2026-01-01', endDate: '2026-01-02', token: system.tokens.maker })
    expect(await entriesSince(before)).toMatchObject([
      {
        method: 'batchLoadDetails',
        subject_type: 'batch',
        subject_id: '999999',
        result_code: '-20404',
        refusal: 'There is no such batch',
      },
      { method: 'cardSearch', result_code: '-20400', refusal: 'Search term should be at least 9 characters' },
      { method: 'auditLog', result_code: '-20403', refusal: 'You are not authorized' },
    ])
  })

  it('is written once in 15 minutes for a read that the portal repeats automatically', async () => {
    const token = await system.tokenOf('ada')
    const readDetails = () =>
      request('fetchVirtualCardOrdersBatchLoadDetails', { batchLoadFileID: subjects.virtualOrder, token })
    const before = await newestId()
    for (let times = 0; times < 3; times += 1) await readDetails()
    expect(await entriesSince(before)).toHaveLength(1)
    server.clock.now += 16 * 60_000
    await readDetails()
    expect(await entriesSince(before)).toHaveLength(2)
  })
})

it('mySessions shows the origin of a session, and the audit trail the origin of a refused login', async () => {
  const login = await request('logIn', { username: 'olive', password: demoPassword, ownerID: voyager.ownerId })
  const { sessions } = (await request('mySessions', { token: login['token'] })) as {
    sessions: Record<string, unknown>[]
  }
  expect(sessions.find(({ isThis }) => isThis)).toMatchObject({ ...origin, device: 'Chrome on Windows' })
  secrets.add(String(login['token']))
  const before = await newestId()
  await request('logIn', { username: 'olive', password: 'wrong', ownerID: voyager.ownerId })
  await request('logIn', { username: 'no such user', password: 'wrong', ownerID: voyager.ownerId })
  const refusedLogin = { method: 'logIn', ...origin, result_code: '-20001', refusal: 'Wrong username or password' }
  expect(await entriesSince(before)).toMatchObject([refusedLogin, { ...refusedLogin, user_id: null }])
})

it('the audit trail records the IP address that downloaded a report file', async () => {
  const before = await newestId()
  const { start, end } = subjects
  const headers = {
    authorization: `Bearer ${system.tokens.all}`,
    'user-agent': userAgent,
    'x-forwarded-for': '203.0.113.9',
  }
  const file = await fetch(`${server.url}reports/FeeReport_from${start}_to${end}.csv`, { headers })
  expect(file.status).toBe(200)
  await file.text()
  expect((await entriesSince(before)).at(-1)).toMatchObject({ method: 'downloadReport', ...origin })
})

/** Runs after the tests above, to check all their entries. */
it('the audit trail contains no card number, PIN, password or token', async () => {
  const entries = await entriesSince(0)
  expect(entries.length).toBeGreaterThan(100)
  const texts = entries.map(({ changes: changed, refusal, subject_id: id, subject_type: type }) =>
    JSON.stringify([changed, refusal, type === 'merchant' ? '' : id]),
  )
  expect(texts.filter(containsCardNumber)).toEqual([])
  expect(secrets.size).toBeGreaterThan(4)
  for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([])
})

it('the audit trail masks a card number that was typed into a free text', async () => {
  const before = await newestId()
  await request('searchUser', { keyword: 'card 4111 1111 1111 1111', token: system.tokens.all })
  expect((await entriesSince(before))[0]?.changes).toEqual([
    { field: 'searchedFor', after: 'card 411111••••••1111' },
    { field: 'users', after: 0 },
  ])
})

function collectSecrets(params: object): void {
  for (const name of ['oldPassword', 'password', 'newCardPin'])
    if (name in params) secrets.add(String((params as Record<string, unknown>)[name]))
}
