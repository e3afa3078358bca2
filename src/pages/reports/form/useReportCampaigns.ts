// The campaigns that a report may be asked for: all of the user's, closed ones too, since what was loaded on their cards is still
// there to be reported.
import { useAsk } from '#services/queries.ts'
import * as say from '#words/pages/reports/form.ts'

const NOTHING = {}

export function useReportCampaigns() {
  const { data, failure } = useAsk('getCampaigns', NOTHING)
  const all = data?.campaigns ?? []
  const symbols = new Set(all.map(({ CampaignCurrencySymbol }) => CampaignCurrencySymbol))
  return {
    options: all.map(({ CampaignID, CampaignName, CLOSED = false }) => ({
      value: CampaignID,
      label: CLOSED ? say.campaignNameClosed(CampaignName) : CampaignName,
    })),
    /** Its number at the card network; undefined of a campaign that the user has not. */
    icaOf: (id: string): string | undefined => all.find(({ CampaignID }) => CampaignID === id)?.CampaignCardICA,
    nameOf: (id: string): string => all.find(({ CampaignID }) => CampaignID === id)?.CampaignName ?? say.campaignId(id),
    /** Of all amounts, where there is one alone. */
    currency: symbols.size === 1 ? [...symbols][0] : undefined,
    /** Why none are known, in words. */
    failure: data ? undefined : failure?.text,
  }
}

export type ReportCampaignChoice = ReturnType<typeof useReportCampaigns>
