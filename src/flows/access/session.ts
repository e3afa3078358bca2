// The session's hands: who asks when somebody signs in, what watches over the session while it lasts, and the way out.
import { useMachine } from '@xstate/react'
import { fromPromise } from 'xstate'
import { sessionMachine } from '#machines/session.ts'
import { ask } from '#services/server/api.ts'
import { watchConnection } from '#services/server/connection.ts'
import { watchIdle } from '#services/session/idle.ts'
import { inspecting } from '#services/inspect/inspect.ts'
import { keepAnswersWith } from '#services/server/stored-answers.ts'
import { ownerUserOf, type Session, type SessionEnd, sessionStore, watchSession } from '#services/session/session.ts'
import { expectedKeys } from '#storage/expected-keys.ts'
import { askPasskey, confirmEnrolment, enrollUser, loadUser, logIn, prolongSession } from './session-calls.ts'
import { isSomethingLeft, putDown, storage, takeAway, warmUp } from './session-storage.ts'

const machine = sessionMachine.provide({
  actors: {
    logIn: fromPromise(({ input, signal }) => logIn(input, signal)),
    askPasskey: fromPromise(({ input, signal }) => askPasskey(input, signal)),
    enrollUser: fromPromise(({ input, signal }) => enrollUser(input, signal)),
    confirmEnrolment: fromPromise(({ input, signal }) => confirmEnrolment(input, signal)),
    loadUser: fromPromise(({ input, signal }) => loadUser(input.token, signal)),
    openSession: fromPromise(async ({ input: { token, loaded } }) => {
      const { draftKey, ...about } = loaded
      const session: Session = { token, ...about }
      await putDown(session, draftKey)
      sessionStore.set(session)
    }),
  },
})

/** The sign-in page's conversation: its state, and how to answer. */
export const useSignIn = () => useMachine(machine, inspecting)

/**
 * Watches line and session for as long as the portal runs, and takes everything local away when a session ends, in whichever
 * tab that was. Called once, before the first page; returns the way to stop.
 */
export function startSession(): () => void {
  keepAnswersWith({
    keep: async (...answer) => (await storage()).keepAnswer(...answer),
    read: async (...question) => (await storage()).readAnswer(...question),
  })
  // Before the first page: a session that was left alone while no page was open is over.
  const stopIdle = watchIdle({ prolong: prolongSession, end: () => endSession('ended') })
  let session = sessionStore.get()
  const sessionChanged = () => {
    const before = session
    session = sessionStore.get()
    if (before && before.user.userId !== session?.user.userId) takeAway()
    if (session) opened(session)
  }
  if (session) opened(session)
  else if (isSomethingLeft()) takeAway()
  const stops = [
    stopIdle,
    watchSession(),
    watchConnection(),

    sessionStore.subscribe(sessionChanged),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Once a user is signed in: what they will need is loaded, and drafts that are too old go. */
function opened(session: Session): void {
  expectedKeys.add(ownerUserOf(session))
  warmUp()
  void import('../drafts/expiry.ts')
    .then(({ expireDrafts }) => expireDrafts(ownerUserOf(session), Date.now()))
    // Without a connection it may not be loaded yet: another day will do.
    .catch(() => undefined)
}

/**
 * Signs out: here and in every tab first, whether or not there is a line; then the host is told, and nobody waits for
 * it.
 */
export const signOut = (): void => endSession('logout')

function endSession(why: SessionEnd): void {
  const session = sessionStore.get()
  sessionStore.clear(why)
  if (session) void ask('logOut', {}, { token: session.token })
}
