// Reads the cards of campaigns in windows of ids, ordered by campaign name and card id.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import type { ReportQuery } from '../source.ts'
import { findReportCampaigns, type ReportCampaign } from './campaigns.ts'

export interface CardWindow {
  readonly campaign: ReportCampaign
  /** The cards of the campaign with `after` < id <= `upTo`. */
  readonly after: number
  readonly upTo: number
}

/** A position in the order of campaign name and card id: the last processed card. */
export interface CardPosition {
  readonly campaign: number
  readonly card: number
}

const CARDS_PER_WINDOW = 1_000

/** The windows after the position `from`, each with at most `maxCards` cards. Never yields an empty window. */
export async function* cardWindows(
  db: Db,
  query: ReportQuery,
  { from, maxCards = CARDS_PER_WINDOW }: { readonly from?: CardPosition | undefined; readonly maxCards?: number } = {},
): AsyncGenerator<CardWindow> {
  const { statementSize: size = maxCards } = query
  const campaigns = await findReportCampaigns(db, query)
  const firstIndex = from ? campaigns.findIndex(({ id }) => id === from.campaign) : 0
  for (const campaign of campaigns.slice(firstIndex)) {
    let after = campaign.id === from?.campaign ? from.card : 0
    for (;;) {
      const upTo = await findLastCard(db, campaign.id, after, size)
      if (upTo === undefined) break
      yield { campaign, after, upTo }
      after = upTo
    }
  }
}

async function findLastCard(db: Db, campaignId: number, after: number, size: number): Promise<number | undefined> {
  const { rows } = await withIndexLookupsOnly(db, (trx) =>
    sql<{ last: number | null }>`
      SELECT max(id) AS last FROM (
        SELECT id FROM card WHERE campaign_id = ${campaignId} AND id > ${after} ORDER BY id LIMIT ${size}
      ) part`.execute(trx),
  )
  return rows[0]?.last ?? undefined
}
