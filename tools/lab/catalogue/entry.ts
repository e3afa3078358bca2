// Describes a machine for driving it by hand, from a terminal or by generated paths: its inputs, its events, the
// outcomes of its effects, and its invariants.
import type { AnyStateMachine } from 'xstate'

export interface MachineEntry {
  /** Its name in scenario files and addresses. */
  readonly id: string
  readonly title: string
  /** What it decides, for readers of the list. */
  readonly purpose: string
  readonly machine: AnyStateMachine
  /** Whether a running machine is this one, if several entries share a machine. */
  readonly isOf?: (context: unknown) => boolean
  /** The possible inputs, by name; the first is the usual one. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** Every event that users or the page can send, by type. */
  readonly events: Readonly<Record<string, EventRow>>
  /** Every effect of the machine, by the id of its invoke. */
  readonly effects: Readonly<Record<string, EffectRow>>
  readonly invariants: readonly Invariant[]
  /**
   * The part of the context that decides what can happen next: generated paths treat positions with equal states and equal
   * results as one position. Without it the whole context counts.
   */
  readonly decisive?: (context: MachineState['context']) => unknown
  /** First steps for learning the machine, and the stories of the rules. */
  readonly scenarios: readonly Scenario[]
}

/** The words of the server in samples: the only text that a machine can have. */
export const serverText = 'The server’s own words'

export interface EventRow {
  readonly description: string
  /** Possible payloads, by name, without the type; several if the machine distinguishes them. */
  readonly samples: Readonly<Record<string, object>>
}

export interface EffectRow {
  readonly description: string
  /** Possible answers, by name. That it fails (FAILS) is always possible, and not listed. */
  readonly outcomes: Readonly<Record<string, Outcome>>
}

/** The outcome that every effect can have, an unexpected failure: every invoke must handle it. */
export const FAILS = 'fails'

/** `output`: it has answered; `error`: it has failed, as a message. */
export type Outcome = { readonly output: unknown } | { readonly error: string }

/** A machine between two events; plain data. */
export interface MachineState {
  /** The innermost current states, as paths: 'reviewing.unverified'. */
  readonly states: readonly string[]
  readonly context: Readonly<Record<string, unknown>>
  readonly isOver: boolean
}

export interface Invariant {
  readonly description: string
  /** False if it is violated. `before` and `step` are undefined at the start. */
  readonly holds: (now: MachineState, before?: MachineState, step?: Step) => boolean
}

/** One step of a machine, as scenario files write it. */
export type Step =
  /** An event, with one of the entry's samples or another payload. */
  | { readonly send: string; readonly sample?: string; readonly with?: object }
  /** An effect ends, with exactly one of: an outcome of the entry, or the tester's own answer or failure. */
  | { readonly end: string; readonly as?: string; readonly output?: unknown; readonly error?: string }
  /** The delay of this state has passed; its path. */
  | { readonly wait: string }

/** What must be true between two steps; anything not listed is not checked. */
export interface Expectation {
  readonly state?: string
  /** Values in the context, at any depth. */
  readonly context?: object
  /** Effects in progress. */
  readonly underWay?: readonly string[]
  /** Events that are possible now, or impossible. */
  readonly can?: readonly string[]
  readonly cannot?: readonly string[]
}

export interface Scenario {
  readonly name: string
  readonly input?: string
  readonly steps: readonly (Step | { readonly expect: Expectation })[]
}
