// Administration of webhooks: endpoints, their secrets, and the log of deliveries. Rules: docs/rules/webhooks.md.
import { m } from '#words/messages.js'
import { randomBytes, randomUUID } from 'node:crypto'
import { type InferResult, sql, type Updateable } from 'kysely'
import { codes } from '#contract/codes.ts'
import type { webhookOperations, WebhookEndpoint } from '#contract/webhooks.ts'
import type { WebhookEndpointTable } from '#server/db/webhook-tables.ts'
import { confirmationRefusal } from '#domain/users/changes.ts'
import { PREVIOUS_SECRET_MS, TEST_EVENT, type WebhookEvent } from '#domain/webhooks.ts'
import {
  type Db,
  type Handler,
  type Handlers,
  refuse,
  type Refusal,
  checkRule,
  type SessionContext,
} from '#server/operations/context.ts'
import { refuseWithoutRecentPassword } from '#server/operations/recent-password.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import { instantToApi } from '#server/operations/to-api.ts'
import { addWebhook, DELIVER } from './add.ts'
import { enqueueDelivery } from './deliver.ts'
import { isEndpointUrl, toWebhookSecret } from './send.ts'

const SECRET_BYTES = 32
const MAX_DELIVERIES = 200
const MAX_ENDPOINTS = 20

const selectEndpoints = (db: Db, ownerId: number) =>
  db
    .selectFrom('webhook_endpoint as e')
    .innerJoin('user_account as c', 'c.id', 'e.created_by')
    .leftJoin('user_account as f', 'f.id', 'e.confirmed_by')
    .select([
      'e.id',
      'e.url',
      'e.created_by',
      'e.created_at',
      'e.confirmed_at',
      'e.disabled_reason',
      'e.previous_until',
    ])
    .select(['c.username as creator', 'f.username as confirmer', 'e.secret_cipher'])
    .select(sql<WebhookEvent[]>`e.events`.as('events'))
    .select(
      sql<Date | null>`(SELECT max(a.at) FROM webhook_delivery d JOIN webhook_attempt a ON a.delivery_id = d.id
        WHERE d.endpoint_id = e.id AND d.state = 'delivered')`.as('last_delivered_at'),
    )
    .where('e.owner_id', '=', ownerId)
    .where('e.deleted_at', 'is', null)

type EndpointRow = InferResult<ReturnType<typeof selectEndpoints>>[number]

function endpointToState(row: EndpointRow): WebhookEndpoint['state'] {
  if (row.confirmed_at === null) return 'waiting'
  return row.disabled_reason ?? 'active'
}

/** The id of no user. */
const NO_USER = 0

/**
 * Why this viewer cannot confirm the endpoint. Undefined if the viewer can confirm it. The rule for changes of users
 * refuses the user who made the change and the user whom it affects. An endpoint affects no user, so only its creator
 * is refused.
 */
const confirmationRefusalOf = (viewerId: number, endpoint: EndpointRow): string | undefined =>
  confirmationRefusal({ userId: NO_USER, changedBy: endpoint.created_by }, viewerId)

const webhookEndpoints: Handler<'webhookEndpoints'> = async ({ db, viewer }) => {
  const rows = await selectEndpoints(db, viewer.ownerId).orderBy('e.id').execute()
  return {
    endpoints: rows.map((row) => ({
      endpointID: String(row.id),
      url: row.url,
      events: row.events,
      state: endpointToState(row),
      createdBy: row.creator,
      createdAt: row.created_at.toISOString(),
      confirmedBy: row.confirmer,
      previousSecretUntil: instantToApi(row.previous_until),
      lastDeliveredAt: instantToApi(row.last_delivered_at),
      ...(row.confirmed_at === null && { refusal: confirmationRefusalOf(viewer.userId, row) }),
    })),
  }
}

const createSecret = () => toWebhookSecret(randomBytes(SECRET_BYTES))

const createWebhookEndpoint: Handler<'createWebhookEndpoint'> = async (context, params) => {
  const { db, viewer, now, secrets, settings } = context
  const passwordRefusal = await refuseWithoutRecentPassword(context)
  if (passwordRefusal) return passwordRefusal
  // The events are about all campaigns, so a viewer who is limited to some of them must not receive them.
  const isLimitedToCampaigns = viewer.campaignIds !== undefined
  if (isLimitedToCampaigns) return refuse(codes.refusedState, m.webhooks_allCampaignsNeeded)
  const url = params.url.trim()
  if (!isEndpointUrl(url)) return refuseParameter('url', m.webhooks_urlForm)
  const endpoints = await selectEndpoints(db, viewer.ownerId).execute()
  if (endpoints.length >= MAX_ENDPOINTS)
    return refuse(codes.refusedState, () => m.webhooks_tooMany({ limit: MAX_ENDPOINTS }))
  const secret = createSecret()
  const at = new Date(now())
  const needsConfirmation = settings.needsSecondAdministrator
  const { id } = await db
    .insertInto('webhook_endpoint')
    .values({
      owner_id: viewer.ownerId,
      url,
      events: [...new Set(params.events)],
      secret_cipher: secrets.encrypt(secret),
      created_by: viewer.userId,
      created_at: at,
      confirmed_at: needsConfirmation ? null : at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  context.setSubject('endpoint', id)
  context.recordValues({ url, events: params.events })
  return {
    endpointID: String(id),
    secret,
    needsConfirmation,
    resultText: needsConfirmation ? m.webhooks_createdAndWaits() : m.webhooks_created(),
  }
}

/** Locks the endpoint until the end of the transaction. The audit entry of the call names it. */
async function lockEndpoint(context: SessionContext, endpointID: string): Promise<EndpointRow | Refusal> {
  const { db, viewer } = context
  context.setSubject('endpoint', endpointID)
  const id = Number(endpointID)
  await db.selectFrom('webhook_endpoint').select('id').where('id', '=', id).forUpdate().execute()
  const endpoint = await selectEndpoints(db, viewer.ownerId).where('e.id', '=', id).executeTakeFirst()
  if (!endpoint) return refuse(codes.notFound, m.webhooks_noSuchEndpoint)
  context.recordValues({ url: endpoint.url })
  return endpoint
}

const updateEndpoint = (db: Db, id: number, columns: Updateable<WebhookEndpointTable>) =>
  db.updateTable('webhook_endpoint').set(columns).where('id', '=', id).execute()

const confirmWebhookEndpoint: Handler<'confirmWebhookEndpoint'> = async (context, { endpointID }) => {
  const endpoint = await lockEndpoint(context, endpointID)
  if ('refusalCode' in endpoint) return endpoint
  const { db, viewer, now } = context
  if (endpoint.confirmed_at !== null) return refuse(codes.refusedState, m.users_confirmedAlready)
  const refusal = checkRule(codes.refusedState, () => confirmationRefusalOf(viewer.userId, endpoint))
  if (refusal) return refusal
  await updateEndpoint(db, endpoint.id, { confirmed_at: new Date(now()), confirmed_by: viewer.userId })
  return { resultText: m.webhooks_confirmed() }
}

const renewWebhookSecret: Handler<'renewWebhookSecret'> = async (context, { endpointID }) => {
  const passwordRefusal = await refuseWithoutRecentPassword(context)
  if (passwordRefusal) return passwordRefusal
  const endpoint = await lockEndpoint(context, endpointID)
  if ('refusalCode' in endpoint) return endpoint
  const { db, now, secrets } = context
  const secret = createSecret()
  await updateEndpoint(db, endpoint.id, {
    secret_cipher: secrets.encrypt(secret),
    previous_secret_cipher: endpoint.secret_cipher,
    previous_until: new Date(now() + PREVIOUS_SECRET_MS),
  })
  return { secret, resultText: m.webhooks_secretRenewed() }
}

const enableWebhookEndpoint: Handler<'enableWebhookEndpoint'> = async (context, { endpointID }) => {
  const endpoint = await lockEndpoint(context, endpointID)
  if ('refusalCode' in endpoint) return endpoint
  if (endpoint.disabled_reason === null) return refuse(codes.refusedState, m.webhooks_notDisabled)
  await updateEndpoint(context.db, endpoint.id, { disabled_at: null, disabled_reason: null })
  return { resultText: m.webhooks_enabled() }
}

const deleteWebhookEndpoint: Handler<'deleteWebhookEndpoint'> = async (context, { endpointID }) => {
  const endpoint = await lockEndpoint(context, endpointID)
  if ('refusalCode' in endpoint) return endpoint
  await updateEndpoint(context.db, endpoint.id, { deleted_at: new Date(context.now()) })
  return { resultText: m.webhooks_deleted() }
}

const testWebhookEndpoint: Handler<'testWebhookEndpoint'> = async (context, { endpointID }) => {
  const endpoint = await lockEndpoint(context, endpointID)
  if ('refusalCode' in endpoint) return endpoint
  if (endpoint.confirmed_at === null) return refuse(codes.refusedState, m.webhooks_waitsForConfirmation)
  const { db, viewer, jobs, now } = context
  await addWebhook(db, {
    messageId: `test-${randomUUID()}`,
    ownerId: viewer.ownerId,
    at: new Date(now()),
    type: TEST_EVENT,
    data: { sentBy: viewer.username },
    endpointId: endpoint.id,
  })
  context.afterCommit(() => jobs.wake())
  return { resultText: m.webhooks_testSent() }
}

const webhookDeliveries: Handler<'webhookDeliveries'> = async ({ db, viewer }, { endpointID }) => {
  const endpoint = await selectEndpoints(db, viewer.ownerId).where('e.id', '=', Number(endpointID)).executeTakeFirst()
  if (!endpoint) return { deliveries: [] }
  const rows = await db
    .selectFrom('webhook_delivery as d')
    .select(['d.id', 'd.message_id', 'd.type', 'd.created_at', 'd.state', 'd.next_at', 'd.payload'])
    .select(
      sql<{ at: string; ms: number; status: number | null; answer: string }[]>`(
        SELECT coalesce(json_agg(json_build_object('at', a.at, 'ms', a.ms, 'status', a.status, 'answer', a.answer) ORDER BY a.id DESC), '[]')
        FROM webhook_attempt a WHERE a.delivery_id = d.id)`.as('attempts'),
    )
    .where('d.endpoint_id', '=', endpoint.id)
    .orderBy('d.id', 'desc')
    .limit(MAX_DELIVERIES)
    .execute()
  return {
    deliveries: rows.map((row) => ({
      deliveryID: String(row.id),
      messageId: row.message_id,
      type: row.type,
      createdAt: row.created_at.toISOString(),
      state: row.state,
      nextAt: instantToApi(row.next_at),
      payload: row.payload,
      attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
    })),
  }
}

const resendWebhook: Handler<'resendWebhook'> = async (context, { deliveryID }) => {
  const { db, viewer, jobs, now } = context
  const delivery = await db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', 'e.id', 'd.endpoint_id')
    .select(['d.id', 'd.state', 'e.id as endpoint_id', 'e.url'])
    .where('d.id', '=', Number(deliveryID))
    .where('e.owner_id', '=', viewer.ownerId)
    .where('e.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!delivery) return refuse(codes.notFound, m.webhooks_noSuchDelivery)
  context.setSubject('endpoint', delivery.endpoint_id)
  context.recordValues({ url: delivery.url })
  const at = new Date(now())
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', attempts: 0, next_at: at })
    .where('id', '=', delivery.id)
    .execute()
  await jobs.cancel(db, DELIVER, String(delivery.id))
  await enqueueDelivery(jobs, db, delivery.id)
  context.afterCommit(() => jobs.wake())
  return { resultText: m.webhooks_sentAgain() }
}

export const webhookHandlers: Pick<Handlers, keyof typeof webhookOperations> = {
  webhookEndpoints,
  createWebhookEndpoint,
  confirmWebhookEndpoint,
  renewWebhookSecret,
  enableWebhookEndpoint,
  deleteWebhookEndpoint,
  testWebhookEndpoint,
  webhookDeliveries,
  resendWebhook,
}
