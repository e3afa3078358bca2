// The campaigns to choose from: all campaigns of the user, including closed ones, since reports still cover their
// cards.
import { m } from '#words/messages.js'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'

export function useReportCampaigns() {
  const { data, failure } = useServerQuery('getCampaigns', NO_PARAMS)
  const campaigns = data?.campaigns ?? []
  const campaignWithId = (id: string) => campaigns.find(({ CampaignID }) => CampaignID === id)
  const currencies = new Set(campaigns.map((campaign) => campaign.CampaignCurrency ?? campaign.CampaignCurrencySymbol))
  const [firstCurrency] = currencies
  return {
    options: campaigns.map(({ CampaignID, CampaignName, CLOSED = false }) => ({
      value: CampaignID,
      label: CLOSED ? m.common_campaignNameClosed({ campaignName: CampaignName }) : CampaignName,
    })),
    /** The campaign's number at the card network; undefined if the user has no access to the campaign. */
    icaOf: (id: string): string | undefined => campaignWithId(id)?.CampaignCardICA,
    nameOf: (id: string): string => campaignWithId(id)?.CampaignName ?? m.common_campaignId({ id }),
    /** Set only if all campaigns have the same currency. */
    currency: currencies.size === 1 ? firstCurrency : undefined,
    /** Why the campaigns could not be loaded. */
    failure: data ? undefined : failure?.text,
  }
}

export type ReportCampaignChoice = ReturnType<typeof useReportCampaigns>
