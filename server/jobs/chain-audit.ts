// Extends the hash chain over the audit trail every minute, and logs the latest hash. Administrators who keep a copy of
// the log on another machine can notice that the end of the trail was cut off.
import * as z from 'zod'
import { MINUTE_MS } from '#domain/units.ts'
import { chainEntries } from '#server/audit/chain.ts'
import { type Head } from '#server/audit/head.ts'
import type { Services } from '#server/operations/context.ts'

const CHAIN = 'chain-audit'
/** Maximum duration of one job. Other due jobs run before the next one. */
const SLICE_MS = 1_500

const singleton = { singletonKey: 'one' }
/** `after`: the id of the entry after which the job continues. Undefined for a new run. */
const payloadSchema = z.strictObject({ after: z.int().optional() })

/** Call `start` once jobs can run. */
export function registerAuditChain(services: Services): { readonly start: () => Promise<void> } {
  const { db, jobs, log, now } = services

  jobs.registerHandler(CHAIN, 'background', async (data) => {
    const deadline = performance.now() + SLICE_MS
    let continueAfter = payloadSchema.parse(data).after
    let count = 0
    let head: Head | undefined
    do {
      const progress = await chainEntries(services, continueAfter)
      count += progress.count
      continueAfter = progress.next
      head = progress.head
    } while (continueAfter !== undefined && performance.now() < deadline)
    if (head && count > 0) log.info({ count, ...head }, 'the audit trail was chained')
    const isComplete = continueAfter === undefined
    if (isComplete) {
      await jobs.enqueue(db, CHAIN, {}, { ...singleton, runAt: now() + MINUTE_MS })
      return
    }
    await jobs.enqueue(db, CHAIN, { after: continueAfter }, { ...singleton, runAt: now() })
    jobs.wake()
  })

  return {
    start: async () => {
      await jobs.enqueue(db, CHAIN, {}, singleton)
      jobs.wake()
    },
  }
}
