// The campaigns that a user, a group or a machine user can work with: all, or the ticked ones. Administrators can
// assign only their own campaigns.
import { m } from '#words/messages.js'
import { campaignsToText, NO_CAMPAIGN, textToCampaigns } from '#domain/users/fields.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'

interface CampaignChoiceProps {
  readonly id: string
  /** '' for all campaigns, NO_CAMPAIGN while none is ticked, otherwise the text that `campaignsToText` returns. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** True for the viewer's own account: only other users can change its campaigns. */
  readonly isOwn: boolean
  readonly error: string | undefined
  /** Says what the choice limits. By default a user. */
  readonly hint?: string
}

export function CampaignChoice(props: CampaignChoiceProps) {
  const { id, value, onChange, isOwn, error, hint = m.users_campaignsHint() } = props
  const { data } = useServerQuery('getCampaigns', NO_PARAMS)
  const campaigns = data?.campaigns ?? []
  const chosenIds = textToCampaigns(value)
  const hasAll = value === ''
  // A viewer who is limited to some campaigns can keep "all campaigns", but not choose it.
  const canChooseAll = !isOwn && (hasAll || data?.LIMITED !== true)
  const isVisible = (campaignId: string) => campaigns.some(({ CampaignID }) => CampaignID === campaignId)
  // The chosen campaigns that the viewer cannot see.
  const hiddenCount = data ? chosenIds.filter((chosenId) => !isVisible(chosenId)).length : 0
  const shownHint = isOwn ? m.common_fullStop({ text: m.users_cannotChangeOwnCampaigns() }) : hint
  const toggle = (campaignId: string, isOn: boolean) => {
    const nextIds = isOn ? [...chosenIds, campaignId] : chosenIds.filter((chosenId) => chosenId !== campaignId)
    onChange(nextIds.length === 0 ? NO_CAMPAIGN : campaignsToText(nextIds))
  }
  return (
    <div id={id} className="grid gap-2" tabIndex={-1}>
      <RadioGroup
        label={m.common_campaigns()}
        value={hasAll ? 'all' : 'some'}
        choices={[
          { value: 'all', label: m.common_allCampaigns(), disabled: !canChooseAll },
          { value: 'some', label: m.users_onlyTheseCampaigns(), disabled: isOwn },
        ]}
        onChange={(choice) => onChange(choice === 'all' ? '' : NO_CAMPAIGN)}
        error={error}
      />
      {!hasAll && (
        <div className="grid gap-1.5 ps-7">
          {campaigns.map(({ CampaignID, CampaignName }) => (
            <Checkbox
              key={CampaignID}
              label={CampaignName}
              checked={chosenIds.includes(CampaignID)}
              disabled={isOwn}
              onChange={(event) => toggle(CampaignID, event.target.checked)}
            />
          ))}
          {hiddenCount > 0 && (
            <p className="text-sm text-muted">{m.users_andCampaignsBeyondYou({ count: hiddenCount })}</p>
          )}
        </div>
      )}
      {(isOwn || !hasAll) && <p className="text-sm text-muted">{shownHint}</p>}
    </div>
  )
}
