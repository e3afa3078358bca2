// The endpoints of webhooks: state, events and last delivery, with a test, a new secret, and the log of messages.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { WebhookEndpoint } from '#contract/webhooks.ts'
import { commas } from '#words/lists.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Deliveries } from './Deliveries.tsx'
import { useMachineChange } from './useMachineChange.ts'

interface EndpointListProps {
  readonly endpoints: readonly WebhookEndpoint[]
  readonly onChanged: () => void
  readonly onSecret: (shown: { readonly value: string; readonly text: string }) => void
}

const tones = { active: 'positive', waiting: 'warning', gone: 'critical', failing: 'critical' } as const
const labels: Readonly<Record<WebhookEndpoint['state'], () => string>> = {
  active: () => m.machines_stateActive(),
  waiting: () => m.machines_stateWaiting(),
  gone: () => m.webhooks_stateGone(),
  failing: () => m.webhooks_stateFailing(),
}

export function EndpointList({ endpoints, onChanged, onSecret }: EndpointListProps) {
  const { run, isWaiting } = useMachineChange(onChanged)
  const [toDelete, setToDelete] = useState<WebhookEndpoint>()
  const [shown, setShown] = useState<WebhookEndpoint>()
  return (
    <>
      <ul className="grid divide-y divide-line">
        {endpoints.map((endpoint) => {
          const { endpointID: id, state } = endpoint
          const act = (
            method: 'confirmWebhookEndpoint' | 'enableWebhookEndpoint' | 'testWebhookEndpoint',
            label: string,
            refusal?: string,
          ) => (
            <Button
              size="small"
              pending={isWaiting(method, id)}
              disabledReason={refusal}
              onClick={() => void run(method, { endpointID: id }, id)}
            >
              {label}
            </Button>
          )
          return (
            <li key={id} className="flex flex-wrap items-center gap-3 py-3">
              <div className="min-w-0 flex-1 basis-72">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  <span dir="ltr" className="break-all">
                    {endpoint.url}
                  </span>{' '}
                  <Badge tone={tones[state]}>{labels[state]()}</Badge>
                </p>
                <p dir="ltr" className="text-sm text-muted">
                  {commas(endpoint.events)}
                </p>
                <p className="text-sm text-muted">
                  {endpoint.lastDeliveredAt === null ? (
                    m.webhooks_neverDelivered()
                  ) : (
                    <>
                      {m.webhooks_lastDelivered()} <Instant value={endpoint.lastDeliveredAt} />
                    </>
                  )}
                </p>
              </div>
              {state === 'waiting' && act('confirmWebhookEndpoint', m.machines_confirm(), endpoint.refusal)}
              {(state === 'gone' || state === 'failing') && act('enableWebhookEndpoint', m.webhooks_turnOn())}
              {state !== 'waiting' && act('testWebhookEndpoint', m.webhooks_sendTest())}
              <Button size="small" onClick={() => setShown(endpoint)}>
                {m.webhooks_messages()}
              </Button>
              <Button
                size="small"
                pending={isWaiting('renewWebhookSecret', id)}
                onClick={() =>
                  void run('renewWebhookSecret', { endpointID: id }, id).then((result) => {
                    if (result.ok) onSecret({ value: result.value.secret, text: result.text })
                  })
                }
              >
                {m.webhooks_newSecret()}
              </Button>
              <Button size="small" kind="danger" onClick={() => setToDelete(endpoint)}>
                {m.common_delete()}
              </Button>
            </li>
          )
        })}
      </ul>
      {shown && <Deliveries endpoint={shown} onClose={() => setShown(undefined)} />}
      <ConfirmDialog
        open={toDelete !== undefined}
        title={m.webhooks_deleteTitle()}
        effect={m.webhooks_deleteEffect({ url: toDelete?.url ?? '' })}
        confirmLabel={m.common_delete()}
        danger
        pending={isWaiting('deleteWebhookEndpoint', toDelete?.endpointID ?? '')}
        onCancel={() => setToDelete(undefined)}
        onConfirm={() => {
          const id = toDelete?.endpointID ?? ''
          void run('deleteWebhookEndpoint', { endpointID: id }, id).then(() => setToDelete(undefined))
        }}
      />
    </>
  )
}
