// The form for a new machine user: name, scopes, campaigns, last day, networks and calls a minute.
import { m } from '#words/messages.js'
import { useId, useState } from 'react'
import {
  DEFAULT_KEY_CALLS_PER_MINUTE,
  machineScopeNames,
  machineScopes,
  type MachineScope,
  MAX_KEY_CALLS_PER_MINUTE,
} from '#domain/access/machine-users.ts'
import { addDays } from '#domain/dates.ts'
import { textToCampaigns } from '#domain/users/fields.ts'
import { sendAdminChange } from '#flows/users/machines.ts'
import { useToday } from '#services/useToday.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { CampaignChoice } from '../form/CampaignChoice.tsx'

interface NewMachineProps {
  /** Receives the key of the machine user, which is shown only once. */
  readonly onMade: (newKey: { readonly key: string; readonly text: string }) => void
  readonly onCancel: () => void
}

/** For how many days a key is valid, unless the user chooses another last day. */
const DEFAULT_DAYS = 180
const MAX_NAME_LENGTH = 100

export function NewMachine({ onMade, onCancel }: NewMachineProps) {
  const id = useId()
  const today = useToday()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly MachineScope[]>([])
  const [campaigns, setCampaigns] = useState('')
  const [endsOn, setEndsOn] = useState<string>(addDays(today, DEFAULT_DAYS))
  const [networks, setNetworks] = useState('')
  const [calls, setCalls] = useState(String(DEFAULT_KEY_CALLS_PER_MINUTE))
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState(false)
  const areCallsValid = /^[0-9]{1,4}$/.test(calls) && Number(calls) > 0
  const hasName = name.trim() !== ''
  const hasScope = scopes.length > 0
  const isComplete = hasName && hasScope && endsOn !== '' && areCallsValid
  const toggleScope = (scope: MachineScope, isOn: boolean) =>
    setScopes((before) => (isOn ? [...before, scope] : before.filter((other) => other !== scope)))
  const make = async () => {
    setPending(true)
    const result = await sendAdminChange('createMachineUser', {
      name,
      scopes: [...scopes],
      campaignIds: [...textToCampaigns(campaigns)],
      addresses: networks.split(/[\s,;]+/).filter((text) => text !== ''),
      callsPerMinute: Number(calls),
      endsOn,
    })
    setPending(false)
    if (result.ok) onMade({ key: result.value.key, text: result.text })
    else setFailure(result.text)
  }
  return (
    <form
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete && !pending) void make()
      }}
    >
      {failure !== undefined && <Banner kind="critical" title={failure} />}
      <TextField
        label={m.common_name()}
        value={name}
        maxLength={MAX_NAME_LENGTH}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">{m.audit_scopes()}</legend>
        {machineScopeNames.map((scope) => (
          <Checkbox
            key={scope}
            label={machineScopes[scope].label}
            checked={scopes.includes(scope)}
            onChange={({ target }) => toggleScope(scope, target.checked)}
          />
        ))}
      </fieldset>
      <CampaignChoice
        id={`${id}-campaigns`}
        value={campaigns}
        isOwn={false}
        error={undefined}
        onChange={setCampaigns}
      />
      <DateField label={m.common_lastDay()} value={endsOn} min={today} onChange={setEndsOn} />
      <TextArea
        label={m.audit_addresses()}
        hint={m.machines_networksHint()}
        optional
        rows={2}
        value={networks}
        onChange={(event) => setNetworks(event.target.value)}
      />
      <TextField
        label={m.audit_callsPerMinute()}
        figures
        inputMode="numeric"
        maxLength={String(MAX_KEY_CALLS_PER_MINUTE).length}
        value={calls}
        onChange={(event) => setCalls(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCancel}>{m.common_cancel()}</Button>
        <Button
          type="submit"
          kind="primary"
          pending={pending}
          disabledReason={isComplete ? undefined : m.users_fillInRequiredFields()}
        >
          {m.machines_make()}
        </Button>
      </div>
    </form>
  )
}
