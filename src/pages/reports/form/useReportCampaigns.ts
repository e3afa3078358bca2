// The campaigns to choose from: all campaigns of the user, including closed ones, since reports still cover their
// cards.
import { m } from '#words/messages.js'
import { useServerQuery } from '#services/server/queries.ts'

const NOTHING = {}

export function useReportCampaigns() {
  const { data, failure } = useServerQuery('getCampaigns', NOTHING)
  const all = data?.campaigns ?? []
  const currencies = new Set(all.map((each) => each.CampaignCurrency ?? each.CampaignCurrencySymbol))
  return {
    options: all.map(({ CampaignID, CampaignName, CLOSED = false }) => ({
      value: CampaignID,
      label: CLOSED ? m.common_campaignNameClosed({ campaignName: CampaignName }) : CampaignName,
    })),
    /** The campaign's number at the card network; undefined if the user has no access to the campaign. */
    icaOf: (id: string): string | undefined => all.find(({ CampaignID }) => CampaignID === id)?.CampaignCardICA,
    nameOf: (id: string): string =>
      all.find(({ CampaignID }) => CampaignID === id)?.CampaignName ?? m.common_campaignId({ id }),
    /** Set only if all campaigns have the same currency. */
    currency: currencies.size === 1 ? [...currencies][0] : undefined,
    /** Why the campaigns could not be loaded. */
    failure: data ? undefined : failure?.text,
  }
}

export type ReportCampaignChoice = ReturnType<typeof useReportCampaigns>
