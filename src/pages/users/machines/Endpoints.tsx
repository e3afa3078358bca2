// The section about webhooks on the page of machine users.
import { m } from '#words/messages.js'
import { Webhook } from 'lucide-react'
import { useState } from 'react'
import { useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { EndpointList } from './EndpointList.tsx'
import { ListPlaceholder } from './ListPlaceholder.tsx'
import { NewEndpoint } from './NewEndpoint.tsx'
import { ShownOnce } from './ShownOnce.tsx'

export function Endpoints() {
  const { data, failure, refresh } = useServerQuery('webhookEndpoints', {})
  const endpoints = data?.endpoints ?? []
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
      {isAdding && (
        <NewEndpoint
          onCancel={() => setIsAdding(false)}
          onMade={(newSecret) => {
            setSecret(newSecret)
            setIsAdding(false)
            refresh()
          }}
        />
      )}
      {!isAdding && endpoints.length > 0 && (
        <EndpointList endpoints={endpoints} onChanged={refresh} onSecret={setSecret} />
      )}
      {!isAdding && endpoints.length === 0 && (
        <ListPlaceholder
          icon={Webhook}
          lines={3}
          emptyTitle={m.webhooks_none()}
          emptyHint={m.webhooks_noneHint()}
          isLoaded={data !== undefined}
          failure={failure}
          onRetry={refresh}
        />
      )}
    </Panel>
  )
}
