// Signing in, tested by pure transitions: every row of the outcome table, and every way to try again
// (docs/rules/access.md, "Sign-in").
import { describe, expect, it } from 'vitest'
import { initialTransition, type SnapshotFrom, transition } from 'xstate'
import { passkeyFaultTexts } from '#services/session/passkey-faults.ts'
import { loginOutcomes } from '#domain/access/login-outcomes.ts'
import { sessionMachine } from '#machines/session.ts'
import type {
  ConfirmResponse,
  LoginResponse,
  PasskeyResult,
  SecretResponse,
  SessionEvent,
  UserResponse,
} from '#machines/session-steps.ts'
import { messageToText } from '#pages/access/messageToText.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

const olive: UserResponse = {
  kind: 'loaded',
  loaded: {
    user: { userId: '7', username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.test' },
    permissions: { Batch: ['load'] },
    draftKey: 'a2V5',
  },
}
const lost = { kind: 'unreachable' } as const
const credentials: SessionEvent = { type: 'credentials.submitted', username: 'olive', password: 'secret' }

/** An event of the user, or a response of the server or the passkey. */
type Step =
  | SessionEvent
  | { logIn: LoginResponse }
  | { enrollUser: SecretResponse }
  | { confirmEnrolment: ConfirmResponse }
  | { promptPasskey: PasskeyResult }
  | { loadUser: UserResponse }
  | { openSession: true }

function after(...events: readonly Step[]): Snapshot {
  let [snapshot] = initialTransition(sessionMachine)
  for (const event of events) [snapshot] = transition(sessionMachine, snapshot, toEvent(event))
  return snapshot
}

function toEvent(event: Step): SessionEvent {
  if ('type' in event) return event
  const [[actor, output] = ['', undefined]] = Object.entries<unknown>(event)
  // The event with which XState reports the end of an invoked actor.
  return { type: `xstate.done.actor.${actor}`, output, actorId: actor } as unknown as SessionEvent
}

const response = (code: string, details: Partial<Extract<LoginResponse, { kind: 'responded' }>> = {}) => ({
  logIn: {
    kind: 'responded',
    code,
    text: 'words of the server',
    token: '',
    resendLimitText: '',
    isCodeUnavailable: false,
    factor: 'email',
    hasPasskey: false,
    ...details,
  } as const,
})
const textOf = ({ context }: Snapshot) => messageToText(context.message)
const view = ({ value, context: { mfaStatus, message } }: Snapshot) => ({
  value,
  mfaStatus,
  message: messageToText(message),
  isSuccessMessage: message?.code === 'codeSentAgain',
})

it('the machine passes through all states: signed out, signing in, loading the user, opening the session, signed in', () => {
  expect(after().value).toBe('signedOut')
  const signingIn = after(credentials)
  expect(signingIn.value).toBe('signingIn')
  expect(signingIn.hasTag('pending')).toBe(true)
  const success = response('0', { token: 'token-1' })
  const loading = after(credentials, success)
  expect(loading.value).toBe('loadingUser')
  expect(loading.context.token).toBe('token-1')
  expect(after(credentials, success, { loadUser: olive }).value).toBe('openingSession')
  const done = after(credentials, success, { loadUser: olive }, { openSession: true })
  expect(done.value).toBe('signedIn')
  // Neither password nor token stays in the state machine.
  expect(done.context).toMatchObject({ username: '', password: '', token: '' })
})

describe('a response to username and password', () => {
  // One row for each code of the table; the last test of this block fails if one is missing.
  const rows: Record<string, ReturnType<typeof view>> = {
    '-20150': { value: 'enteringCode', mfaStatus: 'required', message: '', isSuccessMessage: false },
    '-20151': {
      value: 'enteringCode',
      mfaStatus: 'required',
      message: 'Verification code not valid, please try again',
      isSuccessMessage: false,
    },
    '-20152': { value: 'enteringCode', mfaStatus: 'required', message: '', isSuccessMessage: false },
    '-20155': { value: 'enteringCode', mfaStatus: 'required', message: '', isSuccessMessage: false },
    '-20031': { value: 'fetchingSecret', mfaStatus: 'not enrolled', message: '', isSuccessMessage: false },
  }
  it.each(Object.entries(rows))('with the code %s opens its view', (code, expected) => {
    expect(view(after(credentials, response(code, { resendLimitText: 'Enough' })))).toEqual(expected)
  })
  it.each(['-20001', '-20032', '-20400', '-20429', '-20500', '-1', 'toString'])(
    'with the code %s, which is not in the table, shows the server’s message and keeps the form open',
    (code) => {
      expect(view(after(credentials, response(code)))).toEqual({
        value: 'signedOut',
        mfaStatus: 'unknown',
        message: 'words of the server',
        isSuccessMessage: false,
      })
    },
  )
  it('is tested for every row of the table', () => {
    expect(Object.keys(rows).toSorted()).toEqual(Object.keys(loginOutcomes).toSorted())
  })
})

describe('the one-time code', () => {
  const code: SessionEvent = { type: 'code.submitted', code: '123456' }
  const resend: SessionEvent = { type: 'code.resendRequested' }
  const codeRequested = [credentials, response('-20150')] as const

  it('is sent with the credentials typed before', () => {
    const { value, context } = after(...codeRequested, code)
    expect(value).toBe('signingIn')
    expect(context).toMatchObject({ username: 'olive', password: 'secret', challenge: '123456', resend: false })
  })
  it('can be requested again without entering a code', () => {
    expect(after(...codeRequested, code, response('-20151'), resend).context).toMatchObject({
      challenge: '',
      resend: true,
    })
  })
  it('shows a success message when it has been sent again', () => {
    const { message, isSuccessMessage } = view(after(...codeRequested, resend, response('-20152')))
    expect([message, isSuccessMessage]).toEqual(['The code has been resent to your email!', true])
  })
  const limitReached = response('-20155', { resendLimitText: 'Enough for today' })
  it('has a resend limit, which is shown if the user has requested another code', () => {
    expect(textOf(after(...codeRequested, resend, limitReached))).toBe('Enough for today')
  })
  it('has a resend limit, which is not shown if the user has entered a code', () => {
    expect(textOf(after(...codeRequested, code, limitReached))).toBe('')
  })
  it('keeps its view and credentials when the server refuses or does not respond', () => {
    const refused = after(...codeRequested, code, response('-20429'))
    expect(view(refused)).toMatchObject({ value: 'enteringCode', message: 'words of the server' })
    const withoutResponse = after(...codeRequested, code, { logIn: lost })
    expect(view(withoutResponse)).toMatchObject({ value: 'enteringCode', message: 'Cannot connect to server' })
    expect(withoutResponse.context.password).toBe('secret')
  })
  it('is discarded by Cancel, which forgets everything', () => {
    const { value, context } = after(...codeRequested, { type: 'cancelled' })
    expect(value).toBe('signedOut')
    expect(context).toMatchObject({ mfaStatus: 'unknown', username: '', password: '' })
  })
})

describe('the view without a code field (no code is valid)', () => {
  const noValidCode = [credentials, response('-20150', { isCodeUnavailable: true })] as const
  const resend: SessionEvent = { type: 'code.resendRequested' }

  it('shows the server’s message and accepts no code', () => {
    const withoutCode = after(...noValidCode)
    expect(withoutCode.value).toBe('codeUnavailable')
    expect(withoutCode.context).toMatchObject({
      codeUnavailableReason: 'words of the server',
      message: undefined,
      mfaStatus: 'required',
    })
    expect(after(...noValidCode, { type: 'code.submitted', code: '123456' }).value).toBe('codeUnavailable')
  })
  it('stays open when another code is requested too early, and closes when one is sent', () => {
    const early = after(
      ...noValidCode,
      resend,
      response('-20155', { isCodeUnavailable: true, resendLimitText: 'Another 3 minutes' }),
    )
    expect([early.value, early.context.codeUnavailableReason, textOf(early)]).toEqual([
      'codeUnavailable',
      'Another 3 minutes',
      '',
    ])
    const sent = after(...noValidCode, resend, response('-20152'))
    expect([sent.value, sent.context.codeUnavailableReason]).toEqual(['enteringCode', ''])
    expect(textOf(sent)).toBe('The code has been resent to your email!')
  })
  it('replaces the view with the code field if Resend Code is refused and no code is valid', () => {
    const withoutCode = after(
      credentials,
      response('-20150'),
      resend,
      response('-20155', { isCodeUnavailable: true, resendLimitText: 'Enough' }),
    )
    expect([withoutCode.value, withoutCode.context.codeUnavailableReason]).toEqual(['codeUnavailable', 'Enough'])
  })
  it('stays open with a message when the response is missing or the passkey fails', () => {
    const passkey: SessionEvent = { type: 'passkey.chosen' }
    for (const events of [
      [resend, { logIn: lost }],
      [passkey, { promptPasskey: lost }],
    ] as const) {
      const withoutCode = after(...noValidCode, ...events)
      expect([withoutCode.value, withoutCode.context.codeUnavailableReason, textOf(withoutCode)]).toEqual([
        'codeUnavailable',
        'words of the server',
        'Cannot connect to server',
      ])
    }
  })
  it('accepts a passkey', () => {
    const withPasskey = after(
      ...noValidCode,
      { type: 'passkey.chosen' },
      { promptPasskey: { kind: 'succeeded', response: { id: 'k' } } },
    )
    expect([withPasskey.value, withPasskey.context.passkey]).toEqual(['signingIn', { id: 'k' }])
  })
  it('is closed by Cancel, which forgets everything', () => {
    const { value, context } = after(...noValidCode, { type: 'cancelled' })
    expect([value, context.codeUnavailableReason, context.password]).toEqual(['signedOut', '', ''])
  })
})

describe('a passkey', () => {
  const codeRequested = [credentials, response('-20150', { hasPasskey: true, factor: 'app' })] as const
  const chosen: SessionEvent = { type: 'passkey.chosen' }

  it('is offered if the server reports one, together with the other factor, also after a wrong code', () => {
    expect(after(...codeRequested).context).toMatchObject({ hasPasskey: true, factor: 'app' })
    const wrong = after(...codeRequested, { type: 'code.submitted', code: '000000' }, response('-20151'))
    expect(wrong.context).toMatchObject({ hasPasskey: true, factor: 'app' })
  })
  it('is sent with the credentials instead of a code', () => {
    const withPasskey = after(...codeRequested, chosen, { promptPasskey: { kind: 'succeeded', response: { id: 'k' } } })
    expect(withPasskey.value).toBe('signingIn')
    expect(withPasskey.context).toMatchObject({ username: 'olive', challenge: '', passkey: { id: 'k' } })
  })
  it('leaves the code view open with the reason if the user does not use it', () => {
    const failed = after(...codeRequested, chosen, { promptPasskey: { kind: 'failed', fault: 'passkeyNotUsed' } })
    expect(view(failed)).toMatchObject({ value: 'enteringCode', message: passkeyFaultTexts.passkeyNotUsed })
  })
  it('is not sent again with a code that is entered afterwards', () => {
    const code = after(
      ...codeRequested,
      chosen,
      { promptPasskey: { kind: 'succeeded', response: { id: 'k' } } },
      response('-20151'),
      {
        type: 'code.submitted',
        code: '123456',
      },
    )
    expect(code.context).toMatchObject({ challenge: '123456', passkey: undefined })
  })
})

describe('enrolment', () => {
  const secret: Step = { enrollUser: { kind: 'received', enrolment: { secret: 'ABCD', otpauthUrl: 'otpauth://x' } } }
  const code: SessionEvent = { type: 'code.submitted', code: '123456' }
  const confirmed = (resultCode: string): Step => ({
    confirmEnrolment: {
      kind: 'responded',
      code: resultCode,
      text: 'words of the server',
      recoveryCodes: ['AAAAA-BBBBB'],
    },
  })
  const opened = [credentials, response('-20031'), secret] as const

  it('fetches the secret automatically, with the typed credentials', () => {
    const fetching = after(credentials, response('-20031'))
    expect(fetching.value).toBe('fetchingSecret')
    expect(fetching.context).toMatchObject({ username: 'olive', password: 'secret' })
    expect(after(...opened).value).toBe('enrolling')
    expect(after(...opened).context.enrolment).toEqual({ secret: 'ABCD', otpauthUrl: 'otpauth://x' })
  })
  it.each(['unreachable', 'refused'] as const)('whose secret is %s can be tried again', (kind) => {
    const missing = after(credentials, response('-20031'), { enrollUser: { kind, text: 'No' } })
    expect(view(missing)).toMatchObject({
      value: 'secretMissing',
      message: kind === 'refused' ? 'No' : 'Cannot connect to server',
      mfaStatus: 'not enrolled',
    })
    const again = after(
      credentials,
      response('-20031'),
      { enrollUser: { kind, text: 'No' } },
      { type: 'secret.retried' },
    )
    expect(view(again)).toMatchObject({ value: 'fetchingSecret', message: '' })
  })
  it('completes: secret and password are forgotten, the recovery codes are shown, and OK resets the status', () => {
    const done = after(...opened, code, confirmed('0'))
    expect(view(done)).toMatchObject({ value: 'enrolled', mfaStatus: 'enrolment complete', message: '' })
    expect(done.context).toMatchObject({ enrolment: undefined, password: '', recoveryCodes: ['AAAAA-BBBBB'] })
    const ok = after(...opened, code, confirmed('0'), { type: 'cancelled' })
    expect(view(ok)).toMatchObject({ value: 'signedOut', mfaStatus: 'unknown' })
    expect(ok.context.recoveryCodes).toEqual([])
  })
  it.each([
    ['-20151', 'Verification code not valid, please try again'],
    ['-20429', 'words of the server'],
  ])('keeps its view and its secret on %s and shows: %s', (resultCode, message) => {
    const refused = after(...opened, code, confirmed(resultCode))
    expect(view(refused)).toMatchObject({ value: 'enrolling', message })
    expect(refused.context.enrolment?.secret).toBe('ABCD')
  })
  it('keeps its view when the response is missing', () => {
    const withoutResponse = after(...opened, code, { confirmEnrolment: lost })
    expect(view(withoutResponse)).toMatchObject({ value: 'enrolling', message: 'Cannot connect to server' })
  })
  it('is discarded by Cancel in every state except during a confirmation', () => {
    const cancel: SessionEvent = { type: 'cancelled' }
    for (const steps of [opened.slice(0, 2), opened])
      expect(view(after(...steps, cancel))).toMatchObject({ value: 'signedOut', mfaStatus: 'unknown' })
    expect(after(...opened, cancel).context.enrolment).toBeUndefined()
    expect(after(...opened, code, cancel).value).toBe('confirmingEnrolment')
  })
})

describe('a missing response', () => {
  it('to the sign-in leaves the form open with a message', () => {
    const { value, context } = after(credentials, { logIn: lost })
    expect([value, messageToText(context.message), context.password]).toEqual([
      'signedOut',
      'Cannot connect to server',
      '',
    ])
  })
  it('about the user can be requested again without signing in again', () => {
    const success = response('0', { token: 'token-1' })
    const unknown = after(credentials, success, { loadUser: lost })
    expect(view(unknown)).toMatchObject({ value: 'userNotLoaded', message: 'Cannot connect to server' })
    const again = after(credentials, success, { loadUser: lost }, { type: 'user.retried' })
    expect([again.value, again.context.token]).toEqual(['loadingUser', 'token-1'])
  })
})

it('the machine returns to the form with the server’s message when the user is refused', () => {
  const refused = after(credentials, response('0', { token: 't' }), { loadUser: { kind: 'refused', text: 'Locked' } })
  expect(view(refused)).toMatchObject({ value: 'signedOut', message: 'Locked' })
  expect(refused.context.token).toBe('')
})

it('the last message is cleared as soon as the user tries again', () => {
  expect(after(credentials, response('-20001'), credentials).context.message).toBeUndefined()
})

it.each([
  ['the server is checking the code', [credentials, response('-20150'), { type: 'code.submitted', code: '123456' }]],
  ['the user is being loaded', [credentials, response('0', { token: 't' })]],
] as const)('Cancel ends the sign-in while %s, and nothing is stored', (_, steps) => {
  const cancelled = after(...steps, { type: 'cancelled' })
  expect([cancelled.value, cancelled.context.password, cancelled.context.token]).toEqual(['signedOut', '', ''])
})
