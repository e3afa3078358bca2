// The REST API `/{client}/v1` for machine users: one table of routes. Each route names the operations of the contract
// that it calls. The operations decide about permission, campaigns, audit, limits and repeated requests. The server's
// routes and the OpenAPI document are made from this table. Rules: docs/rules/rest.md.
import * as z from 'zod'
import { machineScopeNames, type MachineScope } from '#domain/access/machine-users.ts'
import { type BatchType, batchTypes, storedBatchTypeNames } from '#domain/batch/types.ts'
import { fundingPaymentStates } from '#domain/funding/payments.ts'
import { orderRowStates, orderStates } from '#domain/order/states.ts'
import { type Method, methodInfo } from './methods.ts'
import {
  comparedTotal,
  feedEvent,
  feedException,
  feedOutcome,
  feedSource,
  feedTotal,
  MAX_FEED_EVENTS,
  MAX_FEED_TOTALS,
} from './feed.ts'
import { date, fingerprint, id, MAX_PAGE_ROWS, money, text } from './fields.ts'
import { funding as fundingOfOperation, fundsShortage } from './funding.ts'
import { fundingPayment } from './funding-payments.ts'

/** A row of the table. */
export interface Route {
  readonly method: 'get' | 'post'
  /** Below `/{client}/v1`. */
  readonly path: `/${string}`
  /** The operations that the route calls, in this order. The last operation decides the permission. */
  readonly operations: readonly Method[]
  /** Only for operations that need no session: the scope that a key needs. Other operations have a permission. */
  readonly scope?: MachineScope
  readonly tag: 'Batches' | 'Orders' | 'Cards' | 'Events' | 'Funding' | 'Programme'
  readonly summary: string
  readonly description?: string
  readonly parameters?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The other fields of a multipart body. The field `file` contains the csv or xlsx file. */
  readonly form?: z.ZodObject
  /** The body of a success, or the content type of a file. */
  readonly response: z.ZodType | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  readonly status: 200 | 201
  /** For a route that will end: responses then have the headers `Deprecation` and `Sunset`. */
  readonly deprecated?: { readonly since: string; readonly ends: string }
  /** A request as documented. A test sends it. */
  readonly example?: {
    readonly parameters?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    readonly body?: object
  }
}

/** Gives a schema its name among the components of the OpenAPI document. */
const named = <T extends z.ZodType>(name: string, schema: T): T => schema.meta({ ...schema.meta(), id: name })
const instant = z.string().meta({ format: 'date-time' })
const batchId = z.object({ batchId: id })
const orderId = z.object({ orderId: id })

/** An opaque text: where the next page begins. */
const cursor = z.string().max(64)
const page = { cursor: cursor.optional(), limit: z.coerce.number().int().min(1).max(MAX_PAGE_ROWS).optional() }
/** `next`: the cursor of the next page. Omitted on the last page. */
const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: cursor.optional() })
const dayRange = { from: date.optional(), to: date.optional() }

const funding = named('Funding', fundingOfOperation)

const identifierType = z.enum(['trackingNumber', 'cardNumber'])
const batchType = z.enum(storedBatchTypeNames)
const optionalMoney = money.optional()

export const newBatchRow = named(
  'NewBatchRow',
  z.strictObject({
    identifier: text(64).meta({ description: 'The tracking number or the card number, as `identifierType` says.' }),
    identifierTo: text(64).optional().meta({ description: 'Only for a transfer: the card that receives the amount.' }),
    amount: optionalMoney.meta({
      description: 'Without an amount, a transfer or a devalue moves the whole balance of the card.',
    }),
    targetBalance: optionalMoney.meta({ description: 'Only for a load: fill the card up to this balance.' }),
  }),
)

const batchFields = {
  type: batchType,
  identifierType,
  reference: text(255, 1),
  retire: z.boolean().optional().meta({ description: 'Only for a devalue: also retire the cards.' }),
}
const duplicateReason = text(255)
  .optional()
  .meta({ description: 'Why the same rows are submitted again. Required if they were submitted in the last 30 days.' })

export const newBatch = named(
  'NewBatch',
  z.strictObject({
    ...batchFields,
    duplicateReason,
    rows: z.array(newBatchRow).min(1).max(5000),
  }),
)
/** A boolean in a form, whose fields are texts. */
const formFlag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()
export const newBatchForm = z.strictObject({ ...batchFields, retire: formFlag, duplicateReason })
export const batchToVerify = named(
  'BatchToVerify',
  z.strictObject({ ...batchFields, rows: z.array(newBatchRow).min(1).max(5000) }),
)
export const batchFormToVerify = z.strictObject({ ...batchFields, retire: formFlag })

export const batchStateNames = [
  'awaitingApproval',
  'scheduled',
  'onHold',
  'processing',
  'processed',
  'rejected',
  'withdrawn',
  'closed',
] as const

export const batch = named(
  'Batch',
  z.object({
    id,
    type: batchType,
    reference: z.string(),
    fileName: z.string(),
    state: z.enum(batchStateNames),
    identifierType,
    rows: z.int(),
    doneRows: z.int(),
    failedRows: z.int().meta({ description: 'Rows that were refused when the batch was processed.' }),
    amount: money,
    doneAmount: money,
    fee: money,
    doneFee: money,
    currency: z.string(),
    controlCode: fingerprint,
    submittedAt: instant,
    decidedAt: z.nullable(instant),
    decidedBy: z.nullable(z.string()),
    rejectionReason: z.nullable(z.string()),
    scheduledFor: z.nullable(instant),
  }),
)
export type RestBatch = z.output<typeof batch>

export const batchRow = named(
  'BatchRow',
  z.object({
    row: z.int().meta({ description: 'From 1, in the order of the submission.' }),
    identifier: z.string().meta({ description: 'A card number is masked without the scope CardNumber.read.' }),
    identifierTo: z.nullable(z.string()),
    amount: money,
    targetBalance: z.nullable(money),
    state: z.enum(['waiting', 'done', 'failed']),
    result: z.string().meta({ description: 'Why it failed, or what was done, in words.' }),
    findings: z.array(z.string()).meta({ description: 'Codes of what would be wrong with a waiting row now.' }),
  }),
)

const earlierBatch = z.object({ id, submittedBy: z.string(), submittedAt: instant, state: z.string() })

export const verifiedBatch = named(
  'VerifiedBatch',
  z.object({
    controlCode: fingerprint,
    rows: z.array(
      z.object({
        row: z.int(),
        amount: money,
        fee: money,
        findings: z.array(z.string()),
        currency: z.string(),
      }),
    ),
    findings: z.int().meta({ description: 'The number of rows with findings.' }),
    earlierBatches: z.array(earlierBatch),
    funding: funding.optional(),
  }),
)

/** The id of the new batch or order. */
const created = named('Created', z.object({ id, message: z.string() }))
const done = named('Done', z.object({ message: z.string() }))

export const newCard = named(
  'NewCard',
  z.strictObject({
    customerReference: text(2048),
    cardLabel: text(2048),
    notificationNumber: text(2048).optional().meta({ description: 'The telephone number that gets a message.' }),
    expiryDate: text(2048).optional(),
    loadAmount: optionalMoney,
    tags: z.record(text(100, 1), text(255)).optional(),
  }),
)
const orderFields = { campaignId: id, cards: z.array(newCard).min(1).max(5000) }
export const newOrder = named(
  'NewOrder',
  z.strictObject({ ...orderFields, fileName: text(255, 1).optional(), duplicateReason }),
)
export const orderToVerify = named('OrderToVerify', z.strictObject(orderFields))

export const verifiedOrder = named(
  'VerifiedOrder',
  z.object({
    controlCode: fingerprint,
    issueFee: money.meta({ description: 'The fee of the campaign for each issued card.' }),
    currency: z.string(),
    cards: z.array(z.object({ row: z.int(), error: z.string().optional(), repeatedIn: z.array(id) })),
    errors: z.int().meta({ description: 'The number of cards that cannot be ordered.' }),
    earlierOrders: z.array(earlierBatch),
    funding: funding.optional(),
  }),
)

export const order = named(
  'Order',
  z.object({
    id,
    campaignId: id,
    campaignName: z.string(),
    fileName: z.string(),
    state: z.enum(orderStates),
    cards: z.int(),
    issuedCards: z.int(),
    failedCards: z.int(),
    loadAmount: money,
    fee: money,
    currency: z.string(),
    controlCode: fingerprint,
    orderedAt: instant,
    decidedAt: z.nullable(instant),
    decidedBy: z.nullable(z.string()),
    rejectionReason: z.nullable(z.string()),
    canBeCancelled: z.boolean(),
  }),
)

export const orderRow = named(
  'OrderRow',
  z.object({
    row: z.int(),
    customerReference: z.string(),
    state: z.enum(orderRowStates),
    error: z.string().optional(),
    cardId: z.nullable(id).meta({ description: 'The id of the issued card, with the scope CardStatement.read.' }),
  }),
)

export const card = named(
  'Card',
  z.object({
    id,
    trackingNumber: z.string(),
    maskedNumber: z.string().meta({ description: 'The first six and the last four digits.' }),
    holder: z.string(),
    label: z.string(),
    campaignName: z.string(),
    status: z.enum(['active', 'notActivated', 'stopped', 'retired', 'expired']),
    expiresOn: date,
    balance: money,
    available: money,
    currency: z.string(),
    tags: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
)

export const statement = named(
  'Statement',
  z.object({
    trackingNumber: z.string(),
    from: date,
    to: date,
    openingBalance: money,
    closingBalance: money,
    transactions: z.array(
      z.object({
        id,
        at: instant,
        type: z.string(),
        description: z.string(),
        amount: money.meta({ description: 'Negative if the money left the card.' }),
        balance: money,
      }),
    ),
  }),
)

export const campaign = named(
  'Campaign',
  z.object({ id, name: z.string(), currency: z.string(), isVirtual: z.boolean(), isClosed: z.boolean() }),
)

export const sentEvents = named(
  'SentEvents',
  z.strictObject({
    source: feedSource.meta({ description: 'Your name for the card processor. Event ids are unique for it.' }),
    events: z
      .array(named('FeedEvent', feedEvent))
      .min(1)
      .max(MAX_FEED_EVENTS)
      .meta({ description: 'Amounts are integers of minor units.' }),
  }),
)
const eventOutcomes = named(
  'EventOutcomes',
  z.object({ outcomes: z.array(feedOutcome).meta({ description: 'In the order of the events.' }) }),
)
export const sentTotals = named(
  'SentTotals',
  z.strictObject({ source: feedSource, totals: z.array(named('FeedTotal', feedTotal)).min(1).max(MAX_FEED_TOTALS) }),
)
const comparedTotals = named(
  'ComparedTotals',
  z.object({
    totals: z.array(comparedTotal).meta({ description: 'What the ledger has posted, in the order of the totals.' }),
  }),
)
const unappliedEvent = named('UnappliedEvent', feedException)

const fundingAccount = named(
  'FundingAccount',
  z.object({
    currency: z.string(),
    balance: money,
    reserved: money.meta({ description: 'What approved batches and orders will take.' }),
    available: money,
    expected: money.meta({ description: 'Recorded payments that nobody has confirmed.' }),
    threshold: z.nullable(money),
    isLow: z.boolean(),
    shortage: z.nullable(fundsShortage),
  }),
)
const fundingStatement = named(
  'FundingStatement',
  z.object({
    currency: z.string(),
    from: date,
    to: date,
    openingBalance: money,
    closingBalance: money,
    lines: z.array(
      z.object({
        at: instant,
        movement: z.string(),
        reference: z.string(),
        batchId: id.optional(),
        orderId: id.optional(),
        paymentId: id.optional(),
        debit: money,
        fees: money,
        credit: money,
        balance: money,
      }),
    ),
  }),
)
const payment = named('Payment', fundingPayment.omit({ isOwn: true, fileName: true }))

const BATCH_OPERATIONS = ['batchLoadUpload', 'batchTransferUpload', 'batchDevalueUpload'] as const
/** A card of the demo programme, so that the examples work there. */
const TRACKING_NUMBER = '700000001000000'
const exampleRows = [{ identifier: TRACKING_NUMBER, amount: '25.00' }]
const exampleBatch = { type: 'load', identifierType: 'trackingNumber', reference: 'Per diem', rows: exampleRows }
const exampleCards = [{ customerReference: 'EMP-1042', cardLabel: 'Crew card', loadAmount: '50.00' }]

const routes = {
  submitBatch: {
    method: 'post',
    path: '/batches',
    operations: BATCH_OPERATIONS,
    tag: 'Batches',
    summary: 'Submit a batch',
    description:
      'The rows as JSON, or as a csv or xlsx file in a multipart body. Nothing moves until a person has approved it. If a row has an error, nothing is submitted, and the response names each row and field.',
    body: newBatch,
    form: newBatchForm,
    response: created,
    status: 201,
    example: { body: exampleBatch },
  },
  verifyBatch: {
    method: 'post',
    path: '/batches/verify',
    operations: ['verifyBatchFile'],
    tag: 'Batches',
    summary: 'Check rows without submitting them',
    body: batchToVerify,
    form: batchFormToVerify,
    response: verifiedBatch,
    status: 200,
    example: { body: exampleBatch },
  },
  listBatches: {
    method: 'get',
    path: '/batches',
    operations: ['myBatches'],
    tag: 'Batches',
    summary: 'List the batches of this machine user, newest first',
    query: z.object({ ...dayRange, ...page }),
    response: named('BatchPage', pageOf(batch)),
    status: 200,
    example: { query: { limit: '50' } },
  },
  getBatch: {
    method: 'get',
    path: '/batches/{batchId}',
    operations: ['myBatch'],
    tag: 'Batches',
    summary: 'Read the state of a batch',
    parameters: batchId,
    response: batch,
    status: 200,
    example: { parameters: { batchId: '1' } },
  },
  listBatchRows: {
    method: 'get',
    path: '/batches/{batchId}/rows',
    operations: ['myBatchRows'],
    tag: 'Batches',
    summary: 'Read the rows of a batch with their results',
    parameters: batchId,
    query: z.object({
      cursor: page.cursor,
      limit: z.coerce.number().int().min(1).max(batchTypes.load.maxRows).optional(),
    }),
    response: named('BatchRowPage', pageOf(batchRow)),
    status: 200,
    example: { parameters: { batchId: '1' } },
  },
  getBatchResult: {
    method: 'get',
    path: '/batches/{batchId}/result',
    operations: ['downloadBatchLoadReport'],
    tag: 'Batches',
    summary: 'Download the result of a batch as an xlsx file',
    parameters: batchId,
    response: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    status: 200,
    example: { parameters: { batchId: '1' } },
  },
  withdrawBatch: {
    method: 'post',
    path: '/batches/{batchId}/withdraw',
    operations: ['withdrawBatchLoad'],
    tag: 'Batches',
    summary: 'Withdraw a batch that no one has decided yet',
    parameters: batchId,
    response: done,
    status: 200,
    example: { parameters: { batchId: '1' } },
  },
  submitOrder: {
    method: 'post',
    path: '/orders',
    operations: ['submitVirtualCardOrder'],
    tag: 'Orders',
    summary: 'Order virtual cards',
    body: newOrder,
    response: created,
    status: 201,
    example: { body: { campaignId: '1', cards: exampleCards } },
  },
  verifyOrder: {
    method: 'post',
    path: '/orders/verify',
    operations: ['verifyVirtualCardOrder'],
    tag: 'Orders',
    summary: 'Check cards without ordering them',
    body: orderToVerify,
    response: verifiedOrder,
    status: 200,
    example: { body: { campaignId: '1', cards: exampleCards } },
  },
  listOrders: {
    method: 'get',
    path: '/orders',
    operations: ['myCardOrders'],
    tag: 'Orders',
    summary: 'List the orders of this machine user, newest first',
    query: z.object({ ...dayRange, ...page }),
    response: named('OrderPage', pageOf(order)),
    status: 200,
  },
  getOrder: {
    method: 'get',
    path: '/orders/{orderId}',
    operations: ['myCardOrder'],
    tag: 'Orders',
    summary: 'Read the state of an order',
    parameters: orderId,
    response: order,
    status: 200,
    example: { parameters: { orderId: '1' } },
  },
  listOrderRows: {
    method: 'get',
    path: '/orders/{orderId}/rows',
    operations: ['myCardOrderRows'],
    tag: 'Orders',
    summary: 'Read the cards of an order with their results',
    parameters: orderId,
    query: z.object({
      cursor: page.cursor,
      limit: z.coerce.number().int().min(1).max(batchTypes.load.maxRows).optional(),
    }),
    response: named('OrderRowPage', pageOf(orderRow)),
    status: 200,
    example: { parameters: { orderId: '1' } },
  },
  cancelOrder: {
    method: 'post',
    path: '/orders/{orderId}/cancel',
    operations: ['cancelCardOrder'],
    tag: 'Orders',
    summary: 'Cancel an order that no one has decided yet',
    parameters: orderId,
    response: done,
    status: 200,
    example: { parameters: { orderId: '1' } },
  },
  getCard: {
    method: 'get',
    path: '/cards/{trackingNumber}',
    operations: ['cardSearch', 'cardDetails'],
    tag: 'Cards',
    summary: 'Read a card by its tracking number',
    parameters: z.object({ trackingNumber: z.string().regex(/^[0-9]{15}$/) }),
    response: card,
    status: 200,
    example: { parameters: { trackingNumber: TRACKING_NUMBER } },
  },
  getStatement: {
    method: 'get',
    path: '/cards/{trackingNumber}/statement',
    operations: ['cardSearch', 'cardStatement'],
    tag: 'Cards',
    summary: 'Read the statement of a card',
    parameters: z.object({ trackingNumber: z.string().regex(/^[0-9]{15}$/) }),
    query: z.object({ from: date, to: date }),
    response: statement,
    status: 200,
    example: {
      parameters: { trackingNumber: TRACKING_NUMBER },
      query: { from: '2026-03-01', to: '2026-03-31' },
    },
  },
  sendEvents: {
    method: 'post',
    path: '/feed/events',
    operations: ['feedEvents'],
    scope: 'Feed.write',
    tag: 'Events',
    summary: 'Send events of the card processor',
    description:
      'The same event can be sent again, and events can come in any order. One that cannot be applied is accepted too, and listed for a user.',
    body: sentEvents,
    response: eventOutcomes,
    status: 200,
    example: {
      body: {
        source: 'acme',
        events: [
          {
            kind: 'clearing',
            eventId: 'evt-1002',
            at: '2026-03-02T04:00:00Z',
            trackingNumber: TRACKING_NUMBER,
            amount: 1350,
            currency: 'SGD',
            merchant: 'Kopi Corner',
          },
        ],
      },
    },
  },
  sendTotals: {
    method: 'post',
    path: '/feed/totals',
    operations: ['feedTotals'],
    scope: 'Feed.write',
    tag: 'Events',
    summary: 'Send the totals of a day',
    description:
      'The count and the sum of the events that moved money, for each day and campaign. Later totals correct earlier ones. A total that differs from the ledger is shown to users.',
    body: sentTotals,
    response: comparedTotals,
    status: 200,
    example: {
      body: {
        source: 'acme',
        totals: [{ day: '2026-03-02', campaign: '1', currency: 'SGD', count: 1, sum: 1350 }],
      },
    },
  },
  listUnappliedEvents: {
    method: 'get',
    path: '/feed/unapplied-events',
    operations: ['feedExceptions'],
    tag: 'Events',
    summary: 'List the events that were not applied',
    query: z.object({ status: z.enum(['open', 'resolved']).optional(), ...page }),
    response: named('UnappliedEventPage', pageOf(unappliedEvent)),
    status: 200,
    example: { query: { status: 'open' } },
  },
  getFunding: {
    method: 'get',
    path: '/funding',
    operations: ['fundingStatement', 'fundingForecast'],
    tag: 'Funding',
    summary: 'Read the balance of the funding account, and whether it suffices',
    response: fundingAccount,
    status: 200,
  },
  getFundingStatement: {
    method: 'get',
    path: '/funding/statement',
    operations: ['fundingStatement'],
    tag: 'Funding',
    summary: 'Read the statement of the funding account',
    query: z.object({ from: date, to: date }),
    response: fundingStatement,
    status: 200,
    example: { query: { from: '2026-03-01', to: '2026-03-31' } },
  },
  listPayments: {
    method: 'get',
    path: '/funding/payments',
    operations: ['fundingPayments'],
    tag: 'Funding',
    summary: 'List payments, returns and reversals, newest first',
    query: z.object({ state: z.enum(fundingPaymentStates).optional(), ...page }),
    response: named('PaymentPage', pageOf(payment)),
    status: 200,
    example: { query: { limit: '50' } },
  },
  listCampaigns: {
    method: 'get',
    path: '/campaigns',
    operations: ['getCampaigns'],
    tag: 'Programme',
    summary: 'List the campaigns for which cards can be ordered',
    response: z.object({ items: z.array(campaign) }).meta({ id: 'CampaignList' }),
    status: 200,
  },
} as const satisfies Readonly<Record<string, Route>>

export type RouteName = keyof typeof routes
export type Routes = typeof routes
export const routeNames = Object.keys(routes) as RouteName[]
export const routeOf = (name: RouteName): Route => routes[name]

/**
 * The scopes of a route. A key needs one of them. For a batch, it needs the scope of the batch's type. Empty if every
 * key can call the route.
 */
export function scopesOf({ operations, scope }: Route): readonly MachineScope[] {
  const permissions = operations.flatMap((method) => methodInfo(method).permission)
  return machineScopeNames.filter((name) => name === scope || permissions.some((permission) => permission === name))
}

/** The operation that submits a batch of each type. */
export const batchSubmissions = {
  load: 'batchLoadUpload',
  transfer: 'batchTransferUpload',
  devalue: 'batchDevalueUpload',
} as const satisfies Readonly<Record<Exclude<BatchType, 'activate'>, (typeof BATCH_OPERATIONS)[number]>>

/** A refusal (RFC 9457). */
export const problem = named(
  'Problem',
  z.object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string().meta({ description: 'The result code of the operation, which stays the same in every language.' }),
    errors: z
      .array(
        z.object({
          row: z.int().optional().meta({ description: 'From 1; for a file, the row of the sheet.' }),
          field: z.string(),
          detail: z.string(),
        }),
      )
      .optional(),
    correlationId: z.string().optional().meta({ description: 'Names the call in the log of the server.' }),
    retryAfter: z.int().optional().meta({ description: 'Seconds, as in the header Retry-After.' }),
  }),
)
export type Problem = z.output<typeof problem>
