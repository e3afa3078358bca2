// The campaigns of a report, in the order of its rows.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import type { ReportQuery, ReportRow } from '../source.ts'
import type { Day, DayGroup } from './day-sums.ts'

export interface ReportCampaign {
  readonly id: number
  readonly name: string
}

/** Ordered by name. */
export async function findReportCampaigns(db: Db, query: ReportQuery): Promise<readonly ReportCampaign[]> {
  const { rows } = await sql<ReportCampaign>`
    SELECT c.id, c.name FROM campaign c WHERE c.owner_id = ${query.ownerId} ${inCampaigns(query, sql`c.id`)} ORDER BY c.name, c.id
  `.execute(db)
  return rows
}

/** A condition on a campaign's id that begins with AND; empty if all campaigns are requested. */
export const inCampaigns = ({ campaignIds }: ReportQuery, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  campaignIds === undefined ? sql`` : sql`AND ${id} = ANY(${campaignIds}::bigint[])`

/**
 * For `dayReport`: makes the rows of a day, ordered by campaign. `toRow` returns the columns after DATE and CAMPAIGN.
 */
export const rowsByCampaign =
  <G extends DayGroup & { readonly campaign_id: number }>(toRow: (group: G) => ReportRow) =>
  async (db: Db, query: ReportQuery): Promise<(day: Day<G>) => ReportRow[]> => {
    const campaigns = await findReportCampaigns(db, query)
    return ({ day, groups }) =>
      campaigns.flatMap(({ id, name }) =>
        groups
          .filter(({ campaign_id }) => campaign_id === id)
          .map((group) => ({ DATE: day, CAMPAIGN: name, ...toRow(group) })),
      )
  }
