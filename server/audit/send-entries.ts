// Sends chained entries of the audit trail to the endpoints that receive them, for a SIEM. Call this in the transaction
// that chains the entries, so that they are sent in the order of the chain. Each entry has its position, so that a
// missing entry is noticed. Values are left out, since they are personal data. Rules: docs/rules/webhooks.md, "The audit
// trail".
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { addWebhook } from '#server/webhooks/add.ts'
import type { Change } from './audit-fields.ts'
import { headToText } from './head.ts'

/** A message with this many entries has about 50 KB. */
const ENTRIES_PER_MESSAGE = 100

interface SentEntry {
  readonly position: number
  readonly hash: string
  readonly at: Date
  readonly method: string
  readonly user_id: number | null
  readonly by_programme: boolean
  readonly subject_type: string | null
  readonly subject_id: string | null
  readonly result_code: string
  readonly address: string
  readonly device: string
  readonly correlation_id: string
  readonly changes: readonly Change[] | null
}

/** Sends the entries after this position of the chain. */
export async function sendEntries(trx: Db, afterPosition: number, at: Date): Promise<void> {
  const { rows: owners } = await sql<{ id: number }>`
    SELECT DISTINCT owner_id AS id FROM webhook_endpoint
    WHERE deleted_at IS NULL AND confirmed_at IS NOT NULL AND disabled_at IS NULL AND 'audit.entries' = ANY (events)`.execute(
    trx,
  )
  for (const { id: ownerId } of owners) {
    // The chain has the entries of all owners. So with several owners, the positions of one owner have gaps.
    const { rows } = await sql<SentEntry>`
      SELECT s.position, encode(s.hash, 'hex') AS hash, e.at, e.method, e.user_id, e.by_programme, e.subject_type, e.subject_id,
             e.result_code, e.address, e.device, e.correlation_id, e.changes
      FROM audit_link s JOIN audit_event e ON e.id = s.event_id
      WHERE s.position > ${afterPosition} AND e.owner_id = ${ownerId} ORDER BY s.position`.execute(trx)
    for (let start = 0; start < rows.length; start += ENTRIES_PER_MESSAGE)
      await sendMessage(trx, ownerId, at, rows.slice(start, start + ENTRIES_PER_MESSAGE))
  }
}

async function sendMessage(trx: Db, ownerId: number, at: Date, entries: readonly SentEntry[]): Promise<void> {
  const last = entries.at(-1)
  if (!last) return
  const head = headToText(last)
  const messageId = `audit-${last.position}`
  await addWebhook(trx, {
    messageId,
    ownerId,
    at,
    type: 'audit.entries',
    data: { head, entries: entries.map(toSent) },
  })
}

const toSent = (entry: SentEntry) => ({
  position: entry.position,
  at: entry.at.toISOString(),
  act: entry.method,
  result: entry.result_code,
  userId: entry.user_id === null ? null : String(entry.user_id),
  isCommand: entry.by_programme,
  subject: entry.subject_type === null ? null : { type: entry.subject_type, id: entry.subject_id },
  address: entry.address,
  device: entry.device,
  correlationId: entry.correlation_id,
  fields: (entry.changes ?? []).map(({ field }) => field),
})
