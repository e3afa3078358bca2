// What the home page asks: what waits for this user (contract "Beyond the specification"). Each part only with its permission.
import * as z from 'zod'
import { MAX_BATCH_SEARCH } from '#domain/batch/states.ts'
import { orderStates } from '#domain/order/states.ts'
import { date, id, money, nothing, text } from './fields.ts'
import { orderType } from './orders.ts'

export const overviewOperations = {
  /** For the search of the top bar: batches and orders that this viewer may look at, by number or part of a name; a few of each. */
  findThings: {
    params: z.strictObject({ search: text(MAX_BATCH_SEARCH, 1) }),
    result: z.object({
      /** `isOwn`: it is looked at among the own ones, else where it is decided about. */
      batches: z.array(z.object({ id, reference: z.string(), isOwn: z.boolean() })),
      orders: z.array(z.object({ id, kind: orderType, campaignName: z.string(), isOwn: z.boolean() })),
    }),
  },
  overview: {
    params: nothing,
    result: z.object({
      /** With Batch.approve: batches this viewer may decide, own uploads left out. */
      batchesToApprove: z
        .object({ count: z.int(), amount: money, oldestUploadedAt: z.nullable(z.string()) })
        .optional(),
      /** With Batch.load or Batch.redeem: own uploads of the last 56 days by state. */
      ownBatches: z
        .object({ awaiting: z.int(), processing: z.int(), approved: z.int(), rejected: z.int(), closed: z.int() })
        .optional(),
      /** With Card.approve: orders this viewer may decide, own ones left out; the amount is what their cards are loaded with. */
      ordersToApprove: z
        .object({ count: z.int(), cards: z.int(), amount: money, oldestOrderedAt: z.nullable(z.string()) })
        .optional(),
      /** With Card.approve: physical orders of others that can still be cancelled, and when the first of them becomes final. */
      physicalOrders: z
        .object({ count: z.int(), cards: z.int(), amount: money, firstFinalAt: z.nullable(z.string()) })
        .optional(),
      /** With Card.produce: files that no one has fetched for the card producer. */
      producerFiles: z.object({ count: z.int(), cards: z.int(), oldestReadyAt: z.nullable(z.string()) }).optional(),
      /** With Card.write or Card.order: own orders of the last 56 days by state. */
      ownOrders: z.record(z.enum(orderStates), z.int()).optional(),
      /** With Batch.load, Batch.approve or Report.read: amounts loaded by day over the last 14 days, every day present. */
      loadVolume: z.array(z.object({ date, amount: money, count: z.int() })).optional(),
      /** The latest events that this viewer may see. */
      recentActivity: z.array(
        z.object({
          at: z.string(),
          who: z.string(),
          what: z.string(),
          batchLoadFileID: z.nullable(id),
          /** True where a look ahead of a scheduled run has found something that speaks against it. */
          isForeseen: z.boolean().optional(),
          /** Of what happened to an order. */
          orderId: id.optional(),
          orderKind: orderType.optional(),
          isOwnOrder: z.boolean().optional(),
        }),
      ),
      currency: z.string(),
    }),
  },
}
