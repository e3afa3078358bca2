// What the catalogue describes of a machine, so that it can be driven by hand, in a terminal or along generated paths:
// its inputs, its events, the outcomes of its effects, and its invariants.
import type { AnyStateMachine } from 'xstate'

export interface MachineEntry {
  /** The machine's name in scenario files and addresses. */
  readonly id: string
  readonly title: string
  /** The purpose of the machine, for the list. */
  readonly purpose: string
  readonly machine: AnyStateMachine
  /** True if a running machine with this context belongs to this entry. Set if several entries share a machine. */
  readonly matchesContext?: (context: unknown) => boolean
  /** The possible inputs, by name. The first is the default. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** Every event that users or the page can send, by type. */
  readonly events: Readonly<Record<string, EventRow>>
  /** Every effect of the machine, by the id of its invoke. */
  readonly effects: Readonly<Record<string, EffectRow>>
  readonly invariants: readonly Invariant[]
  /** The text of the message that pages show with this context, '' for none. Set if a page shows the machine’s message. */
  readonly messageIn?: (context: MachineState['context']) => string
  /**
   * The part of the context that determines what can happen next. Generated paths treat positions with equal states and
   * an equal result of this function as one position. By default the whole context counts.
   */
  readonly relevantContext?: (context: MachineState['context']) => unknown
  /** Examples with which to learn the machine and its rules. */
  readonly scenarios: readonly Scenario[]
}

/** A text from the server in samples, the only text that a machine can contain. */
export const serverText = 'The server’s own words'

export interface EventRow {
  readonly description: string
  /** Possible payloads by name, without the type. Several if the machine distinguishes them. */
  readonly samples: Readonly<Record<string, object>>
}

export interface EffectRow {
  readonly description: string
  /** Possible results, by name. Failure (FAILS) is always possible and not listed. */
  readonly outcomes: Readonly<Record<string, Outcome>>
}

/** The outcome of an unexpected failure, which every effect can have. Every invoke must handle it. */
export const FAILS = 'fails'

/** How an effect ends. `output`: with this result. `error`: with a failure that has this message. */
export type Outcome = { readonly output: unknown } | { readonly error: string }

/** A machine between two events, as plain data. */
export interface MachineState {
  /** The innermost current states, as paths: 'reviewing.unverified'. */
  readonly states: readonly string[]
  /** Each entry of the catalogue casts the context to the type of its machine. */
  readonly context: Readonly<Record<string, unknown>>
  readonly isOver: boolean
}

export interface Invariant {
  readonly description: string
  /** Returns false if the invariant is violated. `before` and `step` are undefined at the start. */
  readonly holds: (now: MachineState, before?: MachineState, step?: Step) => boolean
}

/** One step of a machine, as in scenario files. */
export type Step =
  /** An event, with one of the entry's samples or a different payload. */
  | { readonly send: string; readonly sample?: string; readonly with?: object }
  /** The end of an effect, with exactly one of these: an outcome of the entry, or a custom result or failure. */
  | { readonly end: string; readonly as?: string; readonly output?: unknown; readonly error?: string }
  /** The delay of the state with this path has passed. */
  | { readonly wait: string }

/** True if the step sends this event. With `sample`, only with this sample. */
export const sends = (step: Step | undefined, type: string, sample?: string): boolean =>
  step !== undefined && 'send' in step && step.send === type && (sample === undefined || step.sample === sample)

/** True if the step ends this effect. With `outcomes`, only with one of these outcomes. */
export const ends = (step: Step | undefined, effect: string, ...outcomes: readonly string[]): boolean =>
  step !== undefined &&
  'end' in step &&
  step.end === effect &&
  (outcomes.length === 0 || outcomes.includes(step.as ?? ''))

/** Conditions that must be true between two steps. Anything not listed is not checked. */
export interface Expectation {
  readonly state?: string
  /** Values in the context, at any depth. */
  readonly context?: object
  /** The text of the message that the page shows, in English. '' if it must show none. */
  readonly message?: string
  /** Running effects. */
  readonly underWay?: readonly string[]
  /** Events that must be possible now, or impossible. */
  readonly can?: readonly string[]
  readonly cannot?: readonly string[]
}

export interface Scenario {
  readonly name: string
  readonly input?: string
  readonly steps: readonly (Step | { readonly expect: Expectation })[]
}
