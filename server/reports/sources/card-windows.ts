// Reads the cards of campaigns in windows of ids, ordered by campaign name and card id.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import type { ReportQuery } from '../source.ts'
import { findReportCampaigns, type ReportCampaign } from './campaigns.ts'

export interface CardWindow {
  readonly campaign: ReportCampaign
  /** The ids of the window's cards are above this id. */
  readonly after: number
  /** The id of the last card of the window. */
  readonly upTo: number
}

/** The last processed card, in the order of campaign name and card id. */
export interface CardPosition {
  readonly campaign: number
  readonly card: number
}

/** No card has this id, and all cards follow it. */
export const BEFORE_FIRST_CARD = 0

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
    let after = campaign.id === from?.campaign ? from.card : BEFORE_FIRST_CARD
    let upTo = await findLastCard(db, { campaignId: campaign.id, after, size })
    while (upTo !== undefined) {
      yield { campaign, after, upTo }
      after = upTo
      upTo = await findLastCard(db, { campaignId: campaign.id, after, size })
    }
  }
}

/** The last of the next `size` cards after the card `after`. Undefined if no cards follow. */
async function findLastCard(
  db: Db,
  { campaignId, after, size }: { readonly campaignId: number; readonly after: number; readonly size: number },
): Promise<number | undefined> {
  const { rows } = await withIndexLookupsOnly(db, (trx) =>
    sql<{ last: number | null }>`
      SELECT max(id) AS last FROM (
        SELECT id FROM card WHERE campaign_id = ${campaignId} AND id > ${after} ORDER BY id LIMIT ${size}
      ) part`.execute(trx),
  )
  return rows[0]?.last ?? undefined
}
