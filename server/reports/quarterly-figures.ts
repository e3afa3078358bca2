// The figures of the card network's quarterly report, month by month, from the cards and their ledger entries. Cards
// are read in chunks, so that reading a million cards does not block other calls. The figures of a past quarter never
// change, because nothing in the ledger changes.
import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { addMonths } from '#domain/dates.ts'
import type { Db } from '#server/operations/context.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import { BEFORE_FIRST_CARD } from './sources/card-windows.ts'

/** The figures in the report's lines. Each figure is a count and an amount in minor units. */
export type QuarterlyFigure =
  | 'inCirculation'
  | 'issued'
  | 'load'
  | 'purchase'
  | 'reversal'
  | 'fee'
  | 'transferIn'
  | 'transferOut'
  | 'devalue'
  /** Balances of cards that were imported from another system. */
  | 'opening'
  | 'programmeFee'
  | 'chargeback'

export interface Figure {
  readonly count: number
  readonly cents: number
}

export interface QuarterlyFigures {
  /** Balance of the cards at the start of the quarter, in minor units. */
  readonly openingCents: number
  /** `month` counts from 0. */
  readonly figureOf: (figure: QuarterlyFigure, month: number) => Figure
}

interface CardQuarter {
  readonly ownerId: number
  readonly campaignIds: readonly number[]
  /** The quarter's first day, in the programme's zone. */
  readonly start: CalendarDate
  readonly timeZone: string
}

/** The number of cards that one statement reads. A statement takes about 20 milliseconds. */
const CARDS_PER_CHUNK = 1_000
/** The months of a quarter. */
const MONTHS = 3
const NO_FIGURE: Figure = { count: 0, cents: 0 }

export async function readQuarterlyFigures(db: Db, quarter: CardQuarter): Promise<QuarterlyFigures> {
  const bounds = await readMonthBounds(db, quarter)
  const sums = new Map<string, Figure>()
  /** The key of a figure in `sums`. `month` counts from 0. */
  const toKey = (figure: QuarterlyFigure, month: number) => `${figure} ${month}`
  let openingCents = 0
  const add = (rows: readonly FigureRow[]) => {
    for (const { figure, month, count, cents } of rows) {
      // In rows, month 0 is the time before the quarter. The sum of its changes is the opening balance.
      if (month === 0) {
        openingCents += cents
        continue
      }
      const key = toKey(figure, month - 1)
      const sum = sums.get(key) ?? NO_FIGURE
      sums.set(key, { count: sum.count + count, cents: sum.cents + cents })
    }
  }
  for (const campaignId of quarter.campaignIds) {
    let after: number | undefined = BEFORE_FIRST_CARD
    while (after !== undefined) {
      const chunk: FigureChunk = await readChunk(db, quarter.ownerId, { campaignId, after }, bounds)
      add(chunk.rows)
      after = chunk.lastCardId
    }
  }
  add(await sumChargebacks(db, quarter.campaignIds, bounds))
  return { openingCents, figureOf: (figure, month) => sums.get(toKey(figure, month)) ?? NO_FIGURE }
}

interface FigureRow extends Figure {
  readonly figure: QuarterlyFigure
  /** The month counts from 1. 0 is the time before the quarter. */
  readonly month: number
}

interface FigureChunk {
  readonly rows: readonly FigureRow[]
  /** The last card of the chunk. Undefined if no cards follow. */
  readonly lastCardId: number | undefined
}

/** The start of each month, and the end of the last month: as an instant, and as a day. */
type Bounds = readonly { readonly at: Date; readonly day: CalendarDate }[]

async function readMonthBounds(db: Db, { start, timeZone }: CardQuarter): Promise<Bounds> {
  const days = Array.from({ length: MONTHS + 1 }, (_, month) => addMonths(start, month))
  const { rows } = await sql<{ at: Date; day: CalendarDate }>`
    SELECT day::date::timestamp AT TIME ZONE ${timeZone} AS at, day::date AS day
    FROM unnest(ARRAY[${sql.join(days)}]::text[]) WITH ORDINALITY AS s (day, n) ORDER BY n`.execute(db)
  return rows
}

/** SQL for the months as a table of (n, begins, ends, ends_on). `ends_on` is the first day after the month. */
function monthsTable(bounds: Bounds) {
  const rows = bounds.slice(0, MONTHS).map(({ at }, index) => {
    const next = bounds[index + 1]
    return sql`(${index + 1}::integer, ${at}::timestamptz, ${next?.at}::timestamptz, ${next?.day}::date)`
  })
  return sql`(VALUES ${sql.join(rows)})`
}

/**
 * Reads the figures of the next cards after `after`. In the lateral subqueries, `OFFSET 0` and `LIMIT 1` only keep the
 * planner from merging a subquery into the query around it, so that rows are looked up by index.
 */
async function readChunk(
  db: Db,
  ownerId: number,
  { campaignId, after }: { readonly campaignId: number; readonly after: number },
  bounds: Bounds,
): Promise<FigureChunk> {
  const endOfQuarter = bounds.at(-1)?.at
  return withIndexLookupsOnly(db, async (trx) => {
    const { rows: ranges } = await sql<{ last: number | null; count: number }>`
      SELECT max(id) AS last, count(*)::integer AS count FROM (
        SELECT id FROM card WHERE campaign_id = ${campaignId} AND id > ${after} ORDER BY id LIMIT ${CARDS_PER_CHUNK}
      ) chunk`.execute(trx)
    const [range] = ranges
    if (!range || range.last === null) return { rows: [], lastCardId: undefined }
    const { last, count } = range
    const { rows } = await sql<FigureRow>`
      WITH month (n, begins, ends, ends_on) AS (SELECT * FROM ${monthsTable(bounds)} AS s),
      -- The cards of the chunk.
      chunk_card AS MATERIALIZED (
        SELECT c.id, c.issued_at, c.retired_at, c.expires_on, a.id AS account_id
        FROM (SELECT * FROM card WHERE campaign_id = ${campaignId} AND id > ${after} AND id <= ${last}) c
        CROSS JOIN LATERAL (SELECT id FROM account WHERE card_id = c.id LIMIT 1) a
      ),
      -- The entries of these cards until the end of the quarter. The month is the number of months that have begun.
      entry AS MATERIALIZED (
        SELECT (SELECT count(*) FROM month WHERE begins <= t.posted_at)::integer AS month, t.kind, e.amount_cents
        FROM chunk_card c
        CROSS JOIN LATERAL (SELECT transaction_id, amount_cents FROM ledger_entry WHERE account_id = c.account_id OFFSET 0) e
        CROSS JOIN LATERAL (SELECT kind, posted_at FROM ledger_transaction WHERE id = e.transaction_id LIMIT 1) t
        WHERE t.posted_at < ${endOfQuarter}::timestamptz
      ),
      -- The fees for a card that the programme paid instead of the card.
      fee AS MATERIALIZED (
        -- In single movements of the card: the fee income plus the card's own entry, which is negative if the card
        -- paid.
        SELECT m.n AS month, f.amount_cents + CASE WHEN t.kind IN ('fee', 'reversal') THEN coalesce(own.amount_cents, 0) ELSE 0 END AS cents
        FROM chunk_card c CROSS JOIN month m
        CROSS JOIN LATERAL (
          SELECT id, kind FROM ledger_transaction WHERE card_id = c.id AND posted_at >= m.begins AND posted_at < m.ends OFFSET 0
        ) t
        CROSS JOIN LATERAL (
          SELECT e.amount_cents FROM ledger_entry e
          WHERE e.transaction_id = t.id
            AND e.account_id = ANY(ARRAY(SELECT id FROM account WHERE owner_id = ${ownerId} AND kind = 'fee' AND card_id IS NULL)) LIMIT 1
        ) f
        LEFT JOIN LATERAL (
          SELECT amount_cents FROM ledger_entry WHERE transaction_id = t.id AND account_id = c.account_id LIMIT 1
        ) own ON true
        UNION ALL
        -- In rows of batches.
        SELECT m.n, r.fee_cents FROM chunk_card c CROSS JOIN month m
        CROSS JOIN LATERAL (
          SELECT fee_cents FROM batch_row
          WHERE card_id = c.id AND amount_cents > 0 AND state = 'loaded' AND load_date >= m.begins AND load_date < m.ends OFFSET 0
        ) r
        UNION ALL
        -- In rows of orders.
        SELECT m.n, r.fee_cents + o.issue_fee_cents FROM chunk_card c CROSS JOIN month m
        CROSS JOIN LATERAL (
          SELECT order_id, fee_cents FROM card_order_row
          WHERE card_id = c.id AND issued_at >= m.begins AND issued_at < m.ends LIMIT 1
        ) r
        CROSS JOIN LATERAL (SELECT issue_fee_cents FROM card_order WHERE id = r.order_id LIMIT 1) o
      )
      -- Cards that were issued by the end of the month, and neither retired nor expired then.
      SELECT 'inCirculation' AS figure, m.n AS month, count(*)::bigint AS count, 0::bigint AS cents
      FROM chunk_card c JOIN month m ON c.issued_at < m.ends AND (c.retired_at IS NULL OR c.retired_at >= m.ends) AND c.expires_on >= m.ends_on - 1
      GROUP BY 2
      UNION ALL
      SELECT 'issued', m.n, count(*)::bigint, 0::bigint
      FROM chunk_card c JOIN month m ON c.issued_at >= m.begins AND c.issued_at < m.ends GROUP BY 2
      UNION ALL
      SELECT CASE WHEN kind <> 'transfer' THEN kind WHEN amount_cents > 0 THEN 'transferIn' ELSE 'transferOut' END,
             month, count(*)::bigint, sum(amount_cents)::bigint
      FROM entry GROUP BY 1, 2
      UNION ALL
      SELECT 'programmeFee', month, count(*)::bigint, sum(cents)::bigint FROM fee WHERE cents <> 0 GROUP BY 2
    `.execute(trx)
    const isLastChunk = count < CARDS_PER_CHUNK
    return { rows, lastCardId: isLastChunk ? undefined : last }
  })
}

/**
 * Sums the chargebacks by the month in which they were raised. The amounts are the requested amounts, in the currency
 * of the cards.
 */
async function sumChargebacks(db: Db, campaignIds: readonly number[], bounds: Bounds): Promise<readonly FigureRow[]> {
  const { rows } = await withIndexLookupsOnly(db, (trx) =>
    sql<FigureRow>`
      SELECT 'chargeback' AS figure, m.n AS month, count(*)::bigint AS count, sum(b.request_amount_cents)::bigint AS cents
      FROM (SELECT * FROM ${monthsTable(bounds)} AS s) m (n, begins, ends, ends_on)
      JOIN chargeback b ON b.requested_at >= m.begins AND b.requested_at < m.ends
      JOIN card c ON c.id = b.card_id AND c.campaign_id = ANY(${campaignIds}::bigint[])
      GROUP BY 2`.execute(trx),
  )
  return rows
}
