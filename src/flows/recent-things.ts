// The recently opened cards, batches and orders. They are stored encrypted on this device, so that the user finds them
// again after the next sign-in.
import { useEffect } from 'react'
import {
  addRecentThings,
  recentKinds,
  type RecentThing,
  recentThings,
  useKnownRecentThings,
} from '#services/recent-things.ts'
import { ownerUserOf, sessionStore, useSession } from '#services/session/session.ts'
import { recentRecords } from '#storage/own-lists.ts'

/** The records, newest first. */
export function useRecentThings(): readonly RecentThing[] {
  const session = useSession()
  const ownerUser = session && ownerUserOf(session)
  useEffect(
    () =>
      ownerUser === undefined
        ? undefined
        : recentRecords.watch(ownerUser, (records) => {
            const things = records.flatMap(({ id, value }) => (isRecentThing(value) ? [{ id, subject: value }] : []))
            addRecentThings(things.map(({ subject }) => subject))
            const shown = new Set(recentThings().map(({ to }) => to))
            const old = things.filter(({ subject }) => !shown.has(subject.to)).map(({ id }) => id)
            if (old.length > 0) void recentRecords.drop(old)
          }),
    [ownerUser],
  )
  return useKnownRecentThings()
}

/** Records that the user opened this card, batch or order. Does nothing while its label is unknown. */
export function useRecordRecent(kind: RecentThing['kind'], label: string | undefined, to: string): void {
  useEffect(() => {
    if (label === undefined) return
    const subject: RecentThing = { kind, label, to, at: Date.now() }
    addRecentThings([subject])
    const session = sessionStore.get()
    if (!session) return
    const ownerUser = ownerUserOf(session)
    // Each subject has only one record: opening it again makes it the newest.
    void recentRecords.keep(ownerUser, [{ id: `${ownerUser} ${to}`, value: subject }])
  }, [kind, label, to])
}

// The table also contains recently opened reports, and possibly records of another version of the portal.
function isRecentThing(value: unknown): value is RecentThing {
  const { kind, label, to, at } = value as Partial<Record<keyof RecentThing, unknown>>
  return (
    recentKinds.some((each) => each === kind) &&
    typeof label === 'string' &&
    typeof to === 'string' &&
    typeof at === 'number'
  )
}
