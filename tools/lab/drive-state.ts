// The lab's state of a driven machine: its input, the steps, the positions between them, and the displayed position.
// Going back and taking another step discards the later steps.
import { begin, type Position, StepRefused, take, defaultInput } from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry, Step } from '#tools/lab/catalogue/entry.ts'
import type { PlayedStep } from '#tools/lab/catalogue/scenario.ts'

export interface Driven {
  readonly entry: MachineEntry
  readonly input: string
  readonly steps: readonly Step[]
  /** One more than the steps: the first position is the start. */
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

export const startDriving = (entry: MachineEntry, input = defaultInput(entry)): Driven => ({
  entry,
  input,
  steps: [],
  positions: [begin(entry, input)],
  currentIndex: 0,
})

/** The displayed position. */
export const currentPosition = ({ positions, currentIndex }: Driven): Position =>
  positions[currentIndex] ?? (positions[0] as Position)

/** A step that is impossible in the current state changes nothing. */
export function drive(driven: Driven, event: DriveEvent): Driven {
  switch (event.type) {
    case 'chosen':
      return startDriving(event.entry)
    case 'begun':
      return startDriving(driven.entry, event.input)
    case 'travelled':
      return { ...driven, currentIndex: Math.min(Math.max(event.index, 0), driven.steps.length) }
    case 'stepped':
      return stepped(driven, event.step)
    case 'opened':
      return opened(event.entry, event.report)
  }
}

/** The state after running a scenario as far as possible. */
function opened(entry: MachineEntry, report: Report): Driven {
  const { input, played } = report
  const taken = played.flatMap(({ step, position }) => (step ? [{ step, position }] : []))
  const steps = taken.map(({ step }) => step)
  const positions = [begin(entry, input), ...taken.map(({ position }) => position)]
  return { entry, input, steps, positions, currentIndex: steps.length, report }
}

function stepped(driven: Driven, step: Step): Driven {
  const { entry, input, steps, positions, currentIndex } = driven
  try {
    const next = take(entry, currentPosition(driven), step)
    return {
      entry,
      input,
      steps: [...steps.slice(0, currentIndex), step],
      positions: [...positions.slice(0, currentIndex + 1), next],
      currentIndex: currentIndex + 1,
    }
  } catch (error) {
    if (error instanceof StepRefused) return driven
    throw error
  }
}
