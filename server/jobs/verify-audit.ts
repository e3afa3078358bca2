// Verifies the chain over the audit trail and the evidence of signed approvals every night, so that a fault is reported
// even if no one runs `audit verify`.
import { HOUR_MS } from '#domain/units.ts'
import { storeVerification, readLastVerificationTime, verifyTrail } from '#server/audit/chain.ts'
import { verifyEvidence } from '#server/approvals/verify-evidence.ts'
import type { Services } from '#server/operations/context.ts'
import { isDueTonight } from './nightly.ts'

const VERIFY = 'verify-audit'
/** Small enough that hashing a chunk does not delay calls. */
const CHUNK_SIZE = 500

const singleton = { singletonKey: 'one' }

async function verifyTrailAndEvidence({ db, secrets, log, now }: Services): Promise<void> {
  const { count, faults } = await verifyTrail(db, secrets, { chunkSize: CHUNK_SIZE })
  const evidence = await verifyEvidence(db, secrets)
  await storeVerification(db, faults.length + evidence.faults.length, now())
  const [firstFault] = faults
  if (firstFault) {
    const { problem: rule, position } = firstFault
    log.error({ count: faults.length, rule, position }, 'the audit trail is not in order')
  } else log.info({ count }, 'the whole audit trail was verified')
  const [firstEvidenceFault] = evidence.faults
  if (firstEvidenceFault)
    log.error({ count: evidence.faults.length, ...firstEvidenceFault }, 'the signed approvals are not in order')
}

/** Call `start` once jobs can run. */
export function registerAuditVerification(services: Services): { readonly start: () => Promise<void> } {
  const { db, jobs, now } = services

  jobs.registerHandler(VERIFY, 'background', async () => {
    if (isDueTonight(services, await readLastVerificationTime(db))) await verifyTrailAndEvidence(services)
    await jobs.enqueue(db, VERIFY, {}, { ...singleton, runAt: now() + HOUR_MS })
  })

  return {
    start: async () => {
      await jobs.enqueue(db, VERIFY, {}, singleton)
      jobs.wake()
    },
  }
}
