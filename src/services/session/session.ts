// The logged-in user of this browser: only token, user and permissions. The session survives reloads. It ends in every
// tab at the same time. Two clients on one origin have separate sessions, because the key contains the client's path.
// Rules: docs/rules/access.md, "Sessions".
import { useSyncExternalStore } from 'react'
import { client } from '#brand/current.ts'
import { type PermissionMap, toPermissionMap } from '#domain/access/permissions.ts'
import type { EndReason } from '#machines/session-lifetime.ts'
import { createObservable } from '../observable.ts'
import { deleteMask, fromStoredToken, toStoredToken } from './stored-token.ts'

export interface SessionUser {
  readonly userId: string
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
}

export interface Session {
  readonly token: string
  readonly user: SessionUser
  readonly permissions: PermissionMap
  /** The reason why this user cannot approve or manage users now, in the server's words. */
  readonly approvalHold?: string | undefined
}

const SESSION_KEY = `portal:${client.basePath}:session`
/** Key under which a tab tells the other tabs why it ends the session. */
const END_KEY = `portal:${client.basePath}:end`
const RETURN_KEY = `portal:${client.basePath}:return`

/** False if the session could not be stored, so that only this tab has it. */
let isShared = true
const currentSession = createObservable<Session | undefined>(readStored())
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(SESSION_KEY)

export const sessionStore = {
  get: currentSession.get,
  subscribe: currentSession.subscribe,
  set: (session: Session): void => {
    try {
      localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session, ...toStoredToken(session.token) }))
      isShared = true
    } catch {
      // Without storage, the session lasts as long as the page, in this tab only.
      isShared = false
    }
    currentSession.set(session)
  },
  /** Ends the session in every tab, synchronously. */
  clear: (reason: EndReason): void => {
    rememberLocation(reason)
    currentSession.set(undefined)
    try {
      // The reason is written before the session is removed, so that the other tabs learn the reason first. They learn
      // it from the storage event. The reason can therefore be removed immediately.
      localStorage.setItem(END_KEY, reason)
      localStorage.removeItem(END_KEY)
    } catch {
      // The storage is full, or there is none.
    }
    try {
      localStorage.removeItem(SESSION_KEY)
    } catch {
      // Without storage, the session was only in this tab.
    }
    deleteMask()
    channel?.postMessage(reason)
  },
}

export const useSession = (): Session | undefined => useSyncExternalStore(currentSession.subscribe, currentSession.get)

/** 'ownerId:userId', the key of this user's data on the device. */
export const ownerUserOf = (session: Session): string => `${client.ownerId}:${session.user.userId}`

/** The key of the current user's data. '' without a session. */
export function useOwnerUser(): string {
  const session = useSession()
  return session ? ownerUserOf(session) : ''
}

/** True if another user has logged in meanwhile. */
export function isAnotherUser(ownerUser: string): boolean {
  const session = currentSession.get()
  return session !== undefined && ownerUserOf(session) !== ownerUser
}

export interface ReturnLocation {
  readonly userId: string
  readonly username: string
  readonly path: string
}

/** The user and location of this tab when its session ended without the user's action. */
export function readReturnLocation(): ReturnLocation | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(RETURN_KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    const { userId, username, path } = stored as Partial<Record<keyof ReturnLocation, unknown>>
    if (typeof userId !== 'string' || typeof path !== 'string') return undefined
    return { userId, username: typeof username === 'string' ? username : '', path }
  } catch {
    return undefined
  }
}

/** Reads the location and deletes it, because it is used only once. */
export function takeReturnLocation(): ReturnLocation | undefined {
  const returnLocation = readReturnLocation()
  if (returnLocation) sessionStorage.removeItem(RETURN_KEY)
  return returnLocation
}

/** Follows sign-ins and sign-outs in other tabs. Returns a function to stop it. Called once by the app. */
export function watchSession(): () => void {
  // Why another tab ends the session. The reason arrives as a message and as a change of the storage, in any order.
  let endReason: EndReason = 'ended'
  const syncWithStorage = () => {
    const stored = readStored()
    const isSameSession = stored?.token === currentSession.get()?.token
    if (!isShared || isSameSession) return
    if (!stored) rememberLocation(endReason)
    endReason = 'ended'
    currentSession.set(stored)
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === END_KEY && newValue === 'logout') endReason = 'logout'
    const isStorageCleared = key === null
    if (key === SESSION_KEY || isStorageCleared) syncWithStorage()
  }
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'logout') endReason = 'logout'
    syncWithStorage()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('focus', syncWithStorage)
  window.addEventListener('pageshow', syncWithStorage)
  document.addEventListener('visibilitychange', syncWithStorage)
  channel?.addEventListener('message', onMessage)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('focus', syncWithStorage)
    window.removeEventListener('pageshow', syncWithStorage)
    document.removeEventListener('visibilitychange', syncWithStorage)
    channel?.removeEventListener('message', onMessage)
  }
}

function rememberLocation(reason: EndReason): void {
  const session = currentSession.get()
  try {
    if (reason === 'logout') sessionStorage.removeItem(RETURN_KEY)
    else if (session) {
      const path = `/${location.pathname.slice(client.basePath.length)}${location.search}`
      const { userId, username } = session.user
      sessionStorage.setItem(RETURN_KEY, JSON.stringify({ userId, username, path }))
    }
  } catch {
    // Without storage the return path is lost.
  }
}

function readStored(): Session | undefined {
  try {
    return readSession(JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null'))
  } catch {
    return undefined
  }
}

// A value that this version did not write is not a session.
function readSession(value: unknown): Session | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const {
    token: storedToken,
    maskedEnd,
    user,
    permissions,
    approvalHold,
  } = value as Partial<Record<keyof Session | 'maskedEnd', unknown>>
  if (typeof storedToken !== 'string' || typeof user !== 'object' || user === null) return undefined
  const token = fromStoredToken({ token: storedToken, ...(typeof maskedEnd === 'string' && { maskedEnd }) })
  if (token === undefined) return undefined
  const { userId, username } = user as Partial<SessionUser>
  if (typeof userId !== 'string' || typeof username !== 'string') return undefined
  return {
    token,
    user: user as SessionUser,
    permissions: toPermissionMap(permissions),
    ...(typeof approvalHold === 'string' && { approvalHold }),
  }
}
