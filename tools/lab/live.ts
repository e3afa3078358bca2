// The machines of open portal tabs, as reported by XState's inspection (src/services/inspect). A development build
// sends them to a channel that the lab listens to, and accepts events from it.
import { useEffect, useState } from 'react'
import { entryOfRunning } from '#tools/lab/catalogue/all.ts'
import type { MachineEntry } from '#tools/lab/catalogue/entry.ts'
import { CHANNEL, type FromPortal, type PlainEvent, type ToPortal } from '#services/inspect/channel.ts'

export interface LiveActor {
  readonly id: string
  /** The open tab, and the address of its page. */
  readonly tab: string
  readonly page: string
  readonly title: string
  readonly entry: MachineEntry | undefined
  readonly states: readonly string[]
  readonly context: unknown
  /** The context before the last event. Undefined if the lab has seen only one state. */
  readonly before: unknown
  /** The most recent event is last. */
  readonly events: readonly PlainEvent[]
}

const MAX_EVENTS = 500

/** The machines that run in open tabs of this origin. */
export function useLiveActors(): readonly LiveActor[] {
  const [actors, setActors] = useState<readonly LiveActor[]>([])
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', ({ data }: MessageEvent<FromPortal | ToPortal>) => {
      if (data.type === 'ended') setActors((current) => current.filter(({ id }) => id !== data.id))
      if (data.type === 'state') setActors((current) => withUpdate(current, data))
    })
    channel.postMessage({ type: 'who' } satisfies ToPortal)
    return () => channel.close()
  }, [])
  return actors
}

export function sendToPortal(id: string, event: { readonly type: string }): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ type: 'send', id, event } satisfies ToPortal)
  channel.close()
}

function withUpdate(
  current: readonly LiveActor[],
  update: Extract<FromPortal, { type: 'state' }>,
): readonly LiveActor[] {
  const earlier = current.find(({ id }) => id === update.id)
  const entry = entryOfRunning(update.machine, update.context)
  const actor: LiveActor = {
    id: update.id,
    tab: update.tab,
    page: update.page,
    title: entry?.title ?? update.machine,
    entry,
    states: update.states,
    context: update.context,
    before: earlier?.context,
    events: [...(earlier?.events ?? []), update.event].slice(-MAX_EVENTS),
  }
  return earlier ? current.map((liveActor) => (liveActor.id === update.id ? actor : liveActor)) : [...current, actor]
}
