// The campaigns that a user can work with: all, or the ticked ones. Administrators can assign only their own campaigns.
import { m } from '#words/messages.js'
import { campaignsToText, NO_CAMPAIGN, textToCampaigns } from '#domain/users/fields.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'

interface CampaignChoiceProps {
  readonly id: string
  /** In the format of `campaignsToText`, or NO_CAMPAIGN; '' means all campaigns. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** True for the viewer's own account: only other users can change its campaigns. */
  readonly isOwn: boolean
  readonly error: string | undefined
  /** What the choice limits, if not a user. */
  readonly hint?: string
}

export function CampaignChoice(props: CampaignChoiceProps) {
  const { id, value, onChange, isOwn, error, hint = m.users_campaignsHint() } = props
  const { data } = useServerQuery('getCampaigns', NO_PARAMS)
  const campaigns = data?.campaigns ?? []
  const chosenIds = textToCampaigns(value)
  // The number of chosen campaigns that the viewer cannot see.
  const hiddenCount = data
    ? chosenIds.filter((chosenId) => !campaigns.some(({ CampaignID }) => CampaignID === chosenId)).length
    : 0
  const toggle = (campaignId: string, isOn: boolean) => {
    const nextIds = isOn ? [...chosenIds, campaignId] : chosenIds.filter((chosenId) => chosenId !== campaignId)
    onChange(nextIds.length === 0 ? NO_CAMPAIGN : campaignsToText(nextIds))
  }
  return (
    <div id={id} className="grid gap-2" tabIndex={-1}>
      <RadioGroup
        label={m.common_campaigns()}
        value={value === '' ? 'all' : 'some'}
        choices={[
          { value: 'all', label: m.common_allCampaigns(), disabled: isOwn || (data?.LIMITED === true && value !== '') },
          { value: 'some', label: m.users_onlyTheseCampaigns(), disabled: isOwn },
        ]}
        onChange={(choice) => onChange(choice === 'all' ? '' : NO_CAMPAIGN)}
        error={error}
      />
      {value !== '' && (
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
      {(isOwn || value !== '') && (
        <p className="text-sm text-muted">
          {isOwn ? m.common_fullStop({ text: m.users_cannotChangeOwnCampaigns() }) : hint}
        </p>
      )}
    </div>
  )
}
