// Connects the session machine to the API, monitors the session, and signs out.
import { useMachine } from '@xstate/react'
import { fromPromise } from 'xstate'
import { sessionMachine } from '#machines/session.ts'
import type { EndReason } from '#machines/session-lifetime.ts'
import { readStoredChannel, writeStoredChannel } from '#services/device/notice-storage.ts'
import { request } from '#services/server/api.ts'
import { watchConnection } from '#services/server/connection.ts'
import { inspectOptions } from '#services/inspect/inspect.ts'
import { logOut, startLifetime } from '#services/session/lifetime.ts'
import { setResponseStore } from '#services/server/response-store.ts'
import { ownerUserOf, type Session, sessionStore, watchSession } from '#services/session/session.ts'
import { expectedKeys } from '#storage/expected-keys.ts'
import { promptPasskey, confirmEnrolment, enrollUser, loadUser, logIn, prolongSession } from './session-calls.ts'
import { canHaveUserData, storeUserData, loadStorage, deleteUserData, preloadStorage } from './session-storage.ts'

/** A user who has just signed in, with the language stored by the server. Undefined once the language is applied. */
let signedIn: { readonly userId: string; readonly language: string | undefined } | undefined

/**
 * Applies the language of the user who has just signed in. A change of language reloads the page. On the sign-in page,
 * the reload would race with the return to the requested page. The signed-in frame therefore calls this function.
 */
export function applySignInLanguage(): void {
  if (!signedIn) return
  const { userId, language } = signedIn
  signedIn = undefined
  // Without a connection the code may not be available. The next sign-in is early enough.
  void import('./language.ts')
    .then(({ applyUserLanguage }) => applyUserLanguage(userId, language))
    .catch(() => undefined)
}

/** Loaded on demand, because only clients with a company login need this code. */
const loadProvider = () => import('./provider.ts')

const machine = sessionMachine.provide({
  actors: {
    logIn: fromPromise(({ input, signal }) => logIn(input, signal)),
    openProvider: fromPromise(async ({ signal }) => (await loadProvider()).openProvider(signal)),
    finishProvider: fromPromise(async ({ signal }) => (await loadProvider()).finishProvider(signal)),
    promptPasskey: fromPromise(({ input, signal }) => promptPasskey(input, signal)),
    enrollUser: fromPromise(({ input, signal }) => enrollUser(input, signal)),
    confirmEnrolment: fromPromise(({ input, signal }) => confirmEnrolment(input, signal)),
    loadUser: fromPromise(({ input, signal }) => loadUser(input.token, signal)),
    openSession: fromPromise(async ({ input: { token, loaded } }) => {
      const { draftKey, language, ...userAndPermissions } = loaded
      const session: Session = { token, ...userAndPermissions }
      await storeUserData(session, draftKey)
      signedIn = { userId: session.user.userId, language }
      sessionStore.set(session)
    }),
  },
})

/** The machine of the sign-in page. */
export const useSignIn = () => useMachine(machine, inspectOptions)
/** The state of the sign-in page, and the function that sends an event to its machine. */
export type SignInState = ReturnType<typeof useSignIn>[0]
export type SendToSignIn = ReturnType<typeof useSignIn>[1]

/**
 * Monitors the connection and the session while the portal runs, and deletes all local data when the session ends in
 * any tab. Called once, before the first page. Returns a function to stop the monitoring.
 */
export function startSession(): () => void {
  setResponseStore({
    store: async (...args) => (await loadStorage()).storeResponse(...args),
    read: async (...args) => (await loadStorage()).readStoredResponse(...args),
  })
  // Must run before the first page, because the session may have timed out while no page was open.
  const stopLifetime = startLifetime({
    prolong: prolongSession,
    end: endSession,
    prepareLocalData: () => {
      const session = sessionStore.get()
      if (session) prepareUserData(session)
    },
    deleteLocalData: deleteUserData,
  })
  if (!sessionStore.get() && canHaveUserData()) deleteUserData()
  const stops = [stopLifetime, watchSession(), watchConnection()]
  return () => stops.forEach((stop) => stop())
}

/**
 * Called at a sign-in and when a page of a signed-in user opens: loads the storage code, and deletes expired drafts.
 */
function prepareUserData(session: Session): void {
  expectedKeys.add(ownerUserOf(session))
  preloadStorage()
  void import('../drafts/expiry.ts')
    .then(({ expireDrafts }) => expireDrafts(ownerUserOf(session), Date.now()))
    // Without a connection the code may not be available. The next sign-in is early enough.
    .catch(() => undefined)
}

/**
 * Signs out in this tab and all others, with or without a connection. Then notifies the server without waiting for its
 * response.
 */
export const signOut = (): void => logOut()

function endSession(reason: EndReason): void {
  const session = sessionStore.get()
  if (reason === 'logout') writeStoredChannel(undefined)
  const keepsNotices = readStoredChannel() !== null
  sessionStore.clear(reason)
  if (session) void tellServer(session.token, reason, keepsNotices)
}

/**
 * Tells the server that the session has ended. If the user logged out of a session that the company's login had begun,
 * the response contains the address of the page where the company's login ends its own session. That page leads back
 * to the portal.
 */
async function tellServer(token: string, reason: EndReason, keepsNotices: boolean): Promise<void> {
  const response = await request('logOut', keepsNotices ? { keepsNotices } : {}, { token })
  if (reason === 'logout' && response.ok && response.result.logoutUrl !== undefined)
    location.assign(response.result.logoutUrl)
}
