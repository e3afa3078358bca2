// The operations that read cards: search, details, statement and related lists. Rules: docs/rules/cards.md.
import * as z from 'zod'
import { cardEventTypes } from '#domain/cards/history.ts'
import { MAX_SEARCH_TERM, type SearchType, FULL_NUMBER_LENGTH } from '#domain/cards/search.ts'
import { date, id, instant, money, nothing, text } from './fields.ts'

const flag = z.union([z.literal(0), z.literal(1)])
/** A card number or tracking number. Parameters for a card number also accept 'card:{VOUCHERID}'. */
export const cardIdentifier = text(64, 1)

const searchType = z
  .union([z.enum(['1', '2', '3', '4', '5', '6', '7']), z.templateLiteral(['tag:', id])])
  // Does not change the value. Gives the schema the type of the domain.
  .transform((type): SearchType => type)

/** The card search result entity. CARDCVV2 is '***'. CARDEXPIRY is a day. ISSUEDATE is an instant. */
export const foundCard = z.object({
  VOUCHERID: id,
  CAMPAIGNNAME: z.string(),
  CUSTOMERREFERENCE: z.string(),
  CARDNUMBER: z.string(),
  /** Empty if unknown. Servers can omit it. */
  CARDHOLDERNAME: z.string().optional(),
  TRACKINGNUMBER: z.string(),
  /** The value of the card's tag bookingId. Empty if it has none. */
  BOOKINGID: z.string(),
  CARDEXPIRY: date,
  CARDCVV2: z.literal('***'),
  CARDBALANCE: money,
  AVAILABLEFUNDS: money,
  LOADEDAMOUNT: money,
  AUTHORIZEDAMOUNT: money,
  SETTLEDAMOUNT: money,
  ISSUEDATE: z.string(),
  ACTIVATED: flag,
  EXPIRED: flag,
  RETIRED: flag,
  STOPPED: flag,
})
export type FoundCard = z.output<typeof foundCard>

const voucherTag = z.object({ TAGNAME: z.string(), VOUCHERTAGVALUE: z.string() })
export const voucherNote = z.object({ VOUCHERNOTETEXT: z.string(), VOUCHERNOTEDATE: instant, USERNAME: z.string() })

/** The card details entity. CARDCVV2 is '***' here. */
export const cardDetails = z.object({
  VOUCHERID: id,
  CARDNUMBER: z.string(),
  /** Empty if unknown. Servers can omit it. */
  CARDHOLDERNAME: z.string().optional(),
  EXPIRYDATE: z.string(),
  CARDCVV2: z.string(),
  CARDBALANCE: money,
  FUNDSAVAILABLE: money,
  LOADEDAMOUNT: money,
  AUTHORIZEDAMOUNT: money,
  SETTLEDAMOUNT: money,
  CURRENCY: z.string(),
  CAMPAIGNNAME: z.string(),
  /** ISO instant of activation. Empty before activation. */
  STATUS: z.string(),
  TRACKINGNUMBER: z.string(),
  ACTIVATIONDATA: z.string(),
  SEQUENCENUMBER: z.string(),
  /** The issue date, or the date of the first transaction if earlier. Servers can omit it. */
  FIRSTDATE: date.optional(),
  /** The label with which a virtual card was ordered. Servers can omit it. */
  CARDLABEL: z.string().optional(),
  VOUCHERTAGS: z.array(voucherTag),
  VOUCHERNOTES: z.array(voucherNote),
  ISSTOPPED: flag,
  RETIRED: flag,
  /** The time at which the current status was set (stopped, retired or activated). Servers can omit it. */
  STATUSDATE: instant.optional(),
  /** The user who set the current status. Servers can omit it. */
  STATUSUSERNAME: z.nullable(z.string()).optional(),
  STOPREASON: z.nullable(z.string()).optional(),
  MAGSTRIPEENABLED: flag,
  CAMPAIGNCARDREQUIREPIN: flag,
  CAMPAIGNCARDPINLENGTH: z.int(),
})

/** One line of a statement. SHOWDATE is an instant. MONEYAMOUNT is negative if the money left the card. */
export const cardTransaction = z.object({
  TRANSACTIONID: id,
  SHOWDATE: z.string(),
  TRANSACTIONTYPE: z.int(),
  TRANSACTIONTYPELABEL: z.string(),
  TRANSACTIONDESCRIPTION: z.string(),
  AUTHNUMBER: z.string(),
  MERCHANTID: z.string(),
  MONEYAMOUNT: money,
  /** The balance after this transaction. Servers can omit it. */
  BALANCE: money.optional(),
  /** 1 for a fee that has not been reversed yet. */
  REVERSIBLE: flag,
  /** 1 for a fee that has been reversed: 'The {type} was reversed'. */
  REVERSED: flag,
  HASCHARGEBACK: flag,
})
export type CardTransaction = z.output<typeof cardTransaction>

/** A column of the statement table. The server decides which columns exist. */
export const statementColumn = z.object({
  /** The transaction field that the column shows. */
  VALUE: cardTransaction.keyof(),
  LABEL: z.string(),
  /** 1: the values are amounts, which are right-aligned, summed and sorted by size. */
  NUMERIC: flag,
  /** 1: the portal shows the value as sent. 0: the portal formats it, as an instant or an amount. */
  RAWVALUE: flag,
})
export type StatementColumn = z.output<typeof statementColumn>

/** The chargeback entity. Dates are instants. */
export const chargeback = z.object({
  ChargebackAmount: money,
  ChargebackCurrency: z.string(),
  ChargebackRequestAmount: money,
  CardCurrency: z.string(),
  ChargebackRequestedDate: instant,
  ChargebackProcessedDate: instant,
  ChargebackDescription: z.string(),
  ChargebackNumber: z.string(),
  ChargebackRejected: flag,
  ChargebackRejectedDate: instant,
  ChargebackReversed: flag,
  ChargebackReversedDate: instant,
  /** 1: received. */
  SecondPresentmentStatus: flag,
})
export type Chargeback = z.output<typeof chargeback>

export const failedTransaction = z.object({
  FAILEDTRANSACTIONDATE: z.string(),
  FAILEDTRANSACTIONAMOUNT: money,
  /** The card's balance at the time of the failed transaction. */
  FAILEDTRANSACTIONVOUCHERVALUE: money,
  FAILEDTRANSACTIONDESCRIPTION: z.string(),
  FAILEDTRANSACTIONMETHOD: z.string(),
  FAILEDTRANSACTIONMANAGER: z.string(),
  FAILEDTRANSACTIONERRORCODE: z.string(),
  /** Plain text, although the name says HTML: 'S$'. */
  CAMPAIGNCURRENCYSYMBOLHTML: z.string(),
})
export type FailedTransaction = z.output<typeof failedTransaction>

/** An event in a card's history, caused by a user's action or by a batch. */
export const cardEvent = z.object({
  at: z.string(),
  /** Empty for a change by the card processor. */
  username: z.string(),
  kind: z.enum(cardEventTypes),
  /** The reason why the card was stopped. */
  stopReason: z.string(),
  /** The amount that was moved. Negative if it left the card. Null if no money was moved. */
  amount: money.nullable(),
  /** The ledger's description of the movement, such as the fee's name. */
  description: z.string(),
  /** Who requested the reversal of a fee, and why. Null for other events. */
  reversal: z
    .object({
      requesterName: z.string(),
      storeName: z.string(),
      contactPhone: z.string(),
      declineReason: z.string(),
      comments: z.string(),
    })
    .nullable(),
})
export type CardEvent = z.output<typeof cardEvent>

export const cardOperations = {
  cardSearch: {
    params: z.strictObject({ searchTerm: text(MAX_SEARCH_TERM), searchType, showExpired: z.boolean() }),
    /** `resultText` says why no card was found, or that the search found more cards than the response has. */
    result: z.object({
      cards: z.array(foundCard),
      truncated: z.boolean(),
      /** Only for a list of values: the values that matched no card, in the order of the list. */
      missing: z.array(z.string()).optional(),
    }),
  },
  getCardTags: {
    params: nothing,
    result: z.object({ tags: z.array(z.object({ id, name: z.string() })) }),
  },
  getStopReasons: {
    params: nothing,
    result: z.object({ stopReasons: z.array(z.object({ STOPREASONID: z.int(), STOPREASONSHORT: z.string() })) }),
  },
  getFeeTypes: {
    params: nothing,
    /** `charge` is the default charge. */
    result: z.object({ feeTypes: z.array(z.object({ id, name: z.string(), charge: money })) }),
  },
  /** Every transaction of these cards as cells of a csv. Card numbers are masked. */
  getCombinedStatement: {
    params: z.strictObject({
      cardNumbers: z
        .array(cardIdentifier)
        .min(1)
        // At most as many cards as one search can name.
        .max(MAX_SEARCH_TERM / FULL_NUMBER_LENGTH),
    }),
    result: z.object({ COLUMNS: z.array(z.string()), DATA: z.array(z.array(z.string())) }),
  },
  cardDetails: {
    params: z.strictObject({ voucherID: id }),
    result: z.object({ card: cardDetails }),
  },
  cardStatement: {
    params: z.strictObject({ cardID: id, startDate: date, endDate: date }),
    /** The workbook has the export columns of all transactions. The name of its sheet is the masked card number. */
    result: z.object({
      transactions: z.array(cardTransaction),
      visibleColumns: z.array(statementColumn),
      exportColumns: z.array(statementColumn),
      excelBase64Data: z.base64(),
      /** The balances before the first day and after the last day of the range. */
      openingBalance: money.optional(),
      closingBalance: money.optional(),
    }),
  },
  getSettlementChargebacks: {
    params: z.strictObject({ transactionId: id }),
    result: z.object({ chargebacks: z.array(chargeback) }),
  },
  failedTransactionSearch: {
    params: z.strictObject({ cardNumber: cardIdentifier, startDate: date, endDate: date }),
    result: z.object({ failedTransactions: z.array(failedTransaction) }),
  },
  /** The balance at the end of each of the last `days` days, including today. */
  cardBalanceHistory: {
    params: z.strictObject({ voucherID: id, days: z.int().min(1).max(550) }),
    result: z.object({ history: z.array(z.object({ date, balance: money })) }),
  },
  /** The events of the card, newest first. */
  cardHistory: {
    params: z.strictObject({ voucherID: id }),
    result: z.object({ events: z.array(cardEvent) }),
  },
  /** The open authorisations of the card, newest first: amounts that are held until they are settled or released. */
  cardHolds: {
    params: z.strictObject({ voucherID: id }),
    result: z.object({
      holds: z.array(
        z.object({
          at: z.string(),
          merchant: z.string(),
          merchantId: z.string(),
          authNumber: z.string(),
          amount: money,
        }),
      ),
    }),
  },
  /**
   * Returns the full number and the CVV ('' if it was deleted). Each call is audited and counts towards an hourly
   * limit.
   */
  revealCard: {
    params: z.strictObject({ voucherID: id }),
    result: z.object({ CARDNUMBER: z.string(), CARDCVV2: z.string() }),
  },
}
