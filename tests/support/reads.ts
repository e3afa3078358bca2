// One entry for each reading operation: its parameters for the demo programme. A new operation does not compile without
// an entry.
import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import type { ReadingMethod } from '#contract/methods.ts'
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

/** The tables that grow with the programme. A month adds one row to ledger_period. */
const GROWING_TABLE =
  /^(?:account|audit_event|batch_\w+|card|card_\w+|funding_\w+|chargeback|failed_transaction|fee_reversal|ledger_(?!period\b)\w+|report_file\w*|request_answer|user_session)$/
/** Matches the line of a plan that scans one of them. */
export const SCAN_OF_GROWING_TABLE = new RegExp(`Seq Scan on (?:${GROWING_TABLE.source.slice(1, -1)})\\b`)

/** What the operations read: cards, batches, orders and dates. */
export interface Subjects {
  readonly card: string
  readonly pan: string
  readonly transaction: string
  readonly batch: string
  readonly batchRows: readonly SampleRow[]
  readonly physicalOrder: string
  readonly virtualOrder: string
  /** A payment with a file. */
  readonly payment: string
  readonly start: string
  readonly end: string
  /** The password of the user who calls. */
  readonly password: string
}

interface Read {
  readonly params: (subjects: Subjects) => object
  /** True if the maker calls the operation, since it returns only the caller's data. */
  readonly byMaker?: true
  /** The result code if the tests' server lacks what the operation needs. */
  readonly refusedWith?: string
}

const noParams = () => ({})
const days = ({ start, end }: Subjects) => ({ startDate: start, endDate: end })
const ofCard = ({ card }: Subjects) => ({ voucherID: card })
const ofBatch = ({ batch }: Subjects) => ({ batchLoadFileID: batch })
const ofVirtualOrder = ({ virtualOrder }: Subjects) => ({ batchLoadFileID: virtualOrder })
const ofReport = (reportName: string) => (subjects: Subjects) => ({ reportName, reportArguments: days(subjects) })
const verifyParams = { type: 'load', identifierType: 1, additionalValidation: ['loadlimit'] }

export const reads: Readonly<Record<ReadingMethod, Read>> = {
  logOut: { params: noParams },
  userInfo: { params: noParams },
  sessionState: { params: noParams },
  awaitChange: { params: () => ({ seconds: 0 }) },
  clockRuns: { params: () => ({ after: 0 }) },
  sandboxState: { params: () => ({}) },
  securitySettings: { params: noParams },
  passkeys: { params: noParams },
  mailAlerts: { params: noParams },
  noticeSettings: { params: noParams },
  openNoticeChannel: { params: noParams },
  mySessions: { params: noParams },
  confirmIdentity: { params: ({ password }) => ({ password }) },
  offerAuthenticator: { params: ({ password }) => ({ password }) },
  passkeyRegistrationOptions: { params: ({ password }) => ({ password }) },
  cardSearch: { params: ({ pan }) => ({ searchTerm: pan, searchType: '1', showExpired: true }) },
  getCardTags: { params: noParams },
  getStopReasons: { params: noParams },
  getFeeTypes: { params: noParams },
  getCombinedStatement: { params: ({ pan }) => ({ cardNumbers: [pan] }) },
  cardDetails: { params: ofCard },
  cardStatement: { params: (subjects) => ({ cardID: subjects.card, ...days(subjects) }) },
  getSettlementChargebacks: { params: ({ transaction }) => ({ transactionId: transaction }) },
  failedTransactionSearch: { params: (subjects) => ({ cardNumber: subjects.pan, ...days(subjects) }) },
  cardBalanceHistory: { params: ({ card }) => ({ voucherID: card, days: 60 }) },
  cardHistory: { params: ofCard },
  cardHolds: { params: ofCard },
  feedExceptions: { params: () => ({}) },
  feedDays: { params: () => ({}) },
  feedFiles: { params: () => ({}) },
  feedDayEvents: { params: (subjects) => ({ source: 'processor', day: days(subjects).startDate, campaignId: '1' }) },
  revealCard: { params: ofCard },
  verifyBatchFile: {
    params: ({ batchRows }) => ({
      ...verifyParams,
      name: 'a.csv',
      batchSizeLimit: 5000,
      reference: 'r',
      batchElements: batchRows,
    }),
  },
  verifyBatchElement: { params: ({ batchRows }) => ({ ...verifyParams, element: batchRows[0] }) },
  batchLoads: { params: (subjects) => ({ filter: 1, ...days(subjects) }) },
  batchLoadDetails: { params: ofBatch },
  myBatches: { params: days, byMaker: true },
  myBatchRows: { params: ofBatch, byMaker: true },
  myBatchFile: { params: ofBatch, byMaker: true },
  downloadBatchLoadReport: { params: ofBatch },
  downloadBatchLoadFile: { params: ofBatch },
  getCampaigns: { params: noParams },
  getCampaignFees: { params: () => ({ campaignID: '1' }) },
  verifyCardOrder: { params: () => ({ campaignID: PHYSICAL_CAMPAIGN, cardOrders: [cardOrder()] }) },
  verifyVirtualCardOrder: {
    params: () => ({ campaignID: VIRTUAL_CAMPAIGN, virtualCardOrders: newVirtualOrders(50) }),
  },
  myCardOrder: { params: ({ physicalOrder }) => ({ orderId: physicalOrder }), byMaker: true },
  myBatch: { params: ofBatch, byMaker: true },
  webhookEndpoints: { params: noParams },
  webhookDeliveries: { params: () => ({ endpointID: '999999' }) },
  machineUsers: { params: noParams },
  approvalChallenge: { params: ({ batch }) => ({ items: [{ subject: 'batch', id: batch }] }) },
  approvalRules: { params: noParams },
  fetchVirtualCardOrdersBatchLoads: { params: (subjects) => ({ filter: 1, ...days(subjects) }) },
  fetchVirtualCardOrdersBatchLoadDetails: { params: ofVirtualOrder },
  downloadVirtualCardOrdersBatchLoadDetailsReport: { params: ofVirtualOrder },
  myCardOrders: { params: days, byMaker: true },
  myCardOrderRows: { params: ({ physicalOrder }) => ({ orderId: physicalOrder }), byMaker: true },
  physicalCardOrders: { params: noParams },
  physicalCardOrderRows: { params: ({ physicalOrder }) => ({ orderId: physicalOrder }) },
  producerFiles: { params: noParams },
  sharedColumns: { params: noParams },
  merchantSignUpLimit: { params: noParams },
  AllUserGroups: { params: () => ({ ownerId: voyager.ownerId }) },
  pendingGroupChanges: { params: noParams },
  searchUser: { params: () => ({ keyword: 'li' }) },
  accessReview: { params: noParams },
  companyLogin: { params: noParams },
  startTestLogin: { params: noParams, refusedWith: '-20404' },
  pendingUserChanges: { params: () => ({ userID: '1' }) },
  auditLog: { params: days },
  getDateRangeReport: { params: ofReport('feeReport') },
  getDateRangeLimit: { params: () => ({ reportName: 'feeReport' }) },
  fundingStatement: { params: days },
  fundingPayments: { params: noParams },
  fundingPaymentFile: { params: ({ payment }) => ({ paymentId: payment }) },
  bankEntries: { params: noParams },
  fundingForecast: { params: noParams },
  ledgerPeriods: { params: noParams },
  getMonthlyReport: {
    params: ({ start }) => ({
      reportName: 'monthlyComplianceReport',
      reportArguments: { reportMonth: start.slice(0, 7) },
    }),
  },
  getDailyReport: { params: ({ start }) => ({ name: 'dailySettlementSummary', reportDate: start }) },
  GetReport: {
    params: ({ start }) => ({ name: 'cardholderStatement', campaignID: '1', reportDate: start }),
  },
  loadReport: { params: ({ end }) => ({ type: 'cardBalanceReport', campaignIds: ['1'], date: end }) },
  chargebackReport: { params: days },
  savedReports: { params: noParams },
  reportFiles: { params: noParams },
  findThings: { params: () => ({ search: 'test' }) },
  overview: { params: noParams },
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
  const today = instantToDate(server.now, voyager.timeZone)
  const payment = await create(
    'recordFundingPayment',
    {
      type: 'payment',
      amount: '100.00',
      valueDate: today,
      reference: 'Read by tests',
      file: { name: 'advice.txt', base64: 'YQ==' },
    },
    'paymentId',
  )
  const purchase = await server.db
    .selectFrom('ledger_transaction')
    .select('id')
    .where('kind', '=', 'purchase')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return {
    card: String(cards[0]?.id),
    pan: cards[0]?.pan ?? '',
    transaction: String(purchase.id),
    batch,
    batchRows,
    physicalOrder,
    virtualOrder,
    payment,
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

/**
 * The statements that ran more than twice, as they do if code runs one for each row. Twice is normal: before a lock and
 * after it. A setting is part of the statement after it.
 */
export function repeatedStatements(statements: readonly Statement[]): string[] {
  const runs = new Map<string, number>()
  for (const { sql } of statements) if (!/set_config/.test(sql)) runs.set(sql, (runs.get(sql) ?? 0) + 1)
  return [...runs].flatMap(([sql, count]) => (count > 2 ? [`${count} times: ${sql}`] : []))
}

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

interface RunNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Relation Name'?: string
  readonly Plans?: readonly RunNode[]
}

/** Runs a statement, and returns the number of rows that it reads from tables. */
export async function countRowsRead(db: Db, { sql: text, parameters }: Statement): Promise<number> {
  const { rows } = await db.executeQuery<{ readonly 'QUERY PLAN': readonly [{ readonly Plan: RunNode }] }>(
    CompiledQuery.raw(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...parameters]),
  )
  const countOf = (node: RunNode): number => {
    const below = (node.Plans ?? []).reduce((sum, child) => sum + countOf(child), 0)
    if (node['Relation Name'] === undefined) return below
    return below + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  }
  const [plan] = rows[0]?.['QUERY PLAN'] ?? []
  if (!plan) throw new Error('no plan')
  return Math.round(countOf(plan.Plan))
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

/** Partial indexes with few rows: the accounts of owners, without those of cards, and entries of overdrawn cards. */
const SMALL_INDEXES = ['account_of_owner', 'ledger_entry_below_zero']

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

interface IndexFacts {
  readonly table: string
  readonly firstColumn: string
}

/**
 * The parts of the statements' plans that read all rows of a growing table, or all of an owner or a campaign:
 * sequentially, or through an index of something else, as PostgreSQL plans it if a date has no index. The first rows of
 * an index are no such part.
 */
export const unlimitedReads = (db: Db, statements: readonly Statement[]): Promise<string[]> =>
  withIndexLookupsOnly(db, async (trx) => {
    const { rows: indexRows } = await trx.executeQuery<IndexFacts & { readonly name: string }>(
      CompiledQuery.raw(`
        SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS "table",
               pg_get_indexdef(i.indexrelid, 1, true) AS "firstColumn" FROM pg_index i`),
    )
    const indexes = new Map(indexRows.map(({ name, ...facts }) => [name, facts]))
    const found: string[] = []
    for (const { sql: text, parameters } of statements) {
      const { rows } = await trx.executeQuery<{ readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
        CompiledQuery.raw(`EXPLAIN (FORMAT JSON) ${text}`, [...parameters]),
      )
      const [plan] = rows[0]?.['QUERY PLAN'] ?? []
      if (plan) found.push(...nodeToUnlimitedReads(plan.Plan, indexes, false))
    }
    return [...new Set(found)]
  })

function nodeToUnlimitedReads(
  node: PlanNode,
  indexes: ReadonlyMap<string, IndexFacts>,
  isBelowLimit: boolean,
): string[] {
  const { 'Node Type': type, 'Index Name': indexName = '', 'Index Cond': condition = '', Filter: filter } = node
  const index = indexes.get(indexName)
  const table = node['Relation Name'] ?? index?.table ?? ''
  const isScan = index !== undefined || type === 'Seq Scan'
  const isGrowing = GROWING_TABLE.test(table) && !SMALL_INDEXES.includes(indexName)
  const readsFirstRows = isBelowLimit && index !== undefined && filter === undefined
  const isLimited = index !== undefined && limitsRows(condition, index.firstColumn)
  const below = (node.Plans ?? []).flatMap((child) =>
    nodeToUnlimitedReads(child, indexes, isBelowLimit || type === 'Limit'),
  )
  if (!isScan || !isGrowing || isLimited || readsFirstRows) return below
  return [`${table} by ${indexName || 'nothing'}: ${condition || 'all rows'}, ${filter ?? 'no filter'}`, ...below]
}

const SCOPE_COLUMNS = ['owner_id', 'campaign_id', 'kind']

/**
 * True if a condition on an index is about its first column, and about more than the owner, the campaign or the type of
 * row.
 */
function limitsRows(condition: string, firstColumn: string): boolean {
  const columns = condition.split(' AND ').map((part) => part.replace(/^\(+/, ''))
  const isAbout = (part: string, column: string) => part.replaceAll('(', '').startsWith(column.replaceAll('(', ''))
  return (
    columns.some((part) => isAbout(part, firstColumn)) &&
    columns.some((part) => part !== '' && !SCOPE_COLUMNS.some((column) => isAbout(part, column)))
  )
}
