// Machine users (/user/machines): the programs that call /v1 with a key, and what their developers need.
import { m } from '#words/messages.js'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import { type ServerQuery, useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Developers } from './machines/Developers.tsx'
import { Endpoints } from './machines/Endpoints.tsx'
import { MachineList } from './machines/MachineList.tsx'
import { NewMachine } from './machines/NewMachine.tsx'
import { ShownOnce } from './machines/ShownOnce.tsx'

export default function MachineUsersPage() {
  const query = useServerQuery('machineUsers', {})
  const [isAdding, setIsAdding] = useState(false)
  const [made, setMade] = useState<{ readonly key: string; readonly text: string }>()
  return (
    <Page title={m.machines_title()} description={m.machines_intro()}>
      {made && (
        <ShownOnce title={made.text} name={m.audit_keyStart()} value={made.key} onClose={() => setMade(undefined)} />
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
        {isAdding ? (
          <NewMachine
            onCancel={() => setIsAdding(false)}
            onMade={(result) => {
              setMade(result)
              setIsAdding(false)
              query.refresh()
            }}
          />
        ) : (
          <MachineListContent query={query} />
        )}
      </Panel>
      <Endpoints />
      <Developers />
    </Page>
  )
}

function MachineListContent({ query: { data, failure, refresh } }: { readonly query: ServerQuery<'machineUsers'> }) {
  if (data && data.machineUsers.length > 0) return <MachineList machines={data.machineUsers} onChanged={refresh} />
  if (data)
    return (
      <EmptyState icon={Bot} title={m.machines_none()}>
        {m.machines_noneHint()}
      </EmptyState>
    )
  if (!failure) return <SkeletonLines lines={4} />
  return (
    <EmptyState icon={Bot} title={failure.text} action={<Button onClick={refresh}>{m.common_tryAgain()}</Button>} />
  )
}
