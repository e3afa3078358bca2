// The campaigns available for a card type, and the name of a campaign.
import { m } from '#words/messages.js'
import type { OrderKind } from '#domain/order/kinds.ts'
import { useServerQuery } from '#services/server/queries.ts'

const NO_PARAMS = {}

/** Always includes `chosen`, so that a draft shows its original campaign. */
export function useCampaigns({ isForVirtualCampaigns }: OrderKind, chosen: string) {
  const { data, failure } = useServerQuery('getCampaigns', NO_PARAMS)
  const all = data?.campaigns ?? []
  // A server can omit whether a campaign is virtual; the campaign is then available for both card types.
  const matching = all.filter(
    ({ VIRTUAL = isForVirtualCampaigns, CampaignID }) => VIRTUAL === isForVirtualCampaigns || CampaignID === chosen,
  )
  const options = matching.map(({ CampaignID, CampaignName, CLOSED = false }) => ({
    value: CampaignID,
    label: CLOSED ? m.common_campaignNameClosed({ campaignName: CampaignName }) : CampaignName,
    disabled: CLOSED && CampaignID !== chosen,
  }))
  const open = options.filter(({ disabled }) => !disabled)
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
  return {
    campaignOptions: isKnown ? options : [...options, { value: chosen, label: m.upload_campaignChosen({ chosen }) }],
    /** The campaign, if there is only one to choose. */
    onlyCampaign: open.length === 1 ? open[0]?.value : undefined,
    nameOf: (id: string): string =>
      all.find(({ CampaignID }) => CampaignID === id)?.CampaignName ?? m.common_campaignId({ id }),
    /** Why the campaigns could not be loaded. */
    failure: data ? undefined : failure?.text,
  }
}
