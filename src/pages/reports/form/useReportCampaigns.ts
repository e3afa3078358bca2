// The campaigns to choose from: all campaigns of the user, including closed ones, since reports still cover their
// cards.
import { m } from '#words/messages.js'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'

export interface ReportCampaigns {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** The campaign's number at the card network. Undefined if the user has no access to the campaign. */
  readonly icaOf: (id: string) => string | undefined
  readonly nameOf: (id: string) => string
  /** Set only if all campaigns have the same currency. */
  readonly currency: string | undefined
  /** Why the campaigns could not be loaded. */
  readonly failure: string | undefined
}

export function useReportCampaigns(): ReportCampaigns {
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
    icaOf: (id) => campaignWithId(id)?.CampaignCardICA,
    nameOf: (id) => campaignWithId(id)?.CampaignName ?? m.common_campaignId({ id }),
    currency: currencies.size === 1 ? firstCurrency : undefined,
    failure: data ? undefined : failure?.text,
  }
}
