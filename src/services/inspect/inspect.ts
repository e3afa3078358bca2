// Reports the machines of a development build to the lab through XState's inspection. A production build does not
// contain this code.
import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate'
import { CHANNEL, type FromPortal, type PlainEvent, type ToPortal } from './channel.ts'
import { snapshotToStates } from './states.ts'

/** Spread into the options of an actor. */
export const inspectOptions: { readonly inspect?: (event: InspectionEvent) => void } =
  // The build leaves out the code of a condition that begins with this constant.
  import.meta.env.DEV && typeof BroadcastChannel === 'function' && import.meta.env.MODE !== 'test'
    ? { inspect: createInspector() }
    : {}

function createInspector(): (event: InspectionEvent) => void {
  const channel = new BroadcastChannel(CHANNEL)
  const tab = crypto.randomUUID().slice(0, 8)
  const actors = new Map<string, { readonly ref: AnyActorRef; last: FromPortal }>()
  let isGone = false
  const post = (message: FromPortal) => {
    if (!isGone) channel.postMessage(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<FromPortal | ToPortal>) => {
    if (data.type === 'who') for (const { last } of actors.values()) post(last)
    if (data.type === 'send') actors.get(data.id)?.ref.send(data.event)
  })
  addEventListener('pagehide', () => {
    for (const id of actors.keys()) post({ type: 'ended', id })
    // Machines can receive events while the page closes. These events must not report the ended actors again.
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
 * Converts a value to plain data, which the channel can transfer and a scenario of the lab can contain. A file becomes
 * its name and size, an error its message. Functions are left out, and passwords are replaced.
 */
const toPlain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, part: unknown) => {
      if (/password/i.test(key) && typeof part === 'string') return '…'
      if (part instanceof File) return { name: part.name, size: part.size }
      return part instanceof Error ? part.message : part
    }),
  ) as unknown
