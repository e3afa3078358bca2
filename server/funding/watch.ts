// Watches the funding account. Warns the users who record or confirm payments by e-mail, once for each fall below the
// threshold, and once for each approved batch or order that the balance does not cover.
import { isUncovered, shortageToApi } from '#domain/funding/forecast.ts'
import { centsToDecimal } from '#domain/money.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Recipient } from '#server/mail/message-content.ts'
import { enqueueAlert } from '#server/mail/queue.ts'
import { findUsersWithPermission } from '#server/mail/recipients.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { moneyToApi } from '#server/operations/to-api.ts'
import { addWebhook } from '#server/webhooks/add.ts'
import { type ForecastOfOwner, readForecast } from './forecast.ts'
import { readCurrency } from './queries.ts'

const WATCH = 'funding-watch'
/** Shorter than the undo hold after an approval, so that the warning comes before the run. */
const INTERVAL_MS = MINUTE_MS
const singleton = { singletonKey: 'one' }

/** Call `start` once jobs can run. It does nothing if another server has started the watch already. */
export function registerFundingWatch(services: Services): { readonly start: () => Promise<void> } {
  const { db, jobs, now } = services
  jobs.registerHandler(WATCH, 'background', async () => {
    await watchFunds(services)
    await jobs.enqueue(db, WATCH, {}, { ...singleton, runAt: now() + INTERVAL_MS })
  })
  return {
    start: async () => {
      await jobs.enqueue(db, WATCH, {}, singleton)
      jobs.wake()
    },
  }
}

/** Checks the account once. The mails and the record of the warnings are written in one transaction. */
export async function watchFunds(services: Services): Promise<void> {
  const { ownerId, timeZone } = services.client
  const hasWarned = await inTransaction(services.db, async (trx) => {
    if (!(await hasProgramme(trx, ownerId))) return false
    const lastWarning = await lockWatch(trx, ownerId)
    const forecast = await readForecast(trx, { ownerId, now: services.now(), timeZone })
    // Each item is a text like 'batch 43'.
    const uncoveredItems = forecast.steps.filter(isUncovered).map(({ kind, id }) => `${kind} ${id}`)
    const isNewlyUncovered = uncoveredItems.some((item) => !lastWarning.warned_of.includes(item))
    const isNewlyLow = forecast.isLow && !lastWarning.is_low
    const needsWarning = isNewlyUncovered || isNewlyLow
    const isSomeItemCoveredAgain = lastWarning.warned_of.some((item) => !uncoveredItems.includes(item))
    const isLowNoLonger = lastWarning.is_low && !forecast.isLow
    const needsNewRecord = needsWarning || isSomeItemCoveredAgain || isLowNoLonger
    if (needsNewRecord)
      await trx
        .updateTable('funding_watch')
        .set({ is_low: forecast.isLow, warned_of: uncoveredItems })
        .where('owner_id', '=', ownerId)
        .execute()
    if (needsWarning) await warn(services, trx, forecast)
    return needsWarning
  })
  if (hasWarned) services.jobs.wake()
}

/** False for a new database, which has no programme before its first set-up. */
async function hasProgramme(db: Db, ownerId: number): Promise<boolean> {
  const programme = await db
    .selectFrom('programme')
    .select('owner_id')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return programme !== undefined
}

/** Locks the record of the last warnings. Creates the record if there is none. */
async function lockWatch(db: Db, ownerId: number) {
  const select = () =>
    db.selectFrom('funding_watch').select(['is_low', 'warned_of']).where('owner_id', '=', ownerId).forNoKeyUpdate()
  const row = await select().executeTakeFirst()
  if (row) return row
  await db
    .insertInto('funding_watch')
    .values({ owner_id: ownerId, currency: await readCurrency(db, ownerId), threshold_cents: null })
    .onConflict((conflict) => conflict.column('owner_id').doNothing())
    .execute()
  return select().executeTakeFirstOrThrow()
}

async function warn(
  services: Services,
  db: Db,
  { currency, availableCents, shortage, isLow, thresholdCents }: ForecastOfOwner,
): Promise<void> {
  const { ownerId } = services.client
  const at = new Date(services.now())
  // The warning names the threshold only if the account is below it.
  const threshold = isLow ? thresholdCents : undefined
  await addWebhook(db, {
    messageId: `funds-${ownerId}-${at.getTime()}`,
    ownerId,
    at,
    type: 'funding.low',
    data: {
      currency,
      available: centsToDecimal(availableCents),
      threshold: threshold === undefined ? null : centsToDecimal(threshold),
      shortage: shortage ? shortageToApi(shortage) : null,
    },
  })
  // Only users without a limit to campaigns can see the funding account.
  const audience = { ownerId, campaignIds: null }
  const recorders = await findUsersWithPermission(db, audience, 'Funding.record')
  const confirmers = await findUsersWithPermission(db, audience, 'Funding.confirm')
  const isRecorder = (user: Recipient) => recorders.some(({ username }) => username === user.username)
  for (const to of [...recorders, ...confirmers.filter((user) => !isRecorder(user))])
    await enqueueAlert(services, db, {
      kind: 'fundsLow',
      to,
      currency,
      available: moneyToApi(availableCents),
      shortage: shortage ? shortageToApi(shortage) : null,
      threshold: threshold === undefined ? null : moneyToApi(threshold),
    })
}
