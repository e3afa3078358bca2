// The campaigns of a report, in the order of its rows.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import type { ReportQuery } from '../source.ts'

export interface ReportCampaign {
  readonly id: number
  readonly name: string
}

/** The campaigns that a report covers, ordered by name. */
export async function findReportCampaigns(db: Db, query: ReportQuery): Promise<readonly ReportCampaign[]> {
  const { rows } = await sql<ReportCampaign>`
    SELECT c.id, c.name FROM campaign c WHERE c.owner_id = ${query.ownerId} AND ${inCampaigns(query, sql`c.id`)} ORDER BY c.name, c.id
  `.execute(db)
  return rows
}

/** A condition on a campaign's id. True for all ids if all campaigns are requested. */
export const inCampaigns = ({ campaignIds }: ReportQuery, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  campaignIds === undefined ? sql`true` : sql`${id} = ANY(${campaignIds}::bigint[])`
