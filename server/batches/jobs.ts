// The jobs of batches, registered when the server starts: processing an approved batch, its preflight and its e-mails.
import * as z from 'zod'
import type { Db, Services } from '#server/operations/context.ts'
import { registerWatch } from '#server/approvals/watch.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import { enqueueBatchMail, registerBatchMail } from './mail.ts'
import { registerPreflight } from './preflight.ts'

export const PROCESS_BATCH = 'process-batch'

const payload = z.strictObject({ batchId: z.int() })

export function registerBatches(services: Services): void {
  registerBatchMail(services)
  registerPreflight(services)
  registerWatch(services, 'batch', (trx, batchId, event) => enqueueBatchMail(services.jobs, trx, { batchId, event }))
  services.jobs.registerHandler(PROCESS_BATCH, 'immediate', async (data) => {
    const { batchId } = payload.parse(data)
    const startedAt = performance.now()
    const { db, now, jobs, client } = services
    const onEnd = (trx: Db) => enqueueBatchMail(jobs, trx, { batchId, event: 'processed' })
    const outcome = await processBatch(
      { db, timeZone: client.timeZone, now, onEnd, isSandbox: client.isSandbox },
      batchId,
    )
    if (!outcome) return
    jobs.wake()
    const { loadedCount, failedCount } = outcome
    services.counters.countRun('batch', { done: loadedCount, failed: failedCount })
    services.log.info(
      { batchId, loadedCount, failedCount, ms: Math.round(performance.now() - startedAt) },
      'batch processed',
    )
  })
}
