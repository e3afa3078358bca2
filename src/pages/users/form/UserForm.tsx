// The fields of a user, with the permissions of the chosen group beside them. Save is disabled until username and email
// are filled in. Enter saves. Each error is shown at its field.
import { m } from '#words/messages.js'
import { type FormEvent, type ReactNode, useId } from 'react'
import { client } from '#brand/current.ts'
import {
  isFilledIn,
  UNFINISHED_DAY,
  type UserErrors,
  userFieldLabels,
  userFieldLimits,
  userFields,
  type UserValues,
} from '#domain/users/fields.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { useToday } from '#services/useToday.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { ErrorSummary, type FormError } from '#ui/forms/ErrorSummary.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { CampaignChoice } from './CampaignChoice.tsx'
import { GroupPermissions } from './GroupPermissions.tsx'

interface UserFormProps {
  readonly values: UserValues
  readonly onChange: (change: Partial<UserValues>) => void
  /** The stored user. Undefined for a new user. */
  readonly storedValues?: UserValues
  /** True for the viewer's own account: only other users can change its group. */
  readonly isOwn?: boolean
  readonly errors: UserErrors
  readonly refusal: string | undefined
  readonly pending: boolean
  readonly blockedReason: string | undefined
  readonly onSave: () => void
  /** Shown beside Save. */
  readonly children?: ReactNode
}

export function UserForm(props: UserFormProps) {
  const {
    values,
    onChange,
    storedValues,
    isOwn = false,
    errors,
    refusal,
    pending,
    blockedReason,
    onSave,
    children,
  } = props
  const id = useId()
  const { online } = useConnection()
  const today = useToday()
  const query = useServerQuery('AllUserGroups', { ownerId: client.ownerId })
  const groups = query.data?.userGroups ?? []
  const group = groups.find(({ GROUPID }) => GROUPID === values.groupId)
  const groupsFailure = query.data ? undefined : query.failure?.text
  const { campaignIds = '', lastDay = '' } = values
  const summaryErrors: FormError[] = []
  for (const field of userFields) {
    const text = errors[field]
    if (text !== undefined) summaryErrors.push({ text, fieldId: `${id}-${field}` })
  }
  const offlineReason = online ? undefined : OFFLINE_REASON
  const missingReason = isFilledIn(values) ? undefined : m.users_fillInRequiredFields()
  const disabledReason = missingReason ?? blockedReason ?? offlineReason
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (disabledReason === undefined) onSave()
  }
  const fieldProps = (name: keyof typeof userFieldLimits) => ({
    id: `${id}-${name}`,
    label: userFieldLabels[name],
    maxLength: userFieldLimits[name],
    // The browser must not fill in the name and address of the person who uses it.
    autoComplete: 'off',
    value: values[name],
    error: errors[name],
    onChange: (event: { readonly target: { readonly value: string } }) => onChange({ [name]: event.target.value }),
  })

  return (
    <div className="grid min-w-0 items-start gap-5 lg:grid-cols-2">
      <Panel>
        <form onSubmit={submit} noValidate className="grid gap-5">
          <ErrorSummary errors={summaryErrors} />
          {refusal !== undefined && <Banner kind="critical" title={refusal} />}
          <TextField {...fieldProps('username')} spellCheck={false} autoCapitalize="none" />
          <TextField {...fieldProps('firstname')} optional />
          <TextField {...fieldProps('lastname')} optional />
          <TextField
            {...fieldProps('email')}
            type="email"
            spellCheck={false}
            hint={storedValues ? m.users_emailChangeEffect() : m.users_activationEmailHint()}
          />
          <Select
            id={`${id}-groupId`}
            label={userFieldLabels.groupId}
            placeholder={m.users_selectGroup()}
            value={values.groupId}
            disabled={isOwn}
            hint={isOwn ? m.common_fullStop({ text: m.users_cannotChangeOwnGroup() }) : undefined}
            error={errors.groupId ?? groupsFailure}
            options={groups.map(({ GROUPID, GROUPDESCRIPTION, GRANTABLE }) => {
              const isOffered = GRANTABLE || GROUPID === storedValues?.groupId
              return {
                value: GROUPID,
                label: isOffered ? GROUPDESCRIPTION : m.users_groupOptionBeyondViewer({ group: GROUPDESCRIPTION }),
                disabled: !isOffered,
              }
            })}
            onChange={(event) => onChange({ groupId: event.target.value })}
          />
          <CampaignChoice
            id={`${id}-campaignIds`}
            value={campaignIds}
            isOwn={isOwn}
            error={errors.campaignIds}
            onChange={(chosenIds) => onChange({ campaignIds: chosenIds })}
          />
          <DateField
            id={`${id}-lastDay`}
            label={userFieldLabels.lastDay}
            hint={isOwn ? m.common_fullStop({ text: m.users_cannotChangeOwnEnd() }) : m.users_userLastDayHint()}
            optional
            disabled={isOwn}
            value={lastDay === UNFINISHED_DAY ? '' : lastDay}
            min={today}
            error={errors.lastDay}
            onChange={(day) => onChange({ lastDay: day })}
            onUnfinished={() => onChange({ lastDay: UNFINISHED_DAY })}
          />
          <div className="flex flex-wrap items-center gap-2">
            {children}
            <Button type="submit" kind="primary" pending={pending} disabledReason={disabledReason}>
              {m.common_save()}
            </Button>
          </div>
        </form>
      </Panel>
      <Panel title={group ? m.users_permissionsOfGroup({ group: group.GROUPDESCRIPTION }) : m.users_groupPermissions()}>
        {group ? <GroupPermissions group={group} /> : <p className="text-muted">{m.users_selectGroupHint()}</p>}
      </Panel>
    </div>
  )
}
