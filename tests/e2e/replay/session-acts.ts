// Acts for the replay of signing in: what users do on the sign-in page, how server and connection affect it, and how
// each state looks.
import { voyager as client } from '#brand/voyager.ts'
import { sessionEntry } from '#tools/lab/catalogue/access.ts'
import type { Position } from '#tools/lab/catalogue/drive.ts'
import type { SessionContext } from '#machines/session-steps.ts'
import { violations } from '#tests/support/axe.ts'
import { demoPassword, post } from '#tests/support/call.ts'
import type { RunningServer } from '#tests/support/server.ts'
import type { Act, World } from '#tests/support/replay.ts'
import type { PageReplay, Stage } from '#tests/support/replay-page.ts'
import { totp } from '#tests/support/totp.ts'
import { messageToText } from '#pages/access/messageToText.ts'
import type { Page } from '@playwright/test'
import { aWrongCodeFor, button, code, expect, mails, welcome } from '../access-setup.ts'

export interface SessionStage extends Stage {
  readonly server: RunningServer
  readonly url: string
  /** The username of a user who has a passkey and gets codes by e-mail. */
  readonly coded: string
  /** The username of a user with a passkey who has no valid code and cannot get a new one. */
  readonly usedUp: string
  /** Mailed codes that are no longer valid. */
  readonly spent: Set<string>
  /** The states that axe has checked. */
  readonly scanned: Set<string>
}

/** The user who has a passkey and gets codes by e-mail. The stage has the username. */
const CODED = 'coded'
/** The same, but no code is valid. The stage has the username. */
const USED_UP = 'usedUp'
/** A user of the demo programme without a second factor, who must set one up. */
export const NEW = 'nina'
/** A user who has requested more codes than the server sends. */
const IMPATIENT = 'otto'

const ENDED = 'Your session has ended. Please log in again'
const NO_MORE_CODES = 'The code has been sent too many times.'

const contextOf = ({ context }: Position) => context as unknown as SessionContext
const isIn =
  (...states: readonly string[]) =>
  ({ states: now }: Position) =>
    now.some((state) => states.includes(state))

/**
 * `world.who`: the user who types. `world.awaits`: the pending response of the server. `world.app`: the state of the
 * user's authenticator app.
 */
type Row = Act<SessionStage>

const signsIn = (
  description: string,
  who: string,
  awaits: string,
  { password = demoPassword, app }: { password?: string; app?: string } = {},
): Row => ({
  description,
  when: (_, world) => app === undefined || world['app'] === app,
  steps: [{ send: 'credentials.submitted', with: { username: who, password } }],
  world: { who, awaits },
  does: async ({ page, coded, usedUp }) => {
    await page.getByLabel('Username').fill({ [CODED]: coded, [USED_UP]: usedUp }[who] ?? who)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button(page, 'Log in').click()
  },
})

const typesCode = (
  description: string,
  state: string,
  awaits: string,
  who: string,
  type: (stage: SessionStage) => Promise<string>,
): Row => ({
  description,
  when: (position, world) => isIn(state)(position) && world['who'] === who,
  steps: [{ send: 'code.submitted' }],
  world: { awaits },
  does: async (stage) => {
    await code(stage.page).fill(await type(stage))
    await stage.page.keyboard.press('Enter')
  },
})

const secretOf = async (page: Page) => ((await page.locator('main code').textContent()) ?? '').replaceAll(' ', '')
/** The last code sent by e-mail, which is valid. */
async function mailedCode({ server, coded, spent }: SessionStage): Promise<string> {
  const last = async () => (await mails(server, `${coded}@`, 1)).findLast((mail) => mail.code !== '')?.code ?? ''
  await expect.poll(async () => ['', ...spent].includes(await last())).toBe(false)
  return last()
}

const people: readonly Row[] = [
  signsIn('somebody without a second factor signs in', 'olive', 'signed in'),
  signsIn('somebody mistypes the password', 'olive', 'wrong password', { password: 'not-the-one' }),
  signsIn('somebody whose code is mailed signs in', CODED, 'code required'),
  signsIn('somebody who has had too many codes signs in', IMPATIENT, 'no code is sent'),
  signsIn('somebody who can have no code signs in', USED_UP, 'no code'),
  signsIn('somebody who has to set up a second factor signs in', NEW, 'not enrolled', { app: 'none' }),
  signsIn('somebody with an authenticator app signs in', NEW, 'code of the app', { app: 'set up' }),
  typesCode('the mailed code is typed', 'enteringCode', 'signed in', CODED, mailedCode),
  typesCode('a wrong code is typed', 'enteringCode', 'code wrong', CODED, async (stage) =>
    aWrongCodeFor(await mailedCode(stage)),
  ),
  typesCode('the code of the app is typed', 'enrolling', 'confirmed', NEW, async ({ page }) =>
    totp(await secretOf(page), Date.now()),
  ),
  typesCode('a wrong code of the app is typed', 'enrolling', 'code wrong', NEW, async ({ page }) =>
    aWrongCodeFor(totp(await secretOf(page), Date.now())),
  ),
  {
    description: 'another code is asked for',
    when: (_, { who }) => who === CODED,
    steps: [{ send: 'code.resendRequested' }],
    world: { awaits: 'code sent again' },
    does: async (stage) => {
      stage.spent.add(await mailedCode(stage))
      await button(stage.page, 'Resend Code').click()
    },
  },
  {
    description: 'one code too many is asked for',
    when: (_, { who }) => who === IMPATIENT,
    steps: [{ send: 'code.resendRequested' }],
    world: { awaits: 'resend limit' },
    does: async ({ page, server }) => {
      const credentials = { username: IMPATIENT, password: demoPassword, ownerID: client.ownerId, resend: true }
      const request = async () => (await post(server.url, 'logIn', credentials)).response.resultCode
      // Requested repeatedly without a pause.
      await expect.poll(request, { intervals: [0] }).toBe('-20155')
      await button(page, 'Resend Code').click()
    },
  },
  {
    description: 'a code is asked for though none can be sent',
    when: (_, { who }) => who === USED_UP,
    steps: [{ send: 'code.resendRequested' }],
    world: { awaits: 'no code, requested again' },
    at: ({ page }) => button(page, 'Resend Code'),
  },
  {
    description: 'the passkey is chosen',
    when: (_, { who }) => who === CODED || who === USED_UP,
    steps: [{ send: 'passkey.chosen' }],
    at: ({ page }) => button(page, 'Use a passkey'),
  },
  {
    description: 'a recovery code is to answer instead, and the app after all',
    when: (_, world) => world['awaits'] === 'code of the app',
    steps: [{ send: 'message.dismissed' }, { send: 'message.dismissed' }],
    does: async ({ page }) => {
      await button(page, 'Use a recovery code').click()
      await expect(page.getByLabel('Recovery Code')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await button(page, 'Use a verification code').click()
    },
  },
  {
    description: 'Cancel',
    // The sign-in form has nothing to cancel.
    when: (position) =>
      !isIn('enrolled')(position) &&
      !(isIn('signingIn', 'loadingUser')(position) && contextOf(position).mfaStatus === 'unknown'),
    steps: [{ send: 'cancelled' }],
    at: ({ page }) => button(page, 'Cancel'),
  },
  {
    description: 'the recovery codes are kept, and OK',
    when: isIn('enrolled'),
    steps: [{ send: 'cancelled' }],
    world: { app: 'set up' },
    does: async ({ page }) => {
      await page.getByLabel('I have saved them').check()
      await button(page, 'OK').click()
    },
  },
  { description: 'the secret is asked for again', steps: [{ send: 'secret.retried' }], at: ({ page }) => again(page) },
  { description: 'the user is asked for again', steps: [{ send: 'user.retried' }], at: ({ page }) => again(page) },
  {
    description: 'they sign out, and the page is opened anew',
    when: isIn('signedIn'),
    steps: ['reopened'],
    does: opens,
  },
]

const tryAgain = (page: Page) => button(page, 'Try again')
const again = (page: Page) => main(page).getByRole('button', { name: 'Try again' })

/** The server sends its pending response. */
const serverResult = (work: string, as: string, output?: object): Row => ({
  description: `${work} is answered: ${as}`,
  when: (_, { awaits }) => awaits === as,
  steps: [output ? { end: work, output } : { end: work, as }],
  does: async ({ calls, spent }) => {
    const call = await calls.next(operations[work] ?? '')
    if (as === 'signed in') spent.add(String(call.params['challenge']))
    await call.pass()
  },
})
const connectionLoses = (work: string, as = 'lost', output?: object): Row => ({
  description: `${work} gets no answer`,
  steps: [output ? { end: work, output } : { end: work, as }],
  does: async ({ calls }) => (await calls.next(operations[work] ?? '')).lose(),
})

const codeOf = (factor: 'email' | 'app', code: string, resendLimit = '') => ({
  kind: 'responded',
  code,
  text: '',
  token: '',
  resendLimit,
  noCode: false,
  factor,
  hasPasskey: false,
})
const operations: Readonly<Record<string, string>> = {
  logIn: 'logIn',
  promptPasskey: 'passkeyLoginOptions',
  enrollUser: 'enrollUser',
  confirmEnrolment: 'confirm2FAEnrolment',
  loadUser: 'userInfo',
}

const others: readonly Row[] = [
  ...[
    'signed in',
    'wrong password',
    'code required',
    'code wrong',
    'code sent again',
    'no code',
    'no code, requested again',
    'not enrolled',
  ].map((as) => serverResult('logIn', as)),
  serverResult('logIn', 'code of the app', codeOf('app', '-20150')),
  serverResult('logIn', 'no code is sent', codeOf('email', '-20150')),
  serverResult('logIn', 'resend limit', codeOf('email', '-20155', NO_MORE_CODES)),
  connectionLoses('logIn'),
  {
    description: 'the passkey answers',
    steps: [{ end: 'promptPasskey', as: 'given' }],
    world: { awaits: 'signed in' },
    does: async ({ calls }) => (await calls.next('passkeyLoginOptions')).pass(),
  },
  connectionLoses('promptPasskey'),
  {
    description: 'the secret comes',
    steps: [{ end: 'enrollUser', as: 'given' }],
    does: async ({ calls }) => (await calls.next('enrollUser')).pass(),
  },
  connectionLoses('enrollUser'),
  serverResult('confirmEnrolment', 'confirmed'),
  serverResult('confirmEnrolment', 'code wrong'),
  connectionLoses('confirmEnrolment'),
  {
    description: 'the user comes, and the portal opens',
    steps: [
      { end: 'loadUser', as: 'loaded' },
      { end: 'openSession', as: 'opened' },
    ],
    does: async ({ calls }) => (await calls.next('userInfo')).pass(),
  },
  connectionLoses('loadUser'),
  {
    description: 'the session is over before the user comes',
    steps: [{ end: 'loadUser', output: { kind: 'refused', text: ENDED } }],
    does: async ({ calls, server }) => {
      const call = await calls.next('userInfo')
      await post(server.url, 'logOut', { token: call.params['token'] })
      await call.pass()
    },
  },
]

const main = (page: Page) => page.getByRole('main')
const busy = (page: Page) =>
  main(page)
    .locator('button[aria-busy=true]')
    .filter({ hasText: /^(Log in|Submit|Resend Code)$/ })
const idle = (page: Page, name: string) => button(page, name).and(page.locator(':not([aria-busy])'))
/** Elements of the view for setting up a second factor. */
const enrolment = (page: Page) =>
  main(page).filter({ has: page.getByRole('heading', { name: 'Two-Factor Authentication Required' }) })

/** The state in which each effect can fail. */
const brokenIn = {
  logIn: 'signingIn',
  promptPasskey: 'promptingPasskey',
  enrollUser: 'fetchingSecret',
  confirmEnrolment: 'confirmingEnrolment',
  loadUser: 'loadingUser',
  openSession: 'openingSession',
}

const world: World = { who: 'nobody', awaits: 'nothing', app: 'none' }

export const sessionReplay: PageReplay<SessionStage> = {
  entry: sessionEntry,
  world,
  acts: [...people, ...others],
  calls: operations,
  looks: {
    signedOut: (page) => idle(page, 'Log in'),
    // The form waits in the same way, whatever is sent to the server.
    signingIn: busy,
    promptingPasskey: busy,
    loadingUser: busy,
    enteringCode: (page) => idle(page, 'Submit'),
    codeUnavailable: (page) =>
      main(page)
        .filter({ hasText: NO_MORE_CODES })
        .filter({ hasNot: code(page) }),
    fetchingSecret: (page) =>
      enrolment(page)
        .filter({ hasNot: tryAgain(page) })
        .filter({ hasNot: code(page) }),
    secretMissing: (page) => enrolment(page).filter({ has: tryAgain(page) }),
    enrolling: (page) => enrolment(page).filter({ has: idle(page, 'Accept') }),
    confirmingEnrolment: (page) => enrolment(page).locator('button[aria-busy=true]', { hasText: /^Accept$/ }),
    enrolled: (page) => page.getByRole('dialog', { name: 'Enrolment Successful' }),
    userNotLoaded: (page) => page.getByText('You are logged in, but your settings did not arrive.'),
    signedIn: welcome,
  },
  controls: {
    'credentials.submitted': (page) => button(page, 'Log in'),
    'code.submitted': (page) => main(page).getByRole('button', { name: /^(Submit|Accept)$/ }),
    'code.resendRequested': (page) => button(page, 'Resend Code'),
    'passkey.chosen': (page) => button(page, 'Use a passkey'),
    'message.dismissed': (page) => button(page, 'Use a recovery code'),
    cancelled: (page) => main(page).getByRole('button', { name: 'Cancel', exact: true }),
  },
  // The message about the last attempt disappears during the next attempt.
  description: (position) =>
    isIn('signingIn', 'promptingPasskey', 'loadingUser', 'confirmingEnrolment', 'signedIn')(position)
      ? ''
      : messageToText(contextOf(position).message),
  // Checks each view of a second factor once.
  async compare({ page, scanned }, { states: [state = ''] }) {
    if (!['enteringCode', 'codeUnavailable', 'enrolling', 'enrolled'].includes(state) || scanned.has(state)) return
    scanned.add(state)
    expect(await violations(page, state === 'enrolled' ? '[role=dialog]' : 'main')).toEqual([])
  },
  elsewhere: {
    ...Object.fromEntries(
      Object.entries(brokenIn).map(([work, state]) => [
        `${state} · ${work} broken`,
        'The flows answer every failure they know; only a defect fails: tests/machines/paths.test.ts.',
      ]),
    ),
    openingSession: 'Nothing can be seen of it: the session is stored on the device immediately.',
  },
  opens,
}

async function opens({ page, url }: SessionStage): Promise<void> {
  await page.goto(`${url}logout`)
  await expect(page.getByLabel('Username')).toBeVisible()
}
