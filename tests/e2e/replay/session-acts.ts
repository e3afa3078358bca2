// Acts for the replay of signing in: what users do on the sign-in page, how server and connection affect it, and a
// marker for each state.
import { voyager as client } from '#brand/voyager.ts'
import { sessionEntry } from '#tools/lab/catalogue/access.ts'
import type { Position } from '#tools/lab/catalogue/drive.ts'
import type { SessionContext } from '#machines/session-steps.ts'
import { findViolations } from '#tests/support/axe.ts'
import { demoPassword, post } from '#tests/support/call.ts'
import type { RunningServer } from '#tests/support/server.ts'
import type { Act, World } from '#tests/support/replay.ts'
import type { PageReplay, Setup } from '#tests/support/replay-page.ts'
import { totp } from '#tests/support/totp.ts'
import { messageToText } from '#pages/access/messageToText.ts'
import type { Page } from '@playwright/test'
import { wrongCodeFor, button, code, expect, mails, welcome } from '../access-setup.ts'

export interface SessionSetup extends Setup {
  readonly server: RunningServer
  readonly url: string
  /** The username of a user who has a passkey and gets codes by e-mail. */
  readonly userWithCode: string
  /** The username of a user with a passkey who has no valid code and cannot get a new one. */
  readonly userWithoutCode: string
  /** Mailed codes that are no longer valid. */
  readonly usedCodes: Set<string>
  /** The states that axe has checked. */
  readonly checkedStates: Set<string>
}

/** Stands for the setup's `userWithCode`. */
const WITH_CODE = 'userWithCode'
/** Stands for the setup's `userWithoutCode`. */
const WITHOUT_CODE = 'userWithoutCode'
/** A user of the demo programme without a second factor, who must set one up. */
export const NEW_USER = 'nina'
/** A user who has requested more codes than the server sends. */
const LIMITED = 'otto'

const SESSION_ENDED = 'Your session has ended. Please log in again'
const NO_MORE_CODES = 'The code has been sent too many times.'

const contextOf = ({ context }: Position) => context as unknown as SessionContext
const isIn =
  (...states: readonly string[]) =>
  (position: Position) =>
    position.states.some((state) => states.includes(state))

/**
 * `world.user`: the user who types. `world.response`: the response that the server will send. `world.app`: the state of
 * the user's authenticator app.
 */
type SessionAct = Act<SessionSetup>

const signIn = (
  description: string,
  user: string,
  response: string,
  { password = demoPassword, app }: { password?: string; app?: string } = {},
): SessionAct => ({
  description,
  when: (_, world) => app === undefined || world['app'] === app,
  steps: [{ send: 'credentials.submitted', with: { username: user, password } }],
  world: { user, response },
  perform: async ({ page, userWithCode, userWithoutCode }) => {
    const usernames: Readonly<Record<string, string>> = { [WITH_CODE]: userWithCode, [WITHOUT_CODE]: userWithoutCode }
    await page.getByLabel('Username').fill(usernames[user] ?? user)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button(page, 'Log in').click()
  },
})

const enterCode = (
  description: string,
  state: string,
  response: string,
  user: string,
  codeOf: (setup: SessionSetup) => Promise<string>,
): SessionAct => ({
  description,
  when: (position, world) => isIn(state)(position) && world['user'] === user,
  steps: [{ send: 'code.submitted' }],
  world: { response },
  perform: async (setup) => {
    await code(setup.page).fill(await codeOf(setup))
    await setup.page.keyboard.press('Enter')
  },
})

const secretOf = async (page: Page) => ((await page.locator('main code').textContent()) ?? '').replaceAll(' ', '')
/** The last code sent by e-mail, which is valid. */
async function mailedCode({ server, userWithCode, usedCodes }: SessionSetup): Promise<string> {
  const lastCode = async () =>
    (await mails(server, `${userWithCode}@`, 1)).findLast((mail) => mail.code !== '')?.code ?? ''
  await expect.poll(async () => ['', ...usedCodes].includes(await lastCode())).toBe(false)
  return lastCode()
}

const userActs: readonly SessionAct[] = [
  signIn('a user without a second factor signs in', 'olive', 'signed in'),
  signIn('a user mistypes the password', 'olive', 'wrong password', { password: 'not-the-one' }),
  signIn('a user who gets codes by e-mail signs in', WITH_CODE, 'code required'),
  signIn('a user who has requested too many codes signs in', LIMITED, 'no code is sent'),
  signIn('a user who cannot get a code signs in', WITHOUT_CODE, 'no code'),
  signIn('a user who must set up a second factor signs in', NEW_USER, 'not enrolled', { app: 'none' }),
  signIn('a user with an authenticator app signs in', NEW_USER, 'code of the app', { app: 'set up' }),
  enterCode('the mailed code is entered', 'enteringCode', 'signed in', WITH_CODE, mailedCode),
  enterCode('a wrong code is entered', 'enteringCode', 'code wrong', WITH_CODE, async (setup) =>
    wrongCodeFor(await mailedCode(setup)),
  ),
  enterCode('the code of the app is entered', 'enrolling', 'confirmed', NEW_USER, async ({ page }) =>
    totp(await secretOf(page), Date.now()),
  ),
  enterCode('a wrong code of the app is entered', 'enrolling', 'code wrong', NEW_USER, async ({ page }) =>
    wrongCodeFor(totp(await secretOf(page), Date.now())),
  ),
  {
    description: 'another code is requested',
    when: (_, { user }) => user === WITH_CODE,
    steps: [{ send: 'code.resendRequested' }],
    world: { response: 'code sent again' },
    perform: async (setup) => {
      setup.usedCodes.add(await mailedCode(setup))
      await button(setup.page, 'Resend Code').click()
    },
  },
  {
    description: 'one code too many is requested',
    when: (_, { user }) => user === LIMITED,
    steps: [{ send: 'code.resendRequested' }],
    world: { response: 'resend limit' },
    perform: async ({ page, server }) => {
      const credentials = { username: LIMITED, password: demoPassword, ownerID: client.ownerId, resend: true }
      const request = async () => (await post(server.url, 'logIn', credentials)).response.resultCode
      // Requested repeatedly without a pause.
      await expect.poll(request, { intervals: [0] }).toBe('-20155')
      await button(page, 'Resend Code').click()
    },
  },
  {
    description: 'a code is requested although none can be sent',
    when: (_, { user }) => user === WITHOUT_CODE,
    steps: [{ send: 'code.resendRequested' }],
    world: { response: 'no code, requested again' },
    control: ({ page }) => button(page, 'Resend Code'),
  },
  {
    description: 'the passkey is chosen',
    when: (_, { user }) => user === WITH_CODE || user === WITHOUT_CODE,
    steps: [{ send: 'passkey.chosen' }],
    control: ({ page }) => button(page, 'Use a passkey'),
  },
  {
    description: 'the user switches to a recovery code and back to the app',
    when: (_, { response }) => response === 'code of the app',
    steps: [{ send: 'factor.switched' }, { send: 'factor.switched' }],
    perform: async ({ page }) => {
      await button(page, 'Use a recovery code').click()
      await expect(page.getByLabel('Recovery Code')).toBeVisible()
      expect(await findViolations(page)).toEqual([])
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
    control: ({ page }) => button(page, 'Cancel'),
  },
  {
    description: 'the user confirms that the recovery codes are saved',
    when: isIn('enrolled'),
    steps: [{ send: 'cancelled' }],
    world: { app: 'set up' },
    perform: async ({ page }) => {
      await page.getByLabel('I have saved them').check()
      await button(page, 'OK').click()
    },
  },
  {
    description: 'the secret is requested again',
    steps: [{ send: 'secret.retried' }],
    control: ({ page }) => tryAgainOnPage(page),
  },
  {
    description: 'the user is requested again',
    steps: [{ send: 'user.retried' }],
    control: ({ page }) => tryAgainOnPage(page),
  },
  {
    description: 'the user signs out, and the page is reopened',
    when: isIn('signedIn'),
    steps: ['reopened'],
    perform: open,
  },
]

const tryAgain = (page: Page) => button(page, 'Try again')
const tryAgainOnPage = (page: Page) => main(page).getByRole('button', { name: 'Try again' })

/** The server sends the response that `world` expects. */
const serverResponds = (work: string, as: string, output?: object): SessionAct => ({
  description: `the server responds to ${work}: ${as}`,
  when: (_, { response }) => response === as,
  steps: [output ? { end: work, output } : { end: work, as }],
  perform: async ({ calls, usedCodes }) => {
    const call = await calls.waitForHeld(operations[work] ?? '')
    if (as === 'signed in') usedCodes.add(String(call.params['challenge']))
    await call.pass()
  },
})
const loseResponse = (work: string, as = 'lost', output?: object): SessionAct => ({
  description: `the response to ${work} is lost`,
  steps: [output ? { end: work, output } : { end: work, as }],
  perform: async ({ calls }) => (await calls.waitForHeld(operations[work] ?? '')).lose(),
})

const codeRequired = (factor: 'email' | 'app', code: string, resendLimitText = '') => ({
  kind: 'responded',
  code,
  text: '',
  token: '',
  resendLimitText,
  isCodeUnavailable: false,
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

const serverActs: readonly SessionAct[] = [
  ...[
    'signed in',
    'wrong password',
    'code required',
    'code wrong',
    'code sent again',
    'no code',
    'no code, requested again',
    'not enrolled',
  ].map((as) => serverResponds('logIn', as)),
  serverResponds('logIn', 'code of the app', codeRequired('app', '-20150')),
  serverResponds('logIn', 'no code is sent', codeRequired('email', '-20150')),
  serverResponds('logIn', 'resend limit', codeRequired('email', '-20155', NO_MORE_CODES)),
  loseResponse('logIn'),
  {
    description: 'the passkey is confirmed',
    steps: [{ end: 'promptPasskey', as: 'succeeded' }],
    world: { response: 'signed in' },
    perform: async ({ calls }) => (await calls.waitForHeld('passkeyLoginOptions')).pass(),
  },
  loseResponse('promptPasskey'),
  {
    description: 'the secret arrives',
    steps: [{ end: 'enrollUser', as: 'received' }],
    perform: async ({ calls }) => (await calls.waitForHeld('enrollUser')).pass(),
  },
  loseResponse('enrollUser'),
  serverResponds('confirmEnrolment', 'confirmed'),
  serverResponds('confirmEnrolment', 'code wrong'),
  loseResponse('confirmEnrolment'),
  {
    description: 'the user arrives, and the portal opens',
    steps: [
      { end: 'loadUser', as: 'loaded' },
      { end: 'openSession', as: 'opened' },
    ],
    perform: async ({ calls }) => (await calls.waitForHeld('userInfo')).pass(),
  },
  loseResponse('loadUser'),
  {
    description: 'the session ends before the user arrives',
    steps: [{ end: 'loadUser', output: { kind: 'refused', text: SESSION_ENDED } }],
    perform: async ({ calls, server }) => {
      const call = await calls.waitForHeld('userInfo')
      await post(server.url, 'logOut', { token: call.params['token'] })
      await call.pass()
    },
  },
]

const main = (page: Page) => page.getByRole('main')
const busyButton = (page: Page) =>
  main(page)
    .locator('button[aria-busy=true]')
    .filter({ hasText: /^(Log in|Submit|Resend Code)$/ })
const idleButton = (page: Page, name: string) => button(page, name).and(page.locator(':not([aria-busy])'))
/** Elements of the view for setting up a second factor. */
const enrolmentView = (page: Page) =>
  main(page).filter({ has: page.getByRole('heading', { name: 'Two-Factor Authentication Required' }) })

/** The state in which each effect runs. */
const stateOfEffect = {
  logIn: 'signingIn',
  promptPasskey: 'promptingPasskey',
  enrollUser: 'fetchingSecret',
  confirmEnrolment: 'confirmingEnrolment',
  loadUser: 'loadingUser',
  openSession: 'openingSession',
}

const world: World = { user: 'none', response: 'none', app: 'none' }

export const sessionReplay: PageReplay<SessionSetup> = {
  entry: sessionEntry,
  world,
  acts: [...userActs, ...serverActs],
  calls: operations,
  markers: {
    signedOut: (page) => idleButton(page, 'Log in'),
    // The form looks the same, whatever it waits for.
    signingIn: busyButton,
    promptingPasskey: busyButton,
    loadingUser: busyButton,
    enteringCode: (page) => idleButton(page, 'Submit'),
    codeUnavailable: (page) =>
      main(page)
        .filter({ hasText: NO_MORE_CODES })
        .filter({ hasNot: code(page) }),
    fetchingSecret: (page) =>
      enrolmentView(page)
        .filter({ hasNot: tryAgain(page) })
        .filter({ hasNot: code(page) }),
    secretMissing: (page) => enrolmentView(page).filter({ has: tryAgain(page) }),
    enrolling: (page) => enrolmentView(page).filter({ has: idleButton(page, 'Accept') }),
    confirmingEnrolment: (page) => enrolmentView(page).locator('button[aria-busy=true]', { hasText: /^Accept$/ }),
    enrolled: (page) => page.getByRole('dialog', { name: 'Enrolment Successful' }),
    userNotLoaded: (page) => page.getByText('You are logged in, but your settings did not arrive.'),
    signedIn: welcome,
  },
  controls: {
    'credentials.submitted': (page) => button(page, 'Log in'),
    'code.submitted': (page) => main(page).getByRole('button', { name: /^(Submit|Accept)$/ }),
    'code.resendRequested': (page) => button(page, 'Resend Code'),
    'passkey.chosen': (page) => button(page, 'Use a passkey'),
    'factor.switched': (page) => button(page, 'Use a recovery code'),
    cancelled: (page) => main(page).getByRole('button', { name: 'Cancel', exact: true }),
  },
  // The message about the last attempt disappears during the next attempt.
  messageIn: (position) =>
    isIn('signingIn', 'promptingPasskey', 'loadingUser', 'confirmingEnrolment', 'signedIn')(position)
      ? ''
      : messageToText(contextOf(position).message),
  // Checks each view of a second factor once.
  async compare({ page, checkedStates }, { states: [state = ''] }) {
    if (!['enteringCode', 'codeUnavailable', 'enrolling', 'enrolled'].includes(state) || checkedStates.has(state))
      return
    checkedStates.add(state)
    expect(await findViolations(page, state === 'enrolled' ? '[role=dialog]' : 'main')).toEqual([])
  },
  exclusions: {
    ...Object.fromEntries(
      Object.entries(stateOfEffect).map(([work, state]) => [
        `${state} · ${work} broken`,
        'Flows turn every known failure into a result; only a defect fails: tests/machines/paths.test.ts.',
      ]),
    ),
    openingSession: 'Not visible: the session is stored on the device immediately.',
  },
  open,
}

async function open({ page, url }: SessionSetup): Promise<void> {
  await page.goto(`${url}logout`)
  await expect(page.getByLabel('Username')).toBeVisible()
}
