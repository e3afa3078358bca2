// The session's hands: who asks when somebody signs in, what watches over the session while it lasts, and the way out.
import { useMachine } from '@xstate/react'
import { fromPromise } from 'xstate'
import { client } from '#brand/current.ts'
import { type LoginAnswer, sessionMachine, type UserAnswer } from '#machines/session.ts'
import { ask, askOpen } from '#services/api.ts'
import { watchConnection } from '#services/connection.ts'
import { keepAnswersWith, refreshWhenBack } from '#services/queries.ts'
import { type Session, sessionStore, watchSession } from '#services/session.ts'
import { isSomethingLeft, putDown, storage, takeAway, warmUp } from './session-storage.ts'

const machine = sessionMachine.provide({
  actors: {
    logIn: fromPromise(({ input, signal }) => logIn(input, signal)),
    loadUser: fromPromise(({ input, signal }) => loadUser(input.token, signal)),
    openSession: fromPromise(async ({ input: { token, loaded } }) => {
      const { user, permissions, draftKey } = loaded
      const session: Session = { token, user, permissions }
      await putDown(session, draftKey)
      sessionStore.set(session)
    }),
  },
})

/** The sign-in page's conversation: its state, and how to answer. */
export const useSignIn = () => useMachine(machine)

/**
 * Watches line and session for as long as the portal runs, and takes everything local away when a session ends, in whichever
 * tab that was. Called once, before the first page; returns the way to stop.
 */
export function startSession(): () => void {
  keepAnswersWith({
    keep: async (...answer) => (await storage()).keepAnswer(...answer),
    read: async (...question) => (await storage()).readAnswer(...question),
  })
  let session = sessionStore.get()
  const sessionChanged = () => {
    const before = session
    session = sessionStore.get()
    if (before && before.user.userId !== session?.user.userId) takeAway()
    if (session) warmUp()
  }
  if (session) warmUp()
  else if (isSomethingLeft()) takeAway()
  const stops = [watchSession(), watchConnection(), refreshWhenBack(), sessionStore.subscribe(sessionChanged)]
  return () => stops.forEach((stop) => stop())
}

/**
 * Signs out: here and in every tab first, whether or not there is a line; then the host is told, and nobody waits for it
 * (threats T17).
 */
export function signOut(): void {
  const session = sessionStore.get()
  sessionStore.clear('logout')
  if (session) void ask('logOut', {}, { token: session.token })
}

async function logIn(
  input: { username: string; password: string; challenge: string; resend: boolean },
  signal: AbortSignal,
): Promise<LoginAnswer> {
  const { username, password, challenge, resend } = input
  const answer = await askOpen(
    'logIn',
    {
      username,
      password,
      ownerID: client.ownerId,
      ...(challenge === '' ? {} : { challenge }),
      ...(resend ? { resend } : {}),
    },
    { signal },
  )
  const limit = (more: unknown) => (typeof more === 'string' ? more : '')
  if (answer.ok) return { kind: 'answered', code: '0', text: '', token: answer.result.token, resendLimit: '' }
  if (answer.kind === 'unreachable') return answer
  const { code, text, more } = answer
  return { kind: 'answered', code, text, token: '', resendLimit: limit(more['resendOTPLimitMessage']) }
}

async function loadUser(token: string, signal: AbortSignal): Promise<UserAnswer> {
  const answer = await ask('userInfo', {}, { token, signal })
  if (!answer.ok) return { kind: answer.kind, text: answer.text }
  const { user, permissions, draftKey = '' } = answer.result
  return { kind: 'loaded', loaded: { user, permissions, draftKey } }
}
