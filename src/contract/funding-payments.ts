// Operations of the funding account: its statement, and payments that one user records and another confirms. Rules:
// docs/rules/funding.md.
import * as z from 'zod'
import { MAX_BANK_ACCOUNT, MAX_BANK_ENTRIES, MAX_BANK_FILE, MAX_BANK_TEXT } from '#domain/funding/bank-statements.ts'
import { decimalToCents } from '#domain/money.ts'
import {
  fundingPaymentStates,
  fundingPaymentTypes,
  MAX_PAYMENT_FILE,
  MAX_PAYMENT_NOTE,
  MAX_PAYMENT_REFERENCE,
  recordedPaymentTypes,
} from '#domain/funding/payments.ts'
import { fundsShortage } from './funding.ts'
import { base64, date, id, instant, money, nothing, pageParams, pageResult, requestId, text } from './fields.ts'
import { orderType } from './orders.ts'

const paymentType = z.enum(fundingPaymentTypes)
const month = z.string().regex(/^[12][0-9]{3}-(0[1-9]|1[0-2])$/)

export const fundingPayment = z.object({
  paymentId: id,
  type: paymentType,
  /** For a reversal: the type of the payment that it corrects. */
  reversedType: z.nullable(paymentType),
  reversesId: z.nullable(id),
  state: z.enum(fundingPaymentStates),
  amount: money,
  valueDate: date,
  reference: z.string(),
  note: z.string(),
  /** The name of the attached file. */
  fileName: z.nullable(z.string()),
  recordedBy: z.string(),
  /** True if the viewer recorded the payment. The viewer then cannot decide about it. */
  isOwn: z.boolean(),
  recordedAt: z.string(),
  decidedBy: z.nullable(z.string()),
  decidedAt: instant,
  rejectReason: z.nullable(z.string()),
  /** True if a reversal of the payment waits for a decision. */
  hasWaitingReversal: z.boolean(),
})
export type FundingPayment = z.output<typeof fundingPayment>

/** A line of the statement: a run of a batch or an order, or another movement. */
const statementLine = z.object({
  at: z.string(),
  /** Translated: 'Load', 'Funding', 'Reversal'. */
  movement: z.string(),
  reference: z.string(),
  /** Only for a run of a batch. */
  batchId: id.optional(),
  /** Only for a run of an order, with the type of the order. */
  orderId: id.optional(),
  orderKind: orderType.optional(),
  /** The payment, return or reversal. */
  paymentId: id.optional(),
  /** Including `fees`. */
  debit: money,
  fees: money,
  credit: money,
  balance: money,
})

/** A booked entry of an imported statement. If an entry combines several payments, each of them is an entry. */
export const bankEntry = z.object({
  entryId: id,
  bookedOn: date,
  /** Negative if the money left the bank's account. */
  amount: money,
  bankReference: z.string(),
  reference: z.string(),
  /** Only for an entry without a payment: the payment that it probably belongs to. */
  proposed: z.object({ paymentId: id, reference: z.string() }).optional(),
  /** Only for an entry that a user has set aside, because it belongs to no payment of this account. */
  setAside: z
    .object({
      reason: z.string(),
      by: z.string(),
      at: z.string(),
      /** True if the viewer set it aside. The viewer then cannot confirm it. */
      isOwn: z.boolean(),
      /** The user who confirmed this. Null before the confirmation. */
      confirmedBy: z.nullable(z.string()),
    })
    .optional(),
})
export type BankEntry = z.output<typeof bankEntry>

export const fundingPaymentOperations = {
  /**
   * The statement of the days from `startDate` to `endDate`, and the account's figures now. Refused with -20400 if the
   * period has more lines than one response can have.
   */
  fundingStatement: {
    params: z.strictObject({ startDate: date.optional(), endDate: date.optional() }),
    result: z.object({
      currency: z.string(),
      startDate: date,
      endDate: date,
      opening: money,
      closing: money,
      lines: z.array(statementLine),
      /** The figures now, whatever the period. */
      now: z.object({
        balance: money,
        reserved: money,
        available: money,
        /** Recorded payments that wait for a confirmation. */
        expected: money,
      }),
    }),
  },
  /** Payments, returns and reversals, newest first. With `paymentId`, only this one. */
  fundingPayments: {
    params: z.strictObject({ state: z.enum(fundingPaymentStates).optional(), paymentId: id.optional(), ...pageParams }),
    result: z.object({ payments: z.array(fundingPayment), ...pageResult }),
  },
  fundingPaymentFile: {
    params: z.strictObject({ paymentId: id }),
    result: z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() }),
  },
  recordFundingPayment: {
    params: z.strictObject({
      requestId,
      type: z.enum(recordedPaymentTypes),
      amount: money,
      valueDate: date,
      /** The bank's reference. */
      reference: text(MAX_PAYMENT_REFERENCE, 1),
      note: text(MAX_PAYMENT_NOTE).optional(),
      file: z
        .strictObject({
          name: text(255, 1),
          base64: base64(MAX_PAYMENT_FILE),
        })
        .optional(),
    }),
    result: z.object({ paymentId: id }),
  },
  /** Records a reversal, which waits for another user like the payment itself. */
  reverseFundingPayment: {
    params: z.strictObject({ requestId, paymentId: id, reason: text(MAX_PAYMENT_NOTE, 1) }),
    result: z.object({ paymentId: id }),
  },
  /**
   * Imports the statements in a file of the bank, camt.053 or MT940. Entries that were imported before are left out. A
   * statement with a `refusal` is not imported. The other statements of the file are imported nevertheless.
   */
  importBankStatement: {
    params: z.strictObject({ requestId, fileName: text(255, 1), base64: base64(MAX_BANK_FILE) }),
    result: z.object({
      statements: z.array(
        z.object({
          account: z.string(),
          reference: z.string(),
          /** `entries`: the number of booked entries. `added`: the number of entries that are new. */
          entries: z.int(),
          added: z.int(),
          refusal: z.string().optional(),
        }),
      ),
    }),
  },
  /**
   * Imports the entries of a csv file, which the portal has read. Entries that were imported before, in whatever format,
   * are left out.
   */
  importBankEntries: {
    params: z.strictObject({
      requestId,
      fileName: text(255, 1),
      /** The number of the bank's account, as in its other statements. */
      account: text(MAX_BANK_ACCOUNT, 1),
      entries: z
        .array(
          z.strictObject({
            bookedOn: date,
            /** Negative if the money left the bank's account. */
            amount: z.string().refine((value) => decimalToCents(value.replace(/^-/, '')) !== undefined),
            bankReference: text(MAX_BANK_TEXT),
            reference: text(MAX_BANK_TEXT),
          }),
        )
        .min(1)
        .max(MAX_BANK_ENTRIES),
    }),
    result: z.object({ entries: z.int(), added: z.int() }),
  },
  /**
   * The entries that belong to no payment yet, oldest first. An entry that one user has set aside is included until
   * another user confirms this. With `setAside`, returns instead the entries whose setting aside was confirmed.
   */
  bankEntries: {
    params: z.strictObject({ setAside: z.boolean().optional() }),
    result: z.object({
      entries: z.array(bankEntry),
      total: z.int(),
      /** The number of entries that were set aside. */
      setAsideTotal: z.int(),
      /** The bank's account of the last imported file. */
      lastAccount: z.nullable(z.string()),
    }),
  },
  /**
   * Assigns an entry to a payment. Without `paymentId`, records a payment (or a return, if money left) from the entry,
   * which another user must confirm.
   */
  matchBankEntry: {
    params: z.strictObject({ requestId, entryId: id, paymentId: id.optional() }),
    result: z.object({ paymentId: id }),
  },
  /** Sets aside an entry that belongs to no payment of this account. It stays listed until another user confirms this. */
  setAsideBankEntry: {
    params: z.strictObject({ requestId, entryId: id, reason: text(MAX_PAYMENT_NOTE, 1) }),
    result: z.object({}),
  },
  confirmBankEntryAside: {
    params: z.strictObject({ requestId, entryId: id }),
    result: z.object({}),
  },
  /**
   * Restores an entry that was set aside, with or without a confirmation. It is then an entry without a payment again.
   */
  restoreBankEntry: {
    params: z.strictObject({ requestId, entryId: id }),
    result: z.object({}),
  },
  /** What approved batches and orders will take from the account, and whether the balance suffices. */
  fundingForecast: {
    params: z.strictObject({}),
    result: z.object({
      currency: z.string(),
      /** The threshold of low funds. Null if there is no threshold. */
      threshold: z.nullable(money),
      /** The balance after all items. */
      available: money,
      /** True if `available` is below the threshold. */
      isLow: z.boolean(),
      shortage: z.nullable(fundsShortage),
      /** The first of `total` batches and orders, in the order of their runs. */
      items: z.array(
        z.object({
          batchId: id.optional(),
          orderId: id.optional(),
          orderKind: orderType.optional(),
          /** The name of the batch or of the order's campaign. */
          reference: z.string(),
          /** Null if it runs as soon as possible. */
          runsAt: instant,
          /** With fees. */
          amount: money,
          /** The balance after this item. Negative if the account does not cover it. */
          balance: money,
        }),
      ),
      total: z.int(),
    }),
  },
  /** Sets the threshold of low funds, or removes it with null. */
  setFundingThreshold: {
    params: z.strictObject({ requestId, threshold: z.nullable(money) }),
    result: z.object({}),
  },
  /** The months of the ledger that are closed, or wait for a confirmation, newest first. */
  ledgerPeriods: {
    params: nothing,
    result: z.object({
      periods: z.array(
        z.object({
          periodId: id,
          month,
          proposedBy: z.string(),
          proposedAt: z.string(),
          /** True if the viewer proposed it. Another user must then confirm it. */
          isOwn: z.boolean(),
          confirmedBy: z.nullable(z.string()),
          confirmedAt: instant,
          /** The number of accounts. Null before the confirmation. */
          accounts: z.nullable(z.int()),
          /** The hash of all balances. Null before the confirmation. */
          hash: z.nullable(z.string()),
        }),
      ),
    }),
  },
  /**
   * Proposes to close a month. The first closing includes all earlier months. Later, only the next month can be closed.
   */
  proposePeriodClose: { params: z.strictObject({ requestId, month }), result: z.object({ periodId: id }) },
  /** Closes the month and signs its balances. Nothing can be posted into the month any more. */
  confirmPeriodClose: {
    params: z.strictObject({ requestId, periodId: id }),
    result: z.object({ accounts: z.int(), hash: z.string() }),
  },
  withdrawPeriodClose: { params: z.strictObject({ requestId, periodId: id }), result: nothing },
  confirmFundingPayment: {
    params: z.strictObject({ requestId, paymentId: id }),
    result: z.object({}),
  },
  rejectFundingPayment: {
    params: z.strictObject({ requestId, paymentId: id, reason: text(MAX_PAYMENT_NOTE).optional() }),
    result: z.object({}),
  },
}
