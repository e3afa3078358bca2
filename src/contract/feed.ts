// The events that the card processor sends, in calls or in files, and the operations on these events. Rules:
// docs/rules/feed.md.
import * as z from 'zod'
import { m } from '#words/messages.js'
import { feedEventTypes, feedFaults, MAX_FEED_NOTE } from '#domain/feed/event-types.ts'
import { feedFileStates, MAX_FEED_FILE, MAX_FEED_FILE_REASON } from '#domain/feed/files.ts'
import { MAX_AMOUNT_CENTS } from '#domain/money.ts'
import { base64, date, id, instant, money, nothing, pageParams, pageResult, requestId, text } from './fields.ts'

/** The maximum number of events in one call. */
export const MAX_FEED_EVENTS = 1_000
/** The maximum number of totals in one call: a month of some campaigns. */
export const MAX_FEED_TOTALS = 500
const MAX_TOTAL_CENTS = 1_000_000_000_000

/** Minor units, as the networks send amounts. */
const amount = z.int().min(1).max(MAX_AMOUNT_CENTS)
/** An amount that can be zero, for example of an authorisation that only checks whether the card is valid. */
const amountOrZero = z.int().min(0).max(MAX_AMOUNT_CENTS)
const currency = z.string().regex(/^[A-Z]{3}$/)
/** An id of the processor: printable ASCII without spaces. */
const processorId = z.string().regex(/^[!-~]{1,64}$/)
const instantInFeed = z.iso.datetime({ offset: true }).transform((value) => new Date(value).toISOString())
/** The approval code of an authorisation. Not unique, unlike the id `authorisation`. */
const authNumber = z.string().regex(/^[0-9A-Za-z]{1,12}$/)

/** The name of a card processor. Two events of the same source never have the same id. */
export const feedSource = z.string().regex(/^[a-z0-9-]{1,32}$/)

const eventFields = {
  /** Unique within the source. */
  eventId: processorId,
  /** When the event happened. For an event that moves money, when the money was posted. */
  at: instantInFeed,
  /** Events never contain a card number. */
  trackingNumber: z.string().regex(/^[0-9]{15}$/),
}
const amountAndCurrency = { amount, currency }
const merchantFields = {
  merchant: text(100, 1),
  merchantId: text(32).default(''),
  /** ISO 18245. */
  merchantCategory: z
    .string()
    .regex(/^[0-9]{4}$/)
    .optional(),
}
/** `authorisation`: the processor's id of the authorisation. Later events of the authorisation have the same id. */
const authorisationFields = { ...eventFields, authorisation: processorId }
/** `chargeback`: the processor's number of the chargeback. */
const chargebackFields = { ...eventFields, chargeback: text(40, 1) }

/** The amount in the merchant's currency, if this is not the card's currency. */
const foreign = z.strictObject({
  amount: z.int().min(1),
  currency,
  /** Units of the card's currency for one unit of the merchant's. */
  rate: z.string().regex(/^[0-9]{1,9}(\.[0-9]{1,12})?$/),
})

export const feedEvent = z.discriminatedUnion('kind', [
  /** Holds the amount. */
  z.strictObject({
    kind: z.literal('authorisation'),
    ...authorisationFields,
    amount: amountOrZero,
    currency,
    ...merchantFields,
    authNumber,
  }),
  /** Adds to the hold. */
  z.strictObject({ kind: z.literal('increment'), ...authorisationFields, ...amountAndCurrency }),
  /** Replaces the hold by the amount that the merchant has asked for. */
  z.strictObject({ kind: z.literal('completion'), ...authorisationFields, amount: amountOrZero, currency }),
  /** Releases an amount. Without an amount, releases everything that is still held. */
  z.strictObject({
    kind: z.literal('release'),
    ...authorisationFields,
    amount: amount.optional(),
    currency: currency.optional(),
  }),
  /** The processor has ended the hold. */
  z.strictObject({ kind: z.literal('expiry'), ...authorisationFields }),
  /** A purchase or a cash withdrawal that the network has paid. It is posted whatever the balance is. */
  z.strictObject({
    kind: z.literal('clearing'),
    ...eventFields,
    ...amountAndCurrency,
    ...merchantFields,
    authorisation: processorId.optional(),
    authNumber: authNumber.optional(),
    /** True if more clearings of the same authorisation follow. Otherwise the rest of the hold is released. */
    isPartial: z.boolean().optional(),
    isCash: z.boolean().optional(),
    foreign: foreign.optional(),
    /** The processor's fee for this transaction, such as for foreign exchange. */
    fee: amount.optional(),
  }),
  /** A merchant pays back, in full or in part. */
  z.strictObject({
    kind: z.literal('refund'),
    ...eventFields,
    ...amountAndCurrency,
    ...merchantFields,
    authNumber: authNumber.optional(),
  }),
  /** A fee of the processor or the programme. `feeType`: the id of the programme's fee type. */
  z.strictObject({
    kind: z.literal('fee'),
    ...eventFields,
    ...amountAndCurrency,
    feeType: z.int().min(1).max(9999),
    description: text(100).default(''),
  }),
  /** A load at a terminal or a payment to the card through the network. */
  z.strictObject({ kind: z.literal('load'), ...eventFields, ...amountAndCurrency, ...merchantFields }),
  /** Undoes a clearing, a refund, a fee or a load completely. `original`: the id of that event. */
  z.strictObject({ kind: z.literal('reversal'), ...eventFields, ...amountAndCurrency, original: processorId }),
  /** A payment that the processor has declined. `code`: the response code of ISO 8583, such as 51. */
  z.strictObject({
    kind: z.literal('decline'),
    ...eventFields,
    ...amountAndCurrency,
    ...merchantFields,
    code: text(10, 1),
    reason: text(100, 1),
    method: text(40).default(''),
    manager: text(40).default(''),
    /** The card's balance at the decline. By default, the balance when the server applies the event. */
    balance: z.int().optional(),
  }),
  /**
   * `original`: the id of the clearing. `amount`: as charged back, in `currency`. `requestAmount`: in the card's
   * currency. `usdAmount`: in USD.
   */
  z.strictObject({
    kind: z.literal('chargebackRequested'),
    ...chargebackFields,
    original: processorId,
    ...amountAndCurrency,
    requestAmount: amount,
    usdAmount: amountOrZero,
    transactionUsdAmount: amountOrZero.optional(),
    reasonCode: text(10, 1),
    description: text(200, 1),
    notes: text(500).default(''),
    posEntryMode: text(10).default(''),
    networkReference: text(40).default(''),
    claimId: text(40).default(''),
  }),
  z.strictObject({ kind: z.literal('chargebackProcessed'), ...chargebackFields }),
  z.strictObject({ kind: z.literal('chargebackRejected'), ...chargebackFields }),
  z.strictObject({ kind: z.literal('chargebackReversed'), ...chargebackFields }),
  z.strictObject({
    kind: z.literal('secondPresentment'),
    ...chargebackFields,
    amount,
    usdAmount: amountOrZero.optional(),
    reasonCode: text(10, 1),
  }),
  /** The processor has changed the card. `stopReason`: the id of the programme's stop reason. */
  z.strictObject({
    kind: z.literal('cardStatus'),
    ...eventFields,
    status: z.enum(['activated', 'stopped', 'unstopped', 'retired']),
    stopReason: z.int().min(1).max(9999).optional(),
  }),
])
export type FeedEvent = z.output<typeof feedEvent>

/** The processor's total of one day and one campaign. */
export const feedTotal = z.strictObject({
  /** In the time zone of the programme. */
  day: date,
  /** The name or the id of the campaign. */
  campaign: text(100, 1),
  currency,
  /** The number of events that moved money. */
  count: z.int().min(0).max(1_000_000_000),
  /** The amount that the cards paid, including fees, minus the amount that they received. In minor units. */
  sum: z.int().min(-MAX_TOTAL_CENTS).max(MAX_TOTAL_CENTS),
})
export type FeedTotal = z.output<typeof feedTotal>

/** The ledger's total of the same day and campaign. `differs`: true if it is not equal to the processor's total. */
export const comparedTotal = z.object({
  day: date,
  campaign: z.string(),
  count: z.int(),
  sum: z.int(),
  differs: z.boolean(),
})

/** A total of the processor with the total of the ledger. */
const feedDay = z.object({
  source: z.string(),
  day: date,
  campaignId: id,
  campaignName: z.string(),
  currency: z.string(),
  count: z.int(),
  sum: money,
  ledgerCount: z.int(),
  ledgerSum: money,
  differs: z.boolean(),
  receivedAt: z.string(),
})
export type FeedDay = z.output<typeof feedDay>

const feedDayEvent = z.object({
  eventId: z.string(),
  kind: z.enum(feedEventTypes),
  at: z.string(),
  receivedAt: z.string(),
  trackingNumber: z.string(),
  /** Null if the card is unknown. */
  voucherID: z.nullable(id),
  /** The amount that the processor sent. Null if the event has none. */
  amount: z.nullable(money),
  /** The amount that the card has paid, including fees. Null if nothing was posted. */
  posted: z.nullable(money),
  /** Why the event was not applied. Null for an event that was applied, or that waits for another event. */
  fault: z.nullable(z.enum(feedFaults)),
  exceptionId: z.nullable(id),
})
export type FeedDayEvent = z.output<typeof feedDayEvent>

/** 'accepted': the event is stored, now or earlier. 'refused': another event with this id was sent before. */
export const feedOutcome = z.object({ eventId: z.string(), result: z.enum(['accepted', 'refused']) })
export type FeedOutcome = z.output<typeof feedOutcome>

/** An event that could not be applied. */
export const feedException = z.object({
  id,
  /** The name of the processor. */
  source: z.string(),
  eventId: z.string(),
  fault: z.enum(feedFaults),
  foundAt: z.string(),
  kind: z.enum(feedEventTypes),
  at: z.string(),
  trackingNumber: z.string(),
  /** Null if the card is unknown. */
  voucherID: z.nullable(id),
  /** The event as JSON. */
  content: z.string(),
  /** The user who works on the event. Null if no user does. */
  takenBy: z.nullable(z.string()),
  takenAt: instant,
  /** The user who resolved the event. Null for an open event, and if a later event resolved it. */
  resolvedBy: z.nullable(z.string()),
  resolvedAt: instant,
  note: z.string(),
})

export type FeedException = z.output<typeof feedException>

/** A file of events, which a user other than the uploader has to confirm. */
export const feedFile = z.object({
  fileId: id,
  source: z.string(),
  fileName: z.string(),
  state: z.enum(feedFileStates),
  /** The events in the file by kind. `amount`: the sum of the amounts in the programme's currency. */
  kinds: z.array(z.object({ kind: z.enum(feedEventTypes), count: z.int(), amount: z.nullable(money) })),
  events: z.int(),
  totals: z.int(),
  currency: z.string(),
  /** What applying the file would do, calculated at its upload. */
  preview: z.object({
    /** Events that were received before. */
    known: z.int(),
    /** Events that were received before with other content. */
    refused: z.int(),
    /** Events that would wait for another event. */
    waiting: z.int(),
    /** Events that would be listed as not applied. */
    faults: z.array(z.object({ fault: z.enum(feedFaults), count: z.int() })),
    /** Totals that would differ from the ledger's. */
    differences: z.int(),
    /** The amount that the cards would pay, minus the amount that they would receive. */
    posted: money,
  }),
  uploadedBy: z.string(),
  /** True if the viewer uploaded the file. The viewer then cannot decide about it. */
  isOwn: z.boolean(),
  uploadedAt: z.string(),
  decidedBy: z.nullable(z.string()),
  decidedAt: instant,
  rejectReason: z.nullable(z.string()),
})
export type FeedFile = z.output<typeof feedFile>

export const feedOperations = {
  /**
   * Receives events of the card processor. The same event can be sent again, and events can come in any order. An event
   * that cannot be applied is accepted too, and listed for a user.
   */
  feedEvents: {
    params: z.strictObject({
      /** The feed key of the processor. */
      key: text(100, 1),
      /** Calls of /v1 must name the source. Calls with a feed key can omit it, since a feed key has one source. */
      source: feedSource.optional(),
      requestId,
      events: z
        .array(feedEvent)
        .min(1)
        .max(MAX_FEED_EVENTS, { error: () => m.contract_tooManyFeedEvents({ maxEvents: MAX_FEED_EVENTS }) }),
    }),
    /** In the order of the events. */
    result: z.object({ outcomes: z.array(feedOutcome) }),
  },
  /** The processor's totals, which a later call can correct. The response has the ledger's totals in the same order. */
  feedTotals: {
    params: z.strictObject({
      key: text(100, 1),
      source: feedSource.optional(),
      requestId,
      totals: z.array(feedTotal).min(1).max(MAX_FEED_TOTALS),
    }),
    result: z.object({ totals: z.array(comparedTotal) }),
  },
  /** The processor's totals with the ledger's, at most 500: totals that differ, or all totals of the last 56 days. */
  feedDays: {
    params: z.strictObject({ status: z.enum(['different', 'all']).default('different') }),
    result: z.object({ days: z.array(feedDay) }),
  },
  /** The events that a total counts. Events that posted nothing come first. At most 500 of `total` events. */
  feedDayEvents: {
    params: z.strictObject({ source: feedSource, day: date, campaignId: id }),
    result: z.object({ events: z.array(feedDayEvent), total: z.int() }),
  },
  /**
   * Events that were not applied: open events, oldest first, or resolved events, newest first. With `id`, only that
   * event.
   */
  feedExceptions: {
    params: z.strictObject({ status: z.enum(['open', 'resolved']).default('open'), id: id.optional(), ...pageParams }),
    result: z.object({ exceptions: z.array(feedException), ...pageResult }),
  },
  /** Assigns the event to the user, even if another user works on it. */
  takeFeedException: {
    params: z.strictObject({ requestId, id }),
    result: nothing,
  },
  /** Resolves the event without applying it. */
  resolveFeedException: {
    params: z.strictObject({ requestId, id, note: text(MAX_FEED_NOTE, 1) }),
    result: nothing,
  },
  /** Applies the event again. Refused if the event still cannot be applied. */
  retryFeedException: {
    params: z.strictObject({ requestId, id }),
    result: nothing,
  },
  /**
   * Checks a file of events (JSON lines or csv) and stores it. The events are applied when another user confirms the file.
   * The same file of a source has only one entry, however often it is uploaded.
   */
  uploadFeedFile: {
    params: z.strictObject({ requestId, source: feedSource, fileName: text(255, 1), base64: base64(MAX_FEED_FILE) }),
    result: z.object({ fileId: id }),
  },
  /** Files of events, newest first. Files with the state 'waiting' come oldest first. With `fileId`, only that file. */
  feedFiles: {
    params: z.strictObject({ state: z.enum(feedFileStates).optional(), fileId: id.optional(), ...pageParams }),
    result: z.object({ files: z.array(feedFile), ...pageResult }),
  },
  /** Applies the events and totals of a file that another user uploaded. */
  confirmFeedFile: {
    params: z.strictObject({ requestId, fileId: id }),
    result: z.object({ accepted: z.int(), refused: z.int() }),
  },
  rejectFeedFile: {
    params: z.strictObject({ requestId, fileId: id, reason: text(MAX_FEED_FILE_REASON).optional() }),
    result: nothing,
  },
}
