// What a machine is to whoever drives it by hand, from a terminal or by generated paths: how it begins, what can happen to it, how
// the work that it asks for can end, and what must hold in each of its states.
import type { AnyStateMachine } from 'xstate'

export interface MachineEntry {
  /** Its name in scenario files and addresses. */
  readonly id: string
  readonly title: string
  /** What it decides, for whoever looks for it. */
  readonly purpose: string
  readonly machine: AnyStateMachine
  /** The ways to begin, by name; the first is the usual one. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** Every event that people or the page can send, by its type. */
  readonly events: Readonly<Record<string, EventRow>>
  /** Every piece of work that it asks for, by the id of its invoke. */
  readonly effects: Readonly<Record<string, EffectRow>>
  readonly invariants: readonly Invariant[]
  /**
   * What of the context decides what can happen next: places that are alike in it and in their states are one place to the
   * generated paths. The whole context without it.
   */
  readonly decisive?: (context: Standing['context']) => unknown
  /** The first steps of a person who gets to know it, and the stories of the rules. */
  readonly scenarios: readonly Scenario[]
}

export interface EventRow {
  readonly says: string
  /** What it can carry, by name, without its type; several where the machine tells them apart. */
  readonly samples: Readonly<Record<string, object>>
}

export interface EffectRow {
  readonly says: string
  /** How it can end, by name. What never ends needs no row. */
  readonly outcomes: Readonly<Record<string, Outcome>>
}

/** `output`: it has answered; `error`: it has broken down, in words. */
export type Outcome = { readonly output: unknown } | { readonly error: string }

/** A machine between two events; plain data. */
export interface Standing {
  /** The states it is in, innermost, as paths: 'reviewing.unverified'. */
  readonly states: readonly string[]
  readonly context: Readonly<Record<string, unknown>>
  readonly isOver: boolean
}

export interface Invariant {
  readonly says: string
  /** False where it is broken. `before` and `step` are missing at the beginning. */
  readonly holds: (now: Standing, before?: Standing, step?: Step) => boolean
}

/** One thing that happens to a machine, as scenario files write it. */
export type Step =
  /** An event, with one of the entry's samples or with a payload of its own. */
  | { readonly send: string; readonly sample?: string; readonly with?: object }
  /** Work under way ends, in one of the entry's ways or in one of the tester's own. */
  | { readonly end: string; readonly as?: string; readonly output?: unknown; readonly error?: string }
  /** The time that this state waits for has passed; its path. */
  | { readonly wait: string }

/** What must be true between two steps; what is not named is not looked at. */
export interface Expectation {
  readonly state?: string
  /** Values that the context has, at any depth. */
  readonly context?: object
  /** Work that is under way. */
  readonly underWay?: readonly string[]
  /** Events that can, or cannot, do anything now. */
  readonly can?: readonly string[]
  readonly cannot?: readonly string[]
}

export interface Scenario {
  readonly name: string
  readonly input?: string
  readonly steps: readonly (Step | { readonly expect: Expectation })[]
}
