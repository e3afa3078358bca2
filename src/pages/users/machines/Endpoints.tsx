// The section about webhooks on the page of machine users.
import { m } from '#words/messages.js'
import { Webhook } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { type ServerQuery, useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { EndpointList } from './EndpointList.tsx'
import { NewEndpoint } from './NewEndpoint.tsx'
import { ShownOnce } from './ShownOnce.tsx'

export function Endpoints() {
  const query = useServerQuery('webhookEndpoints', {})
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<{ readonly value: string; readonly text: string }>()
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
            query.refresh()
          }}
        />
      ) : (
        <EndpointListContent query={query} onSecret={setSecret} />
      )}
    </Panel>
  )
}

interface EndpointListContentProps {
  readonly query: ServerQuery<'webhookEndpoints'>
  readonly onSecret: ComponentProps<typeof EndpointList>['onSecret']
}

function EndpointListContent({ query: { data, failure, refresh }, onSecret }: EndpointListContentProps) {
  if (data && data.endpoints.length > 0)
    return <EndpointList endpoints={data.endpoints} onChanged={refresh} onSecret={onSecret} />
  if (data)
    return (
      <EmptyState icon={Webhook} title={m.webhooks_none()}>
        {m.webhooks_noneHint()}
      </EmptyState>
    )
  if (!failure) return <SkeletonLines lines={3} />
  return (
    <EmptyState icon={Webhook} title={failure.text} action={<Button onClick={refresh}>{m.common_tryAgain()}</Button>} />
  )
}
