// The part of the page about webhooks.
import { m } from '#words/messages.js'
import { Webhook } from 'lucide-react'
import { useState } from 'react'
import { useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { EndpointList } from './EndpointList.tsx'
import { NewEndpoint } from './NewEndpoint.tsx'
import { ShownOnce } from './ShownOnce.tsx'

export function Endpoints() {
  const { data, failure, refresh } = useServerQuery('webhookEndpoints', {})
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<{ readonly value: string; readonly text: string }>()
  const endpoints = data?.endpoints
  return (
    <Panel
      title={isAdding ? m.webhooks_newEndpoint() : m.webhooks_title()}
      actions={!isAdding && <Button onClick={() => setIsAdding(true)}>{m.webhooks_newEndpoint()}</Button>}
    >
      {secret && (
        <ShownOnce
          title={secret.text}
          name={m.webhooks_secret()}
          value={secret.value}
          onClose={() => setSecret(undefined)}
        />
      )}
      {isAdding ? (
        <NewEndpoint
          onCancel={() => setIsAdding(false)}
          onMade={(shown) => {
            setSecret(shown)
            setIsAdding(false)
            refresh()
          }}
        />
      ) : endpoints === undefined ? (
        failure ? (
          <EmptyState
            icon={Webhook}
            title={failure.text}
            action={<Button onClick={refresh}>{m.common_tryAgain()}</Button>}
          />
        ) : (
          <SkeletonLines lines={3} />
        )
      ) : endpoints.length === 0 ? (
        <EmptyState icon={Webhook} title={m.webhooks_none()}>
          {m.webhooks_noneHint()}
        </EmptyState>
      ) : (
        <EndpointList endpoints={endpoints} onChanged={refresh} onSecret={setSecret} />
      )}
    </Panel>
  )
}
