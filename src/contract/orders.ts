// Operations of card orders: campaigns, verify, submit, approve, the maker's own list, and the producer files. Amounts
// of orders are integer minor units, unlike all other amounts in the API. Rules: docs/rules/orders.md.
import * as z from 'zod'
import { MAX_AMOUNT_CENTS } from '#domain/money.ts'
import { mapOrderFields } from '#domain/order/fields.ts'
import { orderTypes, type OrderType } from '#domain/order/types.ts'
import { MAX_REASON } from '#domain/order/decisions.ts'
import { orderRowStates, orderStates } from '#domain/order/states.ts'
import { approval, proof, signWith } from './approvals.ts'
import { funding } from './funding.ts'
import { date, fingerprint, id, instant, money, nothing, pageParams, pageResult, requestId, text } from './fields.ts'

/** Minor units. A row without an amount has 0. */
const minorUnits = z.int().min(0).max(MAX_AMOUNT_CENTS).meta({ title: 'Minor', description: 'Minor units' })
export const orderType = z.enum(Object.keys(orderTypes) as OrderType[])

/**
 * The longest text that a request can contain. Most fields have a lower limit, which is checked with the row, so that
 * ERROR can say which text is too long.
 */
const LONGEST_TEXT = 2048
/** The schema of a card of this type: a text for each text field, minor units for each amount. */
const orderElement = <Type extends OrderType>(type: Type) =>
  z.strictObject(mapOrderFields(type, { text: () => text(LONGEST_TEXT), amount: () => minorUnits }))

/** A physical card. Its fee is a multiple of 100: whole units of the currency. The server never shortens a text. */
export const cardOrder = orderElement('physical')
export type CardOrder = z.output<typeof cardOrder>

/** A virtual card. Tag names and values are lists separated by '|', of the same length. */
export const virtualCardOrder = orderElement('virtual')
export type VirtualCardOrder = z.output<typeof virtualCardOrder>

/** The message that says why the server refuses a row. Omitted if the row can be ordered. */
const ERROR = z.string().optional()
/** A warning about a row that can be ordered. */
const WARNING = z.string().optional()
/** Says that no message will be sent to the notification number, or that a message was not delivered. */
const NOTE = z.string().optional()
/** Set if ERROR says that the funding account does not cover the row. */
const fundsShort = z.literal(true).optional()
/**
 * The other orders of the campaign with a card for the same person (reference and name), newest first. Only orders that
 * wait for a decision or were made in the last 30 days. Older servers omit it.
 */
const repeatedIn = z.array(id).optional()
/**
 * Set if the load amount is the only reason why the row cannot be ordered. The cards of the campaign cannot be loaded
 * before their holder is identified. Older servers omit it.
 */
const loadBlocked = z.literal(true).optional()
const verifiedRowFields = { ERROR, WARNING, loadBlocked, repeatedIn }
const verifiedCardOrder = cardOrder.extend(verifiedRowFields)
const verifiedVirtualCardOrder = virtualCardOrder.extend(verifiedRowFields)
export type VerifiedOrder = z.output<typeof verifiedCardOrder> | z.output<typeof verifiedVirtualCardOrder>

/** An order of the same rows for the same campaign in the last 30 days. */
export const earlierOrder = z.object({
  orderId: id,
  orderedBy: z.string(),
  orderedAt: z.string(),
  state: z.enum(orderStates),
})

/** The part of a check's result that is about all rows together. */
const checkTotals = {
  /** The campaign's fee for each issued card (fee type 5), in minor units, in addition to the rows' own fees. */
  issueFee: minorUnits,
  currency: z.string(),
  /** The hash of campaign, type and rows. Does not depend on the file's name, its format or the order of its rows. */
  fingerprint,
  earlierOrders: z.array(earlierOrder),
  /** The funds for the rows of the call that have no error. */
  funding: funding.optional(),
}

export const campaign = z.object({
  CampaignID: id,
  CampaignName: z.string(),
  CampaignCurrencySymbol: z.string(),
  /** The code of its currency: 'SGD'. Servers can omit it. The symbol is then shown. */
  CampaignCurrency: z.string().optional(),
  CampaignCardICA: z.string(),
  /** True if its cards are virtual. Servers can omit it. The campaign is then offered for both types. */
  VIRTUAL: z.boolean().optional(),
  /** True if nothing can be ordered any more. */
  CLOSED: z.boolean().optional(),
  /** The first digits of its card numbers, at most six, as in masked numbers. Servers can omit it. */
  CARDPREFIX: z.string().optional(),
})
export type Campaign = z.output<typeof campaign>

/** The amounts that were loaded to the issued cards, and the fees for these cards. Older servers omit both. */
const issuedMoney = { issuedLoadAmount: minorUnits.optional(), issuedFee: minorUnits.optional() }

/** The number of cards of an order with each warning. */
const orderRowWarnings = z.object({
  /** Cards whose customer reference occurs more than once in the order. */
  duplicates: z.int(),
  /** Cards for people who also have a card in other orders. */
  repeated: z.int(),
  /** The other orders with cards for the same people, newest first. */
  repeatedIn: z.array(id),
  /** Cards that could not be issued now, even with enough funds. */
  invalid: z.int(),
  /** Cards whose holder gets no message. */
  withoutMessage: z.int(),
})

/** An order as its approvers see it. */
export const virtualCardOrdersBatchLoad = z.object({
  /** Both are the id of the order. The specification has both names. */
  virtualCardOrdersBatchLoadId: id,
  batchLoadFileID: id,
  campaignName: z.string(),
  fileName: z.string(),
  uploadDate: z.string(),
  uploadUserId: id,
  /** Only for an order of a machine user: the user who made the machine user's key. This user cannot decide either. */
  keyMakerUserId: id.optional(),
  uploadUserFirstName: z.string(),
  uploadUserLastName: z.string(),
  isApproved: z.boolean(),
  isRejected: z.boolean(),
  approvalUserFirstName: z.nullable(z.string()),
  approvalUserLastName: z.nullable(z.string()),
  approvalDate: instant,
  rejectUserFirstName: z.nullable(z.string()),
  rejectUserLastName: z.nullable(z.string()),
  rejectDate: instant,
  rejectReason: z.nullable(z.string()),
  /** The maker's reason for ordering the same rows again. Null if the rows were new. */
  duplicateReason: z.nullable(z.string()),
  cardsCount: z.int(),
  /** The number of issued cards. 0 before the approval. */
  issuedCount: z.int(),
  /** The number of cards that could not be issued. 0 before the approval. */
  failedCount: z.int(),
  state: z.enum(orderStates),
  totalLoadAmount: minorUnits,
  totalFee: minorUnits,
  ...issuedMoney,
  currency: z.string(),
  fingerprint,
  /**
   * Only in the list, while the order awaits a decision: the amount by which the funding account falls short for all
   * cards of the order, as a decimal. "0.00" if the account covers the order.
   */
  fundsMissing: money.optional(),
  /**
   * Only in the list, while the order awaits a decision: the rows that the approver should look at. Null if the list was
   * too long to check the rows of this order. Its details check them. Older servers omit it.
   */
  rowWarnings: z.nullable(orderRowWarnings).optional(),
  /** Only if approval rules apply to the order. */
  approval: approval.optional(),
})
export type VirtualCardOrdersBatchLoad = z.output<typeof virtualCardOrdersBatchLoad>

/** A row of a virtual order in the details. */
export const virtualCardOrderDetail = virtualCardOrder.extend({
  virtualCardOrderId: id,
  state: z.enum(orderRowStates),
  /**
   * The reason why the card was not issued. Before issuing: the problem that the row has now. Omitted without a
   * problem.
   */
  ERROR,
  fundsShort,
  NOTE,
  /** Only while the order awaits a decision. */
  repeatedIn,
  /** The card, once it is issued, for a viewer who can read cards. */
  voucherID: z.nullable(id),
})
export type VirtualCardOrderDetail = z.output<typeof virtualCardOrderDetail>

/** One of the user's own orders, of either type. */
export const myOrder = z.object({
  orderId: id,
  kind: orderType,
  campaignID: id,
  campaignName: z.string(),
  /** Only physical cards have a quotation number, a plastic and a design. '' for virtual cards. */
  quotationNumber: z.string(),
  plasticid: z.string(),
  designid: z.string(),
  fileName: z.string(),
  orderedAt: z.string(),
  /** Only for physical cards: the time from which the order cannot be cancelled. */
  finalAt: instant,
  state: z.enum(orderStates),
  /** True while the order can be cancelled: until a decision or `finalAt`. */
  cancellable: z.boolean(),
  cancelledAt: instant,
  /** The user who cancelled the order. Null if its maker cancelled it. Older servers omit it. */
  cancelledBy: z.nullable(z.string()).optional(),
  /** Why that user cancelled the order. Older servers omit it. */
  cancelReason: z.nullable(z.string()).optional(),
  /** Only for physical cards: the time at which the producer file was downloaded. */
  fetchedAt: instant.optional(),
  decidedBy: z.nullable(z.string()),
  decidedAt: instant,
  rejectReason: z.nullable(z.string()),
  cardsCount: z.int(),
  issuedCount: z.int(),
  failedCount: z.int(),
  totalLoadAmount: minorUnits,
  totalFee: minorUnits,
  ...issuedMoney,
  currency: z.string(),
  fingerprint,
  /** Only if approval rules apply to the order. */
  approval: approval.optional(),
})
export type MyOrder = z.output<typeof myOrder>

/** A physical order for users who can cancel other users' orders. */
export const physicalOrder = myOrder.extend({
  orderedBy: z.string(),
  orderedByUserId: id.optional(),
  /** True if the viewer made the order. */
  isOwn: z.boolean(),
  /** The maker's reason for ordering the same rows again. Null if the rows were new. */
  duplicateReason: z.nullable(z.string()),
})
export type PhysicalOrder = z.output<typeof physicalOrder>

const rowResultFields = {
  rowNumber: z.int(),
  state: z.enum(orderRowStates),
  ERROR,
  fundsShort,
  NOTE,
  /** Only while the order can be cancelled or rejected. */
  repeatedIn,
  voucherID: z.nullable(id),
}
const myCardOrderRow = cardOrder.extend(rowResultFields)
const myVirtualCardOrderRow = virtualCardOrder.extend(rowResultFields)

const cardOrders = z.array(cardOrder).min(1).max(orderTypes.physical.maxRows)
const virtualCardOrders = z.array(virtualCardOrder).min(1).max(orderTypes.virtual.maxRows)
/**
 * True: if the same rows were ordered in the last 30 days, the order is refused unless it has a `duplicateReason`. By
 * default such an order is accepted.
 */
const onlyIfNew = z.boolean().optional()
/** The reason why the same rows are ordered again. */
const duplicateReason = text(255).optional()
const orderIdParams = z.strictObject({ batchLoadFileID: id })
const decisionFields = { requestId, batchLoadFileID: id, fingerprint: fingerprint.optional() }
/** A result whose resultText is the JSON of a list. */
const listInText = z.object({ resultText: z.string() })
const file = z.object({ fileName: z.string(), contentType: z.string(), base64: z.base64() })

export const orderOperations = {
  getCampaigns: {
    params: nothing,
    result: z.object({
      /** The campaigns that the user can work with. */
      campaigns: z.array(campaign),
      /** True if the programme has more campaigns. */
      LIMITED: z.boolean().optional(),
    }),
  },
  getCampaignFees: {
    params: z.strictObject({ campaignID: id }),
    result: z.object({
      fees: z.array(
        z.object({
          CAMPAIGNID: id,
          TRANSACTIONFEETYPEID: z.int(),
          /** A decimal, as elsewhere in the API. */
          CAMPAIGNTRANSACTIONFEECHARGE: z.string(),
        }),
      ),
    }),
  },
  verifyCardOrder: {
    params: z.strictObject({ cardOrders, campaignID: id }),
    result: z.object({ cardOrders: z.array(verifiedCardOrder), ...checkTotals }),
  },
  /** If one row is refused, the whole order is refused. */
  batchCardOrder: {
    params: z.strictObject({
      requestId,
      campaignId: id,
      quotationNumber: text(255),
      plasticid: text(255),
      designid: text(255),
      cardOrders,
      fileName: text(255),
      onlyIfNew,
      duplicateReason,
    }),
    result: z.object({ cardOrderId: id }),
  },
  verifyVirtualCardOrder: {
    params: z.strictObject({ virtualCardOrders, campaignID: id }),
    result: z.object({ virtualCardOrders: z.array(verifiedVirtualCardOrder), ...checkTotals }),
  },
  submitVirtualCardOrder: {
    params: z.strictObject({
      requestId,
      campaignId: id,
      virtualCardOrders,
      fileName: text(255),
      onlyIfNew,
      duplicateReason,
    }),
    result: z.object({ virtualCardOrdersBatchLoadId: id }),
  },
  /** resultText: the JSON of `virtualCardOrdersBatchLoad`s, newest first. */
  fetchVirtualCardOrdersBatchLoads: {
    params: z.strictObject({
      /** The number of a filter in `virtualOrderFilters` of the domain. */
      filter: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      startDate: date,
      endDate: date,
    }),
    result: listInText,
  },
  /** resultText: the JSON of `virtualCardOrderDetail`s, in the order of the file. */
  fetchVirtualCardOrdersBatchLoadDetails: {
    params: orderIdParams,
    result: listInText.extend({ batchLoad: virtualCardOrdersBatchLoad, funding: funding.optional(), signWith }),
  },
  /**
   * Approves an order of virtual cards, or of physical cards if a rule requires an approval. Refused with -20409 if the
   * fingerprint differs from the stored fingerprint, because the approver then saw other rows. With approval rules,
   * resultText says how many signatures are missing. resultText is empty once the order is approved.
   */
  approveVirtualCardOrdersBatchLoad: {
    params: z.strictObject({ ...decisionFields, proof: proof.optional() }),
    result: z.object({}),
  },
  rejectVirtualCardOrdersBatchLoad: {
    params: z.strictObject({ ...decisionFields, reason: text(MAX_REASON).optional() }),
    result: z.object({}),
  },
  /** Retries the failed cards of an approved order. The other cards stay unchanged. */
  retryVirtualCardOrdersBatchLoad: {
    params: z.strictObject({ requestId, batchLoadFileID: id, proof: proof.optional() }),
    result: z.object({}),
  },
  /** An xlsx file with the seven columns and the result of each row. */
  downloadVirtualCardOrdersBatchLoadDetailsReport: { params: orderIdParams, result: file },

  // The user's own orders, other users' orders that can be cancelled, and the producer files.
  myCardOrders: {
    params: z.strictObject({ startDate: date.optional(), endDate: date.optional(), ...pageParams }),
    result: z.object({ orders: z.array(myOrder), ...pageResult }),
  },
  /** One of the user's orders without its rows, for callers who wait for a decision or for the cards. */
  myCardOrder: { params: z.strictObject({ orderId: id }), result: z.object({ order: myOrder }) },
  /** The rows of one of the user's orders, to view or to open again as a draft. "Not found" for other users' orders. */
  myCardOrderRows: {
    params: z.strictObject({ orderId: id }),
    result: z.object({
      order: myOrder,
      cardOrders: z.array(myCardOrderRow).optional(),
      virtualCardOrders: z.array(myVirtualCardOrderRow).optional(),
      funding: funding.optional(),
    }),
  },
  /** Physical orders of the owner that can still be cancelled, newest first. */
  physicalCardOrders: {
    params: z.strictObject({ ...pageParams }),
    result: z.object({ orders: z.array(physicalOrder), ...pageResult }),
  },
  /** The rows of one physical order in any state. */
  physicalCardOrderRows: {
    params: z.strictObject({ orderId: id }),
    result: z.object({
      order: physicalOrder,
      cardOrders: z.array(myCardOrderRow),
      funding: funding.optional(),
      signWith,
    }),
  },
  /**
   * Cancels an order of the user. An approver can also cancel another user's physical order, with a reason.
   */
  cancelCardOrder: {
    params: z.strictObject({ requestId, orderId: id, reason: text(MAX_REASON).optional() }),
    result: z.object({}),
  },
  /** Final orders that need a producer file, newest first. */
  producerFiles: {
    params: z.strictObject({ ...pageParams }),
    result: z.object({
      files: z.array(
        z.object({
          orderId: id,
          fileName: z.string(),
          campaignName: z.string(),
          quotationNumber: z.string(),
          cardsCount: z.int(),
          finalAt: z.string(),
          /** Null until the file was downloaded, which is possible only once. */
          fetchedAt: instant,
          fetchedBy: z.nullable(z.string()),
        }),
      ),
      ...pageResult,
    }),
  },
  /**
   * The file of one order with full card numbers. It can be downloaded only once. The operation is a change, so that
   * the download is stored and audited.
   */
  fetchProducerFile: { params: z.strictObject({ requestId, orderId: id }), result: file },
} as const
