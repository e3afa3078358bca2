// `audit verify`: checks the chain over the audit trail, and prints the first fault and the head of the chain. Also
// checks the evidence of signed approvals again.
import { storeVerification, type TrailFault, verifyTrail } from '#server/audit/chain.ts'
import { headToText, textToHead } from '#server/audit/head.ts'
import { type EvidenceFault, type VerifiedEvidence, verifyEvidence } from '#server/approvals/verify-evidence.ts'
import { countToText } from './counts-and-durations.ts'
import { defineCommand, UsageError } from './command.ts'

const trailSentences: Readonly<Record<TrailFault['problem'], (fault: TrailFault) => string>> = {
  changed: ({ entry, position }) => `entry ${entry} (position ${position}) was changed or moved`,
  deleted: ({ entry, position }) => `entry ${entry} (position ${position}) was deleted`,
  inserted: ({ entry }) => `entry ${entry} was inserted with a date other than the one it was written on`,
  linkMissing: ({ position }) => `the link of position ${position} was deleted`,
  anchorForged: ({ position }) => `entries up to position ${position} were deleted, but not by erase expired`,
  cutOff: ({ position }) => `the trail was cut off: it does not reach position ${position} any more`,
  otherHead: ({ position }) => `position ${position} has another hash than the given one, or was deleted`,
  headForged: () => 'the head of the trail, which is stored outside it, was changed',
  emptied: () => 'the trail is empty, but there are users: all entries were deleted',
}

const evidenceSentences: Readonly<Record<EvidenceFault['problem'], string>> = {
  signature: 'its signature is not that of the stored key over the signed text',
  content: 'its rows, amounts or fees are not those that were signed',
  missing: 'the evidence that the trail records was deleted or replaced',
}

const MAX_PRINTED_EVIDENCE_FAULTS = 20

/** The lines about the signed approvals. None for a programme without signatures. */
function evidenceToLines({ count, faults }: VerifiedEvidence): string[] {
  if (count === 0 && faults.length === 0) return []
  const lines = [`${countToText(count, 'signed approval was', 'signed approvals were')} checked.`]
  for (const { subject, id, problem } of faults.slice(0, MAX_PRINTED_EVIDENCE_FAULTS))
    lines.push(`The ${subject} ${id}: ${evidenceSentences[problem]}.`)
  if (faults.length === 0) lines.push('The signed approvals are in order.')
  else lines.push(`The signed approvals are not in order: ${countToText(faults.length, 'fault', 'faults')}.`)
  return lines
}

export const auditVerify = defineCommand({
  name: 'audit verify',
  summary: 'Checks that no entry of the audit trail was changed, deleted, inserted or moved',
  help: [
    'Prints the head of the chain. Store it elsewhere and pass it to a later call: then the command detects that the end of the trail was cut off, even by someone who can change all tables. Servers also log the head.',
  ],
  options: {
    head: { placeholder: 'HEAD', summary: 'A head that was printed or logged earlier.' },
  },
  runsForEachClient: true,
  hasDryRun: false,
  async run({ open, options: { head: headText } }) {
    const recordedHead = headText === undefined ? undefined : textToHead(headText)
    if (headText !== undefined && !recordedHead)
      throw new UsageError(`--head is '${headText}', but it must be POSITION-HASH.`)
    const { db, secrets, now } = await open()
    const { count, unchained, head, prunedTo, faults } = await verifyTrail(db, secrets, { recordedHead })
    const evidence = await verifyEvidence(db, secrets)
    // With --head, the only fault can be that the wrong head was given. Therefore the result is not stored.
    if (recordedHead === undefined) await storeVerification(db, faults.length + evidence.faults.length, now())
    const [firstFault] = faults
    const lines: string[] = []
    if (prunedTo !== undefined) lines.push(`It begins after position ${prunedTo}: older entries have expired.`)
    lines.push(`${countToText(count, 'entry was', 'entries were')} checked.`)
    if (unchained > 0)
      lines.push(
        `${countToText(unchained, 'entry is', 'entries are')} not chained yet: a running server does it every minute.`,
      )
    if (head) lines.push(`Head: ${headToText(head)}`)
    if (firstFault)
      lines.push(
        `The first fault: ${trailSentences[firstFault.problem](firstFault)}.`,
        `The audit trail is not in order: ${countToText(faults.length, 'fault', 'faults')}.`,
      )
    else lines.push('The audit trail is in order.')
    lines.push(...evidenceToLines(evidence))
    return { lines, hasFailed: firstFault !== undefined || evidence.faults.length > 0 }
  },
})
