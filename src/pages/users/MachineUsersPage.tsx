// Machine users (/user/machines): the programs that call /v1 with a key, and what their developers need.
import { m } from '#words/messages.js'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import { useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Developers } from './machines/Developers.tsx'
import { Endpoints } from './machines/Endpoints.tsx'
import { ListPlaceholder } from './machines/ListPlaceholder.tsx'
import { MachineList } from './machines/MachineList.tsx'
import { NewMachine } from './machines/NewMachine.tsx'
import { ShownOnce } from './machines/ShownOnce.tsx'

export default function MachineUsersPage() {
  const { data, failure, refresh } = useServerQuery('machineUsers', {})
  const machines = data?.machineUsers ?? []
  const [isAdding, setIsAdding] = useState(false)
  const [newKey, setNewKey] = useState<{ readonly key: string; readonly text: string }>()
  return (
    <Page title={m.machines_title()} description={m.machines_intro()}>
      {newKey && (
        <ShownOnce
          title={newKey.text}
          name={m.audit_keyStart()}
          value={newKey.key}
          onClose={() => setNewKey(undefined)}
        />
      )}
      <Panel
        title={isAdding ? m.machines_new() : m.machines_title()}
        actions={
          !isAdding && (
            <Button kind="primary" onClick={() => setIsAdding(true)}>
              {m.machines_new()}
            </Button>
          )
        }
      >
        {isAdding && (
          <NewMachine
            onCancel={() => setIsAdding(false)}
            onMade={(result) => {
              setNewKey(result)
              setIsAdding(false)
              refresh()
            }}
          />
        )}
        {!isAdding && machines.length > 0 && <MachineList machines={machines} onChanged={refresh} />}
        {!isAdding && machines.length === 0 && (
          <ListPlaceholder
            icon={Bot}
            lines={4}
            emptyTitle={m.machines_none()}
            emptyHint={m.machines_noneHint()}
            isLoaded={data !== undefined}
            failure={failure}
            onRetry={refresh}
          />
        )}
      </Panel>
      <Endpoints />
      <Developers />
    </Page>
  )
}
