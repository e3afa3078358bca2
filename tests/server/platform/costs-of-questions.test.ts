// What each question of the contract costs the database: never more statements than stand here, however many rows there are, and none
// of them reads a table that grows with the programme from end to end. A new operation does not compile without its row.
import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { factsOf, type ReadingMethod } from '#contract/facts.ts'
import { permissions } from '#domain/access/permissions.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { demoCardsInState, type SampleRow } from '#server/demo/sample-batch.ts'
import { byKeys } from '#server/ledger/rules.ts'
import { startSession } from '#server/sessions.ts'
import { post } from '#tests/support/call.ts'
import { anyEngine, freshDatabase } from '#tests/support/database.ts'
import { uploadOf } from '#tests/support/demo-host.ts'
import { type InProcessHost, password, startInProcess } from '#tests/support/in-process.ts'
import { testSecrets } from '#tests/support/test-keys.ts'
import { cardOrder, newVirtualOrders, PHYSICAL_CAMPAIGN, physicalSubmission, VIRTUAL_CAMPAIGN, virtualSubmission } from '../orders/order-host.ts' // prettier-ignore

/** Tables that grow with the programme. */
const GROWING =
  /Seq Scan on (?:account|audit_event|batch_\w+|card|card_\w+|chargeback|failed_transaction|fee_reversal|ledger_\w+|report_file\w*|request_answer|user_session)\b/

interface Things {
  readonly card: string
  readonly pan: string
  readonly transaction: string
  readonly batch: string
  readonly batchRows: readonly SampleRow[]
  readonly physicalOrder: string
  readonly virtualOrder: string
  readonly start: string
  readonly end: string
}

interface Question {
  readonly params: (things: Things) => object
  /** Statements at most: the session and what is noted of the call among them. */
  readonly statements: number
  /** What is the maker's own is asked by her. */
  readonly byMaker?: true
}

const nothing = () => ({})
const days = ({ start, end }: Things) => ({ startDate: start, endDate: end })
const ofCard = ({ card }: Things) => ({ voucherID: card })
const ofBatch = ({ batch }: Things) => ({ batchLoadFileID: batch })
const ofVirtualOrder = ({ virtualOrder }: Things) => ({ batchLoadFileID: virtualOrder })
const ofReport = (reportName: string) => (things: Things) => ({ reportName, reportArguments: days(things) })
const verify = { type: 'load', identifierType: 1, additionalValidation: ['loadlimit'] }

const questions: Readonly<Record<ReadingMethod, Question>> = {
  logOut: { params: nothing, statements: 2 },
  userInfo: { params: nothing, statements: 2 },
  sessionState: { params: nothing, statements: 2 },
  securitySettings: { params: nothing, statements: 3 },
  passkeys: { params: nothing, statements: 2 },
  mailAlerts: { params: nothing, statements: 2 },
  mySessions: { params: nothing, statements: 2 },
  passkeyRegistrationOptions: { params: () => ({ password }), statements: 6 },
  cardSearch: { params: ({ pan }) => ({ searchTerm: pan, searchType: '1', showExpired: true }), statements: 4 },
  getCardTags: { params: nothing, statements: 2 },
  getStopReasons: { params: nothing, statements: 2 },
  getFeeTypes: { params: nothing, statements: 2 },
  getCombinedStatement: { params: ({ pan }) => ({ cardNumbers: [pan] }), statements: 4 },
  cardDetails: { params: ofCard, statements: 4 },
  cardStatement: { params: (things) => ({ cardID: things.card, ...days(things) }), statements: 5 },
  getSettlementChargebacks: { params: ({ transaction }) => ({ transactionId: transaction }), statements: 3 },
  failedTransactionSearch: { params: (things) => ({ cardNumber: things.pan, ...days(things) }), statements: 3 },
  cardBalanceHistory: { params: ({ card }) => ({ voucherID: card, days: 60 }), statements: 3 },
  cardHistory: { params: ofCard, statements: 3 },
  revealCard: { params: ofCard, statements: 5 },
  verifyBatchFile: { params: ({ batchRows }) => ({ ...verify, name: 'a.csv', batchSizeLimit: 5000, reference: 'r', batchElements: batchRows }), statements: 6 }, // prettier-ignore
  verifyBatchElement: { params: ({ batchRows }) => ({ ...verify, element: batchRows[0] }), statements: 5 },
  batchLoads: { params: (things) => ({ filter: 1, ...days(things) }), statements: 3 },
  batchLoadDetails: { params: ofBatch, statements: 7 },
  myBatches: { params: days, statements: 2, byMaker: true },
  myBatchRows: { params: ofBatch, statements: 6, byMaker: true },
  myBatchFile: { params: ofBatch, statements: 4, byMaker: true },
  downloadBatchLoadReport: { params: ofBatch, statements: 4 },
  downloadBatchLoadFile: { params: ofBatch, statements: 4 },
  getCampaigns: { params: nothing, statements: 2 },
  getCampaignFees: { params: () => ({ campaignID: '1' }), statements: 2 },
  verifyCardOrder: { params: () => ({ campaignID: PHYSICAL_CAMPAIGN, cardOrders: [cardOrder()] }), statements: 3 },
  verifyVirtualCardOrder: {
    params: () => ({ campaignID: VIRTUAL_CAMPAIGN, virtualCardOrders: newVirtualOrders(50) }),
    statements: 3,
  },
  fetchVirtualCardOrdersBatchLoads: { params: (things) => ({ filter: 1, ...days(things) }), statements: 2 },
  fetchVirtualCardOrdersBatchLoadDetails: { params: ofVirtualOrder, statements: 4 },
  downloadVirtualCardOrdersBatchLoadDetailsReport: { params: ofVirtualOrder, statements: 5 },
  myCardOrders: { params: days, statements: 2, byMaker: true },
  myCardOrderRows: { params: ({ physicalOrder }) => ({ orderId: physicalOrder }), statements: 4, byMaker: true },
  producerFiles: { params: nothing, statements: 2 },
  merchantSignUpLimit: { params: nothing, statements: 1 },
  AllUserGroups: { params: () => ({ ownerId: voyager.ownerId }), statements: 2 },
  searchUser: { params: () => ({ keyword: 'li' }), statements: 2 },
  auditLog: { params: days, statements: 4 },
  getDateRangeReport: { params: ofReport('feeReport'), statements: 9 },
  getDateRangeLimit: { params: () => ({ reportName: 'feeReport' }), statements: 1 },
  getMonthlyReport: { params: ({ start }) => ({ reportName: 'monthlyComplianceReport', reportArguments: { reportMonth: start.slice(0, 7) } }), statements: 2 }, // prettier-ignore
  getDailyReport: { params: ({ start }) => ({ name: 'dailySettlementSummary', reportDate: start }), statements: 2 },
  GetReport: { params: ({ start }) => ({ name: 'cardholderStatement', campaignID: '1', reportDate: start }), statements: 2 }, // prettier-ignore
  // In parts, which are smaller where the machine is busy.
  loadReport: { params: ({ end }) => ({ type: 'cardBalanceReport', campaignIds: ['1'], date: end }), statements: 40 },
  chargebackReport: { params: days, statements: 4 },
  savedReports: { params: nothing, statements: 2 },
  reportFiles: { params: nothing, statements: 2 },
  findThings: { params: () => ({ search: 'test' }), statements: 3 },
  overview: { params: nothing, statements: 9 },
}

let host: InProcessHost
let things: Things
const tokens = { maker: '', all: '' }
/** What the database was asked since it was emptied. */
const asked: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []

beforeAll(async () => {
  const database = await freshDatabase(anyEngine, 'demo')
  const { db } = database
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      const compiled = db.getExecutor().compileQuery(node, queryId)
      asked.push({ sql: compiled.sql, parameters: compiled.parameters })
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  host = await startInProcess(anyEngine, { database: { ...database, db: watched }, settings: { client: voyager }, secrets: testSecrets }) // prettier-ignore
  host.clock.now = Date.now()
  tokens.all = (await host.addUser({ username: 'everything', permissions })).token
  const olive = await db.selectFrom('user_account').select(['id', 'username']).where('username', '=', 'olive').executeTakeFirstOrThrow() // prettier-ignore
  tokens.maker = await startSession(db, host.host, olive)

  const cards = demoCardsInState('active', 60, [1])
  const batchRows = cards.map(({ pan }) => ({ identifier: pan, amount: '5.00' }))
  const make = async (method: string, params: object, id: string) => {
    const { answer } = await post(host.url, method, { requestId: randomUUID(), ...params, token: tokens.maker })
    if (typeof answer[id] !== 'string') throw new Error(JSON.stringify(answer).slice(0, 600))
    return answer[id]
  }
  const fileContent = Buffer.from('a,b').toString('base64')
  const batch = await make('batchLoadUpload', uploadOf(batchRows, { fileContent }), 'batchLoadFileID')
  const cardOrders = batchRows.map((_, at) => cardOrder({ customerReference: `staff ${at}` }))
  const physicalOrder = await make('batchCardOrder', physicalSubmission({ cardOrders }), 'cardOrderId')
  const virtualCardOrders = newVirtualOrders(200)
  const virtualOrder = await make(
    'submitVirtualCardOrder',
    virtualSubmission({ virtualCardOrders }),
    'virtualCardOrdersBatchLoadId',
  )
  const purchase = await db.selectFrom('ledger_transaction').select('id').where('kind', '=', 'purchase').orderBy('id').executeTakeFirstOrThrow() // prettier-ignore
  const today = instantToDate(host.clock.now, voyager.timeZone)
  things = {
    card: String(cards[0]?.id),
    pan: cards[0]?.pan ?? '',
    transaction: String(purchase.id),
    batch,
    batchRows,
    physicalOrder,
    virtualOrder,
    start: addDays(today, -50),
    end: today,
  }
})
afterAll(() => host.close())

const methods = (Object.keys(questions) as ReadingMethod[]).toSorted(
  (a, b) => Number(a === 'logOut') - Number(b === 'logOut'),
)

it.each(methods)('%s', async (method) => {
  const { params, statements, byMaker } = questions[method]
  asked.length = 0
  const { answer } = await post(host.url, method, { ...params(things), token: byMaker ? tokens.maker : tokens.all })
  const own = [...asked]
  expect(answer).toMatchObject({ resultCode: '0' })
  expect(factsOf(method).changes).toBe(false)
  expect(own.length).toBeLessThanOrEqual(statements)
  const scanned = await byKeys(host.database.db, async (trx) => {
    const found: string[] = []
    for (const { sql: text, parameters } of own) {
      if (!/^\s*(?:SELECT|WITH)/i.test(text) || /set_config|pg_/.test(text)) continue
      const { rows } = await trx.executeQuery(CompiledQuery.raw(`EXPLAIN ${text}`, [...parameters]))
      found.push(...rows.map((row) => Object.values(row as object).join()).filter((line) => GROWING.test(line)))
    }
    return found
  })
  expect(scanned).toEqual([])
})
