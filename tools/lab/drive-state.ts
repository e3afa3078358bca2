// The lab's state of a driven machine: its input, the steps, every place between them, and which place is shown. Going
// back and taking another step drops what came after.
import { begin, type Place, StepRefused, take, defaultInput } from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry, Step } from '#tools/lab/catalogue/entry.ts'

export interface Driven {
  readonly entry: MachineEntry
  readonly input: string
  readonly steps: readonly Step[]
  /** One more than steps: the first is the start. */
  readonly places: readonly Place[]
  /** Index of the place that is shown. */
  readonly at: number
}

export type DriveEvent =
  | { readonly type: 'chosen'; readonly entry: MachineEntry }
  | { readonly type: 'begun'; readonly input: string }
  | { readonly type: 'stepped'; readonly step: Step }
  | { readonly type: 'travelled'; readonly at: number }
  | { readonly type: 'replayed'; readonly entry: MachineEntry; readonly input: string; readonly steps: readonly Step[] }

export const startOf = (entry: MachineEntry, input = defaultInput(entry)): Driven => ({
  entry,
  input,
  steps: [],
  places: [begin(entry, input)],
  at: 0,
})

/** The place that is shown. */
export const placeOf = ({ places, at }: Driven): Place => places[at] ?? (places[0] as Place)

/** A step that is impossible in the current state changes nothing. */
export function drive(driven: Driven, event: DriveEvent): Driven {
  switch (event.type) {
    case 'chosen':
      return startOf(event.entry)
    case 'begun':
      return startOf(driven.entry, event.input)
    case 'travelled':
      return { ...driven, at: Math.min(Math.max(event.at, 0), driven.steps.length) }
    case 'stepped':
      return stepped(driven, event.step)
    case 'replayed':
      return event.steps.reduce(stepped, startOf(event.entry, event.input))
  }
}

function stepped(driven: Driven, step: Step): Driven {
  const { entry, steps, places, at } = driven
  try {
    const next = take(entry, placeOf(driven), step)
    return { ...driven, steps: [...steps.slice(0, at), step], places: [...places.slice(0, at + 1), next], at: at + 1 }
  } catch (error) {
    if (error instanceof StepRefused) return driven
    throw error
  }
}
