// Delivers the messages of webhooks: at least once, with the same id in each attempt.
// Rules: docs/rules/webhooks.md, "Delivery".
import * as z from 'zod'
import { DAY_MS } from '#domain/units.ts'
import { DELIVERY_DAYS, pauseAfter, TEST_EVENT } from '#domain/webhooks.ts'
import { enqueueMail } from '#server/mail/queue.ts'
import { findUsersWithPermission } from '#server/mail/recipients.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { outsideTime } from '#server/sandbox/clock.ts'
import { DELIVER } from './add.ts'
import type { SendWebhook, WebhookAnswer } from './send.ts'

/** The HTTP status for an endpoint that no longer exists. */
const GONE = 410

const jobPayload = z.strictObject({ deliveryId: z.int() })

export const enqueueDelivery = (jobs: Services['jobs'], trx: Db, deliveryId: number, runAt?: number): Promise<void> =>
  jobs.enqueue(
    trx,
    DELIVER,
    { deliveryId },
    { singletonKey: String(deliveryId), ...(runAt !== undefined && { runAt }) },
  )

export function registerWebhooks(services: Services, send: SendWebhook, random: () => number = Math.random): void {
  services.jobs.registerHandler(DELIVER, 'webhooks', async (data) => {
    await deliver(services, send, jobPayload.parse(data).deliveryId, random)
  })
}

async function deliver(services: Services, send: SendWebhook, id: number, random: () => number): Promise<void> {
  const { db, secrets, now } = services
  const delivery = await db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', 'e.id', 'd.endpoint_id')
    .select(['d.id', 'd.message_id', 'd.type', 'd.payload', 'd.attempts', 'd.state', 'e.id as endpoint_id', 'e.url'])
    .select(['e.secret_cipher', 'e.previous_secret_cipher', 'e.previous_until', 'e.disabled_at', 'e.deleted_at'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (delivery?.state !== 'waiting') return
  const isTest = delivery.type === TEST_EVENT
  const isDisabled = delivery.disabled_at !== null
  const isDeleted = delivery.deleted_at !== null
  // A test is also sent to a disabled endpoint, because it shows whether the endpoint works again.
  const canReceive = !isDeleted && (isTest || !isDisabled)
  if (!canReceive) return updateDelivery(db, id, { state: 'failed', next_at: null })
  const startedAt = now()
  const validSecrets = findValidCiphers(delivery, startedAt).map((cipher) => secrets.decryptText(cipher))
  const sendingStart = performance.now()
  const result = await send(delivery.url, {
    id: delivery.message_id,
    timestamp: Math.floor(outsideTime(services) / 1000),
    payload: delivery.payload,
    secrets: validSecrets,
  })
  const durationMs = Math.round(performance.now() - sendingStart)
  const attempts = delivery.attempts + 1
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('webhook_attempt')
      .values({
        delivery_id: id,
        at: new Date(startedAt),
        ms: durationMs,
        status: result.status ?? null,
        answer: result.answer,
      })
      .execute()
    await storeOutcome(services, trx, { ...delivery, attempts }, result, random)
  })
  services.jobs.wake()
}

interface SecretColumns {
  readonly secret_cipher: Buffer
  readonly previous_secret_cipher: Buffer | null
  readonly previous_until: Date | null
}

/** The encrypted secret of the endpoint. If the previous secret is still valid, it comes second. */
function findValidCiphers(endpoint: SecretColumns, time: number): readonly Buffer[] {
  const { secret_cipher: current, previous_secret_cipher: previous, previous_until: previousUntil } = endpoint
  if (previous === null || previousUntil === null) return [current]
  const isPreviousValid = previousUntil.getTime() > time
  return isPreviousValid ? [current, previous] : [current]
}

interface DeliveryToStore {
  readonly id: number
  readonly type: string
  readonly endpoint_id: number
  readonly url: string
  readonly attempts: number
}

async function storeOutcome(
  services: Services,
  trx: Db,
  delivery: DeliveryToStore,
  { status, retryAfter }: WebhookAnswer,
  random: () => number,
): Promise<void> {
  const { now, jobs } = services
  const { id, attempts } = delivery
  const isAccepted = status !== undefined && status >= 200 && status < 300
  if (isAccepted) return updateDelivery(trx, id, { attempts, state: 'delivered', next_at: null })
  const isTest = delivery.type === TEST_EVENT
  const isGone = status === GONE
  const pause = isTest || isGone ? undefined : pauseAfter(attempts, random())
  const isLastAttempt = pause === undefined
  if (isLastAttempt) {
    await updateDelivery(trx, id, { attempts, state: 'failed', next_at: null })
    if (!isTest) await disable(services, trx, delivery, isGone ? 'gone' : 'failing')
    return
  }
  const nextAt = now() + Math.max(pause, readRetryAfter(retryAfter, now()))
  await updateDelivery(trx, id, { attempts, next_at: new Date(nextAt) })
  await enqueueDelivery(jobs, trx, id, nextAt)
}

/**
 * The pause in milliseconds that the consumer asks for, at most a day. The header contains either seconds or a date. 0
 * without a header, or if the header contains something else.
 */
function readRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  const isSeconds = /^[0-9]{1,9}$/.test(header)
  const pause = isSeconds ? Number(header) * 1000 : Date.parse(header) - now
  if (Number.isNaN(pause)) return 0
  return Math.min(Math.max(pause, 0), DAY_MS)
}

async function updateDelivery(
  db: Db,
  id: number,
  columns: { attempts?: number; state?: 'delivered' | 'failed'; next_at: Date | null },
): Promise<void> {
  await db.updateTable('webhook_delivery').set(columns).where('id', '=', id).execute()
}

/** Disables the endpoint until an administrator enables it again, and notifies the administrators. */
async function disable(
  services: Services,
  trx: Db,
  { endpoint_id: id, url }: DeliveryToStore,
  reason: 'gone' | 'failing',
) {
  const { now, client } = services
  const { numUpdatedRows } = await trx
    .updateTable('webhook_endpoint')
    .set({ disabled_at: new Date(now()), disabled_reason: reason })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  const wasDisabledBefore = numUpdatedRows === 0n
  if (wasDisabledBefore) return
  const audience = { ownerId: client.ownerId, campaignIds: [] }
  for (const to of await findUsersWithPermission(trx, audience, 'User.write'))
    await enqueueMail(services, trx, { kind: 'webhookDisabled', to, url, reason })
}

/** Deletes the log of deliveries after 30 days. */
export async function deleteOldDeliveries(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('webhook_delivery')
    .where('created_at', '<', new Date(now - DELIVERY_DAYS * DAY_MS))
    .where('state', '<>', 'waiting')
    .execute()
}
