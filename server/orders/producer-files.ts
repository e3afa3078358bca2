// Lists the files for the card producer, and who has fetched each file.
import { sql } from 'kysely'
import type { Db, Handler } from '#server/operations/context.ts'
import { toFullName } from '#server/mail/recipients.ts'
import {
  type Page,
  type PageParams,
  andPositionOrderLimit,
  cursorColumn,
  type SortPosition,
  toPage,
} from '#server/operations/paging.ts'
import { inScope, type Scope } from '#server/operations/scope.ts'
import { instantToApi } from '#server/operations/to-api.ts'

interface ProducerFileRow extends SortPosition {
  readonly producer_file_name: string
  readonly campaign_name: string
  readonly quotation_number: string
  readonly issued_count: number
  readonly final_at: Date
  readonly fetched_at: Date | null
  readonly fetcher_firstname: string | null
  readonly fetcher_lastname: string | null
}

export const producerFiles: Handler<'producerFiles'> = async ({ db, viewer }, params) => {
  const { rows, cursor, total } = await findFiles(db, viewer, params)
  return {
    files: rows.map((row) => ({
      orderId: String(row.id),
      fileName: row.producer_file_name,
      campaignName: row.campaign_name,
      quotationNumber: row.quotation_number,
      cardsCount: row.issued_count,
      finalAt: row.final_at.toISOString(),
      fetchedAt: instantToApi(row.fetched_at),
      fetchedBy: row.fetched_at === null ? null : toFullName(row.fetcher_firstname, row.fetcher_lastname),
    })),
    ...(cursor === undefined ? {} : { cursor }),
    total,
  }
}

/** One page of the orders that have a file. The orders that became final last come first. */
async function findFiles(db: Db, scope: Scope, page: PageParams): Promise<Page<ProducerFileRow>> {
  const sortTime = sql`o.final_at`
  const condition = sql`${inScope(scope, 'o')} AND o.kind = 'physical' AND o.cancelled_at IS NULL
    AND o.producer_file_name IS NOT NULL`
  const files = await sql<ProducerFileRow>`
    SELECT o.id, o.producer_file_name, c.name AS campaign_name, o.quotation_number, o.issued_count, o.final_at, o.fetched_at,
           u.firstname AS fetcher_firstname, u.lastname AS fetcher_lastname, ${cursorColumn(sortTime)}
    FROM card_order o JOIN campaign c ON c.id = o.campaign_id LEFT JOIN user_account u ON u.id = o.fetched_by
    WHERE ${condition} ${andPositionOrderLimit({ moment: sortTime, id: sql`o.id`, page })}
  `.execute(db)
  return toPage(files.rows, page, async () => {
    const { rows } = await sql<{ total: number }>`
      SELECT count(*)::int AS total FROM card_order o WHERE ${condition}`.execute(db)
    return rows[0]?.total ?? 0
  })
}
