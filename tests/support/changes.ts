// One entry for each changing operation that needs a session: how to call it with the demo data. Each call first creates
// what it changes, so an operation can be called repeatedly. A new operation does not compile without an entry. Changes from an e-mailed
// link (activation, new password) need no session, so they are not included.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import type { ChangingMethod } from '#contract/methods.ts'
import { permissions } from '#domain/access/permissions.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { demoCard, type DemoCard } from '#server/demo/cards.ts'
import { demoCardsInState, type SampleRow } from '#server/demo/sample-batch.ts'
import { toFeedTarget } from '#server/feed/feed-target.ts'
import { ingest } from '#server/feed/ingest.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import { issueOrder } from '#server/orders/issue-order.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { newVirtualOrders, PHYSICAL_CAMPAIGN, physicalSubmission, virtualSubmission } from './order-calls.ts'
import { createAuthenticator } from './authenticator.ts'
import { machineUserParams } from './machine-users.ts'
import { demoPassword, post } from './call.ts'
import { freshDatabase } from './database.ts'
import { demoCardCount } from './demo-cards.ts'
import { startInProcess } from './in-process.ts'
import { makeSandbox } from './sandbox.ts'
import { testSecrets } from './test-keys.ts'
import { totp } from './totp.ts'
import { devalueUpload, transferUpload, loadUpload } from './demo-server.ts'

/** A running server with the demo data, and the tokens of its users. */
export interface TestSystem {
  readonly url: string
  readonly server: Services
  readonly tokenOf: (username: string) => Promise<string>
  /** The tokens of the demo's maker, and of another user with all permissions. */
  readonly tokens: { readonly maker: string; readonly all: string }
}

/**
 * Starts a server with the demo data, and logs in the users in `tokens`. `watch` can wrap the server's database to see
 * its SQL statements. `settings` override defaults.
 */
export async function startTestSystem(settings: Partial<Settings> = {}, watch = (db: Db): Db => db) {
  const database = await freshDatabase('demo')
  const { db } = database
  // So that its clock can be moved.
  await makeSandbox(db)
  const harness = await startInProcess({
    database: { ...database, db: watch(db) },
    settings: { client: { ...voyager, isSandbox: true }, ...settings },
    secrets: testSecrets,
  })
  harness.clock.now = Date.now()
  const userWithAll = await harness.addUser({ username: 'everything', permissions })
  const tokenOf = async (username: string) =>
    startSession(
      db,
      harness.server,
      await db
        .selectFrom('user_account')
        .select(['id', 'username'])
        .where('username', '=', username)
        .executeTakeFirstOrThrow(),
    )
  const tokens = { maker: await tokenOf('olive'), all: userWithAll.token }
  // Statements of the test itself are not watched.
  const system: TestSystem = { url: harness.url, server: { ...harness.server, db }, tokenOf, tokens }
  return { server: harness, system }
}

interface Change {
  /** Creates what the operation changes; returns the parameters, and the token if it is not `tokens.all`. */
  readonly prepare: (system: TestSystem) => Promise<Prepared>
}
interface Prepared {
  readonly params: object
  readonly token?: string
}

const withParams = (params: object): Promise<Prepared> => Promise.resolve({ params })
const byMaker = (system: TestSystem, params: object): Prepared => ({ params, token: system.tokens.maker })

export const changes: Readonly<Record<ChangingMethod, Change>> = {
  changePassword: {
    prepare: async (system) => ({
      params: { oldPassword: demoPassword, password: 'Quiet-River-77-Bridge' },
      token: (await newLoggedInUser(system)).token,
    }),
  },
  renewRecoveryCodes: {
    prepare: async (system) => ({
      params: { password: demoPassword },
      token: (await newLoggedInUser(system, 'app')).token,
    }),
  },
  confirmAuthenticator: { prepare: offeredAuthenticator },
  removeAuthenticator: { prepare: enrolledAuthenticator },
  setMailAlerts: {
    prepare: async (system) => ({ params: { off: ['report'] }, token: (await newLoggedInUser(system)).token }),
  },
  setLanguage: {
    prepare: async (system) => ({ params: { language: 'de' }, token: (await newLoggedInUser(system)).token }),
  },
  endMySession: { prepare: otherSession },
  registerPasskey: { prepare: newPasskey },
  removePasskey: { prepare: registeredPasskey },

  reverseTransaction: { prepare: chargedFee },
  devalueCard: { prepare: (system) => withParams({ cardNumber: activeCard(system).pan }) },
  stopCard: { prepare: (system) => withParams(stopCardParams(activeCard(system))) },
  unstopCard: { prepare: stoppedCard },
  retireCard: {
    prepare: (system) => withParams({ trackingNumber: activeCard(system).trackingNumber, activationData: '' }),
  },
  changePin: { prepare: (system) => withParams(newPin(nextCard(system, 'active', CAMPAIGN_WITH_PIN))) },
  toggleMagstripe: { prepare: stripedCard },
  setCardStatus: {
    prepare: (system) => withParams({ identifiers: [nextCard(system, 'notActivated').pan], identifierType: 1 }),
  },
  addCardNote: {
    prepare: (system) => withParams({ noteText: 'Called back', voucherId: String(activeCard(system).id) }),
  },
  insertCardFee: { prepare: (system) => withParams(fee(activeCard(system))) },

  batchLoadUpload: { prepare: async (system) => byMaker(system, loads()) },
  batchTransferUpload: { prepare: async (system) => byMaker(system, await transfers(system)) },
  batchDevalueUpload: { prepare: async (system) => byMaker(system, devalues()) },
  approveBatchLoad: {
    prepare: async (system) => ({ params: await approvalParams(system, await uploadBatch(system)) }),
  },
  rejectBatchLoad: {
    prepare: async (system) => ({ params: { batchLoadFileID: await uploadBatch(system), reason: 'Wrong team' } }),
  },
  retryBatchLoad: {
    prepare: async (system) => ({ params: { batchLoadFileID: await batchWithFailedRow(system) } }),
  },
  closeBatchLoad: {
    prepare: async (system) => ({
      params: { batchLoadFileID: await batchWithFailedRow(system), closedComments: 'Paid by hand' },
    }),
  },
  updateClosedBatchLoadComments: { prepare: closedBatch },
  unscheduleBatchLoad: { prepare: scheduledBatch },
  withdrawBatchLoad: {
    prepare: async (system) => byMaker(system, { batchLoadFileID: await uploadBatch(system) }),
  },

  batchCardOrder: { prepare: async (system) => byMaker(system, physicalSubmission()) },
  submitVirtualCardOrder: {
    prepare: async (system) => byMaker(system, virtualSubmission({ virtualCardOrders: newVirtualOrders(ROWS) })),
  },
  approveVirtualCardOrdersBatchLoad: {
    prepare: async (system) => ({ params: { batchLoadFileID: await virtualOrder(system) } }),
  },
  rejectVirtualCardOrdersBatchLoad: {
    prepare: async (system) => ({ params: { batchLoadFileID: await virtualOrder(system), reason: 'Wrong team' } }),
  },
  retryVirtualCardOrdersBatchLoad: { prepare: failedOrder },
  cancelCardOrder: {
    prepare: async (system) => byMaker(system, { orderId: await virtualOrder(system) }),
  },
  takeFeedException: { prepare: listedEvent },
  resolveFeedException: {
    prepare: async (system) => {
      const { params } = await listedEvent(system)
      return withParams({ ...params, note: 'Asked the processor' })
    },
  },
  retryFeedException: { prepare: listedEvent },
  uploadFeedFile: {
    prepare: (system) =>
      withParams({
        source: 'processor',
        fileName: 'events.jsonl',
        base64: Buffer.from(JSON.stringify(expiryEvent(system))).toString('base64'),
      }),
  },
  confirmFeedFile: { prepare: waitingFeedFile },
  rejectFeedFile: {
    prepare: async (system) => {
      const { params } = await waitingFeedFile(system)
      return withParams({ ...params, reason: 'Sent twice' })
    },
  },
  fetchProducerFile: { prepare: issuedPhysicalOrder },

  proposePeriodClose: { prepare: async (system) => ({ params: { month: await nextMonth(system) } }) },
  confirmPeriodClose: { prepare: proposedPeriod },
  withdrawPeriodClose: { prepare: proposedPeriod },
  setFundingThreshold: { prepare: () => withParams({ threshold: '5000.00' }) },
  recordFundingPayment: { prepare: (system) => withParams(payment(system)) },
  reverseFundingPayment: {
    prepare: async (system) => ({ params: { ...(await confirmedPayment(system)), reason: 'Wrong account' } }),
  },
  importBankStatement: {
    prepare: () => withParams({ fileName: 'statement.sta', base64: Buffer.from(bankStatement()).toString('base64') }),
  },
  importBankEntries: {
    prepare: () =>
      withParams({
        fileName: 'statement.csv',
        account: '0012345678',
        entries: [{ bookedOn: '2026-11-01', amount: '-12.00', bankReference: `BK-${nextNumber()}`, reference: 'Fee' }],
      }),
  },
  matchBankEntry: {
    prepare: async (system) => ({ params: { ...(await importedEntry(system)), ...(await waitingPayment(system)) } }),
  },
  setAsideBankEntry: {
    prepare: async (system) => ({ params: { ...(await importedEntry(system)), reason: 'A fee of the bank' } }),
  },
  confirmBankEntryAside: { prepare: entrySetAside },
  restoreBankEntry: { prepare: entrySetAside },
  confirmFundingPayment: {
    prepare: async (system) => ({ params: await waitingPayment(system) }),
  },
  rejectFundingPayment: {
    prepare: async (system) => ({ params: { ...(await waitingPayment(system)), reason: 'Not at the bank' } }),
  },

  merchantSignUp: { prepare: () => withParams(merchant()) },
  saveUser: { prepare: async (system) => ({ params: { user: await newUser(system) } }) },
  deleteUser: {
    prepare: async (system) => ({ params: { deleteUserID: (await newLoggedInUser(system)).id } }),
  },
  lockUser: {
    prepare: async (system) => ({ params: { lockUserID: (await newLoggedInUser(system)).id } }),
  },
  unlockUser: { prepare: lockedUser },
  resendActivation: { prepare: invitedUser },
  reset2FAEnrolment: {
    prepare: async (system) => ({
      params: { reset2FAUserID: (await newLoggedInUser(system, 'app')).id, reset2FAOwnerID: voyager.ownerId },
    }),
  },

  confirmUserChange: { prepare: changedUser },
  saveGroup: {
    prepare: () =>
      withParams({
        group: {
          name: `Group ${randomUUID()}`,
          permissions: ['User.settings'],
          campaignIds: [],
          lastDay: '2199-12-31',
        },
      }),
  },
  deleteGroup: { prepare: emptyGroup },
  confirmGroupChange: { prepare: waitingGroup },
  withdrawGroupChange: { prepare: waitingGroup },
  proposeApprovalRules: { prepare: () => withParams({ rules: approvalRules() }) },
  confirmApprovalRules: { prepare: waitingRules },
  withdrawApprovalRules: { prepare: waitingRules },
  createMachineUser: { prepare: () => withParams(machineUserParams(Date.now())) },
  confirmMachineUser: { prepare: waitingMachine },
  unlockMachineUser: { prepare: lockedMachine },
  createWebhookEndpoint: { prepare: () => withParams(endpoint()) },
  confirmWebhookEndpoint: { prepare: waitingEndpoint },
  renewWebhookSecret: { prepare: madeEndpoint },
  enableWebhookEndpoint: { prepare: disabledEndpoint },
  deleteWebhookEndpoint: { prepare: madeEndpoint },
  testWebhookEndpoint: { prepare: madeEndpoint },
  resendWebhook: { prepare: failedDelivery },
  revokeMachineUser: { prepare: madeMachine },
  moveClock: { prepare: () => withParams({ bySeconds: 60 }) },
  simulateEvent: {
    prepare: (system) =>
      withParams({ type: 'refund', trackingNumber: activeCard(system).trackingNumber, amount: '1.00' }),
  },
  simulatePayment: { prepare: () => withParams({ amount: '10.00', reference: 'Payroll' }) },
  setProcessor: { prepare: () => withParams({ isDown: true }) },
  // Only asks the server, which a test of handlers does not start again.
  resetSandbox: { prepare: () => withParams({}) },

  shareColumns: { prepare: () => withParams(columnsOfFile()) },
  removeSharedColumns: {
    prepare: async (system) => ({ params: { id: await call(system, 'shareColumns', columnsOfFile(), 'id') } }),
  },

  saveReport: { prepare: () => withParams(report()) },
  deleteSavedReport: {
    prepare: async (system) => ({ params: { id: await call(system, 'saveReport', report(), 'id') } }),
  },
  makeReportFile: { prepare: withNoReportFiles },
  discardReportFile: {
    prepare: async (system) => ({
      params: { id: await call(system, 'makeReportFile', reportFileParams(system), 'id') },
    }),
  },
}

let lastNumber = 0
/** A new number for each call, for names that are unique within a run. */
const nextNumber = (): number => (lastNumber += 1)

const columnsOfFile = () => ({
  rowType: 'load',
  columns: [
    { heading: `Karte ${nextNumber()}`, field: 'identifier' },
    { heading: 'Betrag', field: 'amount' },
    { heading: '' },
  ],
})

/** Calls a changing operation, and returns one field of its response, usually an id. */
async function call(
  system: TestSystem,
  method: ChangingMethod,
  params: object,
  field = '',
  token = system.tokens.all,
): Promise<string> {
  const { response } = await post(system.url, method, { requestId: randomUUID(), ...params, token })
  // The code of a success is 0, or 1 for some operations.
  if (!/^[01]$/.test(response.resultCode)) throw new Error(`${method}: ${JSON.stringify(response).slice(0, 600)}`)
  return String(response[field])
}

/** The rows of each batch and order. Batches use the first ROWS active cards of campaign 1. */
const ROWS = 60
const CAMPAIGN_WITH_PIN = 2
/**
 * How many cards were taken so far, by state and campaign. Test files share this module, but each has its own database.
 */
const takenCards = new WeakMap<TestSystem, Map<string, number>>()
/** A card that no earlier call has returned, and that batches do not use. */
function nextCard(system: TestSystem, state: 'active' | 'notActivated', campaign = 1): DemoCard {
  const counts = takenCards.get(system) ?? new Map<string, number>()
  takenCards.set(system, counts)
  const count = (counts.get(`${state} ${campaign}`) ?? (campaign === 1 && state === 'active' ? ROWS : 0)) + 1
  counts.set(`${state} ${campaign}`, count)
  const card = demoCardsInState(state, count, [campaign]).at(-1)
  if (!card || card.id > demoCard(demoCardCount - 1).id) throw new Error(`No ${state} card is left`)
  return card
}
const activeCard = (system: TestSystem) => nextCard(system, 'active')
const stopCardParams = ({ trackingNumber }: DemoCard) => ({ trackingNumber, activationData: '', stopReasonID: 1 })
const newPin = ({ pan, trackingNumber }: DemoCard) => ({ voucherNumber: pan, trackingNumber, newCardPin: '258036' })
const fee = ({ pan }: DemoCard) => ({ identifierType: 1, identifier: pan, amount: '0.05', feeId: '1' })

/** A card whose magnetic stripe is enabled, which few cards have. */
async function stripedCard(system: TestSystem): Promise<Prepared> {
  const card = activeCard(system)
  await system.server.db.updateTable('card').set({ magstripe_enabled: true }).where('id', '=', card.id).execute()
  return { params: { voucherNumber: card.pan, status: 0 } }
}

async function stoppedCard(system: TestSystem): Promise<Prepared> {
  const card = activeCard(system)
  await call(system, 'stopCard', stopCardParams(card))
  return { params: { cardNumber: card.pan } }
}

async function chargedFee(system: TestSystem): Promise<Prepared> {
  const card = activeCard(system)
  await call(system, 'insertCardFee', fee(card))
  const charged = await system.server.db
    .selectFrom('ledger_transaction')
    .select('id')
    .where('card_id', '=', card.id)
    .where('kind', '=', 'fee')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const voucher = { voucherNumber: card.pan, transactionType: 5, transactionId: String(charged.id) }
  return { params: { ...voucher, requesterName: 'Rosa', declineReason: 'Charged twice' } }
}

const rowsOf = <Row>(row: (card: DemoCard, index: number, cards: readonly DemoCard[]) => Row): Row[] =>
  demoCardsInState('active', ROWS, [1]).map(row)
const toRow = ({ pan }: DemoCard) => ({ identifier: pan, amount: '1.00' })
const duplicateAllowed = { duplicateReason: 'Requested again' }
const loads = (rows: readonly SampleRow[] = rowsOf(toRow)) => loadUpload(rows, duplicateAllowed)
const devalues = () =>
  devalueUpload(
    rowsOf(({ pan }) => ({ identifier: pan, amount: '0.01' })),
    duplicateAllowed,
  )

/** Each card with enough money transfers to the next card with enough money. */
async function transfers({ server: { db } }: TestSystem) {
  const cardsWithMoney = await db
    .selectFrom('account')
    .select('card_id')
    .where('balance_cents', '>', 500)
    .where(
      'card_id',
      'in',
      rowsOf(({ id }) => id),
    )
    .execute()
  const cards = rowsOf((card) => card).filter(({ id }) => cardsWithMoney.some(({ card_id }) => card_id === id))
  return transferUpload(
    cards.map((card, index) => ({ ...toRow(card), identifierTo: cards[(index + 1) % cards.length]?.pan ?? '' })),
    duplicateAllowed,
  )
}

const uploadBatch = (system: TestSystem, file = loads()) =>
  call(system, 'batchLoadUpload', file, 'batchLoadFileID', system.tokens.maker)

async function approvalParams({ server: { db } }: TestSystem, id: string) {
  const { fingerprint } = await db
    .selectFrom('batch_file')
    .select('fingerprint')
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow()
  return { batchLoadFileID: id, fingerprint }
}

/** A processed batch with one failed row, whose card was stopped after its upload. */
async function batchWithFailedRow(system: TestSystem): Promise<string> {
  const { db, now } = system.server
  const card = activeCard(system)
  const id = await uploadBatch(system, loads([card, ...rowsOf((sample) => sample)].map(toRow)))
  await call(system, 'stopCard', stopCardParams(card))
  await call(system, 'approveBatchLoad', await approvalParams(system, id))
  await processBatch({ db, timeZone: voyager.timeZone, now }, Number(id))
  await db.deleteFrom('job').where('kind', '=', 'process-batch').execute()
  return id
}

async function closedBatch(system: TestSystem): Promise<Prepared> {
  const id = await batchWithFailedRow(system)
  await call(system, 'closeBatchLoad', { batchLoadFileID: id, closedComments: 'Paid' })
  return { params: { batchLoadFileID: id, closedComments: 'Paid by hand' } }
}

async function scheduledBatch(system: TestSystem): Promise<Prepared> {
  const id = await uploadBatch(system)
  const scheduledDate = `${addDays(today(system), 2)} 12:00:00`
  await call(system, 'approveBatchLoad', { ...(await approvalParams(system, id)), scheduledDate })
  return { params: { batchLoadFileID: id } }
}

const virtualOrder = (system: TestSystem) =>
  call(
    system,
    'submitVirtualCardOrder',
    virtualSubmission({ virtualCardOrders: newVirtualOrders(ROWS) }),
    'virtualCardOrdersBatchLoadId',
    system.tokens.maker,
  )

/** An order for which no card could be issued. */
async function failedOrder(system: TestSystem): Promise<Prepared> {
  const { db, now } = system.server
  const id = await virtualOrder(system)
  await call(system, 'approveVirtualCardOrdersBatchLoad', { batchLoadFileID: id })
  await db.deleteFrom('job').where('kind', '=', 'issue-order').execute()
  await sql`UPDATE card_order SET begun_at = ${new Date(now())} WHERE id = ${id}`.execute(db)
  await sql`UPDATE card_order_row SET state = 'failed', result_text = 'There are not enough funds.' WHERE order_id = ${id}`.execute(
    db,
  )
  await sql`UPDATE card_order SET failed_count = ${ROWS}, processed_at = ${new Date(now())} WHERE id = ${id}`.execute(
    db,
  )
  return { params: { batchLoadFileID: id } }
}

/** An event that came too early for its time, so that it is listed, and can be applied now. */
async function listedEvent(system: TestSystem): Promise<Prepared> {
  const { db, now } = system.server
  const eventId = randomUUID()
  const id = await db.transaction().execute(async (trx) => {
    const target = await toFeedTarget(trx, voyager.ownerId, 'processor', new Date(now() - DAY_MS))
    const at = new Date(now() - DAY_MS / 2).toISOString()
    const { trackingNumber } = activeCard(system)
    await ingest(trx, target, [
      {
        kind: 'load',
        eventId,
        at,
        trackingNumber,
        amount: 1_000,
        currency: 'SGD',
        merchant: 'Terminal',
        merchantId: '',
      },
    ])
    const { rows } = await sql<{ id: number }>`SELECT id FROM feed_exception WHERE event_id = ${eventId}`.execute(trx)
    return rows[0]?.id
  })
  return { params: { id: String(id) } }
}

const expiryEvent = (system: TestSystem) => ({
  kind: 'expiry',
  eventId: randomUUID(),
  at: new Date(system.server.now() - DAY_MS / 2).toISOString(),
  trackingNumber: activeCard(system).trackingNumber,
  authorisation: 'none',
})

/** A file that another user has uploaded. */
async function waitingFeedFile(system: TestSystem): Promise<Prepared> {
  const { db, now } = system.server
  const preview = { known: 0, refused: 0, waiting: 0, faults: [], differences: 0, postedCents: 0 }
  const { rows } = await sql<{ id: number }>`
    INSERT INTO feed_file (owner_id, source, file_name, fingerprint, content, preview, uploaded_by, uploaded_at)
    SELECT ${voyager.ownerId}, 'processor', 'events.jsonl', sha256(${randomUUID()}::bytea),
           ${JSON.stringify({ events: [expiryEvent(system)], totals: [] })}, ${JSON.stringify(preview)}, u.id, ${new Date(now())}
    FROM user_account u WHERE u.username = 'olive' RETURNING id`.execute(db)
  return { params: { fileId: String(rows[0]?.id) } }
}

async function issuedPhysicalOrder(system: TestSystem): Promise<Prepared> {
  const { db, secrets, now } = system.server
  const id = await call(
    system,
    'batchCardOrder',
    physicalSubmission({ campaignId: PHYSICAL_CAMPAIGN }),
    'cardOrderId',
    system.tokens.maker,
  )
  await issueOrder({ db, secrets, timeZone: voyager.timeZone, now: () => now() + 3 * DAY_MS }, Number(id))
  return { params: { orderId: id } }
}

const payment = (system: TestSystem) => ({
  type: 'payment',
  amount: '250.00',
  valueDate: today(system),
  reference: `BK-${nextNumber()}`,
  note: 'Payroll of November',
})

const waitingPayment = async (system: TestSystem) => ({
  paymentId: await call(system, 'recordFundingPayment', payment(system), 'paymentId', system.tokens.maker),
})

/** A statement in MT940 with one entry that no other has. */
const bankStatement = () =>
  `:20:A\n:25:0012345678\n:28C:1\n:60F:C261101SGD0,00\n:61:261101C250,00NTRFNONREF//BK-${nextNumber()}\n:62F:C261101SGD250,00\n`

async function importedEntry(system: TestSystem) {
  const { params } = await changes.importBankStatement.prepare(system)
  await call(system, 'importBankStatement', params, 'resultCode')
  const { rows } = await sql<{ id: number }>`SELECT max(id) AS id FROM bank_entry`.execute(system.server.db)
  return { entryId: String(rows[0]?.id) }
}

async function entrySetAside(system: TestSystem) {
  const params = await importedEntry(system)
  await call(system, 'setAsideBankEntry', { ...params, reason: 'A fee' }, 'resultCode', system.tokens.maker)
  return { params }
}

async function confirmedPayment(system: TestSystem) {
  const params = await waitingPayment(system)
  await call(system, 'confirmFundingPayment', params)
  return params
}

const merchant = () => ({
  mastercardMerchantID: '12345678',
  merchantName: 'Toys Ltd',
  merchantCity: 'Singapore',
  merchantCategoryCode: '5945',
  currencyCode: '702',
  countryCode: 'SGP',
})

/** Creates a user with the maker's permissions and password, and logs the user in. */
async function newLoggedInUser(
  system: TestSystem,
  secondFactor = 'none',
): Promise<{ id: string; username: string; token: string }> {
  const username = `user-${nextNumber()}`
  const { rows } = await sql<{ id: number }>`
    INSERT INTO user_account (owner_id, username, firstname, lastname, email, group_id, password_hash, activated_at, second_factor, second_factor_enrolled_at, draft_key, created_at)
    SELECT owner_id, ${username}, firstname, lastname, ${`${username}@portal.example`}, group_id, password_hash, activated_at, ${secondFactor}, created_at, draft_key, created_at
    FROM user_account WHERE username = 'olive' RETURNING id`.execute(system.server.db)
  return { id: String(rows[0]?.id), username, token: await system.tokenOf(username) }
}

async function newUser({ server: { db } }: TestSystem) {
  const { group_id } = await db
    .selectFrom('user_account')
    .select('group_id')
    .where('username', '=', 'olive')
    .executeTakeFirstOrThrow()
  const username = `invited-${nextNumber()}`
  return {
    username,
    firstname: 'Mei',
    lastname: 'Tan',
    email: `${username}@portal.example`,
    ownerId: voyager.ownerId,
    groupId: String(group_id),
    isNew: true,
  }
}

async function changedUser(system: TestSystem): Promise<Prepared> {
  const { id } = await newLoggedInUser(system)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO user_change (user_id, changed_by, changed_at, kinds, facts, permissions_before, keeps)
    SELECT ${id}, id, ${new Date(system.server.now())}, '{email}',
      '{"before":{"email":"old@portal.example"},"after":{"email":"new@portal.example"}}', '{}', '{}'
    FROM user_account WHERE username = 'amir' RETURNING id`.execute(system.server.db)
  return { params: { changeID: String(rows[0]?.id) } }
}

async function lockedUser(system: TestSystem): Promise<Prepared> {
  const { id } = await newLoggedInUser(system)
  await system.server.db
    .updateTable('user_account')
    .set({ locked_at: new Date(system.server.now()) })
    .where('id', '=', Number(id))
    .execute()
  return { params: { unlockUserID: id } }
}

async function madeMachine(system: TestSystem): Promise<Prepared> {
  const params = machineUserParams(Date.now())
  return { params: { machineUserID: await call(system, 'createMachineUser', params, 'machineUserID') } }
}

async function lockedMachine(system: TestSystem): Promise<Prepared> {
  const prepared = await madeMachine(system)
  await sql`UPDATE user_account SET locked_at = now() WHERE id = (SELECT max(id) FROM machine_user)`.execute(
    system.server.db,
  )
  return prepared
}

const approvalRules = () => ({
  tiers: [{ subject: 'load', measure: 'total', above: 9_000_000_000, campaignIds: [], signers: 1, groupId: null }],
  inOrder: [],
  limits: [],
})

async function emptyGroup({ server }: TestSystem): Promise<Prepared> {
  const { id } = await server.db
    .insertInto('user_group')
    .values({ owner_id: voyager.ownerId, name: `Group ${randomUUID()}`, permissions: ['User.settings'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { deleteGroupID: String(id) } }
}

/** A new group that another administrator proposed. */
async function waitingGroup(system: TestSystem): Promise<Prepared> {
  const { id: proposer } = await newLoggedInUser(system)
  const after = { name: `Group ${randomUUID()}`, permissions: ['User.settings'], campaign_ids: null, ends_at: null }
  const { id } = await system.server.db
    .insertInto('group_change')
    .values({
      owner_id: voyager.ownerId,
      group_id: null,
      before: null,
      after: JSON.stringify(after),
      needs_two: true,
      proposed_by: Number(proposer),
      proposed_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { changeID: String(id) } }
}

/** Approval rules that another administrator proposed. */
async function waitingRules(system: TestSystem): Promise<Prepared> {
  const { id } = await newLoggedInUser(system)
  const { db } = system.server
  await sql`UPDATE approval_rules SET withdrawn_at = now() WHERE confirmed_at IS NULL AND withdrawn_at IS NULL`.execute(
    db,
  )
  const { rows } = await sql<{ id: number }>`
    INSERT INTO approval_rules (owner_id, rules, proposed_by, proposed_at)
    VALUES (3, ${JSON.stringify(approvalRules())}, ${id}, now()) RETURNING id`.execute(db)
  return { params: { proposalID: String(rows[0]?.id) } }
}

/** A machine user of another administrator, not confirmed yet. */
async function waitingMachine(system: TestSystem): Promise<Prepared> {
  const { id } = await newLoggedInUser(system)
  const { rows } = await sql<{ id: number }>`
    WITH machine AS (
      INSERT INTO user_account (owner_id, kind, username, firstname, lastname, email, draft_key, created_at)
      SELECT owner_id, 'machine', 'machine of ' || username, '', '', '', draft_key, created_at
      FROM user_account WHERE id = ${id} RETURNING id)
    INSERT INTO machine_user (id, key_hash, key_start, scopes, addresses, calls_per_minute, created_by, created_at, ends_at, unused_since)
    SELECT id, sha256(id::text::bytea), 'ck_test_0000', '{Batch.load}', '{}', 60, ${id}, now(), now() + interval '9 days', now()
    FROM machine RETURNING id`.execute(system.server.db)
  return { params: { machineUserID: String(rows[0]?.id) } }
}

const endpoint = () => ({ url: `https://hooks.example.org/${randomUUID()}`, events: ['batch.completed'] })

async function madeEndpoint(system: TestSystem): Promise<{ params: { endpointID: string } }> {
  // Each system can have only some.
  await sql`UPDATE webhook_endpoint SET deleted_at = now()`.execute(system.server.db)
  return { params: { endpointID: await call(system, 'createWebhookEndpoint', endpoint(), 'endpointID') } }
}

async function disabledEndpoint(system: TestSystem): Promise<Prepared> {
  const prepared = await madeEndpoint(system)
  await sql`UPDATE webhook_endpoint SET disabled_at = now(), disabled_reason = 'gone' WHERE id = ${prepared.params.endpointID}`.execute(
    system.server.db,
  )
  return prepared
}

async function waitingEndpoint(system: TestSystem): Promise<Prepared> {
  const prepared = await madeEndpoint(system)
  const { id } = await newLoggedInUser(system)
  await sql`UPDATE webhook_endpoint SET confirmed_at = NULL, created_by = ${id} WHERE id = ${prepared.params.endpointID}`.execute(
    system.server.db,
  )
  return prepared
}

async function failedDelivery(system: TestSystem): Promise<Prepared> {
  const { endpointID } = (await madeEndpoint(system)).params
  const { rows } = await sql<{ id: number }>`
    INSERT INTO webhook_delivery (endpoint_id, message_id, type, payload, created_at, state)
    VALUES (${endpointID}, 'message', 'batch.completed', '{}', now(), 'failed') RETURNING id`.execute(system.server.db)
  return { params: { deliveryID: String(rows[0]?.id) } }
}

async function invitedUser(system: TestSystem): Promise<Prepared> {
  return {
    params: { resendActivationUserID: await call(system, 'saveUser', { user: await newUser(system) }, 'userId') },
  }
}

async function otherSession(system: TestSystem): Promise<Prepared> {
  const { username, token } = await newLoggedInUser(system)
  const currentToken = await system.tokenOf(username)
  const { response } = await post(system.url, 'mySessions', { token: currentToken })
  const session = (response as unknown as { sessions: { sessionId: string; isCurrent: boolean }[] }).sessions.find(
    ({ isCurrent }) => !isCurrent,
  )
  if (!session) throw new Error(`No other session than ${token}`)
  return { params: { sessionId: session.sessionId }, token: currentToken }
}

async function offeredAuthenticator(system: TestSystem): Promise<Prepared> {
  const { token } = await newLoggedInUser(system)
  const { response } = await post(system.url, 'offerAuthenticator', { token, password: demoPassword })
  return { params: { challenge: totp(String((response as { secret?: string }).secret), system.server.now()) }, token }
}

async function enrolledAuthenticator(system: TestSystem): Promise<Prepared> {
  const { params, token = '' } = await offeredAuthenticator(system)
  await call(system, 'confirmAuthenticator', params, 'recoveryCodes', token)
  return { params: { password: demoPassword }, token }
}

async function newPasskey(system: TestSystem): Promise<Prepared> {
  const { token } = await newLoggedInUser(system)
  const { response: options } = await post(system.url, 'passkeyRegistrationOptions', { token, password: demoPassword })
  const { challenge } = (options as unknown as { options: { challenge: string } }).options
  const response = createAuthenticator(new URL(system.server.settings.publicUrl).origin).register(challenge)
  return { params: { name: 'Laptop', response }, token }
}

async function registeredPasskey(system: TestSystem): Promise<Prepared> {
  const { params, token = '' } = await newPasskey(system)
  return {
    params: { passkeyId: await call(system, 'registerPasskey', params, 'passkeyId', token), password: demoPassword },
    token,
  }
}

/** Deletes all report files first, since a user can have at most five files being made at the same time. */
async function withNoReportFiles(system: TestSystem): Promise<Prepared> {
  await system.server.db.deleteFrom('report_file').execute()
  return { params: reportFileParams(system) }
}

const today = ({ server }: TestSystem) => instantToDate(server.now(), voyager.timeZone)

const report = () => ({
  name: `Morning ${nextNumber()}`,
  reportName: 'feeReport',
  period: 'yesterday',
  format: 'csv',
  schedule: 'daily',
})

function reportFileParams(system: TestSystem) {
  const yesterday = addDays(today(system), -1)
  return { reportName: 'feeReport', startDate: addDays(yesterday, -30), endDate: yesterday, format: 'csv' }
}

/** The next month that can be closed, without a waiting one: long before the demo programme's first posting. */
async function nextMonth({ server: { db } }: TestSystem): Promise<string> {
  await sql`UPDATE ledger_period SET withdrawn_at = now() WHERE confirmed_at IS NULL AND withdrawn_at IS NULL`.execute(
    db,
  )
  const { rows } = await sql<{ month: string }>`
    SELECT to_char(coalesce(max(last_day) + 1, '2001-01-01'), 'YYYY-MM') AS month
    FROM ledger_period WHERE confirmed_at IS NOT NULL`.execute(db)
  return rows[0]?.month ?? ''
}

async function proposedPeriod(system: TestSystem): Promise<Prepared> {
  const month = await nextMonth(system)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ledger_period (owner_id, last_day, ends_at, proposed_by, proposed_at)
    SELECT u.owner_id, d.day - 1, d.day::timestamp AT TIME ZONE ${voyager.timeZone}, u.id, now()
    FROM user_account u, (SELECT (${`${month}-01`}::date + interval '1 month')::date AS day) d
    WHERE u.username = 'olive' RETURNING id`.execute(system.server.db)
  return { params: { periodId: String(rows[0]?.id) } }
}
