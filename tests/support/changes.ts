// One row for each changing operation that needs a session: how to call it on the demo programme, and its maximum
// number of statements for any number of rows. Each call first creates its own subject, so an operation can be called
// repeatedly. A new operation does not compile without a row. Changes by a mailed link work only once per user, so they
// are not included.
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
import {
  newVirtualOrders,
  PHYSICAL_CAMPAIGN,
  physicalSubmission,
  virtualSubmission,
} from '../server/orders/order-host.ts'
import { createAuthenticator } from './authenticator.ts'
import { demoPassword, post } from './call.ts'
import { freshDatabase } from './database.ts'
import { demoCardCount } from './demo.ts'
import { startInProcess } from './in-process.ts'
import { testSecrets } from './test-keys.ts'
import { totp } from './totp.ts'
import { devalueOf, transferOf, uploadOf } from './demo-server.ts'

export interface Stage {
  readonly url: string
  readonly server: Services
  readonly tokenOf: (username: string) => Promise<string>
  /** The tokens of the demo's maker, and of another user with all permissions. */
  readonly tokens: { readonly maker: string; readonly all: string }
}

/**
 * Starts a server over the demo programme with users of `tokens`. `watch` can wrap the server's database to see its
 * statements. `settings` override defaults.
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
  const everything = await server.addUser({ username: 'everything', permissions })
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
  const tokens = { maker: await tokenOf('olive'), all: everything.token }
  // A test's own statements are not watched.
  const stage: Stage = { url: server.url, server: { ...server.server, db }, tokenOf, tokens }
  return { server, stage }
}

interface Change {
  /** Creates the subject; returns the parameters, and the token if it is not `tokens.all`. */
  readonly given: (at: Stage) => Promise<Given>
  /** Maximum number of statements, including those for the session, the stored response and the audit trail. */
  readonly statements: number
}
interface Given {
  readonly params: object
  readonly token?: string
}

const of = (params: object): Promise<Given> => Promise.resolve({ params })
const byMaker = (at: Stage, params: object): Given => ({ params, token: at.tokens.maker })

export const changes: Readonly<Record<ChangingMethod, Change>> = {
  changePassword: {
    given: async (at) => ({
      params: { oldPassword: demoPassword, password: 'Quiet-River-77-Bridge' },
      token: (await anybody(at)).token,
    }),
    statements: 10,
  },
  renewRecoveryCodes: {
    given: async (at) => ({ params: { password: demoPassword }, token: (await anybody(at, 'app')).token }),
    statements: 9,
  },
  confirmAuthenticator: { given: offeredApp, statements: 14 },
  removeAuthenticator: { given: ownApp, statements: 11 },
  setMailAlerts: { given: async (at) => ({ params: { off: [] }, token: (await anybody(at)).token }), statements: 6 },
  endMySession: { given: otherSession, statements: 6 },
  registerPasskey: { given: newPasskey, statements: 8 },
  removePasskey: { given: keptPasskey, statements: 8 },

  reverseTransaction: { given: chargedFee, statements: 14 },
  devalueCard: { given: (at) => of({ cardNumber: activeCard(at).pan }), statements: 12 },
  stopCard: { given: (at) => of(stopped(activeCard(at))), statements: 9 },
  unstopCard: { given: stoppedCard, statements: 8 },
  retireCard: {
    given: (at) => of({ trackingNumber: activeCard(at).trackingNumber, activationData: '' }),
    statements: 8,
  },
  changePin: { given: (at) => of(newPin(nextCard(at, 'active', CAMPAIGN_WITH_PIN))), statements: 8 },
  toggleMagstripe: { given: stripedCard, statements: 8 },
  setCardStatus: {
    given: (at) => of({ identifiers: [nextCard(at, 'notActivated').pan], identifierType: 1 }),
    statements: 7,
  },
  addCardNote: { given: (at) => of({ noteText: 'Called back', voucherId: String(activeCard(at).id) }), statements: 6 },
  insertCardFee: { given: (at) => of(fee(activeCard(at))), statements: 13 },

  batchLoadUpload: { given: async (at) => byMaker(at, loads()), statements: 10 },
  batchTransferUpload: { given: async (at) => byMaker(at, await transfers(at)), statements: 10 },
  batchDevalueUpload: { given: async (at) => byMaker(at, devalues()), statements: 10 },
  approveBatchLoad: { given: async (at) => ({ params: await decisionOf(at, await uploaded(at)) }), statements: 10 },
  rejectBatchLoad: {
    given: async (at) => ({ params: { batchLoadFileID: await uploaded(at), reason: 'Wrong team' } }),
    statements: 7,
  },
  retryBatchLoad: { given: async (at) => ({ params: { batchLoadFileID: await processed(at) } }), statements: 8 },
  closeBatchLoad: {
    given: async (at) => ({ params: { batchLoadFileID: await processed(at), closedComments: 'Paid by hand' } }),
    statements: 6,
  },
  updateClosedBatchLoadComments: { given: closedBatch, statements: 6 },
  unscheduleBatchLoad: { given: scheduledBatch, statements: 9 },
  withdrawBatchLoad: { given: async (at) => byMaker(at, { batchLoadFileID: await uploaded(at) }), statements: 8 },

  batchCardOrder: { given: async (at) => byMaker(at, physicalSubmission()), statements: 9 },
  submitVirtualCardOrder: {
    given: async (at) => byMaker(at, virtualSubmission({ virtualCardOrders: newVirtualOrders(60) })),
    statements: 8,
  },
  approveVirtualCardOrdersBatchLoad: {
    given: async (at) => ({ params: { batchLoadFileID: await virtualOrder(at) } }),
    statements: 12,
  },
  rejectVirtualCardOrdersBatchLoad: {
    given: async (at) => ({ params: { batchLoadFileID: await virtualOrder(at), reason: 'Wrong team' } }),
    statements: 9,
  },
  retryVirtualCardOrdersBatchLoad: { given: failedOrder, statements: 11 },
  cancelCardOrder: { given: async (at) => byMaker(at, { orderId: await virtualOrder(at) }), statements: 9 },
  fetchProducerFile: { given: issuedPhysicalOrder, statements: 8 },

  merchantSignUp: { given: () => of(merchant()), statements: 4 },
  saveUser: { given: async (at) => ({ params: { user: await newUser(at) } }), statements: 12 },
  deleteUser: { given: async (at) => ({ params: { deleteUserID: (await anybody(at)).id } }), statements: 10 },
  lockUser: { given: async (at) => ({ params: { lockUserID: (await anybody(at)).id } }), statements: 10 },
  unlockUser: { given: lockedUser, statements: 9 },
  resendActivation: { given: invitedUser, statements: 10 },
  reset2FAEnrolment: {
    given: async (at) => ({
      params: { reset2FAUserID: (await anybody(at, 'email')).id, reset2FAOwnerID: voyager.ownerId },
    }),
    statements: 16,
  },

  confirmUserChange: { given: changedUser, statements: 10 },

  shareColumns: { given: () => of(columnsOfFile()), statements: 7 },
  removeSharedColumns: {
    given: async (at) => ({ params: { id: await make(at, 'shareColumns', columnsOfFile(), 'id') } }),
    statements: 6,
  },

  saveReport: { given: () => of(report()), statements: 8 },
  deleteSavedReport: {
    given: async (at) => ({ params: { id: await make(at, 'saveReport', report(), 'id') } }),
    statements: 6,
  },
  makeReportFile: { given: fewFiles, statements: 7 },
  discardReportFile: {
    given: async (at) => ({ params: { id: await make(at, 'makeReportFile', wanted(at), 'id') } }),
    statements: 5,
  },
}

let made = 0
/** A new number for each call, for names that are unique within a run. */
const next = (): number => (made += 1)

const columnsOfFile = () => ({
  rowType: 'load',
  columns: [
    { heading: `Karte ${next()}`, field: 'identifier' },
    { heading: 'Betrag', field: 'amount' },
    { heading: '' },
  ],
})

/** Calls a changing operation, and returns the field `id` of its response. */
async function make(
  at: Stage,
  method: ChangingMethod,
  params: object,
  id = '',
  token = at.tokens.all,
): Promise<string> {
  const { answer } = await post(at.url, method, { requestId: randomUUID(), ...params, token })
  if (!/^[01]$/.test(answer.resultCode)) throw new Error(`${method}: ${JSON.stringify(answer).slice(0, 600)}`)
  return String(answer[id])
}

const CAMPAIGN_WITH_PIN = 2
/**
 * The number of cards that the tests of a stage have taken. Test files share this module, but each has its own
 * database.
 */
const taken = new WeakMap<Stage, Map<string, number>>()
/** A card that no other test uses. The first sixty active cards are reserved for batches. */
function nextCard(at: Stage, state: 'active' | 'notActivated', campaign = 1): DemoCard {
  const counts = taken.get(at) ?? new Map<string, number>()
  taken.set(at, counts)
  const count = (counts.get(`${state} ${campaign}`) ?? (campaign === 1 && state === 'active' ? ROWS : 0)) + 1
  counts.set(`${state} ${campaign}`, count)
  const card = demoCardsInState(state, count, [campaign]).at(-1)
  if (!card || card.id > demoCard(demoCardCount - 1).id) throw new Error(`no ${state} card is left`)
  return card
}
const activeCard = (at: Stage) => nextCard(at, 'active')
const stopped = ({ trackingNumber }: DemoCard) => ({ trackingNumber, activationData: '', stopReasonID: 1 })
const newPin = ({ pan, trackingNumber }: DemoCard) => ({ voucherNumber: pan, trackingNumber, newCardPin: '258036' })
const fee = ({ pan }: DemoCard) => ({ identifierType: 1, identifier: pan, amount: '0.05', feeId: '1' })

/** A card whose magnetic stripe is enabled, which few cards have. */
async function stripedCard(at: Stage): Promise<Given> {
  const card = activeCard(at)
  await at.server.db.updateTable('card').set({ magstripe_enabled: true }).where('id', '=', card.id).execute()
  return { params: { voucherNumber: card.pan, status: 0 } }
}

async function stoppedCard(at: Stage): Promise<Given> {
  const card = activeCard(at)
  await make(at, 'stopCard', stopped(card))
  return { params: { cardNumber: card.pan } }
}

async function chargedFee(at: Stage): Promise<Given> {
  const card = activeCard(at)
  await make(at, 'insertCardFee', fee(card))
  const charged = await at.server.db
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
const rowsOf = <Row>(row: (card: DemoCard, at: number, cards: readonly DemoCard[]) => Row): Row[] =>
  demoCardsInState('active', ROWS, [1]).map(row)
const toRow = ({ pan }: DemoCard) => ({ identifier: pan, amount: '1.00' })
const again = { duplicateReason: 'Asked once more' }
const loads = (rows: readonly SampleRow[] = rowsOf(toRow)) => uploadOf(rows, again)
const devalues = () =>
  devalueOf(
    rowsOf(({ pan }) => ({ identifier: pan, amount: '0.01' })),
    again,
  )

/** Transfers from each card with enough money to the next card. */
async function transfers({ server: { db } }: Stage) {
  const rich = await db
    .selectFrom('account')
    .select('card_id')
    .where('balance_cents', '>', 500)
    .where(
      'card_id',
      'in',
      rowsOf(({ id }) => id),
    )
    .execute()
  const cards = rowsOf((card) => card).filter(({ id }) => rich.some(({ card_id }) => card_id === id))
  return transferOf(
    cards.map((card, at) => ({ ...toRow(card), identifierTo: cards[(at + 1) % cards.length]?.pan ?? '' })),
    again,
  )
}

const uploaded = (at: Stage, file = loads()) => make(at, 'batchLoadUpload', file, 'batchLoadFileID', at.tokens.maker)

async function decisionOf({ server: { db } }: Stage, id: string) {
  const { fingerprint } = await db
    .selectFrom('batch_file')
    .select('fingerprint')
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow()
  return { batchLoadFileID: id, fingerprint }
}

/** A processed batch with one failed row, whose card was stopped after its upload. */
async function processed(at: Stage): Promise<string> {
  const { db, now } = at.server
  const card = activeCard(at)
  const id = await uploaded(at, loads([card, ...rowsOf((each) => each)].map(toRow)))
  await make(at, 'stopCard', stopped(card))
  await make(at, 'approveBatchLoad', await decisionOf(at, id))
  await processBatch({ db, timeZone: voyager.timeZone, now }, Number(id))
  await db.deleteFrom('job').where('kind', '=', 'process-batch').execute()
  return id
}

async function closedBatch(at: Stage): Promise<Given> {
  const id = await processed(at)
  await make(at, 'closeBatchLoad', { batchLoadFileID: id, closedComments: 'Paid' })
  return { params: { batchLoadFileID: id, closedComments: 'Paid by hand' } }
}

async function scheduledBatch(at: Stage): Promise<Given> {
  const id = await uploaded(at)
  const scheduledDate = `${addDays(today(at), 2)} 12:00:00`
  await make(at, 'approveBatchLoad', { ...(await decisionOf(at, id)), scheduledDate })
  return { params: { batchLoadFileID: id } }
}

const virtualOrder = (at: Stage) =>
  make(
    at,
    'submitVirtualCardOrder',
    virtualSubmission({ virtualCardOrders: newVirtualOrders(ROWS) }),
    'virtualCardOrdersBatchLoadId',
    at.tokens.maker,
  )

/** An order for which no card could be issued. */
async function failedOrder(at: Stage): Promise<Given> {
  const { db, now } = at.server
  const id = await virtualOrder(at)
  await make(at, 'approveVirtualCardOrdersBatchLoad', { batchLoadFileID: id })
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

async function issuedPhysicalOrder(at: Stage): Promise<Given> {
  const { db, secrets, now } = at.server
  const id = await make(
    at,
    'batchCardOrder',
    physicalSubmission({ campaignId: PHYSICAL_CAMPAIGN }),
    'cardOrderId',
    at.tokens.maker,
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

/** A user with the maker's rights and password, logged in. */
async function anybody(at: Stage, secondFactor = 'none'): Promise<{ id: string; username: string; token: string }> {
  const username = `somebody-${next()}`
  const { rows } = await sql<{ id: number }>`
    INSERT INTO user_account (owner_id, username, firstname, lastname, email, group_id, password_hash, activated_at, second_factor, second_factor_enrolled_at, draft_key, created_at)
    SELECT owner_id, ${username}, firstname, lastname, ${`${username}@portal.example`}, group_id, password_hash, activated_at, ${secondFactor}, created_at, draft_key, created_at
    FROM user_account WHERE username = 'olive' RETURNING id`.execute(at.server.db)
  return { id: String(rows[0]?.id), username, token: await at.tokenOf(username) }
}

async function newUser({ server: { db } }: Stage) {
  const { group_id } = await db
    .selectFrom('user_account')
    .select('group_id')
    .where('username', '=', 'olive')
    .executeTakeFirstOrThrow()
  const username = `invited-${next()}`
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

async function changedUser(at: Stage): Promise<Given> {
  const { id } = await anybody(at)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO user_change (user_id, changed_by, changed_at, kinds, facts, permissions_before, keeps)
    SELECT ${id}, id, ${new Date(at.server.now())}, '{email}',
      '{"before":{"email":"old@portal.example"},"after":{"email":"new@portal.example"}}', '{}', '{}'
    FROM user_account WHERE username = 'amir' RETURNING id`.execute(at.server.db)
  return { params: { changeID: String(rows[0]?.id) } }
}

async function lockedUser(at: Stage): Promise<Given> {
  const { id } = await anybody(at)
  await at.server.db
    .updateTable('user_account')
    .set({ locked_at: new Date(at.server.now()) })
    .where('id', '=', Number(id))
    .execute()
  return { params: { unlockUserID: id } }
}

async function invitedUser(at: Stage): Promise<Given> {
  return { params: { resendActivationUserID: await make(at, 'saveUser', { user: await newUser(at) }, 'userId') } }
}

async function otherSession(at: Stage): Promise<Given> {
  const { username, token } = await anybody(at)
  const here = await at.tokenOf(username)
  const { answer } = await post(at.url, 'mySessions', { token: here })
  const other = (answer as unknown as { sessions: { sessionId: string; isCurrent: boolean }[] }).sessions.find(
    ({ isCurrent }) => !isCurrent,
  )
  if (!other) throw new Error(`no session of ${token}`)
  return { params: { sessionId: other.sessionId }, token: here }
}

async function offeredApp(at: Stage): Promise<Given> {
  const { token } = await anybody(at)
  const { answer } = await post(at.url, 'offerAuthenticator', { token, password: demoPassword })
  return { params: { challenge: totp(String((answer as { secret?: string }).secret), at.server.now()) }, token }
}

async function ownApp(at: Stage): Promise<Given> {
  const { params, token = '' } = await offeredApp(at)
  await make(at, 'confirmAuthenticator', params, 'recoveryCodes', token)
  return { params: { password: demoPassword }, token }
}

async function newPasskey(at: Stage): Promise<Given> {
  const { token } = await anybody(at)
  const { answer } = await post(at.url, 'passkeyRegistrationOptions', { token, password: demoPassword })
  const { challenge } = (answer as unknown as { options: { challenge: string } }).options
  const response = createAuthenticator(new URL(at.server.settings.publicUrl).origin).register(challenge)
  return { params: { name: 'Laptop', response }, token }
}

async function keptPasskey(at: Stage): Promise<Given> {
  const { params, token = '' } = await newPasskey(at)
  return {
    params: { passkeyId: await make(at, 'registerPasskey', params, 'passkeyId', token), password: demoPassword },
    token,
  }
}

/** Deletes all report files first, since a user can have at most five in production. */
async function fewFiles(at: Stage): Promise<Given> {
  await at.server.db.deleteFrom('report_file').execute()
  return { params: wanted(at) }
}

const today = ({ server }: Stage) => instantToDate(server.now(), voyager.timeZone)

const report = () => ({
  name: `Morning ${next()}`,
  reportName: 'feeReport',
  period: 'yesterday',
  format: 'csv',
  schedule: 'daily',
})

function wanted(at: Stage) {
  const yesterday = addDays(today(at), -1)
  return { reportName: 'feeReport', startDate: addDays(yesterday, -30), endDate: yesterday, format: 'csv' }
}
