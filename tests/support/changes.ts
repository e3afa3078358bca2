// One entry for each changing operation that needs a session: how to call it with the demo data, and the maximum number
// of SQL statements it may run, however many rows the request has. Each call first creates what it changes, so an
// operation can be called repeatedly. A new operation does not compile without an entry. Changes by a mailed link work
// only once per user, so they are not included.
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
import { demoPassword, post } from './call.ts'
import { freshDatabase } from './database.ts'
import { demoCardCount } from './demo.ts'
import { startInProcess } from './in-process.ts'
import { testSecrets } from './test-keys.ts'
import { totp } from './totp.ts'
import { devalueUpload, transferUpload, loadUpload } from './demo-server.ts'

/** A running server with the demo data, and the tokens of its users. */
export interface Stage {
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
export async function startStage(settings: Partial<Settings> = {}, watch = (db: Db): Db => db) {
  const database = await freshDatabase('demo')
  const { db } = database
  const server = await startInProcess({
    database: { ...database, db: watch(db) },
    settings: { client: voyager, ...settings },
    secrets: testSecrets,
  })
  server.clock.now = Date.now()
  const userWithAll = await server.addUser({ username: 'everything', permissions })
  const tokenOf = async (username: string) =>
    startSession(
      db,
      server.server,
      await db
        .selectFrom('user_account')
        .select(['id', 'username'])
        .where('username', '=', username)
        .executeTakeFirstOrThrow(),
    )
  const tokens = { maker: await tokenOf('olive'), all: userWithAll.token }
  // Statements of the test itself are not watched.
  const stage: Stage = { url: server.url, server: { ...server.server, db }, tokenOf, tokens }
  return { server, stage }
}

interface Change {
  /** Creates what the operation changes; returns the parameters, and the token if it is not `tokens.all`. */
  readonly prepare: (stage: Stage) => Promise<Prepared>
  /** Maximum number of SQL statements, including those for the session, the stored response and the audit trail. */
  readonly statements: number
}
interface Prepared {
  readonly params: object
  readonly token?: string
}

const withParams = (params: object): Promise<Prepared> => Promise.resolve({ params })
const byMaker = (stage: Stage, params: object): Prepared => ({ params, token: stage.tokens.maker })

export const changes: Readonly<Record<ChangingMethod, Change>> = {
  changePassword: {
    prepare: async (stage) => ({
      params: { oldPassword: demoPassword, password: 'Quiet-River-77-Bridge' },
      token: (await newLoggedInUser(stage)).token,
    }),
    statements: 10,
  },
  renewRecoveryCodes: {
    prepare: async (stage) => ({
      params: { password: demoPassword },
      token: (await newLoggedInUser(stage, 'app')).token,
    }),
    statements: 9,
  },
  confirmAuthenticator: { prepare: offeredAuthenticator, statements: 14 },
  removeAuthenticator: { prepare: enrolledAuthenticator, statements: 11 },
  setMailAlerts: {
    prepare: async (stage) => ({ params: { off: [] }, token: (await newLoggedInUser(stage)).token }),
    statements: 6,
  },
  setLanguage: {
    prepare: async (stage) => ({ params: { language: 'de' }, token: (await newLoggedInUser(stage)).token }),
    statements: 6,
  },
  endMySession: { prepare: otherSession, statements: 6 },
  registerPasskey: { prepare: newPasskey, statements: 8 },
  removePasskey: { prepare: registeredPasskey, statements: 8 },

  reverseTransaction: { prepare: chargedFee, statements: 15 },
  devalueCard: { prepare: (stage) => withParams({ cardNumber: activeCard(stage).pan }), statements: 13 },
  stopCard: { prepare: (stage) => withParams(stopCardParams(activeCard(stage))), statements: 9 },
  unstopCard: { prepare: stoppedCard, statements: 9 },
  retireCard: {
    prepare: (stage) => withParams({ trackingNumber: activeCard(stage).trackingNumber, activationData: '' }),
    statements: 8,
  },
  changePin: { prepare: (stage) => withParams(newPin(nextCard(stage, 'active', CAMPAIGN_WITH_PIN))), statements: 9 },
  toggleMagstripe: { prepare: stripedCard, statements: 9 },
  setCardStatus: {
    prepare: (stage) => withParams({ identifiers: [nextCard(stage, 'notActivated').pan], identifierType: 1 }),
    statements: 8,
  },
  addCardNote: {
    prepare: (stage) => withParams({ noteText: 'Called back', voucherId: String(activeCard(stage).id) }),
    statements: 6,
  },
  insertCardFee: { prepare: (stage) => withParams(fee(activeCard(stage))), statements: 14 },

  batchLoadUpload: { prepare: async (stage) => byMaker(stage, loads()), statements: 11 },
  batchTransferUpload: { prepare: async (stage) => byMaker(stage, await transfers(stage)), statements: 11 },
  batchDevalueUpload: { prepare: async (stage) => byMaker(stage, devalues()), statements: 11 },
  approveBatchLoad: {
    prepare: async (stage) => ({ params: await approvalParams(stage, await uploadBatch(stage)) }),
    statements: 10,
  },
  rejectBatchLoad: {
    prepare: async (stage) => ({ params: { batchLoadFileID: await uploadBatch(stage), reason: 'Wrong team' } }),
    statements: 7,
  },
  retryBatchLoad: {
    prepare: async (stage) => ({ params: { batchLoadFileID: await batchWithFailedRow(stage) } }),
    statements: 8,
  },
  closeBatchLoad: {
    prepare: async (stage) => ({
      params: { batchLoadFileID: await batchWithFailedRow(stage), closedComments: 'Paid by hand' },
    }),
    statements: 6,
  },
  updateClosedBatchLoadComments: { prepare: closedBatch, statements: 6 },
  unscheduleBatchLoad: { prepare: scheduledBatch, statements: 9 },
  withdrawBatchLoad: {
    prepare: async (stage) => byMaker(stage, { batchLoadFileID: await uploadBatch(stage) }),
    statements: 8,
  },

  batchCardOrder: { prepare: async (stage) => byMaker(stage, physicalSubmission()), statements: 9 },
  submitVirtualCardOrder: {
    prepare: async (stage) => byMaker(stage, virtualSubmission({ virtualCardOrders: newVirtualOrders(60) })),
    statements: 8,
  },
  approveVirtualCardOrdersBatchLoad: {
    prepare: async (stage) => ({ params: { batchLoadFileID: await virtualOrder(stage) } }),
    statements: 12,
  },
  rejectVirtualCardOrdersBatchLoad: {
    prepare: async (stage) => ({ params: { batchLoadFileID: await virtualOrder(stage), reason: 'Wrong team' } }),
    statements: 9,
  },
  retryVirtualCardOrdersBatchLoad: { prepare: failedOrder, statements: 11 },
  cancelCardOrder: { prepare: async (stage) => byMaker(stage, { orderId: await virtualOrder(stage) }), statements: 9 },
  fetchProducerFile: { prepare: issuedPhysicalOrder, statements: 8 },

  merchantSignUp: { prepare: () => withParams(merchant()), statements: 4 },
  saveUser: { prepare: async (stage) => ({ params: { user: await newUser(stage) } }), statements: 12 },
  deleteUser: {
    prepare: async (stage) => ({ params: { deleteUserID: (await newLoggedInUser(stage)).id } }),
    statements: 10,
  },
  lockUser: {
    prepare: async (stage) => ({ params: { lockUserID: (await newLoggedInUser(stage)).id } }),
    statements: 10,
  },
  unlockUser: { prepare: lockedUser, statements: 9 },
  resendActivation: { prepare: invitedUser, statements: 10 },
  reset2FAEnrolment: {
    prepare: async (stage) => ({
      params: { reset2FAUserID: (await newLoggedInUser(stage, 'email')).id, reset2FAOwnerID: voyager.ownerId },
    }),
    statements: 16,
  },

  confirmUserChange: { prepare: changedUser, statements: 10 },

  shareColumns: { prepare: () => withParams(columnsOfFile()), statements: 7 },
  removeSharedColumns: {
    prepare: async (stage) => ({ params: { id: await call(stage, 'shareColumns', columnsOfFile(), 'id') } }),
    statements: 6,
  },

  saveReport: { prepare: () => withParams(report()), statements: 8 },
  deleteSavedReport: {
    prepare: async (stage) => ({ params: { id: await call(stage, 'saveReport', report(), 'id') } }),
    statements: 6,
  },
  makeReportFile: { prepare: withNoReportFiles, statements: 7 },
  discardReportFile: {
    prepare: async (stage) => ({ params: { id: await call(stage, 'makeReportFile', reportFileParams(stage), 'id') } }),
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
  stage: Stage,
  method: ChangingMethod,
  params: object,
  field = '',
  token = stage.tokens.all,
): Promise<string> {
  const { response } = await post(stage.url, method, { requestId: randomUUID(), ...params, token })
  if (!/^[01]$/.test(response.resultCode)) throw new Error(`${method}: ${JSON.stringify(response).slice(0, 600)}`)
  return String(response[field])
}

const CAMPAIGN_WITH_PIN = 2
/**
 * How many cards were taken so far, by state and campaign. Test files share this module, but each has its own database.
 */
const takenCards = new WeakMap<Stage, Map<string, number>>()
/** A card that no other test uses. The first sixty active cards are reserved for batches. */
function nextCard(stage: Stage, state: 'active' | 'notActivated', campaign = 1): DemoCard {
  const counts = takenCards.get(stage) ?? new Map<string, number>()
  takenCards.set(stage, counts)
  const count = (counts.get(`${state} ${campaign}`) ?? (campaign === 1 && state === 'active' ? ROWS : 0)) + 1
  counts.set(`${state} ${campaign}`, count)
  const card = demoCardsInState(state, count, [campaign]).at(-1)
  if (!card || card.id > demoCard(demoCardCount - 1).id) throw new Error(`No ${state} card is left`)
  return card
}
const activeCard = (stage: Stage) => nextCard(stage, 'active')
const stopCardParams = ({ trackingNumber }: DemoCard) => ({ trackingNumber, activationData: '', stopReasonID: 1 })
const newPin = ({ pan, trackingNumber }: DemoCard) => ({ voucherNumber: pan, trackingNumber, newCardPin: '258036' })
const fee = ({ pan }: DemoCard) => ({ identifierType: 1, identifier: pan, amount: '0.05', feeId: '1' })

/** A card whose magnetic stripe is enabled, which few cards have. */
async function stripedCard(stage: Stage): Promise<Prepared> {
  const card = activeCard(stage)
  await stage.server.db.updateTable('card').set({ magstripe_enabled: true }).where('id', '=', card.id).execute()
  return { params: { voucherNumber: card.pan, status: 0 } }
}

async function stoppedCard(stage: Stage): Promise<Prepared> {
  const card = activeCard(stage)
  await call(stage, 'stopCard', stopCardParams(card))
  return { params: { cardNumber: card.pan } }
}

async function chargedFee(stage: Stage): Promise<Prepared> {
  const card = activeCard(stage)
  await call(stage, 'insertCardFee', fee(card))
  const charged = await stage.server.db
    .selectFrom('ledger_transaction')
    .select('id')
    .where('card_id', '=', card.id)
    .where('kind', '=', 'fee')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const voucher = { voucherNumber: card.pan, transactionType: 5, transactionId: String(charged.id) }
  return { params: { ...voucher, requesterName: 'Rosa', declineReason: 'Charged twice' } }
}

const ROWS = 60
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

/** One transfer from each card that has enough money to the next such card. */
async function transfers({ server: { db } }: Stage) {
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

const uploadBatch = (stage: Stage, file = loads()) =>
  call(stage, 'batchLoadUpload', file, 'batchLoadFileID', stage.tokens.maker)

async function approvalParams({ server: { db } }: Stage, id: string) {
  const { fingerprint } = await db
    .selectFrom('batch_file')
    .select('fingerprint')
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow()
  return { batchLoadFileID: id, fingerprint }
}

/** A processed batch with one failed row, whose card was stopped after its upload. */
async function batchWithFailedRow(stage: Stage): Promise<string> {
  const { db, now } = stage.server
  const card = activeCard(stage)
  const id = await uploadBatch(stage, loads([card, ...rowsOf((each) => each)].map(toRow)))
  await call(stage, 'stopCard', stopCardParams(card))
  await call(stage, 'approveBatchLoad', await approvalParams(stage, id))
  await processBatch({ db, timeZone: voyager.timeZone, now }, Number(id))
  await db.deleteFrom('job').where('kind', '=', 'process-batch').execute()
  return id
}

async function closedBatch(stage: Stage): Promise<Prepared> {
  const id = await batchWithFailedRow(stage)
  await call(stage, 'closeBatchLoad', { batchLoadFileID: id, closedComments: 'Paid' })
  return { params: { batchLoadFileID: id, closedComments: 'Paid by hand' } }
}

async function scheduledBatch(stage: Stage): Promise<Prepared> {
  const id = await uploadBatch(stage)
  const scheduledDate = `${addDays(today(stage), 2)} 12:00:00`
  await call(stage, 'approveBatchLoad', { ...(await approvalParams(stage, id)), scheduledDate })
  return { params: { batchLoadFileID: id } }
}

const virtualOrder = (stage: Stage) =>
  call(
    stage,
    'submitVirtualCardOrder',
    virtualSubmission({ virtualCardOrders: newVirtualOrders(ROWS) }),
    'virtualCardOrdersBatchLoadId',
    stage.tokens.maker,
  )

/** An order for which no card could be issued. */
async function failedOrder(stage: Stage): Promise<Prepared> {
  const { db, now } = stage.server
  const id = await virtualOrder(stage)
  await call(stage, 'approveVirtualCardOrdersBatchLoad', { batchLoadFileID: id })
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

async function issuedPhysicalOrder(stage: Stage): Promise<Prepared> {
  const { db, secrets, now } = stage.server
  const id = await call(
    stage,
    'batchCardOrder',
    physicalSubmission({ campaignId: PHYSICAL_CAMPAIGN }),
    'cardOrderId',
    stage.tokens.maker,
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
  stage: Stage,
  secondFactor = 'none',
): Promise<{ id: string; username: string; token: string }> {
  const username = `user-${nextNumber()}`
  const { rows } = await sql<{ id: number }>`
    INSERT INTO user_account (owner_id, username, firstname, lastname, email, group_id, password_hash, activated_at, second_factor, second_factor_enrolled_at, draft_key, created_at)
    SELECT owner_id, ${username}, firstname, lastname, ${`${username}@portal.example`}, group_id, password_hash, activated_at, ${secondFactor}, created_at, draft_key, created_at
    FROM user_account WHERE username = 'olive' RETURNING id`.execute(stage.server.db)
  return { id: String(rows[0]?.id), username, token: await stage.tokenOf(username) }
}

async function newUser({ server: { db } }: Stage) {
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

async function changedUser(stage: Stage): Promise<Prepared> {
  const { id } = await newLoggedInUser(stage)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO user_change (user_id, changed_by, changed_at, kinds, facts, permissions_before, keeps)
    SELECT ${id}, id, ${new Date(stage.server.now())}, '{email}',
      '{"before":{"email":"old@portal.example"},"after":{"email":"new@portal.example"}}', '{}', '{}'
    FROM user_account WHERE username = 'amir' RETURNING id`.execute(stage.server.db)
  return { params: { changeID: String(rows[0]?.id) } }
}

async function lockedUser(stage: Stage): Promise<Prepared> {
  const { id } = await newLoggedInUser(stage)
  await stage.server.db
    .updateTable('user_account')
    .set({ locked_at: new Date(stage.server.now()) })
    .where('id', '=', Number(id))
    .execute()
  return { params: { unlockUserID: id } }
}

async function invitedUser(stage: Stage): Promise<Prepared> {
  return { params: { resendActivationUserID: await call(stage, 'saveUser', { user: await newUser(stage) }, 'userId') } }
}

async function otherSession(stage: Stage): Promise<Prepared> {
  const { username, token } = await newLoggedInUser(stage)
  const currentToken = await stage.tokenOf(username)
  const { response } = await post(stage.url, 'mySessions', { token: currentToken })
  const other = (response as unknown as { sessions: { sessionId: string; isCurrent: boolean }[] }).sessions.find(
    ({ isCurrent }) => !isCurrent,
  )
  if (!other) throw new Error(`No other session than ${token}`)
  return { params: { sessionId: other.sessionId }, token: currentToken }
}

async function offeredAuthenticator(stage: Stage): Promise<Prepared> {
  const { token } = await newLoggedInUser(stage)
  const { response } = await post(stage.url, 'offerAuthenticator', { token, password: demoPassword })
  return { params: { challenge: totp(String((response as { secret?: string }).secret), stage.server.now()) }, token }
}

async function enrolledAuthenticator(stage: Stage): Promise<Prepared> {
  const { params, token = '' } = await offeredAuthenticator(stage)
  await call(stage, 'confirmAuthenticator', params, 'recoveryCodes', token)
  return { params: { password: demoPassword }, token }
}

async function newPasskey(stage: Stage): Promise<Prepared> {
  const { token } = await newLoggedInUser(stage)
  const { response: options } = await post(stage.url, 'passkeyRegistrationOptions', { token, password: demoPassword })
  const { challenge } = (options as unknown as { options: { challenge: string } }).options
  const response = createAuthenticator(new URL(stage.server.settings.publicUrl).origin).register(challenge)
  return { params: { name: 'Laptop', response }, token }
}

async function registeredPasskey(stage: Stage): Promise<Prepared> {
  const { params, token = '' } = await newPasskey(stage)
  return {
    params: { passkeyId: await call(stage, 'registerPasskey', params, 'passkeyId', token), password: demoPassword },
    token,
  }
}

/** Deletes all report files first, since a user can have at most five files being made at the same time. */
async function withNoReportFiles(stage: Stage): Promise<Prepared> {
  await stage.server.db.deleteFrom('report_file').execute()
  return { params: reportFileParams(stage) }
}

const today = ({ server }: Stage) => instantToDate(server.now(), voyager.timeZone)

const report = () => ({
  name: `Morning ${nextNumber()}`,
  reportName: 'feeReport',
  period: 'yesterday',
  format: 'csv',
  schedule: 'daily',
})

function reportFileParams(stage: Stage) {
  const yesterday = addDays(today(stage), -1)
  return { reportName: 'feeReport', startDate: addDays(yesterday, -30), endDate: yesterday, format: 'csv' }
}
