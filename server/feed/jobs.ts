// The jobs of the card processor's events. The upkeep runs every INTERVAL_MS: expired holds, events that wait too long,
// the daily control and its e-mails. Another job sends the e-mails about files.
import { MINUTE_MS } from '#domain/units.ts'
import type { Services } from '#server/operations/context.ts'
import { expireHolds, listWaitingEvents } from './expire.ts'
import { registerFileMail } from './mail.ts'
import { watchFeed } from './watch.ts'

const UPKEEP = 'feed-upkeep'
const INTERVAL_MS = 15 * MINUTE_MS
const singleton = { singletonKey: 'one' }

/** Call `start` as soon as jobs can run. `start` does nothing if another server has started the upkeep already. */
export function registerFeed(services: Services): { readonly start: () => Promise<void> } {
  const { db, jobs, log, now } = services
  registerFileMail(services)
  jobs.registerHandler(UPKEEP, 'background', async () => {
    const count = await expireHolds(services)
    if (count > 0) log.info({ count }, 'holds have expired')
    await listWaitingEvents(services)
    await watchFeed(services)
    await jobs.enqueue(db, UPKEEP, {}, { ...singleton, runAt: now() + INTERVAL_MS })
  })
  return {
    start: async () => {
      await jobs.enqueue(db, UPKEEP, {}, singleton)
      jobs.wake()
    },
  }
}
