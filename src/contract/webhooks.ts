// Operations of webhooks: addresses of customers' programs, their secrets, and the log of deliveries. Rules:
// docs/rules/webhooks.md.
import * as z from 'zod'
import { webhookEvents } from '#domain/webhooks.ts'
import { id, instant, nothing, requestId, text } from './fields.ts'

const event = z.enum(webhookEvents)

export const webhookEndpoint = z.object({
  endpointID: id,
  url: z.string(),
  events: z.array(event),
  /** Disabled: 'gone', because the address answered with status 410, or 'failing', because a last attempt failed. */
  state: z.enum(['active', 'waiting', 'gone', 'failing']),
  createdBy: z.string(),
  createdAt: z.string(),
  confirmedBy: z.nullable(z.string()),
  /** Until this time, messages are also signed with the previous secret. */
  previousSecretUntil: instant,
  /** The time of the last delivered message. */
  lastDeliveredAt: instant,
  /** Only while the endpoint waits for its confirmation: the reason why this viewer cannot confirm it. */
  refusal: z.string().optional(),
})
export type WebhookEndpoint = z.output<typeof webhookEndpoint>

export const webhookDelivery = z.object({
  deliveryID: id,
  messageId: z.string(),
  type: z.string(),
  createdAt: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  nextAt: instant,
  payload: z.string(),
  /** Newest first. */
  attempts: z.array(
    z.object({
      at: z.string(),
      ms: z.int(),
      /** Null if there was no answer. */
      status: z.nullable(z.int()),
      /** The beginning of the answer. Without an answer, the reason why there was none. */
      answer: z.string(),
    }),
  ),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

const endpointParams = z.strictObject({ requestId, endpointID: id })
/** The secret is shown only in this response. */
const secret = z.string()

export const webhookOperations = {
  webhookEndpoints: { params: nothing, result: z.object({ endpoints: z.array(webhookEndpoint) }) },
  createWebhookEndpoint: {
    params: z.strictObject({ requestId, url: text(500, 1), events: z.array(event).min(1).max(webhookEvents.length) }),
    result: z.object({ endpointID: id, secret, needsConfirmation: z.boolean() }),
  },
  confirmWebhookEndpoint: { params: endpointParams, result: z.object({}) },
  /** Replaces the secret. For 24 hours, messages are signed with the previous secret too. */
  renewWebhookSecret: { params: endpointParams, result: z.object({ secret }) },
  /** Turns a disabled endpoint on again. */
  enableWebhookEndpoint: { params: endpointParams, result: z.object({}) },
  deleteWebhookEndpoint: { params: endpointParams, result: z.object({}) },
  testWebhookEndpoint: { params: endpointParams, result: z.object({}) },
  /** The deliveries of the last 30 days, newest first, at most 200. None for an unknown endpoint. */
  webhookDeliveries: {
    params: z.strictObject({ endpointID: id }),
    result: z.object({ deliveries: z.array(webhookDelivery) }),
  },
  /** Sends the message again, with the same id. */
  resendWebhook: { params: z.strictObject({ requestId, deliveryID: id }), result: z.object({}) },
}
