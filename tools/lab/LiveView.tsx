// A machine of an open portal tab: its state, its context, its history, and buttons to send events to it.
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { copy, liveToScenario } from './exporting.ts'
import { Chart } from './Chart.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import { ContextTree } from './ContextTree.tsx'
import { type LiveActor, sendToPortal } from './live.ts'
import { Payload } from './Payload.tsx'
import { useDrawing } from './useDrawing.ts'
import type { MachineEntry } from '#tools/lab/catalogue/entry.ts'

export function LiveView({ actor }: { readonly actor: LiveActor }) {
  const { id, entry, states, context, before, events } = actor
  const scenario = liveToScenario(actor)
  return (
    <div className="grid min-w-0 gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid min-w-0 content-start gap-4">
        <Panel
          title="Chart"
          flush
          actions={states.map((state) => (
            <Badge key={state} tone="accent">
              {state}
            </Badge>
          ))}
        >
          {entry && <LiveChart entry={entry} states={states} />}
        </Panel>
        <Panel
          title="What has happened"
          actions={
            <Button
              size="small"
              disabledReason={scenario === undefined ? 'The machine had started before the lab was opened.' : undefined}
              onClick={() => copy(scenario ?? '')}
            >
              Copy as scenario
            </Button>
          }
        >
          <ol className="grid gap-1 font-mono text-xs">
            {events.toReversed().map(({ type, ...payload }, index) => (
              <li key={index} className="break-all">
                {type}
                {Object.keys(payload).length > 0 && <span className="text-muted"> {JSON.stringify(payload)}</span>}
              </li>
            ))}
          </ol>
        </Panel>
      </div>
      <div className="grid min-w-0 content-start gap-4">
        <Panel title="Events">
          <div className="grid gap-2">
            {Object.entries(entry?.events ?? {}).map(([type, { description, samples }]) => (
              <Payload
                key={type}
                name={type}
                description={description}
                samples={samples}
                sendLabel="Send to the portal"
                onSend={(value) => sendToPortal(id, { ...(value as object), type })}
              />
            ))}
          </div>
        </Panel>
        <Panel title="What it knows">
          <ContextTree now={context} before={before} />
        </Panel>
      </div>
    </div>
  )
}

function LiveChart({ entry, states }: { readonly entry: MachineEntry; readonly states: readonly string[] }) {
  const drawing = useDrawing(entry.machine, entry.title)
  return (
    <ChartFrame drawing={drawing} current={states}>
      {drawing && <Chart drawing={drawing} current={states} />}
    </ChartFrame>
  )
}
