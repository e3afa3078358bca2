// Proves the ledger while the server runs: new entries every hour, so that the next start has little to check, and the
// whole ledger at night. The work is split into short jobs so that batches can run in between.
import * as z from 'zod'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import type { Services } from '#server/operations/context.ts'
import {
  type CheckPosition,
  checkChunk,
  checkParts,
  firstPosition,
  findNewestTransaction,
  FIRST_ENTRY,
} from '#server/ledger/check.ts'
import type { JobHandler } from '#server/jobs/queue.ts'
import { findLastClosedTransactionId, findPeriodFaults } from '#server/ledger/periods.ts'
import {
  storeProofOfAllEntries,
  storeProofSincePeriod,
  proveNewEntries,
  readLastProofTime,
  readLastProofTimeOfAllEntries,
} from '#server/ledger/proof.ts'
import { mergeFaults, type LedgerFault } from '#server/ledger/rules.ts'
import { isDueTonight } from './nightly.ts'

const PROVE_NEW_ENTRIES = 'prove-ledger'
const PROVE_WHOLE = 'prove-whole-ledger'
/**
 * All entries are read in one night a week. In the other nights, only the entries since the last closed month are read.
 * The interval is less than a week, because a proof does not start at the same time every night.
 */
const READ_ALL_INTERVAL_MS = 6.5 * DAY_MS
/** Maximum duration of one job. Other due jobs run before the next one. */
const SLICE_MS = 1_500

const singleton = { singletonKey: 'one' }

const wholeLedgerPayload = z.strictObject({
  position: z.strictObject({ part: z.enum(checkParts), after: z.int(), upTo: z.int(), since: z.int() }),
  faults: z.array(z.strictObject({ rule: z.string(), count: z.int() })),
})

/** Call `start` once jobs can run. `start` does nothing if another server has started the proofs already. */
export function registerProveLedger(services: Services): { readonly start: () => Promise<void> } {
  const { db, jobs, log, now, secrets } = services
  const logFaults = (faults: readonly LedgerFault[]) => {
    for (const fault of faults) log.error(fault, 'the ledger is not in order')
  }

  const mustReadAll = async () => {
    const lastTime = await readLastProofTimeOfAllEntries(db)
    return lastTime === undefined || now() - lastTime.getTime() > READ_ALL_INTERVAL_MS
  }

  const newEntriesJob = async () => {
    const { faults, isComplete } = await proveNewEntries(db, SLICE_MS)
    logFaults(faults)
    const canProveWhole = faults.length === 0 && isComplete
    if (canProveWhole && isDueTonight(services, await readLastProofTime(db))) {
      const upTo = await findNewestTransaction(db)
      const since = (await mustReadAll()) ? FIRST_ENTRY : await findLastClosedTransactionId(db, upTo)
      const position = firstPosition(upTo, since)
      await jobs.enqueue(db, PROVE_WHOLE, { position, faults: [] }, singleton)
    }
    const nextRunAt = isComplete ? now() + HOUR_MS : now()
    await jobs.enqueue(db, PROVE_NEW_ENTRIES, {}, { ...singleton, runAt: nextRunAt })
    jobs.wake()
  }

  const wholeLedgerJob: JobHandler = async (data) => {
    const payload = wholeLedgerPayload.parse(data)
    const deadline = performance.now() + SLICE_MS
    let position: CheckPosition | undefined = payload.position
    const faults: LedgerFault[] = [...payload.faults]
    while (position && performance.now() < deadline) {
      const step = await checkChunk(db, position)
      faults.push(...step.faults)
      position = step.next
    }
    if (position) {
      await jobs.enqueue(db, PROVE_WHOLE, { position, faults: mergeFaults(faults) }, singleton)
      jobs.wake()
      return
    }
    const isSincePeriod = payload.position.since !== FIRST_ENTRY
    const balances = isSincePeriod ? 'sinceNewest' : 'newest'
    faults.push(...(await findPeriodFaults(db, secrets, { balances })))
    const allFaults = mergeFaults(faults)
    const storeProof = isSincePeriod ? storeProofSincePeriod : storeProofOfAllEntries
    await storeProof(db, allFaults, payload.position.upTo)
    logFaults(allFaults)
    log.info({ count: allFaults.length }, 'the whole ledger was checked')
  }

  jobs.registerHandler(PROVE_NEW_ENTRIES, 'background', newEntriesJob)
  jobs.registerHandler(PROVE_WHOLE, 'background', wholeLedgerJob)

  return {
    start: async () => {
      await jobs.enqueue(db, PROVE_NEW_ENTRIES, {}, singleton)
      jobs.wake()
    },
  }
}
