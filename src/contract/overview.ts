// The operation of the home page: the items that wait for the user, each section with its own permission. Also the
// counts for a device's notices, and the global search.
import * as z from 'zod'
import { storedBatchTypeNames } from '#domain/batch/types.ts'
import { MAX_SEARCH_LENGTH } from '#domain/batch/states.ts'
import { orderStates } from '#domain/order/states.ts'
import { deviceToken } from './access.ts'
import { date, id, money, nothing, text } from './fields.ts'
import { fundsShortage } from './funding.ts'
import { orderType } from './orders.ts'

export const overviewOperations = {
  /**
   * For the global search: some batches and orders that this viewer can see, found by number or a part of the name.
   */
  findThings: {
    params: z.strictObject({ search: text(MAX_SEARCH_LENGTH, 1) }),
    result: z.object({
      /** `isOwn`: true if the portal opens the item in the user's own list, false if on the page for decisions. */
      batches: z.array(z.object({ id, reference: z.string(), isOwn: z.boolean() })),
      orders: z.array(z.object({ id, kind: orderType, campaignName: z.string(), isOwn: z.boolean() })),
    }),
  },
  /**
   * The number of batches and orders that wait for the approval of the device's user. Needs no session. Refused with
   * -20404 once the device's notices have ended.
   */
  noticesWaiting: {
    params: z.strictObject({ deviceToken }),
    result: z.object({ waiting: z.int() }),
  },
  overview: {
    params: nothing,
    result: z.object({
      /** With Batch.approve: batches that this viewer can decide about, without the viewer's own uploads. */
      batchesToApprove: z
        .object({
          count: z.int(),
          /** The sum over all types, although their money moves in different directions. */
          amount: money,
          /** The total of each type. Older servers omit it. */
          amounts: z.array(z.object({ type: z.enum(storedBatchTypeNames), amount: money })).optional(),
          oldestUploadedAt: z.nullable(z.string()),
        })
        .optional(),
      /** With Funding.confirm: payments, returns and reversals that other users recorded and no one has decided. */
      paymentsToConfirm: z
        .object({ count: z.int(), amount: money, oldestRecordedAt: z.nullable(z.string()) })
        .optional(),
      /** With Feed.write: days and campaigns whose totals differ from the card processor's. */
      feedDifferences: z.object({ count: z.int(), oldestDay: z.nullable(z.string()) }).optional(),
      /** With Feed.write for all campaigns: files of events that other users uploaded and no one has decided. */
      feedFilesToConfirm: z.object({ count: z.int(), oldestUploadedAt: z.nullable(z.string()) }).optional(),
      /** With Feed.write: events of the card processor that were not applied and are not resolved. */
      unappliedEvents: z.object({ count: z.int(), oldestFoundAt: z.nullable(z.string()) }).optional(),
      /** With Batch.load or Batch.redeem: own uploads of the last 56 days by state. */
      ownBatches: z
        .object({ awaiting: z.int(), processing: z.int(), approved: z.int(), rejected: z.int(), closed: z.int() })
        .optional(),
      /**
       * With Card.approve: orders that this viewer can decide about, without the viewer's own orders. The amount is the
       * sum of the cards' loads.
       */
      ordersToApprove: z
        .object({ count: z.int(), cards: z.int(), amount: money, oldestOrderedAt: z.nullable(z.string()) })
        .optional(),
      /** With Card.approve: other users' physical orders that can still be cancelled. */
      physicalOrders: z
        .object({
          count: z.int(),
          cards: z.int(),
          amount: money,
          /** The time when the first of these orders becomes final. */
          firstFinalAt: z.nullable(z.string()),
          /** The number of these orders that wait for this viewer's signature. Older servers omit it. */
          toApprove: z.int().optional(),
        })
        .optional(),
      /**
       * Batches and orders that wait for a signature although no one can sign them. Approvers and administrators see all
       * of them, other users their own. Omitted if there are none.
       */
      blocked: z.object({ batches: z.int(), orders: z.int() }).optional(),
      /** With Card.produce: producer files that have not been downloaded. */
      producerFiles: z.object({ count: z.int(), cards: z.int(), oldestReadyAt: z.nullable(z.string()) }).optional(),
      /** With Card.write or Card.order: own orders of the last 56 days by state. */
      ownOrders: z.record(z.enum(orderStates), z.int()).optional(),
      /**
       * With Batch.load, Batch.approve or Report.read: amounts loaded per day over the last 14 days, including days
       * without loads.
       */
      loadVolume: z.array(z.object({ date, amount: money, count: z.int() })).optional(),
      /** With Funding.read, and for makers and approvers of items that the funding account pays. */
      fundingAccount: z
        .object({
          balance: money,
          /** The amount for approved batches and orders. */
          reserved: money,
          /** Omitted if the balance suffices for all approved batches and orders. */
          shortage: fundsShortage.optional(),
          /** The threshold of low funds. Omitted if the available funds are not below the threshold. */
          low: money.optional(),
        })
        .optional(),
      /** The latest events that this viewer can see. */
      recentActivity: z.array(
        z.object({
          at: z.string(),
          who: z.string(),
          what: z.string(),
          batchLoadFileID: z.nullable(id),
          /** True if the check before a scheduled run has found a problem. */
          isForeseen: z.boolean().optional(),
          /** Only for events of an order. */
          orderId: id.optional(),
          orderKind: orderType.optional(),
          isOwnOrder: z.boolean().optional(),
        }),
      ),
      currency: z.string(),
    }),
  },
}
