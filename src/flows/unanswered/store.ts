// Who keeps the unanswered changes of a user: this page's memory for the screens, and this device, where all tabs meet. A change
// is kept before it is sent, so that asking for it again, in any tab and after a reload, never does it twice
// (docs/rules/requests.md, "Repeated requests").
import { useSyncExternalStore } from 'react'
import { earlierOf } from '#domain/answers.ts'
import { type Cell, createCell } from '#services/cell.ts'
import { refreshAnswers } from '#services/server/queries.ts'
import { newRequestId } from '#services/server/request-id.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import {
  dropUnanswered,
  inTurn,
  keepUnanswered,
  type KeptChange,
  readUnanswered,
  watchUnanswered,
} from '#storage/unanswered.ts'
import { listDrafts } from '#storage/drafts.ts'
import { isDraftKeyHeld, isDraftKeyMissing } from '#storage/keys.ts'
import * as say from '#words/flows/unanswered.ts'
import { type AnyWanted, areaOf, changeKinds, claimOf, type Sent, type Unanswered } from './kinds.ts'

/** The user's unanswered changes, oldest first, as every tab has them. */
export const useUnanswered = (ownerUser: string): readonly Unanswered[] => {
  const { get, subscribe } = unansweredOf(ownerUser)
  return useSyncExternalStore(subscribe, get)
}

/** The same to be watched by others than screens. */
export const unansweredOf = (ownerUser: string) => {
  const { cell, subscribe } = userOf(ownerUser)
  return { get: cell.get, subscribe }
}

/** The same as they are now, whether anybody watches or not. */
export async function readAllUnanswered(ownerUser: string): Promise<readonly Unanswered[]> {
  return merge(await readUnanswered(ownerUser), userOf(ownerUser).memory)
}

/** The unanswered change that must be known before this one is sent. */
export function useEarlier(ownerUser: string, wanted: Pick<Unanswered, 'kind' | 'thing'>): Unanswered | undefined {
  const found = earlierOf(useUnanswered(ownerUser).map(withClaim), claimOf(wanted), changeKinds[wanted.kind].givesWay)
  return found && !found.givesWay ? found.earlier.change : undefined
}

/** A sentence where it may not be sent. */
export type Refuse = (unanswered: readonly Unanswered[]) => Promise<string | undefined>

type Recorded =
  | { readonly change: Unanswered; readonly isNew: boolean; readonly refusal?: undefined }
  | { readonly change?: undefined; readonly isNew: false; readonly refusal: string }

/**
 * Keeps what is about to be sent. Where an earlier change about the same thing is unanswered and does not give way, that one
 * comes back instead, and nothing may be sent. `sent`: its id and time, where they are made already. `refuse`: why this device does
 * not let it be sent, seen with what is unanswered in all tabs; nothing is kept then.
 */
export function record(
  ownerUser: string,
  wanted: AnyWanted,
  sent: Sent = { requestId: newRequestId(), sentAt: new Date().toISOString() },
  refuse?: Refuse,
): Promise<Recorded> {
  const user = userOf(ownerUser)
  return inTurn(ownerUser, async () => {
    await dropWithoutDraft(ownerUser)
    const all = await readAllUnanswered(ownerUser)
    const found = earlierOf(all.map(withClaim), claimOf(wanted), changeKinds[wanted.kind].givesWay)
    const earlier = found?.earlier.change
    if (earlier && !found.givesWay && earlier.requestId !== sent.requestId) {
      user.show(all)
      return { change: earlier, isNew: false }
    }
    // Earlier changes cannot be read without the key, and one of them may be this very one. An upload has a new draft of its own.
    const isUnsure = isDraftKeyMissing(ownerUser) && wanted.kind !== 'upload'
    const refusal = isUnsure ? say.earlierChangesAreLocked : await refuse?.(all)
    if (refusal !== undefined) return { isNew: false, refusal }
    const change: Unanswered = { ...wanted, ...sent }
    const isKept = await keepUnanswered(ownerUser, [{ id: change.requestId, value: change }])
    if (!isKept) user.memory.set(change.requestId, change)
    if (earlier && earlier.requestId !== change.requestId) await drop(user, earlier)
    user.show([
      ...all.filter(({ requestId }) => requestId !== earlier?.requestId && requestId !== change.requestId),
      change,
    ])
    return { change, isNew: true }
  })
}

/** Its outcome is known: it is unanswered no more, in any tab. */
export async function forget(ownerUser: string, { requestId }: Pick<Unanswered, 'requestId'>): Promise<void> {
  const user = userOf(ownerUser)
  await drop(user, { requestId })
  user.show(user.cell.get().filter((each) => each.requestId !== requestId))
}

interface User {
  readonly cell: Cell<readonly Unanswered[]>
  readonly subscribe: (watcher: () => void) => () => void
  /** What could not be kept on this device. */
  readonly memory: Map<string, Unanswered>
  readonly show: (all: readonly Unanswered[]) => void
}

const users = new Map<string, User>()
// Nothing of one user is there for the next, but what this page alone knows of.
sessionStore.subscribe(() => {
  const session = sessionStore.get()
  const here = session && ownerUserOf(session)
  for (const [ownerUser, user] of users) if (ownerUser !== here) user.show([...user.memory.values()])
})

function userOf(ownerUser: string): User {
  const known = users.get(ownerUser)
  if (known) return known
  const cell = createCell<readonly Unanswered[]>([])
  const memory = new Map<string, Unanswered>()
  let watchers = 0
  let stop: (() => void) | undefined
  const show = (all: readonly Unanswered[]) => {
    const sorted = all.toSorted((a, b) => a.sentAt.localeCompare(b.sentAt))
    const isSame =
      sorted.length === cell.get().length && sorted.every((each, at) => each.requestId === cell.get()[at]?.requestId)
    if (!isSame) cell.set(sorted)
  }
  const tell = (kept: readonly KeptChange[]) => {
    const now = merge(kept, memory)
    // Another tab knows how they ended: what this one shows of their things is old.
    const gone = cell.get().filter(({ requestId }) => !now.some((each) => each.requestId === requestId))
    show(now)
    for (const each of gone) refreshAnswers(...areaOf(each).refreshes)
  }
  const subscribe = (watcher: () => void) => {
    const unsubscribe = cell.subscribe(watcher)
    watchers += 1
    if (watchers === 1 && ownerUser !== '') {
      stop = watchUnanswered(ownerUser, tell)
      void inTurn(ownerUser, () => dropWithoutDraft(ownerUser))
    }
    return () => {
      unsubscribe()
      watchers -= 1
      if (watchers > 0) return
      stop?.()
      stop = undefined
    }
  }
  const user = { cell, subscribe, memory, show }
  users.set(ownerUser, user)
  return user
}

async function drop({ memory }: User, { requestId }: Pick<Unanswered, 'requestId'>): Promise<void> {
  memory.delete(requestId)
  await dropUnanswered(requestId)
}

/** An upload can only be asked for again with its draft: without it, its record would stay for ever. Once for each user in this page. */
async function dropWithoutDraft(ownerUser: string): Promise<void> {
  if (isMatched.has(ownerUser)) return
  const uploads = (await readUnanswered(ownerUser))
    .map(({ value }) => value as Unanswered)
    .filter(({ kind }) => kind === 'upload')
  const drafts = uploads.length === 0 ? [] : await listDrafts(ownerUser)
  // Without the key, which a sign-out may have taken away, nothing is found.
  if (!isDraftKeyHeld(ownerUser)) return
  isMatched.add(ownerUser)
  for (const { thing, requestId } of uploads)
    if (!drafts.some(({ id }) => id === thing)) await dropUnanswered(requestId)
}

const isMatched = new Set<string>()

// What was kept is what this module wrote; a later form has another table.
const merge = (kept: readonly KeptChange[], memory: ReadonlyMap<string, Unanswered>): readonly Unanswered[] => [
  ...kept.map(({ value }) => value as Unanswered).filter(({ kind }) => Object.hasOwn(changeKinds, kind)),
  ...memory.values(),
]

const withClaim = (change: Unanswered) => ({ ...claimOf(change), change })
