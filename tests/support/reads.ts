// One entry for each reading operation: its parameters for the demo programme, and the maximum number of SQL statements
// it may run, however many rows there are. A new operation does not compile without an entry.
import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import type { ReadingMethod } from '#contract/facts.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import type { Db } from '#server/operations/context.ts'
import { demoCardsInState, type SampleRow } from '#server/demo/sample-batch.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import {
  cardOrder,
  newVirtualOrders,
  PHYSICAL_CAMPAIGN,
  physicalSubmission,
  VIRTUAL_CAMPAIGN,
  virtualSubmission,
} from './order-calls.ts'
import { post } from './call.ts'

/** Matches the line of a plan that scans a table that grows with the programme. */
export const SCAN_OF_GROWING_TABLE =
  /Seq Scan on (?:account|audit_event|batch_\w+|card|card_\w+|chargeback|failed_transaction|fee_reversal|ledger_\w+|report_file\w*|request_answer|user_session)\b/

/** What the operations read: cards, batches, orders and dates. */
export interface Subjects {
  readonly card: string
  readonly pan: string
  readonly transaction: string
  readonly batch: string
  readonly batchRows: readonly SampleRow[]
  readonly physicalOrder: string
  readonly virtualOrder: string
  readonly start: string
  readonly end: string
  /** The password of the user who calls. */
  readonly password: string
}

interface Read {
  readonly params: (subjects: Subjects) => object
  /** Maximum number of statements, including the session and the audit trail. */
  readonly statements: number
  /** True if the maker calls the operation, since it returns only the caller's data. */
  readonly byMaker?: true
}

const noParams = () => ({})
const days = ({ start, end }: Subjects) => ({ startDate: start, endDate: end })
const ofCard = ({ card }: Subjects) => ({ voucherID: card })
const ofBatch = ({ batch }: Subjects) => ({ batchLoadFileID: batch })
const ofVirtualOrder = ({ virtualOrder }: Subjects) => ({ batchLoadFileID: virtualOrder })
const ofReport = (reportName: string) => (subjects: Subjects) => ({ reportName, reportArguments: days(subjects) })
const verifyParams = { type: 'load', identifierType: 1, additionalValidation: ['loadlimit'] }

export const reads: Readonly<Record<ReadingMethod, Read>> = {
  logOut: { params: noParams, statements: 3 },
  userInfo: { params: noParams, statements: 3 },
  sessionState: { params: noParams, statements: 2 },
  securitySettings: { params: noParams, statements: 4 },
  passkeys: { params: noParams, statements: 2 },
  mailAlerts: { params: noParams, statements: 2 },
  noticeSettings: { params: noParams, statements: 1 },
  openNoticeChannel: { params: noParams, statements: 3 },
  mySessions: { params: noParams, statements: 2 },
  confirmIdentity: { params: ({ password }) => ({ password }), statements: 6 },
  offerAuthenticator: { params: ({ password }) => ({ password }), statements: 5 },
  passkeyRegistrationOptions: { params: ({ password }) => ({ password }), statements: 6 },
  cardSearch: { params: ({ pan }) => ({ searchTerm: pan, searchType: '1', showExpired: true }), statements: 6 },
  getCardTags: { params: noParams, statements: 2 },
  getStopReasons: { params: noParams, statements: 2 },
  getFeeTypes: { params: noParams, statements: 2 },
  getCombinedStatement: { params: ({ pan }) => ({ cardNumbers: [pan] }), statements: 5 },
  cardDetails: { params: ofCard, statements: 6 },
  cardStatement: { params: (subjects) => ({ cardID: subjects.card, ...days(subjects) }), statements: 5 },
  getSettlementChargebacks: { params: ({ transaction }) => ({ transactionId: transaction }), statements: 3 },
  failedTransactionSearch: { params: (subjects) => ({ cardNumber: subjects.pan, ...days(subjects) }), statements: 4 },
  cardBalanceHistory: { params: ({ card }) => ({ voucherID: card, days: 60 }), statements: 3 },
  cardHistory: { params: ofCard, statements: 3 },
  revealCard: { params: ofCard, statements: 7 },
  verifyBatchFile: {
    params: ({ batchRows }) => ({
      ...verifyParams,
      name: 'a.csv',
      batchSizeLimit: 5000,
      reference: 'r',
      batchElements: batchRows,
    }),
    statements: 8,
  },
  verifyBatchElement: { params: ({ batchRows }) => ({ ...verifyParams, element: batchRows[0] }), statements: 6 },
  batchLoads: { params: (subjects) => ({ filter: 1, ...days(subjects) }), statements: 8 },
  batchLoadDetails: { params: ofBatch, statements: 9 },
  myBatches: { params: days, statements: 2, byMaker: true },
  myBatchRows: { params: ofBatch, statements: 7, byMaker: true },
  myBatchFile: { params: ofBatch, statements: 4, byMaker: true },
  downloadBatchLoadReport: { params: ofBatch, statements: 4 },
  downloadBatchLoadFile: { params: ofBatch, statements: 4 },
  getCampaigns: { params: noParams, statements: 2 },
  getCampaignFees: { params: () => ({ campaignID: '1' }), statements: 2 },
  verifyCardOrder: { params: () => ({ campaignID: PHYSICAL_CAMPAIGN, cardOrders: [cardOrder()] }), statements: 6 },
  verifyVirtualCardOrder: {
    params: () => ({ campaignID: VIRTUAL_CAMPAIGN, virtualCardOrders: newVirtualOrders(50) }),
    statements: 6,
  },
  fetchVirtualCardOrdersBatchLoads: { params: (subjects) => ({ filter: 1, ...days(subjects) }), statements: 7 },
  fetchVirtualCardOrdersBatchLoadDetails: { params: ofVirtualOrder, statements: 9 },
  downloadVirtualCardOrdersBatchLoadDetailsReport: { params: ofVirtualOrder, statements: 8 },
  myCardOrder: { params: ({ physicalOrder }) => ({ orderId: physicalOrder }), statements: 2, byMaker: true },
  myCardOrders: { params: days, statements: 2, byMaker: true },
  myCardOrderRows: { params: ({ physicalOrder }) => ({ orderId: physicalOrder }), statements: 7, byMaker: true },
  physicalCardOrders: { params: noParams, statements: 2 },
  physicalCardOrderRows: { params: ({ physicalOrder }) => ({ orderId: physicalOrder }), statements: 7 },
  producerFiles: { params: noParams, statements: 2 },
  sharedColumns: { params: noParams, statements: 2 },
  merchantSignUpLimit: { params: noParams, statements: 1 },
  AllUserGroups: { params: () => ({ ownerId: voyager.ownerId }), statements: 2 },
  searchUser: { params: () => ({ keyword: 'li' }), statements: 4 },
  myBatch: { params: ofBatch, statements: 3, byMaker: true },
  webhookEndpoints: { params: noParams, statements: 2 },
  webhookDeliveries: { params: () => ({ endpointID: '999999' }), statements: 2 },
  machineUsers: { params: noParams, statements: 2 },
  pendingUserChanges: { params: () => ({ userID: '1' }), statements: 4 },
  auditLog: { params: days, statements: 6 },
  getDateRangeReport: { params: ofReport('feeReport'), statements: 9 },
  getDateRangeLimit: { params: () => ({ reportName: 'feeReport' }), statements: 1 },
  getMonthlyReport: {
    params: ({ start }) => ({
      reportName: 'monthlyComplianceReport',
      reportArguments: { reportMonth: start.slice(0, 7) },
    }),
    statements: 2,
  },
  getDailyReport: { params: ({ start }) => ({ name: 'dailySettlementSummary', reportDate: start }), statements: 2 },
  GetReport: {
    params: ({ start }) => ({ name: 'cardholderStatement', campaignID: '1', reportDate: start }),
    statements: 2,
  },
  loadReport: { params: ({ end }) => ({ type: 'cardBalanceReport', campaignIds: ['1'], date: end }), statements: 8 },
  chargebackReport: { params: days, statements: 4 },
  savedReports: { params: noParams, statements: 2 },
  reportFiles: { params: noParams, statements: 2 },
  findThings: { params: () => ({ search: 'test' }), statements: 3 },
  overview: { params: noParams, statements: 12 },
}

/** Creates a batch of 60 rows and two orders as the maker, and finds a card and a purchase. */
export async function createSubjects(
  server: { readonly url: string; readonly db: Db; readonly now: number },
  caller: { readonly maker: string; readonly password: string },
): Promise<Subjects> {
  const cards = demoCardsInState('active', 60, [1])
  const batchRows = cards.map(({ pan }) => ({ identifier: pan, amount: '5.00' }))
  const create = async (method: string, params: object, idField: string) => {
    const { response } = await post(server.url, method, { requestId: randomUUID(), ...params, token: caller.maker })
    if (typeof response[idField] !== 'string') throw new Error(JSON.stringify(response).slice(0, 600))
    return response[idField]
  }
  const loads = {
    batchElements: batchRows,
    identifierType: 1,
    loadReference: 'Read by tests',
    fileName: 'read.csv',
    batchLoadOptions: [],
    fileContent: Buffer.from('a,b').toString('base64'),
  }
  const batch = await create('batchLoadUpload', loads, 'batchLoadFileID')
  const cardOrders = batchRows.map((_, row) => cardOrder({ customerReference: `staff ${row}` }))
  const physicalOrder = await create('batchCardOrder', physicalSubmission({ cardOrders }), 'cardOrderId')
  const virtualCardOrders = newVirtualOrders(200)
  const virtualOrder = await create(
    'submitVirtualCardOrder',
    virtualSubmission({ virtualCardOrders }),
    'virtualCardOrdersBatchLoadId',
  )
  const purchase = await server.db
    .selectFrom('ledger_transaction')
    .select('id')
    .where('kind', '=', 'purchase')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const today = instantToDate(server.now, voyager.timeZone)
  return {
    card: String(cards[0]?.id),
    pan: cards[0]?.pan ?? '',
    transaction: String(purchase.id),
    batch,
    batchRows,
    physicalOrder,
    virtualOrder,
    start: addDays(today, -50),
    end: today,
    password: caller.password,
  }
}

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** The same database, which adds each statement to `statements`. */
export const recordStatements = (db: Db, statements: Statement[]): Db =>
  db.withPlugin({
    transformQuery({ node, queryId }) {
      const compiled = db.getExecutor().compileQuery(node, queryId)
      statements.push({ sql: compiled.sql, parameters: compiled.parameters })
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })

/** The read statements that EXPLAIN accepts. */
export const readStatements = (statements: readonly Statement[]): Statement[] =>
  statements.filter(({ sql }) => /^\s*(?:SELECT|WITH)/i.test(sql) && !/set_config|pg_/.test(sql))

/** The read and write statements that EXPLAIN accepts. */
export const plannableStatements = (statements: readonly Statement[]): Statement[] =>
  statements.filter(({ sql }) => /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)/i.test(sql) && !/set_config|pg_/.test(sql))

/** The lines of a statement's plan. */
export async function planOf(db: Db, { sql: text, parameters }: Statement): Promise<string[]> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(`EXPLAIN ${text}`, [...parameters]))
  return rows.map((row) => Object.values(row as object).join())
}

/** The lines of a plan that scan a growing table sequentially. */
export const sequentialScans = async (db: Db, statement: Statement): Promise<string[]> =>
  (await planOf(db, statement)).filter((line) => SCAN_OF_GROWING_TABLE.test(line))

/** Like `sequentialScans` for several statements, with sequential scans planned only if no index can be used. */
export const scansWithoutIndex = (db: Db, statements: readonly Statement[]): Promise<string[]> =>
  withIndexLookupsOnly(db, async (trx) => {
    const scans: string[] = []
    for (const statement of statements) scans.push(...(await sequentialScans(trx, statement)))
    return scans
  })
