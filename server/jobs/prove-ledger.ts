// Proves the ledger while the server runs: every hour the new entries, so that the next start has little to do, and the
// whole ledger in the client's quiet hours. In short jobs, so that batches run in between.
import * as z from 'zod'
import { instantToDate, localToInstant } from '#domain/dates.ts'
import { HOUR_MS } from '#domain/units.ts'
import type { Services } from '#server/operations/context.ts'
import { type CheckPosition, checkChunk, checkParts, firstPosition, newestTransaction } from '#server/ledger/check.ts'
import type { JobHandler } from '#server/jobs/queue.ts'
import { keepWhole, proveNews, wholeProvedAt } from '#server/ledger/proof.ts'
import { addFaults, type LedgerFault } from '#server/ledger/rules.ts'

const PROVE_NEWS = 'prove-ledger'
const PROVE_WHOLE = 'prove-whole-ledger'
/** Once a night, even if the last one started late. */
const WHOLE_EVERY_MS = 20 * HOUR_MS
const QUIET_FROM = '01:00'
const QUIET_UNTIL = '05:00'
/** Length of one job; the next one waits for other jobs that are due. */
const SLICE_MS = 1_500

const onePart = { singletonKey: 'one' }

const wholePayload = z.strictObject({
  position: z.strictObject({ part: z.enum(checkParts), after: z.int(), upTo: z.int() }),
  faults: z.array(z.strictObject({ rule: z.string(), count: z.int() })),
})

/** Proves from now on. `start` is called once the jobs can run, and does nothing if another server has started. */
export function registerProveLedger(services: Services): { readonly start: () => Promise<void> } {
  const { db, jobs, log, now } = services
  const report = (faults: readonly LedgerFault[]) => {
    for (const fault of faults) log.error(fault, 'the ledger is not in order')
  }

  const proveNext = async () => {
    const { faults, isComplete } = await proveNews(db, SLICE_MS)
    report(faults)
    if (faults.length === 0 && isComplete && (await isWholeDue(services))) {
      const position = firstPosition(await newestTransaction(db))
      await jobs.enqueue(db, PROVE_WHOLE, { position, faults: [] }, onePart)
    }
    await jobs.enqueue(db, PROVE_NEWS, {}, { ...onePart, runAt: isComplete ? now() + HOUR_MS : now() })
    jobs.wake()
  }

  const proveWhole: JobHandler = async (given) => {
    const payload = wholePayload.parse(given)
    const deadline = performance.now() + SLICE_MS
    let position: CheckPosition | undefined = payload.position
    const faults: LedgerFault[] = [...payload.faults]
    while (position && performance.now() < deadline) {
      const step = await checkChunk(db, position)
      faults.push(...step.faults)
      position = step.next
    }
    const all = addFaults(faults)
    if (position) await jobs.enqueue(db, PROVE_WHOLE, { position, faults: all }, onePart)
    else {
      await keepWhole(db, all, payload.position.upTo)
      report(all)
      log.info({ count: all.length }, 'the whole ledger was checked')
    }
    jobs.wake()
  }

  jobs.work(PROVE_NEWS, 'unhurried', proveNext)
  jobs.work(PROVE_WHOLE, 'unhurried', proveWhole)

  return {
    start: async () => {
      await jobs.enqueue(db, PROVE_NEWS, {}, onePart)
      jobs.wake()
    },
  }
}

async function isWholeDue({ db, client, now }: Services): Promise<boolean> {
  const day = instantToDate(now(), client.timeZone)
  const [from, until] = [QUIET_FROM, QUIET_UNTIL].map((time) => localToInstant(day, time, client.timeZone))
  if (from === undefined || until === undefined || now() < from || now() >= until) return false
  const last = await wholeProvedAt(db)
  return last === undefined || now() - last.getTime() > WHOLE_EVERY_MS
}
