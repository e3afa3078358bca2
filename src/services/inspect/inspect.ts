// Reports the machines of a development build to the lab through XState's inspection. A production build does not
// contain this code.
import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate'
import { CHANNEL, type FromPortal, type PlainEvent, type ToPortal } from './channel.ts'
import { snapshotToStates } from './states.ts'

/** Spread into the options of an actor. */
export const inspectOptions: { readonly inspect?: (event: InspectionEvent) => void } =
  import.meta.env.DEV && typeof BroadcastChannel === 'function' && import.meta.env.MODE !== 'test'
    ? { inspect: createInspector() }
    : {}

function createInspector(): (event: InspectionEvent) => void {
  const channel = new BroadcastChannel(CHANNEL)
  const tab = crypto.randomUUID().slice(0, 8)
  const actors = new Map<string, { readonly ref: AnyActorRef; last: FromPortal }>()
  let isGone = false
  const post = (message: FromPortal) => isGone || channel.postMessage(message)
  channel.addEventListener('message', ({ data }: MessageEvent<FromPortal | ToPortal>) => {
    if (data.type === 'who') for (const { last } of actors.values()) post(last)
    if (data.type === 'send') actors.get(data.id)?.ref.send(data.event)
  })
  addEventListener('pagehide', () => {
    for (const id of actors.keys()) post({ type: 'ended', id })
    // Events that machines still receive while the page closes must not report their actors again.
    isGone = true
  })
  addEventListener('pageshow', () => {
    isGone = false
    for (const { last } of actors.values()) post(last)
  })
  return (event) => {
    if (event.type !== '@xstate.snapshot' || !isMachine(event.snapshot)) return
    const { actorRef: ref, snapshot } = event
    const id = `${tab} ${ref.sessionId}`
    const last: FromPortal = {
      type: 'state',
      id,
      tab,
      page: location.pathname,
      machine: snapshot.machine.id,
      states: snapshotToStates(snapshot),
      context: toPlain(snapshot.context),
      event: toPlain(event.event) as PlainEvent,
    }
    actors.set(id, { ref: ref as AnyActorRef, last })
    post(last)
    if (snapshot.status === 'active') return
    actors.delete(id)
    post({ type: 'ended', id })
  }
}

const isMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot

/**
 * Reduces a value to what the channel can transfer and a scenario can contain: the name and size of a file, the message
 * of an error, no functions and no password.
 */
const toPlain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, each: unknown) => {
      if (/password/i.test(key) && typeof each === 'string') return '…'
      if (each instanceof File) return { name: each.name, size: each.size }
      return each instanceof Error ? each.message : each
    }),
  ) as unknown
