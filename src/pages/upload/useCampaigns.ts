// The campaigns available for a card type, and the name of a campaign.
import { m } from '#words/messages.js'
import type { OrderTypeInfo } from '#domain/order/types.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'

/** The options always include the chosen campaign, so that a draft shows its original campaign. */
export function useCampaigns({ isForVirtualCampaigns }: OrderTypeInfo, chosenId: string) {
  const { data, failure } = useServerQuery('getCampaigns', NO_PARAMS)
  const campaigns = data?.campaigns ?? []
  const offeredCampaigns = campaigns.filter(({ VIRTUAL, CampaignID }) => {
    // If the server does not tell whether a campaign is virtual, the campaign is available for both card types.
    const fitsCardType = VIRTUAL === undefined || VIRTUAL === isForVirtualCampaigns
    return fitsCardType || CampaignID === chosenId
  })
  const options = offeredCampaigns.map(({ CampaignID, CampaignName, CLOSED = false }) => ({
    value: CampaignID,
    label: CLOSED ? m.common_campaignNameClosed({ campaignName: CampaignName }) : CampaignName,
    disabled: CLOSED && CampaignID !== chosenId,
  }))
  const enabledOptions = options.filter(({ disabled }) => !disabled)
  const isChosenUnknown = chosenId !== '' && !options.some(({ value }) => value === chosenId)
  const unknownOption = { value: chosenId, label: m.upload_campaignChosen({ chosen: chosenId }) }
  return {
    campaignOptions: isChosenUnknown ? [...options, unknownOption] : options,
    /** The id of the campaign, if the user can choose only one. */
    onlyCampaignId: enabledOptions.length === 1 ? enabledOptions[0]?.value : undefined,
    nameOf: (id: string): string =>
      campaigns.find(({ CampaignID }) => CampaignID === id)?.CampaignName ?? m.common_campaignId({ id }),
    /** Why the campaigns could not be loaded. */
    failure: data ? undefined : failure?.text,
  }
}
