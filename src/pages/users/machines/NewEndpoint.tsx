// The form for a new endpoint of webhooks: its address and its events.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { type WebhookEvent, webhookEvents } from '#domain/webhooks.ts'
import { sendAdminChange } from '#flows/users/machines.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { TextField } from '#ui/forms/TextField.tsx'

interface NewEndpointProps {
  /** Receives the secret of the endpoint, which is shown only once. */
  readonly onMade: (secret: { readonly value: string; readonly text: string }) => void
  readonly onCancel: () => void
}

const URL_START = 'https://'
const MAX_URL_LENGTH = 500

export function NewEndpoint({ onMade, onCancel }: NewEndpointProps) {
  const [url, setUrl] = useState(URL_START)
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['batch.completed', 'batch.partly_failed'])
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState(false)
  const isComplete = url.length > URL_START.length && events.length > 0
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    setEvents((before) => (isOn ? [...before, event] : before.filter((other) => other !== event)))
  const add = async () => {
    setPending(true)
    const result = await sendAdminChange('createWebhookEndpoint', { url, events: [...events] })
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
        maxLength={MAX_URL_LENGTH}
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
            onChange={({ target }) => toggle(event, target.checked)}
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
