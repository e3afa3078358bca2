// The change to a new version of the portal, for whoever offers it, holds it back or asks for it: runs the chart of machines/update.
// While something must not be interrupted (a submit whose answer is awaited), it waits.
import { useSyncExternalStore } from 'react'
import { createActor } from 'xstate'
import { updateMachine } from '#machines/update.ts'
import { inspecting } from '../inspect/inspect.ts'

let takeOver: () => void = () => undefined
const actor = createActor(updateMachine.provide({ actions: { takeOver: () => takeOver() } }), inspecting).start()

/** A new version waits; `takesOver` lets it in and reloads this tab. */
export function offerUpdate(takesOver: () => void): void {
  takeOver = takesOver
  actor.send({ type: 'version.found' })
}

/** Holds back the change to a new version; the answer lets go again. `reason` is told to the operator who asks for it. */
export function holdUpdates(reason: string): () => void {
  actor.send({ type: 'hold', reason })
  let isHeld = true
  return () => {
    if (isHeld) actor.send({ type: 'release', reason })
    isHeld = false
  }
}

/** Whether the operator is told of a new version. */
export const useIsUpdateOffered = (): boolean =>
  useSyncExternalStore(subscribe, () => actor.getSnapshot().matches('offered'))

/** Why a new version has to wait, or undefined where it need not. */
export const useUpdateHold = (): string | undefined =>
  useSyncExternalStore(subscribe, () => actor.getSnapshot().context.holds[0])

export const applyUpdate = (): void => actor.send({ type: 'apply' })
export const postponeUpdate = (): void => actor.send({ type: 'later' })

function subscribe(listener: () => void): () => void {
  const { unsubscribe } = actor.subscribe(listener)
  return unsubscribe
}
