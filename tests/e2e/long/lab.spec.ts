// The lab: a machine driven by hand and by keyboard, exported as a scenario that the terminal runs, and reopened; and the
// lab next to an open portal tab. In one file, since serving the lab takes longer than each test.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'
import { colourRules, findViolations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { runTerminal } from '#tools/lab/terminal.ts'

// Served as `npm run machines` serves it.
let server: ViteDevServer
const cacheDir = join(tmpdir(), `lab-${process.pid}`)
test.beforeAll(async () => {
  server = await createServer({
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    cacheDir,
    logLevel: 'error',
    server: { port: 0, hmr: false, ws: false, watch: null },
  })
  await server.listen()
})
test.afterAll(async () => {
  await server.close()
  rmSync(cacheDir, { recursive: true, force: true })
})
const base = () => server.resolvedUrls?.local[0] ?? ''

test('a machine can be driven, stepped back, exported as a scenario, and reopened', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${base()}tools/lab/index.html#change`)
  await expect(page.getByRole('img', { name: 'Chart of A change, in storing' })).toBeVisible()
  const stepButton = (name: string) => page.getByRole('button', { name, exact: true })
  await stepButton('store ends: stored').click()
  // Uses only the keyboard.
  await stepButton('send ends: lost').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'Chart of A change, in unknown' })).toBeVisible()
  await expect(page.getByText('"noConnection"')).toBeVisible()

  // A response entered by the tester.
  await stepButton('resend (the same day)').click()
  const workRegion = page.getByRole('region', { name: 'Work under way' })
  await workRegion.getByText('send', { exact: true }).click()
  await workRegion
    .getByLabel('As JSON')
    .fill('{"kind":"refused","message":{"code":"serverMessage","text":"The card is stopped"},"errors":[')
  await expect(workRegion.getByRole('button', { name: 'End with this result' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await workRegion
    .getByLabel('As JSON')
    .fill('{"kind":"refused","message":{"code":"serverMessage","text":"The card is stopped"},"errors":[]}')
  await workRegion.getByRole('button', { name: 'End with this result' }).click()
  await stepButton('forgetRefused ends: forgotten').click()
  // The pressed button is gone, since the machine has ended. The focus is still where the steps are.
  await expect(page.getByText('Nothing: the machine has come to its end.').locator('..')).toBeFocused()
  await expect(page.getByRole('img', { name: 'Chart of A change, in refused' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Copy as scenario' }).click()
  const scenario = await page.evaluate(() => navigator.clipboard.readText())
  const { lines, exitCode } = runTerminal(['change', 'mine.json'], () => scenario)
  expect([exitCode, lines.at(-2)]).toEqual([0, 'As expected'])

  // Goes back and takes another path, which discards the later steps.
  const stepsSoFar = page.getByRole('region', { name: 'Steps so far' })
  await stepsSoFar.getByRole('button', { name: 'store ends: stored' }).click()
  await stepButton('send ends: done').click()
  await expect(stepsSoFar.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('img', { name: 'Chart of A change, in handlingResult' })).toBeVisible()

  // The steps survive a reload, and each step shows what it means and carries.
  await page.reload()
  await expect(stepsSoFar.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('img', { name: 'Chart of A change, in handlingResult' })).toBeVisible()
  const possible = page.getByRole('region', { name: 'What can happen now' })
  await expect(possible.getByText('"an unexpected failure"')).toBeVisible()

  await page.getByText('Dark', { exact: true }).click()
  await page
    .getByLabel('Open a scenario')
    .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(scenario) })
  await expect(page.getByRole('img', { name: 'Chart of A change, in refused' })).toBeVisible()
  expect(await findViolations(page, 'main', colourRules)).toEqual([])
  await page
    .getByLabel('Open a scenario')
    .setInputFiles({ name: 'none.json', mimeType: 'application/json', buffer: Buffer.from('{') })
  await expect(page.getByText('none.json is not JSON')).toBeVisible()
})

test('the lab shows each step of a scenario with its result, and refuses what the terminal refuses', async ({
  page,
}) => {
  await page.goto(`${base()}tools/lab/index.html#batch`)
  const open = (name: string, scenario: unknown) =>
    page
      .getByLabel('Open a scenario')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(scenario)) })
  await open('fails.json', [
    { send: 'files.dropped' },
    { end: 'readFile', as: 'read' },
    { expect: { state: 'done' } },
    { send: 'submit' },
    { send: 'check' },
  ])
  const report = page.getByRole('region', { name: 'Scenario: fails.json' })
  // Without scrolling.
  await expect(report.getByText('Not as expected', { exact: true })).toBeInViewport()
  await expect(report.getByRole('listitem')).toHaveText([
    /^✓.*begins: new → choosing$/,
    /^✓.*files.dropped → reading$/,
    /^✓.*readFile ends: read → reviewing.unverified$/,
    /^✗.*expects doneThe state is reviewing.unverified, not done$/,
    // The scenario ends there, without the later steps.
    /^✗.*submitsubmit does nothing in reviewing.unverified$/,
  ])
  expect(await findViolations(page)).toEqual([])
  // A file for another machine selects that machine. An invalid file is refused, and the steps so far stay.
  await open('mistyped.json', [{ expect: { sate: 'done', cannot: ['sumbit'] } }, { end: 'readFile', sa: 'read' }])
  await expect(page.getByText("step 1: expect has no key 'sate': did you mean 'state'?")).toBeVisible()
  await expect(page.getByText("step 2: there is no key 'sa': did you mean 'as'?")).toBeVisible()
  await expect(page.getByRole('img', { name: 'Chart of Batch wizard, in reviewing.unverified' })).toBeVisible()
  await open('other.json', { machine: 'sesion', steps: [] })
  await expect(page.getByText("there is no machine 'sesion': did you mean 'session'?")).toBeVisible()
  await open('session.json', {
    machine: 'session',
    steps: [{ send: 'credentials.submitted' }, { expect: { state: 'signingIn' } }],
  })
  await expect(page.getByRole('img', { name: 'Chart of Signing in, in signingIn' })).toBeVisible()

  const zoom = page.getByRole('group', { name: 'Zoom' })
  await zoom.getByRole('button', { name: 'Zoom in' }).click()
  await expect(zoom).toContainText('100%')
  await zoom.getByRole('button', { name: 'The whole chart' }).click()
  await expect(zoom).toContainText('Fits')
})

test('the lab shows the machines of an open portal tab live, and sends them events', async ({ context }) => {
  const portal = await context.newPage()
  await portal.goto(base())
  await expect(portal.getByLabel('Username')).toBeVisible()
  const lab = await context.newPage()
  await lab.goto(`${base()}tools/lab/index.html`)
  await lab.getByRole('region', { name: 'Tab 1' }).getByRole('button', { name: 'Signing in: signedOut' }).click()
  await expect(lab.getByRole('img', { name: 'Chart of Signing in, in signedOut' })).toBeVisible()
  const signIn = async () => {
    await portal.bringToFront()
    await portal.getByLabel('Username').fill('olive')
    await portal.getByLabel('Password', { exact: true }).fill('x')
    await portal.getByRole('button', { name: 'Log in' }).click()
  }
  await portal.route('**/api', () => undefined)
  await signIn()
  await expect(lab.getByRole('img', { name: 'Chart of Signing in, in signingIn' })).toBeVisible()
  await expect(lab.getByText('credentials.submitted', { exact: true }).first()).toBeVisible()

  await lab.bringToFront()
  await lab.locator('summary', { hasText: 'cancelled' }).click()
  await lab.getByRole('button', { name: 'Send to the portal' }).first().click()
  await expect(lab.getByRole('img', { name: 'Chart of Signing in, in signedOut' })).toBeVisible()
  await expect(portal.getByRole('button', { name: 'Log in' })).toBeEnabled()
  // What has happened there runs as a scenario in the terminal. It has no password.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await lab.getByRole('button', { name: 'Copy as scenario' }).click()
  const scenario = await lab.evaluate(() => navigator.clipboard.readText())
  expect(JSON.parse(scenario)).toMatchObject({
    steps: [
      { send: 'credentials.submitted', with: { username: 'olive', password: '…' } },
      { send: 'cancelled' },
      { expect: { state: 'signedOut' } },
    ],
  })
  expect(runTerminal(['session', 'live.json'], () => scenario).lines.at(-2)).toBe('As expected')
  const secondPage = await context.newPage()
  await secondPage.goto(`${base()}forgotPassword`)
  await expect(lab.getByRole('region', { name: 'Tab 2' })).toContainText('forgotPassword')
  await expect(lab.getByRole('region', { name: 'Tab 1' })).toContainText('Signing in: signedOut')
  await secondPage.close()
  await expect(lab.getByRole('region', { name: 'Tab 2' })).toHaveCount(0)
  await portal.close()
  await expect(lab.getByText('None. Run npm run dev')).toBeVisible()
})
