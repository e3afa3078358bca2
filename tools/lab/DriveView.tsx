// A machine driven by hand: its diagram, the possible events, the running effects and their possible outcomes, its
// context, and the steps so far.
import { useEffect, useMemo, useRef, useState } from 'react'
import { allStates, defaultInput, explainStep, possibleSteps, stepToWords, take } from '#tools/lab/catalogue/drive.ts'
import { pathsTo } from '#tools/lab/catalogue/explore.ts'
import type { MachineEntry, Step } from '#tools/lab/catalogue/entry.ts'
import { play } from '#tools/lab/catalogue/scenario.ts'
import { cx } from '#ui/cx.ts'
import { Badge } from '#ui/Badge.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { Chart } from './Chart.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import { ContextTree } from './ContextTree.tsx'
import { type DriveEvent, type ManualRun, currentPosition, type Report } from './drive-state.ts'
import { copy, runToScenario, runToTest, save } from './exporting.ts'
import { Payload } from './Payload.tsx'
import { useDrawing } from './useDrawing.ts'

/** The classes of a button whose label may need a second line. */
const LONG_LABEL = 'h-auto min-h-8 min-w-0 flex-1 justify-start py-1 text-left whitespace-normal!'

interface DriveViewProps {
  readonly run: ManualRun
  readonly send: (event: DriveEvent) => void
}

export function DriveView({ run, send }: DriveViewProps) {
  const { entry, input, steps, currentIndex, positions } = run
  const position = currentPosition(run)
  const before = currentIndex > 0 ? positions[currentIndex - 1] : undefined
  const drawing = useDrawing(entry.machine, entry.title)
  const next = useMemo(() => {
    const possible = possibleSteps(entry, position)
    // The first transition of each step. The transitions that follow automatically are not possible yet.
    const names = new Set(possible.flatMap((step) => take(entry, position, step).takenTransitions.slice(0, 1)))
    return { possible, names }
  }, [entry, position])
  const violations = entry.invariants.filter(({ holds }) => !holds(position, before, steps[currentIndex - 1]))
  const hasFailed = run.report !== undefined && !isAsExpected(run.report.played)
  const takeStep = (step: Step) => send({ type: 'stepped', step })
  const possibleList = useFocusAfterStep(currentIndex)

  return (
    <div className="grid min-w-0 gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid min-w-0 content-start gap-4">
        {position.error !== undefined && (
          <Banner kind="critical" title={`The machine has stopped, because nothing handles this: ${position.error}`} />
        )}
        {violations.length > 0 && (
          <Banner kind="critical" title={`Broken: ${violations.map(({ description }) => description).join('. ')}`} />
        )}
        {/* A failure is above the chart, where it is seen without scrolling. */}
        {run.report && hasFailed && <ScenarioReport report={run.report} />}
        <Panel
          title="Chart"
          flush
          actions={
            <>
              {position.states.map((state) => (
                <Badge key={state} tone="accent">
                  {state}
                </Badge>
              ))}
              {position.isOver && <Badge>over</Badge>}
            </>
          }
        >
          <ChartFrame drawing={drawing} current={position.states}>
            {drawing && (
              <Chart
                drawing={drawing}
                current={position.states}
                possible={next.names}
                taken={new Set(position.takenTransitions)}
              />
            )}
          </ChartFrame>
        </Panel>
        {run.report && !hasFailed && <ScenarioReport report={run.report} />}
        <History run={run} send={send} />
      </div>

      <div className="grid min-w-0 content-start gap-4">
        <Panel title="What can happen now">
          <div ref={possibleList} tabIndex={-1} className="grid gap-2">
            {next.possible.length === 0 && <p className="text-muted">Nothing: the machine has come to its end.</p>}
            {/* Keys by position: a button stays, and keeps the focus, when its step has changed. */}
            {next.possible.map((step, index) => (
              <div key={index} className="grid min-w-0 gap-0.5">
                <Button size="small" className={LONG_LABEL} onClick={() => takeStep(step)}>
                  {stepToWords(step)}
                </Button>
                <StepExplained entry={entry} step={step} previousStep={next.possible[index - 1]} />
              </div>
            ))}
          </div>
        </Panel>
        {position.underWay.length > 0 && (
          <Panel title="Work under way">
            <div className="grid gap-2">
              {position.underWay.map((id) => {
                const effect = entry.effects[id]
                return (
                  <Payload
                    key={`${id} ${currentIndex}`}
                    name={id}
                    description={effect?.description ?? ''}
                    samples={outputsOf(effect)}
                    sendLabel="End with this result"
                    onSend={(output, outcomeName) => {
                      if (outcomeName === undefined) takeStep({ end: id, output: output ?? null })
                      else takeStep({ end: id, as: outcomeName })
                    }}
                  />
                )
              })}
              <p className="text-sm text-muted">
                Until this work ends, only the events under “What can happen now” have an effect.
              </p>
            </div>
          </Panel>
        )}
        <Panel title="What it knows">
          <ContextTree now={position.context} before={before?.context} />
        </Panel>
        <Panel title="Begin again">
          <div className="grid min-w-0 gap-3">
            <Select
              label="Begins with"
              value={input}
              onChange={(event) => send({ type: 'begun', input: event.target.value })}
              options={Object.keys(entry.inputs).map((value) => ({ value, label: value }))}
            />
            <Scenarios run={run} send={send} />
            <Paths key={`${entry.id} ${input}`} run={run} send={send} />
          </div>
        </Panel>
        <Panel title="Events">
          <div className="grid gap-2">
            {Object.entries(entry.events).map(([type, { description, samples }]) => (
              <Payload
                key={`${entry.id} ${type}`}
                name={type}
                description={description}
                samples={samples}
                sendLabel="Send"
                onSend={(value, sample) => {
                  if (sample === undefined) takeStep({ send: type, with: value ?? {} })
                  else takeStep({ send: type, sample })
                }}
              />
            ))}
          </div>
        </Panel>
      </div>
    </div>
  )
}

/** The outcomes of an effect that have an output, by name. */
function outputsOf(effect: MachineEntry['effects'][string] | undefined): Readonly<Record<string, unknown>> {
  const outputs: Record<string, unknown> = {}
  for (const [name, outcome] of Object.entries(effect?.outcomes ?? {}))
    if ('output' in outcome) outputs[name] = outcome.output ?? null
  return outputs
}

/**
 * Keeps the focus for the keyboard. If a step has removed the control that was pressed, the focus goes to the last of
 * the possible steps. If no step is possible, it goes to their list.
 */
function useFocusAfterStep(currentIndex: number) {
  const list = useRef<HTMLDivElement>(null)
  const indexBefore = useRef(currentIndex)
  useEffect(() => {
    const hasStepped = indexBefore.current !== currentIndex
    indexBefore.current = currentIndex
    if (!hasStepped || document.activeElement !== document.body) return
    const last = [...(list.current?.querySelectorAll('button') ?? [])].at(-1)
    ;(last ?? list.current)?.focus({ preventScroll: true })
  }, [currentIndex])
  return list
}

interface StepExplainedProps {
  readonly entry: MachineEntry
  readonly step: Step
  /** The step above in the list. */
  readonly previousStep: Step | undefined
}

/** What a step means and what it carries. The meaning is shown once for all payloads of an event. */
function StepExplained({ entry, step, previousStep }: StepExplainedProps) {
  const { description, payload } = explainStep(entry, step)
  const isExplainedAbove = previousStep !== undefined && explainStep(entry, previousStep).description === description
  return (
    <>
      {!isExplainedAbove && description !== '' && <p className="text-sm text-muted">{description}</p>}
      {payload !== undefined && (
        <code className="line-clamp-2 text-xs break-all text-muted">{JSON.stringify(payload)}</code>
      )}
    </>
  )
}

function Scenarios({ run: { entry }, send }: DriveViewProps) {
  const reports = useMemo(
    () =>
      entry.scenarios.map(({ name, input = defaultInput(entry), ...rest }) => ({
        name,
        input,
        played: play(entry, { name, input, ...rest }),
      })),
    [entry],
  )
  return (
    <div className="grid min-w-0 gap-2">
      <h3 className="text-sm font-semibold">Scenarios</h3>
      {reports.map((report) => (
        <div key={report.name} className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-2">
          <Mark isGood={isAsExpected(report.played)} />
          <Button size="small" className={LONG_LABEL} onClick={() => send({ type: 'opened', entry, report })}>
            {report.name}
          </Button>
        </div>
      ))}
    </div>
  )
}

const NO_STATE = ''
const MAX_PATHS = 10

/** The shortest simple paths to a state. Each is a button that runs its steps. */
function Paths({ run: { entry, input }, send }: DriveViewProps) {
  const [to, setTo] = useState(NO_STATE)
  const paths = useMemo(() => (to === NO_STATE ? [] : pathsTo(entry, to, MAX_PATHS, input)), [entry, input, to])
  const open = (steps: readonly Step[]) => {
    const name = `a path to ${to}`
    send({ type: 'opened', entry, report: { name, input, played: play(entry, { name, input, steps }) } })
  }
  return (
    <div className="grid min-w-0 gap-2">
      <Select
        label="Paths to"
        value={to}
        onChange={(event) => setTo(event.target.value)}
        options={[
          { value: NO_STATE, label: 'Choose a state' },
          ...allStates(entry).map((value) => ({ value, label: value })),
        ]}
      />
      {to !== NO_STATE && paths.length === 0 && <p className="text-sm text-muted">None from this beginning.</p>}
      {paths.map(({ steps }, index) => (
        <Button key={index} size="small" className={LONG_LABEL} onClick={() => open(steps)}>
          {steps.map(stepToWords).join(', ') || 'at the beginning'}
        </Button>
      ))}
    </div>
  )
}

const isAsExpected = (played: Report['played']) => played.every(({ wrong }) => wrong.length === 0)

function Mark({ isGood }: { readonly isGood: boolean }) {
  return (
    <span className={cx('font-semibold', isGood ? 'text-positive' : 'text-critical')}>
      <span aria-hidden>{isGood ? '✓' : '✗'}</span>
      <span className="sr-only">{isGood ? 'As expected: ' : 'Not as expected: '}</span>
    </span>
  )
}

/** A scenario that was opened, with the result of each step and expectation. */
function ScenarioReport({ report: { name, played } }: { readonly report: Report }) {
  const isGood = isAsExpected(played)
  return (
    <Panel
      title={`Scenario: ${name}`}
      actions={<Badge tone={isGood ? 'positive' : 'critical'}>{isGood ? 'As expected' : 'Not as expected'}</Badge>}
    >
      <ol className="grid gap-1 text-sm">
        {played.map(({ kind, description, position, wrong }, index) => (
          <li key={index} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
            <Mark isGood={wrong.length === 0} />
            <span className="break-words">
              {description}
              {kind !== 'expected' && kind !== 'refused' && (
                <span className="text-muted"> → {position.states.join(', ')}</span>
              )}
            </span>
            {wrong.map((words) => (
              <span key={words} className="col-start-2 break-words text-critical">
                {words}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function History({ run, send }: DriveViewProps) {
  const { entry, input, steps, currentIndex, positions } = run
  return (
    <Panel
      title="Steps so far"
      actions={
        <>
          <Button size="small" onClick={() => copy(runToTest(run))}>
            Copy as test
          </Button>
          <Button size="small" onClick={() => copy(runToScenario(run))}>
            Copy as scenario
          </Button>
          <Button size="small" onClick={() => save(`${entry.id}.json`, runToScenario(run))}>
            Save
          </Button>
        </>
      }
    >
      <ol className="grid gap-1">
        {[`begins: ${input}`, ...steps.map(stepToWords)].map((words, index) => (
          <li key={index} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button
              size="small"
              kind={index === currentIndex ? 'primary' : 'quiet'}
              aria-current={index === currentIndex ? 'step' : undefined}
              onClick={() => send({ type: 'travelled', index })}
            >
              {words}
            </Button>
            <span className="text-sm text-muted">
              {[...(positions[index]?.states ?? []), ...workOf(positions[index])].join(', ')}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const workOf = (position: ManualRun['positions'][number] | undefined): string[] => [
  ...(position?.startedEffects ?? []).map(({ id }) => `begins ${id}`),
  ...(position?.ranActions ?? []).map(({ action }) => `does ${action}`),
]
