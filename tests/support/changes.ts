// One entry for each changing operation that needs a session: how to call it with the demo data, and the maximum number
// of SQL statements it may run, however many rows the request has. Each call first creates what it changes, so an
// operation can be called repeatedly. A new operation does not compile without an entry. Changes from an e-mailed
// link (activation, new password) need no session, so they are not included.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import type { ChangingMethod } from '#contract/facts.ts'
import { permissions } from '#domain/access/permissions.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { demoCard, type DemoCard } from '#server/demo/cards.ts'
import { demoCardsInState, type SampleRow } from '#server/demo/sample-batch.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import { issueOrder } from '#server/orders/issue-order.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { newVirtualOrders, PHYSICAL_CAMPAIGN, physicalSubmission, virtualSubmission } from './order-calls.ts'
import { createAuthenticator } from './authenticator.ts'
import { machineUserParams } from './machine-users.ts'
import { demoPassword, post } from './call.ts'
import { freshDatabase } from './database.ts'
import { demoCardCount } from './demo.ts'
import { startInProcess } from './in-process.ts'
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
  const harness = await startInProcess({
    database: { ...database, db: watch(db) },
    settings: { client: voyager, ...settings },
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
  /** Maximum number of SQL statements, including those for the session, the stored response and the audit trail. */
  readonly statements: number
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
    statements: 10,
  },
  renewRecoveryCodes: {
    prepare: async (system) => ({
      params: { password: demoPassword },
      token: (await newLoggedInUser(system, 'app')).token,
    }),
    statements: 9,
  },
  confirmAuthenticator: { prepare: offeredAuthenticator, statements: 14 },
  removeAuthenticator: { prepare: enrolledAuthenticator, statements: 11 },
  setMailAlerts: {
    prepare: async (system) => ({ params: { off: [] }, token: (await newLoggedInUser(system)).token }),
    statements: 6,
  },
  setLanguage: {
    prepare: async (system) => ({ params: { language: 'de' }, token: (await newLoggedInUser(system)).token }),
    statements: 6,
  },
  endMySession: { prepare: otherSession, statements: 7 },
  registerPasskey: { prepare: newPasskey, statements: 8 },
  removePasskey: { prepare: registeredPasskey, statements: 8 },

  reverseTransaction: { prepare: chargedFee, statements: 15 },
  devalueCard: { prepare: (system) => withParams({ cardNumber: activeCard(system).pan }), statements: 13 },
  stopCard: { prepare: (system) => withParams(stopCardParams(activeCard(system))), statements: 9 },
  unstopCard: { prepare: stoppedCard, statements: 9 },
  retireCard: {
    prepare: (system) => withParams({ trackingNumber: activeCard(system).trackingNumber, activationData: '' }),
    statements: 8,
  },
  changePin: { prepare: (system) => withParams(newPin(nextCard(system, 'active', CAMPAIGN_WITH_PIN))), statements: 10 },
  toggleMagstripe: { prepare: stripedCard, statements: 9 },
  setCardStatus: {
    prepare: (system) => withParams({ identifiers: [nextCard(system, 'notActivated').pan], identifierType: 1 }),
    statements: 9,
  },
  addCardNote: {
    prepare: (system) => withParams({ noteText: 'Called back', voucherId: String(activeCard(system).id) }),
    statements: 6,
  },
  insertCardFee: { prepare: (system) => withParams(fee(activeCard(system))), statements: 14 },

  batchLoadUpload: { prepare: async (system) => byMaker(system, loads()), statements: 11 },
  batchTransferUpload: { prepare: async (system) => byMaker(system, await transfers(system)), statements: 11 },
  batchDevalueUpload: { prepare: async (system) => byMaker(system, devalues()), statements: 11 },
  approveBatchLoad: {
    prepare: async (system) => ({ params: await approvalParams(system, await uploadBatch(system)) }),
    statements: 10,
  },
  rejectBatchLoad: {
    prepare: async (system) => ({ params: { batchLoadFileID: await uploadBatch(system), reason: 'Wrong team' } }),
    statements: 7,
  },
  retryBatchLoad: {
    prepare: async (system) => ({ params: { batchLoadFileID: await batchWithFailedRow(system) } }),
    statements: 8,
  },
  closeBatchLoad: {
    prepare: async (system) => ({
      params: { batchLoadFileID: await batchWithFailedRow(system), closedComments: 'Paid by hand' },
    }),
    statements: 6,
  },
  updateClosedBatchLoadComments: { prepare: closedBatch, statements: 6 },
  unscheduleBatchLoad: { prepare: scheduledBatch, statements: 9 },
  withdrawBatchLoad: {
    prepare: async (system) => byMaker(system, { batchLoadFileID: await uploadBatch(system) }),
    statements: 8,
  },

  batchCardOrder: { prepare: async (system) => byMaker(system, physicalSubmission()), statements: 11 },
  submitVirtualCardOrder: {
    prepare: async (system) => byMaker(system, virtualSubmission({ virtualCardOrders: newVirtualOrders(ROWS) })),
    statements: 8,
  },
  approveVirtualCardOrdersBatchLoad: {
    prepare: async (system) => ({ params: { batchLoadFileID: await virtualOrder(system) } }),
    statements: 12,
  },
  rejectVirtualCardOrdersBatchLoad: {
    prepare: async (system) => ({ params: { batchLoadFileID: await virtualOrder(system), reason: 'Wrong team' } }),
    statements: 9,
  },
  retryVirtualCardOrdersBatchLoad: { prepare: failedOrder, statements: 11 },
  cancelCardOrder: {
    prepare: async (system) => byMaker(system, { orderId: await virtualOrder(system) }),
    statements: 9,
  },
  fetchProducerFile: { prepare: issuedPhysicalOrder, statements: 9 },

  merchantSignUp: { prepare: () => withParams(merchant()), statements: 4 },
  saveUser: { prepare: async (system) => ({ params: { user: await newUser(system) } }), statements: 13 },
  deleteUser: {
    prepare: async (system) => ({ params: { deleteUserID: (await newLoggedInUser(system)).id } }),
    statements: 10,
  },
  lockUser: {
    prepare: async (system) => ({ params: { lockUserID: (await newLoggedInUser(system)).id } }),
    statements: 10,
  },
  unlockUser: { prepare: lockedUser, statements: 9 },
  resendActivation: { prepare: invitedUser, statements: 10 },
  reset2FAEnrolment: {
    prepare: async (system) => ({
      params: { reset2FAUserID: (await newLoggedInUser(system, 'email')).id, reset2FAOwnerID: voyager.ownerId },
    }),
    statements: 17,
  },

  confirmUserChange: { prepare: changedUser, statements: 10 },
  createMachineUser: { prepare: () => withParams(machineUserParams(Date.now())), statements: 11 },
  confirmMachineUser: { prepare: waitingMachine, statements: 8 },
  unlockMachineUser: { prepare: lockedMachine, statements: 9 },
  createWebhookEndpoint: { prepare: () => withParams(endpoint()), statements: 8 },
  confirmWebhookEndpoint: { prepare: waitingEndpoint, statements: 8 },
  renewWebhookSecret: { prepare: madeEndpoint, statements: 9 },
  enableWebhookEndpoint: { prepare: disabledEndpoint, statements: 8 },
  deleteWebhookEndpoint: { prepare: madeEndpoint, statements: 8 },
  testWebhookEndpoint: { prepare: madeEndpoint, statements: 9 },
  resendWebhook: { prepare: failedDelivery, statements: 9 },
  revokeMachineUser: { prepare: madeMachine, statements: 8 },

  shareColumns: { prepare: () => withParams(columnsOfFile()), statements: 7 },
  removeSharedColumns: {
    prepare: async (system) => ({ params: { id: await call(system, 'shareColumns', columnsOfFile(), 'id') } }),
    statements: 6,
  },

  saveReport: { prepare: () => withParams(report()), statements: 8 },
  deleteSavedReport: {
    prepare: async (system) => ({ params: { id: await call(system, 'saveReport', report(), 'id') } }),
    statements: 6,
  },
  makeReportFile: { prepare: withNoReportFiles, statements: 7 },
  discardReportFile: {
    prepare: async (system) => ({
      params: { id: await call(system, 'makeReportFile', reportFileParams(system), 'id') },
    }),
    statements: 5,
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

/** A machine user of another administrator, not confirmed yet. */
async function waitingMachine(system: TestSystem): Promise<Prepared> {
  const { id } = await newLoggedInUser(system)
  const { rows } = await sql<{ id: number }>`
    WITH machine AS (
      INSERT INTO user_account (owner_id, kind, username, firstname, lastname, email, draft_key, created_at)
      SELECT owner_id, 'machine', 'machine of ' || username, '', '', '', draft_key, created_at
      FROM user_account WHERE id = ${id} RETURNING id)
    INSERT INTO machine_user (id, key_hash, key_start, scopes, addresses, calls_per_minute, created_by, created_at, ends_at, unused_since)
    SELECT id, sha256(id::text::bytea), 'ck_live_0000', '{Batch.load}', '{}', 60, ${id}, now(), now() + interval '9 days', now()
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
