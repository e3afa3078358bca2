// The campaigns that cards of a kind may be ordered for, and the name of one.
import type { OrderKind } from '#domain/order/kinds.ts'
import { useAsk } from '#services/server/queries.ts'
import * as say from '#words/pages/upload.ts'

const NOTHING = {}

/** `chosen` is offered whatever it is, so that a draft shows what it was begun with. */
export function useCampaigns({ ofVirtualCampaigns }: OrderKind, chosen: string) {
  const { data, failure } = useAsk('getCampaigns', NOTHING)
  const all = data?.campaigns ?? []
  // A host may leave out which are virtual; the campaign is then offered for both.
  const fitting = all.filter(
    ({ VIRTUAL = ofVirtualCampaigns, CampaignID }) => VIRTUAL === ofVirtualCampaigns || CampaignID === chosen,
  )
  const options = fitting.map(({ CampaignID, CampaignName, CLOSED = false }) => ({
    value: CampaignID,
    label: CLOSED ? say.campaignNameClosed(CampaignName) : CampaignName,
    disabled: CLOSED && CampaignID !== chosen,
  }))
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
  return {
    offered: isKnown ? options : [...options, { value: chosen, label: say.campaignChosen(chosen) }],
    nameOf: (id: string): string => all.find(({ CampaignID }) => CampaignID === id)?.CampaignName ?? say.campaignId(id),
    /** Why none are known, in words. */
    failure: data ? undefined : failure?.text,
  }
}
