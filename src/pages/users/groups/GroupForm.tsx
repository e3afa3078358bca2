// The form of a new or a changed group: name, permissions by area, campaigns and last day. It warns if one group should
// not have all of these permissions, and says if another administrator will have to confirm the change.
import { m } from '#words/messages.js'
import { useId, useState } from 'react'
import { permissionAreas, permissionDescriptions, textsToPermissions } from '#domain/access/permission-words.ts'
import { hasPermission, type Permission } from '#domain/access/permissions.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { segregationOfDutiesWarning } from '#domain/users/changes.ts'
import { NO_CAMPAIGN, textToCampaigns, UNFINISHED_DAY } from '#domain/users/fields.ts'
import { groupFieldLimits, groupNameRefusal } from '#domain/users/groups.ts'
import { sendAdminChange } from '#flows/users/machines.ts'
import { notify } from '#services/notices.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import { useToday } from '#services/useToday.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { CampaignChoice } from '../form/CampaignChoice.tsx'
import { CLOSED_FORM, type GroupForm as Values, groupForm } from './state.ts'

interface GroupFormProps {
  readonly values: Values
  readonly blockedReason: string | undefined
  readonly onDone: () => void
}

export function GroupForm({ values, blockedReason, onDone }: GroupFormProps) {
  const id = useId()
  const today = useToday()
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState(false)
  const { groupId, name, permissions, campaigns, lastDay } = values
  const warning = segregationOfDutiesWarning(permissions)
  const nameError = name.trim() === '' ? undefined : groupNameRefusal(name.trim())
  // A group without a last day has no end, so a half-typed day must not be saved as no day.
  const isDayUnfinished = lastDay === UNFINISHED_DAY
  const hasValidName = name.trim() !== '' && nameError === undefined
  const isComplete = hasValidName && campaigns !== NO_CAMPAIGN && !isDayUnfinished
  const missingReason = isComplete ? undefined : m.users_fillInRequiredFields()
  const disabledReason = blockedReason ?? missingReason
  const change = (changes: Partial<Values>) => {
    setFailure(undefined)
    groupForm.change(changes)
  }
  const save = async () => {
    setPending(true)
    const result = await sendAdminChange('saveGroup', {
      group: {
        ...(groupId !== 'new' && { groupId }),
        name,
        permissions: [...textsToPermissions(permissions)],
        campaignIds: [...textToCampaigns(campaigns)],
        ...(lastDay !== '' && { lastDay }),
      },
    })
    setPending(false)
    if (!result.ok) {
      setFailure(result.text)
      return
    }
    notify({ kind: 'success', text: result.text })
    groupForm.change(CLOSED_FORM)
    onDone()
  }
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (disabledReason === undefined && !pending) void save()
      }}
    >
      {failure !== undefined && <Banner kind="critical" title={failure} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={m.common_name()}
          value={name}
          maxLength={groupFieldLimits.name}
          autoComplete="off"
          error={nameError}
          onChange={(event) => change({ name: event.target.value })}
        />
        <DateField
          label={m.common_lastDay()}
          hint={m.users_groupLastDayHint()}
          optional
          value={isDayUnfinished ? '' : lastDay}
          min={today}
          onChange={(day) => change({ lastDay: day })}
          onUnfinished={() => change({ lastDay: UNFINISHED_DAY })}
        />
      </div>
      <PermissionChoice chosen={permissions} onChange={(chosen) => change({ permissions: chosen })} />
      {warning !== undefined && <Banner kind="warning" title={m.common_fullStop({ text: warning })} />}
      <CampaignChoice
        id={`${id}-campaigns`}
        value={campaigns}
        isOwn={false}
        hint={m.users_groupCampaignsHint()}
        error={undefined}
        onChange={(chosen) => change({ campaigns: chosen })}
      />
      <ConfirmationNote permissions={permissions} campaigns={campaigns} />
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            setFailure(undefined)
            groupForm.change(CLOSED_FORM)
          }}
        >
          {m.common_cancel()}
        </Button>
        <Button type="submit" kind="primary" pending={pending} disabledReason={disabledReason}>
          {m.users_saveGroup()}
        </Button>
      </div>
    </form>
  )
}

interface PermissionChoiceProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

function PermissionChoice({ chosen, onChange }: PermissionChoiceProps) {
  const toggle = (permission: Permission, isOn: boolean) =>
    onChange(isOn ? [...chosen, permission] : chosen.filter((each) => each !== permission))
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{m.common_permissions()}</legend>
      <div className="gap-6 sm:columns-2 xl:columns-3">
        {permissionAreas.map(({ label, permissions }) => (
          <fieldset key={label} className="mb-4 grid break-inside-avoid gap-1.5">
            <legend className="mb-1 text-sm text-muted">{label}</legend>
            {permissions.map((permission) => (
              <Checkbox
                key={permission}
                label={capitalise(permissionDescriptions[permission])}
                checked={chosen.includes(permission)}
                onChange={({ target }) => toggle(permission, target.checked)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  )
}

/** Says that another administrator has to confirm, if the group can do more than the viewer. */
function ConfirmationNote({ permissions, campaigns }: Pick<Values, 'permissions' | 'campaigns'>) {
  const viewerPermissions = useSession()?.permissions
  const isViewerLimited = useServerQuery('getCampaigns', NO_PARAMS).data?.LIMITED === true
  const hasMorePermissions = textsToPermissions(permissions).some(
    (permission) => !hasPermission(viewerPermissions, permission),
  )
  const hasMoreCampaigns = isViewerLimited && campaigns === ''
  if (!hasMorePermissions && !hasMoreCampaigns) return null
  return <p>{m.users_needsAnotherWithRights()}</p>
}
