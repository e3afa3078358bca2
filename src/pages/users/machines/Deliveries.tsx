// The messages to one endpoint, each with its attempts and a button that sends it again.
import { m } from '#words/messages.js'
import type { WebhookDelivery, WebhookEndpoint } from '#contract/webhooks.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { useButtonChange } from '../useButtonChange.ts'

interface DeliveriesProps {
  readonly endpoint: WebhookEndpoint
  readonly onClose: () => void
}

const tones = { delivered: 'positive', waiting: 'neutral', failed: 'critical' } as const
const labels: Readonly<Record<WebhookDelivery['state'], () => string>> = {
  delivered: () => m.webhooks_delivered(),
  waiting: () => m.webhooks_waits(),
  failed: () => m.webhooks_failed(),
}

export function Deliveries({ endpoint, onClose }: DeliveriesProps) {
  const { data, failure, refresh } = useServerQuery('webhookDeliveries', { endpointID: endpoint.endpointID })
  const { run, isWaiting } = useButtonChange(refresh)
  const deliveries = data?.deliveries ?? []
  return (
    <Dialog
      open
      transient
      size="wide"
      title={m.webhooks_messages()}
      description={<span dir="ltr">{endpoint.url}</span>}
      onClose={onClose}
      footer={<Button onClick={onClose}>{m.common_close()}</Button>}
    >
      {!data && failure && <p>{failure.text}</p>}
      {!data && !failure && <SkeletonLines lines={4} />}
      {data && deliveries.length === 0 && <p className="text-muted">{m.webhooks_noMessages()}</p>}
      {deliveries.length > 0 && (
        <ul className="grid divide-y divide-line">
          {deliveries.map(({ deliveryID: id, type, createdAt, state, attempts }) => (
            <li key={id} className="flex flex-wrap items-start gap-3 py-2">
              <div className="min-w-0 flex-1 basis-64">
                <p className="flex flex-wrap items-center gap-2">
                  <span dir="ltr">{type}</span> <Badge tone={tones[state]}>{labels[state]()}</Badge>{' '}
                  <span className="text-sm text-muted">
                    <Instant value={createdAt} />
                  </span>
                </p>
                {attempts.map((attempt) => (
                  <p key={attempt.at} className="text-sm break-words text-muted">
                    <Instant value={attempt.at} />{' '}
                    <span dir="ltr">
                      {attempt.status} {attempt.answer}
                    </span>
                  </p>
                ))}
              </div>
              <Button
                size="small"
                pending={isWaiting('resendWebhook', id)}
                onClick={() => void run('resendWebhook', { deliveryID: id }, id)}
              >
                {m.webhooks_sendAgain()}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
