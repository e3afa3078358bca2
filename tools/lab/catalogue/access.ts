// The catalogue entry for testers of the machine of sign-in.
import { sessionMachine } from '#machines/session.ts'
import type { LoginResponse, SessionContext } from '#machines/session-steps.ts'
import { messageToText } from '#pages/access/messageToText.ts'
import { ends, type MachineEntry, type Outcome, type MachineState } from './entry.ts'

const lost: Outcome = { output: { kind: 'unreachable' } }
const refused: Outcome = { output: { kind: 'refused', text: 'An error occurred' } }

const loginResponse = (code: string, more: Partial<Extract<LoginResponse, { kind: 'responded' }>> = {}): Outcome => ({
  output: {
    kind: 'responded',
    code,
    text: '',
    token: '',
    resendLimitText: '',
    isCodeUnavailable: false,
    factor: 'email',
    hasPasskey: true,
    ...more,
  },
})
const user = {
  user: { userId: '7', username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.com' },
  permissions: { 'Card.read': true },
  draftKey: '',
}
const isIn = ({ states }: MachineState, ...paths: readonly string[]) => paths.some((path) => states.includes(path))

export const sessionEntry: MachineEntry = {
  id: 'session',
  title: 'Signing in',
  purpose: 'Signed out, the second factor, its enrolment, and signed in.',
  machine: sessionMachine,
  inputs: { usual: undefined },
  events: {
    'credentials.submitted': {
      description: 'Log in is pressed.',
      samples: { usual: { username: 'olive', password: 'Sunny-Harbor-42' } },
    },
    'provider.chosen': { description: 'Log in with the company’s login is pressed.', samples: { usual: {} } },
    'provider.returned': {
      description: 'The page opens after the company’s login, or the outcome is requested again.',
      samples: { usual: {} },
    },
    'link.noticed': { description: 'Continue is pressed after the account was linked.', samples: { usual: {} } },
    'code.submitted': { description: 'A code is sent.', samples: { usual: { code: '123456' } } },
    'code.resendRequested': { description: 'Resend Code is pressed.', samples: { usual: {} } },
    'passkey.chosen': { description: 'A passkey is used instead of the code.', samples: { usual: {} } },
    'factor.switched': { description: 'Another second factor is chosen.', samples: { usual: {} } },
    'secret.retried': { description: 'The secret is requested again.', samples: { usual: {} } },
    'user.retried': { description: 'The details of the user are requested again.', samples: { usual: {} } },
    cancelled: { description: 'Cancel is pressed, or OK after an enrolment.', samples: { usual: {} } },
  },
  effects: {
    logIn: {
      description: 'The request is sent (logIn).',
      outcomes: {
        'signed in': loginResponse('0', { token: 'token' }),
        'code required': loginResponse('-20150'),
        'code wrong': loginResponse('-20151'),
        'code sent again': loginResponse('-20152'),
        'resend limit': loginResponse('-20155', { resendLimitText: 'Please wait a minute' }),
        'no code': loginResponse('-20150', { text: 'Please try again in 29 minutes', isCodeUnavailable: true }),
        'no code, requested again': loginResponse('-20155', {
          resendLimitText: 'Please try again in 28 minutes',
          isCodeUnavailable: true,
        }),
        'not enrolled': loginResponse('-20031'),
        'wrong password': loginResponse('-20001', { text: 'Wrong username or password' }),
        lost,
      },
    },
    openProvider: {
      description: 'The address at the company’s login is fetched (startProviderLogin) and opened.',
      outcomes: { leaving: { output: { kind: 'leaving' } }, refused, lost },
    },
    finishProvider: {
      description: 'The outcome is fetched (finishProviderLogin).',
      outcomes: {
        identified: { output: { kind: 'identified', username: 'olive', ticket: 'ticket', isFirst: false } },
        'identified for the first time': {
          output: { kind: 'identified', username: 'olive', ticket: 'ticket', isFirst: true },
        },
        'no account': { output: { kind: 'noAccount', text: 'No user has this email' } },
        refused,
        lost,
      },
    },
    promptPasskey: {
      description: 'The browser asks for the passkey.',
      outcomes: {
        succeeded: { output: { kind: 'succeeded', response: { id: 'passkey' } } },
        failed: { output: { kind: 'failed', fault: 'passkeyNotUsed' } },
        refused,
        lost,
      },
    },
    enrollUser: {
      description: 'The secret is fetched (enrollUser).',
      outcomes: {
        received: {
          output: { kind: 'received', enrolment: { secret: 'JBSWY3DP', otpauthUrl: 'otpauth://totp/olive' } },
        },
        refused,
        lost,
      },
    },
    confirmEnrolment: {
      description: 'The first code is checked (confirm2FAEnrolment).',
      outcomes: {
        confirmed: { output: { kind: 'responded', code: '0', text: '', recoveryCodes: ['AAAA-BBBB'] } },
        'code wrong': { output: { kind: 'responded', code: '-20151', text: '', recoveryCodes: [] } },
        lost,
      },
    },
    loadUser: {
      description: 'The user and the permissions are fetched (userInfo).',
      outcomes: {
        loaded: { output: { kind: 'loaded', loaded: user } },
        refused,
        lost,
      },
    },
    openSession: {
      description: 'The session is stored on this device.',
      outcomes: { opened: { output: undefined } },
    },
  },
  messageIn: (context) => messageToText((context as unknown as SessionContext).message),
  invariants: [
    {
      description: 'The token is in the context only between the sign-in and the open session',
      holds: (now) => (now.context['token'] !== '') === isIn(now, 'loadingUser', 'userNotLoaded', 'openingSession'),
    },
    {
      description: 'The password is in the context only during a sign-in',
      holds: (now) => !isIn(now, 'signedOut', 'signedIn', 'enrolled') || now.context['password'] === '',
    },
    {
      description: 'Nothing of the user is known before the company’s login has identified them',
      holds: (now) => {
        const isAtProvider = isIn(now, 'openingProvider', 'atProvider', 'returning', 'providerRefused', 'noAccount')
        return isAtProvider ? now.context['username'] === '' && now.context['password'] === '' : true
      },
    },
    {
      description: 'The user is asked for a code only while one can be valid',
      holds: (now) => now.context['codeUnavailableReason'] === '' || !isIn(now, 'enteringCode'),
    },
    {
      description: 'Recovery codes are shown in one view only',
      holds: (now) => (now.context['recoveryCodes'] as unknown[]).length === 0 || isIn(now, 'enrolled'),
    },
    {
      description: 'The secret is deleted when its view is left',
      holds: (now) => now.context['enrolment'] === undefined || isIn(now, 'enrolling', 'confirmingEnrolment'),
    },
    {
      description: 'No user is signed in before the session is stored',
      holds: (now, before, step) => {
        const wasSignedIn = before !== undefined && isIn(before, 'signedIn')
        const hasJustSignedIn = isIn(now, 'signedIn') && !wasSignedIn
        return hasJustSignedIn ? ends(step, 'openSession') : true
      },
    },
  ],
  scenarios: [
    {
      name: 'No code can be sent: the reason is shown and updated, until a code is sent again',
      steps: [
        { send: 'credentials.submitted' },
        { end: 'logIn', as: 'no code' },
        {
          expect: {
            state: 'codeUnavailable',
            context: { codeUnavailableReason: 'Please try again in 29 minutes', message: undefined },
            can: ['code.resendRequested', 'passkey.chosen', 'cancelled'],
          },
        },
        { send: 'code.resendRequested' },
        { end: 'logIn', as: 'no code, requested again' },
        { expect: { state: 'codeUnavailable', context: { codeUnavailableReason: 'Please try again in 28 minutes' } } },
        { send: 'code.resendRequested' },
        { end: 'logIn', as: 'code sent again' },
        {
          expect: { state: 'enteringCode', context: { codeUnavailableReason: '', message: { code: 'codeSentAgain' } } },
        },
      ],
    },
    {
      name: 'A code by e-mail, wrong once, then right',
      steps: [
        { send: 'credentials.submitted' },
        { end: 'logIn', as: 'code required' },
        {
          expect: {
            state: 'enteringCode',
            context: { factor: 'email' },
            can: ['code.submitted', 'code.resendRequested'],
          },
        },
        { send: 'code.submitted', with: { code: '000000' } },
        { end: 'logIn', as: 'code wrong' },
        { expect: { state: 'enteringCode', message: 'Verification code not valid, please try again' } },
        { send: 'code.resendRequested' },
        { end: 'logIn', as: 'code sent again' },
        { expect: { message: 'The code has been resent to your email!' } },
        { send: 'code.submitted' },
        { end: 'logIn', as: 'signed in' },
        { end: 'loadUser', as: 'loaded' },
        { end: 'openSession', as: 'opened' },
        { expect: { state: 'signedIn', context: { password: '', token: '' } } },
      ],
    },
    {
      name: 'A first sign-in by the company’s login, with a code by e-mail',
      steps: [
        { send: 'provider.chosen' },
        { end: 'openProvider', as: 'leaving' },
        { expect: { state: 'atProvider', can: ['cancelled'] } },
        { send: 'cancelled' },
        { send: 'provider.returned' },
        { end: 'finishProvider', as: 'lost' },
        { expect: { state: 'outcomeMissing', context: { message: { code: 'noConnection' } } } },
        { send: 'provider.returned' },
        { end: 'finishProvider', as: 'identified for the first time' },
        { expect: { state: 'linked', context: { username: 'olive', password: 'ticket' } } },
        { send: 'link.noticed' },
        { end: 'logIn', as: 'code required' },
        { send: 'code.submitted' },
        { end: 'logIn', as: 'signed in' },
        { end: 'loadUser', as: 'loaded' },
        { end: 'openSession', as: 'opened' },
        { expect: { state: 'signedIn', context: { password: '', token: '' } } },
      ],
    },
    {
      name: 'The company’s login refuses, then knows a person without an account',
      steps: [
        { send: 'provider.returned' },
        { end: 'finishProvider', as: 'refused' },
        { expect: { state: 'providerRefused', can: ['provider.chosen', 'cancelled'] } },
        { send: 'provider.chosen' },
        { end: 'openProvider', as: 'refused' },
        { expect: { state: 'signedOut', context: { message: { code: 'serverMessage' } } } },
        { send: 'provider.returned' },
        { end: 'finishProvider', as: 'no account' },
        {
          expect: {
            state: 'noAccount',
            context: { message: { code: 'serverMessage', text: 'No user has this email' } },
          },
        },
      ],
    },
    {
      name: 'A second factor is set up during a sign-in',
      steps: [
        { send: 'credentials.submitted' },
        { end: 'logIn', as: 'not enrolled' },
        { end: 'enrollUser', as: 'received' },
        { expect: { state: 'enrolling', context: { enrolment: { secret: 'JBSWY3DP' } } } },
        { send: 'code.submitted' },
        { end: 'confirmEnrolment', as: 'confirmed' },
        { expect: { state: 'enrolled', context: { mfaStatus: 'enrolment complete', recoveryCodes: ['AAAA-BBBB'] } } },
        { send: 'cancelled' },
        { expect: { state: 'signedOut', context: { mfaStatus: 'unknown' } } },
      ],
    },
    {
      name: 'The connection is lost after the server has accepted the sign-in',
      steps: [
        { send: 'credentials.submitted' },
        { end: 'logIn', as: 'signed in' },
        { end: 'loadUser', as: 'lost' },
        {
          expect: {
            state: 'userNotLoaded',
            message: 'Cannot connect to server',
            can: ['user.retried', 'cancelled'],
          },
        },
        { send: 'user.retried' },
        { end: 'loadUser', as: 'loaded' },
        { end: 'openSession', as: 'opened' },
        { expect: { state: 'signedIn' } },
      ],
    },
  ],
}
