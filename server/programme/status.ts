// `status`: prints the metrics that are read from the database: jobs, batches, orders, and when the ledger and the audit
// trail were last verified.
import { describeMove } from '#server/db/move-traces.ts'
import { readFigures } from '#server/metrics/figures.ts'
import { defineCommand } from './command.ts'
import { durationToText } from './counts-and-durations.ts'

/**
 * The command fails if a job has waited longer than this. The alert rules have the same limit
 * (docs/running/metrics.md).
 */
export const LATE_SECONDS = 300

export const status = defineCommand({
  name: 'status',
  summary:
    'Shows waiting and running work: jobs, mails, batches, orders, and when ledger and audit trail were verified',
  runsForEachClient: true,
  hasDryRun: false,
  async run({ open }) {
    const { db, client, now } = await open()
    const { jobs, ledger, trail, open: openWork } = await readFigures(db, client.ownerId, now())
    const moveText = await describeMove(db)
    const lateJobs = jobs.filter(({ oldestSeconds }) => oldestSeconds > LATE_SECONDS)
    const kindWidth = Math.max(0, ...jobs.map(({ kind }) => kind.length))
    const jobLines = jobs.map(({ kind, waiting, running, scheduled, oldestSeconds }) => {
      const oldest = waiting === 0 ? '' : ` (the oldest for ${durationToText(oldestSeconds)})`
      return `  ${kind.padEnd(kindWidth)}  ${waiting} waiting${oldest}, ${running} running, ${scheduled} scheduled`
    })
    const openLines = openWork
      .filter(({ count }) => count > 0)
      .map(({ work, state, count }) => `${count} ${plural(work, count)} ${state}`)
    const lines = [
      jobs.length === 0 ? 'Jobs: none' : 'Jobs:',
      ...jobLines,
      ...openLines,
      ledger.secondsSinceProof === undefined
        ? 'The whole ledger has not been verified yet: servers do it every night.'
        : `The whole ledger was verified ${durationToText(ledger.secondsSinceProof)} ago.`,
      ledger.faults === 0
        ? 'No fault in the ledger is known.'
        : 'The ledger is not in order: npm run programme -- ledger check',
      trail.secondsSinceProof === undefined
        ? 'The audit trail has not been verified yet: servers do it every night.'
        : `The audit trail was verified ${durationToText(trail.secondsSinceProof)} ago.`,
      trail.faults === 0
        ? 'No fault in the audit trail is known.'
        : 'The audit trail is not in order: npm run programme -- audit verify',
    ]
    if (moveText !== undefined) lines.push(`Move: ${moveText}`)
    for (const { kind, oldestSeconds } of lateJobs)
      lines.push(`${kind} is late: a job has waited for ${durationToText(oldestSeconds)}.`)
    return { lines, hasFailed: lateJobs.length > 0 || ledger.faults > 0 || trail.faults > 0 }
  },
})

function plural(work: string, count: number): string {
  if (count === 1) return work
  return work === 'batch' ? 'batches' : `${work}s`
}
