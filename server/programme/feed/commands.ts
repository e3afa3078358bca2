// `feed key`, `feed revoke`, `feed import`: the connection to a card processor, and files of its events.
import { type FeedEvent, type FeedTotal, MAX_FEED_EVENTS } from '#contract/feed.ts'
import { valuesToChanges } from '#server/audit/audit-fields.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { toFeedTarget } from '#server/feed/feed-target.ts'
import { checkLine, type LineFault } from '#server/feed/file-lines.ts'
import { ingest } from '#server/feed/ingest.ts'
import { storeTotals } from '#server/feed/totals.ts'
import { createFeedKey, revokeFeedKeys } from '#server/keys/feed-keys.ts'
import { CommandError, type CommandServices, defineCommand, UsageError } from '../command.ts'
import { countToText } from '../counts-and-durations.ts'
import { createRefusals } from '../import/refusals.ts'
import { auditCommand, requireOwner } from '../owner.ts'
import type { Progress } from '../progress.ts'
import { type FeedFile, openFeedFile } from './read-file.ts'

/** Returns the source. Throws a UsageError if it is not a valid name of a source. */
function requireSource(source: string): string {
  if (/^[a-z0-9-]{1,32}$/.test(source)) return source
  throw new UsageError(`The source '${source}' must have small letters, digits and hyphens only, 32 at most.`)
}

export const feedKey = defineCommand({
  name: 'feed key',
  summary: 'Creates a key with which a card processor sends its events',
  help: [
    'SOURCE is your name for the processor, such as lithic. The key is shown once: only its hash is stored. Earlier keys of the source stay valid until feed revoke, so that a key can be replaced without a pause.',
  ],
  operands: ['SOURCE'],
  hasDryRun: false,
  async run({ operands, open }) {
    const source = requireSource(operands.SOURCE)
    const programme = await open()
    const ownerId = await requireOwner(programme.db, programme.client)
    const key = await inTransaction(programme.db, async (trx) => {
      await auditCommand(programme, trx, {
        method: 'createFeedKey',
        ownerId,
        changes: valuesToChanges({ feedSource: source }),
      })
      return createFeedKey(trx, ownerId, source, new Date(programme.now()))
    })
    return { lines: [`The key of ${source}, which is not shown again:`, key] }
  },
})

export const feedRevoke = defineCommand({
  name: 'feed revoke',
  summary: 'Revokes the keys of a card processor',
  help: [
    'To replace a key without a pause: create the new one with feed key, give it to the processor, then revoke the others with --except-newest.',
  ],
  operands: ['SOURCE'],
  options: { 'except-newest': { summary: 'Keeps the key that was created last.' } },
  hasDryRun: false,
  async run({ operands, options, open }) {
    const source = requireSource(operands.SOURCE)
    const programme = await open()
    const ownerId = await requireOwner(programme.db, programme.client)
    const revokedCount = await inTransaction(programme.db, async (trx) => {
      await auditCommand(programme, trx, {
        method: 'revokeFeedKeys',
        ownerId,
        changes: valuesToChanges({ feedSource: source }),
      })
      return revokeFeedKeys(trx, ownerId, source, new Date(programme.now()), { keepsNewest: options['except-newest'] })
    })
    const keys = countToText(revokedCount, 'key', 'keys')
    return { lines: [`${keys} of ${source} ${revokedCount === 1 ? 'was' : 'were'} revoked.`] }
  },
})

export const feedImport = defineCommand({
  name: 'feed import',
  summary: 'Imports a file of events of the card processor',
  help: [
    'The file has JSON, one event a line, or is a csv file with the names of the fields as headings. docs/running/feed.md describes the fields. If a line is not an event, nothing is imported, and each such line is listed with its reason.',
    'Events that were received before, by a call or from a file, are not applied again. After an interruption run the command again.',
  ],
  operands: ['FILE'],
  options: {
    source: { placeholder: 'SOURCE', isRequired: true, summary: 'Your name for the processor, as for its key.' },
    'skip-refused': { summary: 'Imports the other lines if some are not events.' },
  },
  hasDryRun: true,
  async run({ operands, options, isDryRun, open, progress }) {
    const source = requireSource(options.source)
    const file = await openFeedFile(operands.FILE)
    const programme = await open()
    const ownerId = await requireOwner(programme.db, programme.client)
    const readingProgress = progress(`Reading ${file.name}, bytes`, file.size)
    const refusals = createRefusals()
    let eventCount = 0
    const totals: FeedTotal[] = []
    for await (const { lineNumber, value, byteCount } of file.lines()) {
      readingProgress.add(byteCount)
      const checkedLine = checkLine(value)
      if ('fault' in checkedLine) refusals.add(lineNumber, faultToText(checkedLine.fault))
      else if ('total' in checkedLine) totals.push(checkedLine.total)
      else eventCount += 1
    }
    readingProgress.end()
    const lines = refusals.toLines()
    if (refusals.count() > 0 && !options['skip-refused']) {
      lines.push('Nothing was imported. Fix or remove these lines, or import the others with --skip-refused.')
      return { lines, hasFailed: true }
    }
    if (isDryRun) {
      lines.push(`${countToText(eventCount, 'event', 'events')} can be imported.`)
      if (totals.length > 0) lines.push(`${countToText(totals.length, 'total', 'totals')} of days.`)
      return { lines }
    }
    await auditCommand(programme, programme.db, {
      method: 'importFeedEvents',
      ownerId,
      changes: valuesToChanges({ fileName: file.name, rows: eventCount, feedSource: source }),
    })
    const importProgress = progress('Events', eventCount)
    const outcome = await importEvents(programme, { ownerId, source, file, progress: importProgress })
    importProgress.end()
    lines.push(`${countToText(outcome.acceptedCount, 'event is', 'events are')} in the programme.`)
    if (outcome.refusedCount > 0)
      lines.push(
        `${countToText(outcome.refusedCount, 'event was', 'events were')} refused, because another event has the same id. See the list of exceptions in the portal.`,
      )
    // The totals are compared after the events, so that the ledger has the events of this file.
    lines.push(...(await importTotals(programme, { ownerId, source, totals })))
    return { lines, hasFailed: outcome.refusedCount > 0 || refusals.count() > 0 }
  },
})

const faultToText = ({ path, message = 'This is not an event in JSON.' }: LineFault): string =>
  path === '' ? message : `${path}: ${message}`

interface FeedSource {
  readonly ownerId: number
  readonly source: string
}

/** Stores the totals of the file, compares them with the ledger, and returns the lines to print. */
async function importTotals(
  { db, now, client }: CommandServices,
  { ownerId, source, totals }: FeedSource & { readonly totals: readonly FeedTotal[] },
): Promise<readonly string[]> {
  if (totals.length === 0) return []
  const result = await inTransaction(db, async (trx) =>
    storeTotals(trx, await toFeedTarget(trx, ownerId, source, new Date(now())), client, totals),
  )
  if ('refusalCode' in result) {
    const reason = result.errors?.[0]?.message ?? result.text()
    throw new CommandError(`The events are imported, but not the totals: ${reason}.`)
  }
  const differingTotals = result.filter(({ differs }) => differs)
  return [
    `${countToText(result.length, 'total', 'totals')} compared, ${differingTotals.length} with a difference.`,
    ...differingTotals.map(
      ({ day, campaign, count, sum }) =>
        `${day}, ${campaign}: the ledger has ${countToText(count, 'event', 'events')}, ${sum}.`,
    ),
  ]
}

interface EventImport extends FeedSource {
  readonly file: FeedFile
  readonly progress: Progress
}

/** Imports the events of the file in chunks, each in one transaction, so that an interruption loses nothing. */
async function importEvents(
  { db, now }: CommandServices,
  { ownerId, source, file, progress }: EventImport,
): Promise<{ readonly acceptedCount: number; readonly refusedCount: number }> {
  let acceptedCount = 0
  let refusedCount = 0
  const importChunk = async (events: readonly FeedEvent[]) => {
    if (events.length === 0) return
    const outcomes = await inTransaction(db, async (trx) =>
      ingest(trx, await toFeedTarget(trx, ownerId, source, new Date(now())), events),
    )
    const refusedInChunk = outcomes.filter(({ result }) => result === 'refused').length
    refusedCount += refusedInChunk
    acceptedCount += outcomes.length - refusedInChunk
    progress.add(events.length)
  }
  let chunk: FeedEvent[] = []
  for await (const { value } of file.lines()) {
    const checkedLine = checkLine(value)
    if ('event' in checkedLine) chunk.push(checkedLine.event)
    if (chunk.length === MAX_FEED_EVENTS) {
      await importChunk(chunk)
      chunk = []
    }
  }
  await importChunk(chunk)
  return { acceptedCount, refusedCount }
}
