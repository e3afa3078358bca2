// The endpoints of webhooks with their state, events and last delivery. For each endpoint, the user can send a test,
// make a new secret, and open the log of messages.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { WebhookEndpoint } from '#contract/webhooks.ts'
import { commas } from '#words/lists.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Deliveries } from './Deliveries.tsx'
import { useButtonChange } from '../useButtonChange.ts'

interface EndpointListProps {
  readonly endpoints: readonly WebhookEndpoint[]
  readonly onChanged: () => void
  /** Receives a new secret, which is shown only once. */
  readonly onSecret: (secret: { readonly value: string; readonly text: string }) => void
}

const tones = { active: 'positive', waiting: 'warning', gone: 'critical', failing: 'critical' } as const
const labels: Readonly<Record<WebhookEndpoint['state'], () => string>> = {
  active: () => m.machines_stateActive(),
  waiting: () => m.machines_stateWaiting(),
  gone: () => m.webhooks_stateGone(),
  failing: () => m.webhooks_stateFailing(),
}

export function EndpointList({ endpoints, onChanged, onSecret }: EndpointListProps) {
  const { run, isWaiting } = useButtonChange(onChanged)
  const [endpointToDelete, setEndpointToDelete] = useState<WebhookEndpoint>()
  const [endpointWithLog, setEndpointWithLog] = useState<WebhookEndpoint>()
  const renewSecret = async (id: string) => {
    const result = await run('renewWebhookSecret', { endpointID: id }, id)
    if (result.ok) onSecret({ value: result.value.secret, text: result.text })
  }
  const deleteEndpoint = async (id: string) => {
    await run('deleteWebhookEndpoint', { endpointID: id }, id)
    setEndpointToDelete(undefined)
  }
  return (
    <>
      <ul className="grid divide-y divide-line">
        {endpoints.map((endpoint) => {
          const { endpointID: id, state } = endpoint
          const isTurnedOff = state === 'gone' || state === 'failing'
          /** The props of a button that sends this operation for the endpoint. */
          const buttonProps = (method: 'confirmWebhookEndpoint' | 'enableWebhookEndpoint' | 'testWebhookEndpoint') => ({
            size: 'small' as const,
            pending: isWaiting(method, id),
            onClick: () => void run(method, { endpointID: id }, id),
          })
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
              {state === 'waiting' && (
                <Button {...buttonProps('confirmWebhookEndpoint')} disabledReason={endpoint.refusal}>
                  {m.machines_confirm()}
                </Button>
              )}
              {isTurnedOff && <Button {...buttonProps('enableWebhookEndpoint')}>{m.webhooks_turnOn()}</Button>}
              {state !== 'waiting' && <Button {...buttonProps('testWebhookEndpoint')}>{m.webhooks_sendTest()}</Button>}
              <Button size="small" onClick={() => setEndpointWithLog(endpoint)}>
                {m.webhooks_messages()}
              </Button>
              <Button size="small" pending={isWaiting('renewWebhookSecret', id)} onClick={() => void renewSecret(id)}>
                {m.webhooks_newSecret()}
              </Button>
              <Button size="small" kind="danger" onClick={() => setEndpointToDelete(endpoint)}>
                {m.common_delete()}
              </Button>
            </li>
          )
        })}
      </ul>
      {endpointWithLog && <Deliveries endpoint={endpointWithLog} onClose={() => setEndpointWithLog(undefined)} />}
      <ConfirmDialog
        open={endpointToDelete !== undefined}
        title={m.webhooks_deleteTitle()}
        effect={m.webhooks_deleteEffect({ url: endpointToDelete?.url ?? '' })}
        confirmLabel={m.common_delete()}
        danger
        pending={isWaiting('deleteWebhookEndpoint', endpointToDelete?.endpointID ?? '')}
        onCancel={() => setEndpointToDelete(undefined)}
        onConfirm={() => void deleteEndpoint(endpointToDelete?.endpointID ?? '')}
      />
    </>
  )
}
