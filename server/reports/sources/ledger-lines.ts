// Reports with a row for each ledger entry on a card, oldest first. A report defines its transactions and columns.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import type { LedgerTransactionType } from '#server/db/programme-tables.ts'
import { movedRows } from '#server/ledger/moved-rows.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import { cursorColumn } from '#server/operations/paging.ts'
import type { ReportQuery, ReportRow, ReportSource } from '../source.ts'
import { balanceAfterLine } from './balances.ts'
import { inCampaigns } from './campaigns.ts'
import { ledgerWindows, type Position } from './ledger-windows.ts'

/** The columns of every line. Amounts are in minor units. */
export interface Line {
  readonly cursor_us: number
  readonly id: number
  readonly card_id: number
  readonly posted_at: Date
  readonly campaign: string
  readonly tracking_number: string
  readonly pan_masked: string
  readonly customer_reference: string
  readonly customer_id: string
  readonly name: string
  /** The change of the card's balance. */
  readonly amount_cents: number
  /** The card's balance after the change, in the order of time, like in the card's statement. */
  readonly balance_after: number
}

export interface LineReport<L extends Line> {
  readonly kinds: readonly LedgerTransactionType[]
  /**
   * SQL that joins entries of transaction `t` as `e`, and their cards as `c`. By default all entries (`cardEntries`).
   */
  readonly entries?: RawBuilder<unknown>
  /** Additional columns, each preceded by a comma. */
  readonly columns?: (query: ReportQuery) => RawBuilder<unknown>
  /** An additional condition. */
  readonly where?: RawBuilder<unknown>
  readonly toRow: (line: L, query: ReportQuery) => ReportRow
}

/** Joins the card of entry `e` as `c`. */
const cardOfEntry = sql`
  CROSS JOIN LATERAL (
    SELECT id, campaign_id, pan_masked, tracking_number, customer_reference, customer_id, name, retired_at
    FROM card WHERE id = e.card_id LIMIT 1
  ) c`

/**
 * Joins the entries of transaction `t` on cards as `e`, and the cards as `c`. A transfer has two such entries. All are
 * looked up by key, so that the cost of a statement depends only on its window.
 */
export const cardEntries = sql`
  CROSS JOIN LATERAL (
    SELECT e.amount_cents, e.balance_after, e.account_id, e.account_version, a.card_id
    FROM ledger_entry e
    CROSS JOIN LATERAL (SELECT card_id FROM account WHERE id = e.account_id AND card_id IS NOT NULL LIMIT 1) a
    WHERE e.transaction_id = t.id
  ) e
  ${cardOfEntry}`

/**
 * Joins the movements of transaction `t` as `w`, the entry of each movement on its card as `e`, and the card as `c`.
 */
export const movementEntries = sql`
  ${movedRows}
  CROSS JOIN LATERAL (
    SELECT e.amount_cents, e.balance_after, e.account_id, e.account_version, w.card_id FROM ledger_entry e
    WHERE e.transaction_id = t.id AND e.account_id = (SELECT id FROM account WHERE card_id = w.card_id LIMIT 1) LIMIT 1
  ) e
  ${cardOfEntry}`

/** Joins `u.kind`: the type of transaction `t` or, if `t` is a reversal, the type of the reversed transaction. */
export const originalKind = sql`
  CROSS JOIN LATERAL (
    SELECT coalesce((SELECT kind FROM ledger_transaction WHERE id = t.reverses), t.kind) AS kind
  ) u`

/** A report with a line for each entry that the report's definition selects. */
export function ledgerLines<L extends Line>(report: LineReport<L>): ReportSource {
  return {
    async count(db, query) {
      let count = 0
      for await (const { inWindow } of ledgerWindows(db, query)) {
        const { rows } = await withIndexLookupsOnly(db, (trx) =>
          sql<{ count: number }>`
            SELECT count(*)::integer AS count FROM ${linesWithin(report, query, inWindow)}`.execute(trx),
        )
        count += rows[0]?.count ?? 0
      }
      return count
    },
    async read(db, query, after, limit) {
      const found: L[] = []
      let position = after as Position | undefined
      for await (const { inWindow, last } of ledgerWindows(db, query, { from: position, firstSize: limit })) {
        const remaining = limit - found.length
        found.push(...(await readLines(db, query, report, { inWindow, after: position, limit: remaining })))
        const line = found.at(-1)
        if (line && found.length >= limit) {
          // Continues after the last returned line.
          position = { us: line.cursor_us, id: line.id, card: line.card_id }
          break
        }
        // Continues after the window. Undefined after the last window.
        position = last && { us: last.us, id: last.id }
      }
      return { rows: found.map((line) => report.toRow(line, query)), next: position }
    },
  }
}

interface LinesToRead {
  readonly inWindow: RawBuilder<boolean>
  /** The end of the previous window, or the last processed line within this window. */
  readonly after: Position | undefined
  readonly limit: number
}

/** Reads the next lines of a window. */
async function readLines<L extends Line>(
  db: Db,
  query: ReportQuery,
  report: LineReport<L>,
  { inWindow, after, limit }: LinesToRead,
): Promise<readonly L[]> {
  // Of the last processed transaction, only the cards that were not processed yet.
  const isAfterLineSql = after?.card === undefined ? sql`true` : sql`(t.id <> ${after.id} OR c.id > ${after.card})`
  const moreColumns = report.columns?.(query) ?? sql``
  const { rows } = await withIndexLookupsOnly(db, (trx) =>
    sql<L>`
      SELECT l.*, b.cents AS balance_after
      FROM (
        SELECT ${cursorColumn(sql`t.posted_at`)}, t.id, t.posted_at, c.id AS card_id, p.name AS campaign, c.tracking_number, c.pan_masked,
               c.customer_reference, c.customer_id, c.name, e.amount_cents, e.account_id, e.account_version ${moreColumns}
        FROM ${linesWithin(report, query, inWindow)} AND ${isAfterLineSql}
        ORDER BY t.posted_at, t.id, c.id LIMIT ${limit}
      ) l
      CROSS JOIN ${balanceAfterLine(query)} b
      ORDER BY l.posted_at, l.id, l.card_id`.execute(trx),
  )
  return rows
}

/** The tables and the condition of the query for the lines of a window. */
const linesWithin = <L extends Line>(
  { kinds, entries = cardEntries, where = sql`true` }: LineReport<L>,
  query: ReportQuery,
  inWindow: RawBuilder<boolean>,
) => sql`
  ledger_transaction t
  ${entries}
  CROSS JOIN LATERAL (SELECT name FROM campaign WHERE id = c.campaign_id LIMIT 1) p
  WHERE ${inWindow} AND t.kind = ANY(${kinds}::text[]) AND ${inCampaigns(query, sql`c.campaign_id`)} AND ${where}`

/** The columns that identify a line's card in a report. */
export const lineToCard = (line: Line): ReportRow => ({
  CAMPAIGN: line.campaign,
  TRACKINGNUMBER: line.tracking_number,
  CARDNUMBER: line.pan_masked,
})
