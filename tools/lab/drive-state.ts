// The state of a machine that is driven by hand in the lab: its input, the steps, the positions between them, and the
// displayed position. Going back and taking another step discards the later steps.
import { begin, type Position, StepRefused, take, defaultInput } from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry, Step } from '#tools/lab/catalogue/entry.ts'
import type { PlayedStep } from '#tools/lab/catalogue/scenario.ts'

export interface ManualRun {
  readonly entry: MachineEntry
  readonly input: string
  readonly steps: readonly Step[]
  /** The start, followed by the position after each step. */
  readonly positions: readonly Position[]
  /** Index of the displayed position. */
  readonly currentIndex: number
  /** The result of the opened scenario, until another step is taken. */
  readonly report?: Report | undefined
}

export interface Report {
  readonly name: string
  readonly input: string
  readonly played: readonly PlayedStep[]
}

export type DriveEvent =
  | { readonly type: 'chosen'; readonly entry: MachineEntry }
  | { readonly type: 'begun'; readonly input: string }
  | { readonly type: 'stepped'; readonly step: Step }
  | { readonly type: 'travelled'; readonly index: number }
  | { readonly type: 'opened'; readonly entry: MachineEntry; readonly report: Report }

export const startRun = (entry: MachineEntry, input = defaultInput(entry)): ManualRun => ({
  entry,
  input,
  steps: [],
  positions: [begin(entry, input)],
  currentIndex: 0,
})

/** A run as text, for the next visit of this tab. */
export const runToText = ({ entry, input, steps, currentIndex }: ManualRun): string =>
  JSON.stringify({ machine: entry.id, input, steps, currentIndex })

/** The run of an earlier visit. Undefined if it is of another machine, or if the machine has changed since. */
export function textToRun(entry: MachineEntry, text: string | null): ManualRun | undefined {
  const stored = (JSON.parse(text ?? 'null') ?? {}) as Partial<StoredRun>
  if (stored.machine !== entry.id || stored.input === undefined) return undefined
  try {
    const start = startRun(entry, stored.input)
    const run = (stored.steps ?? []).reduce<ManualRun>(takeStepStrictly, start)
    return drive(run, { type: 'travelled', index: stored.currentIndex ?? run.currentIndex })
  } catch (error) {
    if (error instanceof StepRefused) return undefined
    throw error
  }
}

interface StoredRun extends Pick<ManualRun, 'input' | 'steps' | 'currentIndex'> {
  readonly machine: string
}

/** The displayed position. */
export const currentPosition = ({ positions, currentIndex }: ManualRun): Position =>
  positions[currentIndex] ?? (positions[0] as Position)

/** A step that is impossible in the current state changes nothing. */
export function drive(run: ManualRun, event: DriveEvent): ManualRun {
  switch (event.type) {
    case 'chosen':
      return startRun(event.entry)
    case 'begun':
      return startRun(run.entry, event.input)
    case 'travelled':
      return { ...run, currentIndex: Math.min(Math.max(event.index, 0), run.steps.length) }
    case 'stepped':
      return takeStep(run, event.step)
    case 'opened':
      return openScenario(event.entry, event.report)
  }
}

/** The run of a scenario, as far as it could be run. */
function openScenario(entry: MachineEntry, report: Report): ManualRun {
  const { input, played } = report
  const steps: Step[] = []
  const positions = [begin(entry, input)]
  for (const { step, position } of played) {
    if (!step) continue
    steps.push(step)
    positions.push(position)
  }
  return { entry, input, steps, positions, currentIndex: steps.length, report }
}

function takeStep(run: ManualRun, step: Step): ManualRun {
  try {
    return takeStepStrictly(run, step)
  } catch (error) {
    if (error instanceof StepRefused) return run
    throw error
  }
}

/** Throws StepRefused if the step is impossible in the displayed position. */
function takeStepStrictly(run: ManualRun, step: Step): ManualRun {
  const { entry, input, steps, positions, currentIndex } = run
  const next = take(entry, currentPosition(run), step)
  return {
    entry,
    input,
    steps: [...steps.slice(0, currentIndex), step],
    positions: [...positions.slice(0, currentIndex + 1), next],
    currentIndex: currentIndex + 1,
  }
}
