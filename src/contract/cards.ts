// Reading cards: search, details, statement and what lies beside it (cards §3, §7, contract "Cards").
import * as z from 'zod'
import { cardEventKinds } from '#domain/cards/history.ts'
import { MAX_SEARCH_TERM, type SearchType, WHOLE_NUMBER } from '#domain/cards/search.ts'
import { date, id, instant, money, nothing, text } from './fields.ts'

const flag = z.union([z.literal(0), z.literal(1)])
/** A card number or tracking number as a person or a list gives it; what it names is found out by looking for it. */
export const cardIdentifier = text(64, 1)

const searchType = z
  .union([z.enum(['1', '2', '3', '4', '5', '6']), z.templateLiteral(['tag:', id])])
  .transform((type): SearchType => type)

/** The card search result entity (cards §3). CARDCVV2 is '***'; CARDEXPIRY is a day, ISSUEDATE an instant. */
export const foundCard = z.object({
  VOUCHERID: id,
  CAMPAIGNNAME: z.string(),
  CUSTOMERREFERENCE: z.string(),
  CARDNUMBER: z.string(),
  TRACKINGNUMBER: z.string(),
  /** The value of the card's tag bookingId; empty where it has none. */
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

/** The card details entity (cards §3). CARDCVV2 is '***' here. */
export const cardDetails = z.object({
  VOUCHERID: id,
  CARDNUMBER: z.string(),
  EXPIRYDATE: z.string(),
  CARDCVV2: z.string(),
  CARDBALANCE: money,
  FUNDSAVAILABLE: money,
  LOADEDAMOUNT: money,
  AUTHORIZEDAMOUNT: money,
  SETTLEDAMOUNT: money,
  CURRENCY: z.string(),
  CAMPAIGNNAME: z.string(),
  /** ISO instant of activation; empty while the card is not activated (cards §4). */
  STATUS: z.string(),
  TRACKINGNUMBER: z.string(),
  ACTIVATIONDATA: z.string(),
  SEQUENCENUMBER: z.string(),
  /** What a virtual card was called in its order; a host may leave it out. */
  CARDLABEL: z.string().optional(),
  VOUCHERTAGS: z.array(voucherTag),
  VOUCHERNOTES: z.array(voucherNote),
  ISSTOPPED: flag,
  RETIRED: flag,
  /** How it came to be stopped, retired or activated, whichever its status says; a host may not know. */
  STATUSDATE: instant.optional(),
  STATUSUSERNAME: z.nullable(z.string()).optional(),
  STOPREASON: z.nullable(z.string()).optional(),
  MAGSTRIPEENABLED: flag,
  CAMPAIGNCARDREQUIREPIN: flag,
  CAMPAIGNCARDPINLENGTH: z.int(),
})

/** One line of a statement, newest first. SHOWDATE is an instant; MONEYAMOUNT is negative where it left the card. */
export const cardTransaction = z.object({
  TRANSACTIONID: id,
  SHOWDATE: z.string(),
  TRANSACTIONTYPE: z.int(),
  TRANSACTIONTYPELABEL: z.string(),
  TRANSACTIONDESCRIPTION: z.string(),
  AUTHNUMBER: z.string(),
  MERCHANTID: z.string(),
  MONEYAMOUNT: money,
  /** What the card held afterwards; a host may leave it out. */
  BALANCE: money.optional(),
  /** 1 for a fee that was not reversed yet (cards §4). */
  REVERSIBLE: flag,
  /** 1 for a fee that was: 'The {type} was reversed'. */
  REVERSED: flag,
  HASCHARGEBACK: flag,
})
export type CardTransaction = z.output<typeof cardTransaction>

/** A statement's column (cards §3). */
export const statementColumn = z.object({
  /** The field of a transaction that the column shows. */
  VALUE: cardTransaction.keyof(),
  LABEL: z.string(),
  /** 1: amounts, to the right, summed and sorted by size. */
  NUMERIC: flag,
  /** 1: the value is shown as it travels; 0: as a person reads it (an instant in the programme's zone, an amount in groups). */
  RAWVALUE: flag,
})
export type StatementColumn = z.output<typeof statementColumn>

/** The chargeback entity (cards §3); dates are instants. */
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
  /** What the card held then. */
  FAILEDTRANSACTIONVOUCHERVALUE: money,
  FAILEDTRANSACTIONDESCRIPTION: z.string(),
  FAILEDTRANSACTIONMETHOD: z.string(),
  FAILEDTRANSACTIONMANAGER: z.string(),
  FAILEDTRANSACTIONERRORCODE: z.string(),
  /** Plain text, whatever its name says: 'S$'. */
  CAMPAIGNCURRENCYSYMBOLHTML: z.string(),
})
export type FailedTransaction = z.output<typeof failedTransaction>

/** One thing that was done to a card by hand or by a batch, with what was said about it then. */
export const cardEvent = z.object({
  at: z.string(),
  username: z.string(),
  kind: z.enum(cardEventKinds),
  /** Why it was stopped. */
  stopReason: z.string(),
  /** What moved; negative where it left the card, null where no money did. */
  amount: money.nullable(),
  /** The movement in the ledger's words: which fee it was. */
  description: z.string(),
  /** Who asked for a fee back, and why (cards §3 "Reverse transaction"); null for everything else. */
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
    /** `resultText` says why there are none, or that there are more. */
    result: z.object({
      cards: z.array(foundCard),
      truncated: z.boolean(),
      /** Of a list of values, in its order: those for which there is no card to show. */
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
    /** `charge` is what the fee usually is. */
    result: z.object({ feeTypes: z.array(z.object({ id, name: z.string(), charge: money })) }),
  },
  /** Every transaction of these cards as cells of a csv; card numbers are masked. */
  getCombinedStatement: {
    params: z.strictObject({
      cardNumbers: z
        .array(cardIdentifier)
        .min(1)
        .max(MAX_SEARCH_TERM / WHOLE_NUMBER),
    }),
    result: z.object({ COLUMNS: z.array(z.string()), DATA: z.array(z.array(z.string())) }),
  },
  cardDetails: {
    params: z.strictObject({ voucherID: id }),
    result: z.object({ card: cardDetails }),
  },
  cardStatement: {
    params: z.strictObject({ cardID: id, startDate: date, endDate: date }),
    /** The workbook has the export columns of all transactions, its sheet named by the masked card number. */
    result: z.object({
      transactions: z.array(cardTransaction),
      visibleColumns: z.array(statementColumn),
      exportColumns: z.array(statementColumn),
      excelBase64Data: z.base64(),
      /** What the card held before the first and after the last of these days. */
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
  /** What the card held at the end of each of the last days, today being the last: from the ledger. */
  cardBalanceHistory: {
    params: z.strictObject({ voucherID: id, days: z.int().min(1).max(550) }),
    result: z.object({ history: z.array(z.object({ date, balance: money })) }),
  },
  /** What was done to the card, when and by whom, newest first. */
  cardHistory: {
    params: z.strictObject({ voucherID: id }),
    result: z.object({ events: z.array(cardEvent) }),
  },
  /** Number and CVV in full; each reveal is in the audit trail and counts against a limit per user and hour (threats T21). */
  revealCard: {
    params: z.strictObject({ voucherID: id }),
    result: z.object({ CARDNUMBER: z.string(), CARDCVV2: z.string() }),
  },
}
