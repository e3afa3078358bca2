// An act on a page, and what it does to the page's state machine. Has no side effects: tests/support/replay-page.ts
// performs acts, and tests/support/replay-scenario.ts finds those of a scenario.
import type { Locator } from '@playwright/test'
import { messageToText } from '#domain/messages/to-text.ts'
import type { Message } from '#domain/messages/message.ts'
import { begin, type Position, StepRefused, take } from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry, Step } from '#tools/lab/catalogue/entry.ts'

/** Facts outside the machine that decide which acts are possible: the current user, the response the server will send. */
export type World = Readonly<Record<string, string>>

/** One act on the page, by its user, the server or the connection. */
export interface Act<Setup> {
  readonly description: string
  /** A condition for the act, in addition to those of the machine. */
  readonly when?: (position: Position, world: World) => boolean
  readonly steps: readonly Step[] | ((position: Position) => readonly Step[])
  readonly world?: World
  /** True if the machine refuses the act with a message, which the page shows. */
  readonly isRefused?: true
  /** The control to press. */
  readonly control?: (setup: Setup) => Locator
  /** Performs the act on the page, if it is more than a press of the control. */
  readonly perform?: (setup: Setup, before: Position) => Promise<unknown>
}

export interface Replay<Setup> {
  readonly entry: MachineEntry
  /** The facts outside the machine at the start. */
  readonly world: World
  readonly acts: readonly Act<Setup>[]
}

/** A position of the machine with the facts outside it. */
export interface Situation {
  readonly position: Position
  readonly world: World
}

/** The result of an act. */
export interface ActResult extends Situation {
  /** The work that the act started and that is still running. */
  readonly startedWork: readonly string[]
  /** The message with which the machine refused the act. */
  readonly refusal: string | undefined
}

export const firstSituation = <Setup>({ entry, world }: Replay<Setup>): Situation => ({ position: begin(entry), world })

/** The situation after an act; undefined if the act is impossible. */
export function applyAct<Setup>(
  { entry }: Replay<Setup>,
  act: Act<Setup>,
  { position, world }: Situation,
): ActResult | undefined {
  if (act.when && !act.when(position, world)) return undefined
  const steps = typeof act.steps === 'function' ? act.steps(position) : act.steps
  let current = position
  const startedWork = new Set<string>()
  try {
    for (const step of steps) {
      current = take(entry, current, step)
      current.startedEffects.forEach(({ id }) => startedWork.add(id))
    }
  } catch (error) {
    if (error instanceof StepRefused) return undefined
    throw error
  }
  const refusal = steps.length === 1 ? refusalIn(position, current) : undefined
  if ((refusal !== undefined) !== (act.isRefused === true)) return undefined
  return {
    position: current,
    world: { ...world, ...act.world },
    startedWork: [...startedWork].filter((id) => current.underWay.includes(id)),
    refusal,
  }
}

/** The message with which a machine refused a step: the message is new, and the state is unchanged. */
export function refusalIn(before: Position, after: Position): string | undefined {
  const notice = after.context['notice'] as { readonly message: Message } | undefined
  const isNew = notice !== undefined && notice !== before.context['notice']
  return isNew && after.states.join() === before.states.join() && after.takenTransitions.length === 1
    ? messageToText(notice.message)
    : undefined
}
