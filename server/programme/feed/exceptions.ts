// `feed exceptions`: lists the events of the card processor that could not be applied and are not resolved.
import { sql } from 'kysely'
import type { FeedFault } from '#domain/feed/event-types.ts'
import { defineCommand } from '../command.ts'
import { countToText } from '../counts-and-durations.ts'
import { requireOwner } from '../owner.ts'

const MAX_PRINTED_EVENTS = 50

/** Why an event was not applied. */
const faultReasons: Readonly<Record<FeedFault, string>> = {
  unknownCard: 'the programme has no card with this tracking number',
  otherCurrency: 'it is not in the currency of the programme',
  inFuture: 'its time is in the future',
  unknownFeeType: 'the programme has no such fee type',
  unknownStopReason: 'the programme has no such stop reason',
  contradiction: 'it contradicts another event',
  reversedBefore: 'its transaction was reversed before',
  otherContent: 'another event with other content has this id',
  originalMissing: 'the event to which it refers has not arrived',
}

interface ExceptionRow {
  readonly source: string
  readonly event_id: string
  readonly kind: string
  readonly fault: FeedFault
  readonly found_at: Date
  readonly taken_by: string | null
}

export const feedExceptionList = defineCommand({
  name: 'feed exceptions',
  summary: 'Lists events of the card processor that were not applied',
  help: ['It ends with exit code 1 if there is any. Users with the permission Feed.write resolve them.'],
  hasDryRun: false,
  async run({ open }) {
    const { db, client } = await open()
    const ownerId = await requireOwner(db, client)
    const { rows } = await sql<ExceptionRow>`
      SELECT x.source, x.event_id, x.content->>'kind' AS kind, x.fault, x.found_at, u.username AS taken_by
      FROM feed_exception x LEFT JOIN user_account u ON u.id = x.taken_by
      WHERE x.owner_id = ${ownerId} AND x.resolved_at IS NULL ORDER BY x.found_at, x.id`.execute(db)
    return {
      lines: [
        ...rows.slice(0, MAX_PRINTED_EVENTS).map(rowToLine),
        rows.length === 0 ? 'Every event was applied.' : `${countToText(rows.length, 'event', 'events')} not applied.`,
      ],
      hasFailed: rows.length > 0,
    }
  },
})

function rowToLine(row: ExceptionRow): string {
  const takenBy = row.taken_by === null ? '' : `, taken by ${row.taken_by}`
  return `${row.found_at.toISOString()} ${row.source} ${row.event_id} (${row.kind}): ${faultReasons[row.fault]}${takenBy}.`
}
