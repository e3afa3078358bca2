// The permissions of a group as text.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import type { UserGroup } from '#contract/users.ts'
import { permissionsToDescriptions } from '#domain/access/permission-words.ts'
import { segregationOfDutiesWarning } from '#domain/users/changes.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { Banner } from '#ui/Banner.tsx'

export function GroupPermissions({ group }: { readonly group: Pick<UserGroup, 'PERMISSIONS' | 'CAMPAIGNIDS'> }) {
  const campaignIds = group.CAMPAIGNIDS ?? []
  const descriptions = permissionsToDescriptions(group.PERMISSIONS)
  const warning = segregationOfDutiesWarning(group.PERMISSIONS)
  if (descriptions.length === 0) return <p className="text-muted">{m.users_groupAllowsNothing()}</p>
  return (
    <div className="grid gap-3">
      {warning !== undefined && <Banner kind="warning" title={m.common_fullStop({ text: warning })} />}
      <ul className="grid list-disc gap-1 ps-5">
        {descriptions.map((description) => (
          <li key={description}>{capitalise(description)}</li>
        ))}
      </ul>
      {campaignIds.length > 0 && <GroupCampaigns ids={campaignIds} />}
    </div>
  )
}

/** Names the campaigns that the group is limited to, if the viewer can see all of them. */
export function GroupCampaigns({ ids }: { readonly ids: readonly string[] }) {
  const campaigns = useServerQuery('getCampaigns', NO_PARAMS).data?.campaigns ?? []
  const visibleNames = ids
    .map((id) => campaigns.find(({ CampaignID }) => CampaignID === id)?.CampaignName)
    .filter((name) => name !== undefined)
  const canSeeAll = visibleNames.length === ids.length
  return (
    <span>{canSeeAll ? m.users_groupIsLimitedTo({ campaigns: commas(visibleNames) }) : m.users_groupIsLimited()}</span>
  )
}
