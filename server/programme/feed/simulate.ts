// `simulate`: feeds the events of some weeks into the demo programme, as a card processor would send them.
import { sql } from 'kysely'
import { instantToDate, startOfDay } from '#domain/dates.ts'
import { MAX_FEED_EVENTS } from '#contract/feed.ts'
import { DAY_MS } from '#domain/units.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { MONTHLY_FEE } from '#server/demo/campaigns.ts'
import { simulate as simulateCards } from '#server/demo/simulate.ts'
import { toFeedTarget } from '#server/feed/feed-target.ts'
import { ingest } from '#server/feed/ingest.ts'
import { CommandError, defineCommand, UsageError } from '../command.ts'
import { countToText } from '../counts-and-durations.ts'
import { auditCommand, requireOwner } from '../owner.ts'

const DEFAULT_CARDS = 1_000
/** Events can be posted up to 30 days late. The first of 29 days began less than 30 days ago. */
const MAX_DAYS = 29
const MAX_SEED = 100_000
/** A stop reason of the demo programme. */
const STOP_REASON = 1

/**
 * The number of an option, which must be from 1 to `max`. If the option is not given, the number is `fallback`. Throws a
 * UsageError for other texts.
 */
function readWholeNumber(
  name: string,
  text: string | undefined,
  { fallback, max }: { fallback: number; max: number },
): number {
  if (text === undefined) return fallback
  const number = Number(text)
  const isInRange = number >= 1 && number <= max
  if (/^[0-9]{1,9}$/.test(text) && isInRange) return number
  throw new UsageError(`--${name} is '${text}', but it must be a whole number from 1 to ${max.toLocaleString('en')}.`)
}

export const simulate = defineCommand({
  name: 'simulate',
  summary: 'Feeds the purchases of a month into the demo programme',
  help: [
    'Simulates purchases, declines, refunds and chargebacks on the days up to yesterday. The same seed gives the same events; events that were already fed are not applied again. Only for the demo programme.',
  ],
  options: {
    cards: { placeholder: 'COUNT', summary: 'How many active cards; 1,000 by default.' },
    days: { placeholder: 'COUNT', summary: `How many days, ${MAX_DAYS} at most, which is the default.` },
    seed: { placeholder: 'NUMBER', summary: 'Repeats a simulation; without it, the seed is random and printed.' },
  },
  hasDryRun: false,
  async run({ options, open, progress }) {
    const cardCount = readWholeNumber('cards', options.cards, { fallback: DEFAULT_CARDS, max: 1_000_000 })
    const dayCount = readWholeNumber('days', options.days, { fallback: MAX_DAYS, max: MAX_DAYS })
    const programme = await open()
    const { db, client, now } = programme
    const ownerId = await requireOwner(db, client)
    const owner = await db.selectFrom('owner').select('is_demo').where('id', '=', ownerId).executeTakeFirstOrThrow()
    if (!owner.is_demo) throw new CommandError('This is not the demo programme: nothing was simulated.')
    const randomSeed = 1 + (now() % MAX_SEED)
    const seed = readWholeNumber('seed', options.seed, { fallback: randomSeed, max: MAX_SEED })
    const { rows: cards } = await sql<{ trackingNumber: string; availableCents: number }>`
      SELECT c.tracking_number AS "trackingNumber", a.balance_cents - a.held_cents AS "availableCents"
      FROM card c JOIN account a ON a.card_id = c.id
      WHERE c.owner_id = ${ownerId} AND c.activated_at IS NOT NULL AND c.stopped_at IS NULL AND c.retired_at IS NULL
      ORDER BY c.id LIMIT ${cardCount}`.execute(db)
    const target = await toFeedTarget(db, ownerId, 'simulator', new Date(now()))
    const startOfToday = startOfDay(instantToDate(now(), client.timeZone), client.timeZone)
    const events = simulateCards(cards, {
      seed,
      currency: target.currency,
      from: new Date(startOfToday - dayCount * DAY_MS),
      days: dayCount,
      monthlyFeeType: MONTHLY_FEE,
      stopReason: STOP_REASON,
    })
    await auditCommand(programme, db, { method: 'importFeedEvents', ownerId })
    const eventProgress = progress('Events', events.length)
    for (let start = 0; start < events.length; start += MAX_FEED_EVENTS) {
      const chunk = events.slice(start, start + MAX_FEED_EVENTS)
      await inTransaction(db, (trx) => ingest(trx, target, chunk))
      eventProgress.add(chunk.length)
    }
    eventProgress.end()
    return {
      lines: [
        `${countToText(events.length, 'event', 'events')} of ${countToText(cards.length, 'card', 'cards')} in ${countToText(dayCount, 'day', 'days')}. Seed: ${seed}.`,
      ],
    }
  },
})
