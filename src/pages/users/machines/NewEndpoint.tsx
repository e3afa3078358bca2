// The form for a new endpoint of webhooks: its address and its events.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { type WebhookEvent, webhookEvents } from '#domain/webhooks.ts'
import { changeMachine } from '#flows/users/machines.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { TextField } from '#ui/forms/TextField.tsx'

interface NewEndpointProps {
  readonly onMade: (shown: { readonly value: string; readonly text: string }) => void
  readonly onCancel: () => void
}

export function NewEndpoint({ onMade, onCancel }: NewEndpointProps) {
  const [url, setUrl] = useState('https://')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['batch.completed', 'batch.partly_failed'])
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState(false)
  const isComplete = url.length > 'https://'.length && events.length > 0
  const add = async () => {
    setPending(true)
    const result = await changeMachine('createWebhookEndpoint', { url, events: [...events] })
    setPending(false)
    if (result.ok) onMade({ value: result.value.secret, text: result.text })
    else setFailure(result.text)
  }
  return (
    <form
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete && !pending) void add()
      }}
    >
      {failure !== undefined && <Banner kind="critical" title={failure} />}
      <TextField
        label={m.audit_url()}
        type="url"
        dir="ltr"
        value={url}
        maxLength={500}
        onChange={(event) => setUrl(event.target.value)}
      />
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-2 font-medium">{m.audit_events()}</legend>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={
              <span dir="ltr" translate="no">
                {event}
              </span>
            }
            checked={events.includes(event)}
            onChange={({ target }) =>
              setEvents((chosen) => (target.checked ? [...chosen, event] : chosen.filter((each) => each !== event)))
            }
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCancel}>{m.common_cancel()}</Button>
        <Button
          type="submit"
          kind="primary"
          pending={pending}
          disabledReason={isComplete ? undefined : m.users_fillInRequiredFields()}
        >
          {m.webhooks_add()}
        </Button>
      </div>
    </form>
  )
}
