// Acts on the sign-in page, and a marker for each state of its machine. The page performs exactly what the scenarios of
// scenarios.spec.ts need.
import { sessionEntry } from '#tools/lab/catalogue/access.ts'
import type { Position } from '#tools/lab/catalogue/drive.ts'
import { findViolations } from '#tests/support/axe.ts'
import { demoPassword } from '#tests/support/call.ts'
import type { RunningServer } from '#tests/support/server.ts'
import type { Act, World } from '#tests/support/replay.ts'
import type { PageReplay, Setup } from '#tests/support/replay-page.ts'
import { totp } from '#tests/support/totp.ts'
import type { Page } from '@playwright/test'
import { wrongCodeFor, button, code, expect, mails, welcome } from '../access-setup.ts'

export interface SessionSetup extends Setup {
  readonly server: RunningServer
  /** Mailed codes that are no longer valid. */
  readonly usedCodes: Set<string>
  /** The states that axe has checked. */
  readonly checkedStates: Set<string>
}

/** A user of the demo programme who gets codes by e-mail. */
const WITH_CODE = 'otto'
/** A user of the demo programme without a second factor, who must set one up. */
export const NEW_USER = 'nina'

const isIn =
  (...states: readonly string[]) =>
  (position: Position) =>
    position.states.some((state) => states.includes(state))

/** `world.user`: the user who types. `world.response`: the response that the server will send. */
type SessionAct = Act<SessionSetup>

const signIn = (description: string, user: string, response: string): SessionAct => ({
  description,
  steps: [{ send: 'credentials.submitted', with: { username: user, password: demoPassword } }],
  world: { user, response },
  perform: async ({ page }) => {
    await page.getByLabel('Username').fill(user)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
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
async function mailedCode({ server, usedCodes }: SessionSetup): Promise<string> {
  const lastCode = async () =>
    (await mails(server, `${WITH_CODE}@`, 1)).findLast((mail) => mail.code !== '')?.code ?? ''
  await expect.poll(async () => ['', ...usedCodes].includes(await lastCode())).toBe(false)
  return lastCode()
}

const userActs: readonly SessionAct[] = [
  signIn('a user without a second factor signs in', 'olive', 'signed in'),
  signIn('a user who gets codes by e-mail signs in', WITH_CODE, 'code required'),
  signIn('a user who must set up a second factor signs in', NEW_USER, 'not enrolled'),
  enterCode('the mailed code is entered', 'enteringCode', 'signed in', WITH_CODE, mailedCode),
  enterCode('a wrong code is entered', 'enteringCode', 'code wrong', WITH_CODE, async (setup) =>
    wrongCodeFor(await mailedCode(setup)),
  ),
  enterCode('the code of the app is entered', 'enrolling', 'confirmed', NEW_USER, async ({ page }) =>
    totp(await secretOf(page), Date.now()),
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
    description: 'the user confirms that the recovery codes are saved',
    when: isIn('enrolled'),
    steps: [{ send: 'cancelled' }],
    perform: async ({ page }) => {
      await page.getByLabel('I have saved them').check()
      await button(page, 'OK').click()
    },
  },
  {
    description: 'the user is requested again',
    steps: [{ send: 'user.retried' }],
    control: ({ page }) => main(page).getByRole('button', { name: 'Try again' }),
  },
]

const tryAgain = (page: Page) => button(page, 'Try again')

/** The server sends the response that `world` expects. */
const serverResponds = (work: string, as: string): SessionAct => ({
  description: `the server responds to ${work}: ${as}`,
  when: (_, { response }) => response === as,
  steps: [{ end: work, as }],
  perform: async ({ calls, usedCodes }) => {
    const call = await calls.waitForHeld(operations[work] ?? '')
    if (as === 'signed in') usedCodes.add(String(call.params['challenge']))
    await call.pass()
  },
})

const operations: Readonly<Record<string, string>> = {
  logIn: 'logIn',
  promptPasskey: 'passkeyLoginOptions',
  enrollUser: 'enrollUser',
  confirmEnrolment: 'confirm2FAEnrolment',
  loadUser: 'userInfo',
}

const serverActs: readonly SessionAct[] = [
  ...['signed in', 'code required', 'code wrong', 'code sent again', 'not enrolled'].map((as) =>
    serverResponds('logIn', as),
  ),
  {
    description: 'the secret arrives',
    steps: [{ end: 'enrollUser', as: 'received' }],
    perform: async ({ calls }) => (await calls.waitForHeld('enrollUser')).pass(),
  },
  serverResponds('confirmEnrolment', 'confirmed'),
  {
    description: 'the user arrives, and the portal opens',
    steps: [
      { end: 'loadUser', as: 'loaded' },
      { end: 'openSession', as: 'opened' },
    ],
    perform: async ({ calls }) => (await calls.waitForHeld('userInfo')).pass(),
  },
  {
    description: 'the response to loadUser is lost',
    steps: [{ end: 'loadUser', as: 'lost' }],
    perform: async ({ calls }) => (await calls.waitForHeld('userInfo')).lose(),
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

const world: World = { user: 'none', response: 'none' }

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
        .filter({ hasText: 'The code has been sent too many times.' })
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
      : (sessionEntry.messageIn?.(position.context) ?? ''),
  // Checks each view of a second factor once.
  async compare({ page, checkedStates }, { states: [state = ''] }) {
    if (!['enteringCode', 'codeUnavailable', 'enrolling', 'enrolled'].includes(state) || checkedStates.has(state))
      return
    checkedStates.add(state)
    expect(await findViolations(page, state === 'enrolled' ? '[role=dialog]' : 'main')).toEqual([])
  },
  async open({ page }) {
    await page.goto('logout')
    await expect(page.getByLabel('Username')).toBeVisible()
  },
}
