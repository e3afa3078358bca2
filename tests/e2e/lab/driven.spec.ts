// The lab: a machine driven by hand and by keyboard, exported as a scenario that the terminal runs, and reopened.
import { aboutColours, violations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { runTerminal } from '#tools/lab/terminal.ts'
import { servesLab } from './lab-setup.ts'

const base = servesLab()

test('a machine can be driven, stepped back, exported as a scenario, and reopened', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${base()}tools/lab/index.html#change`)
  await expect(page.getByRole('img', { name: 'Chart of A change, in keeping' })).toBeVisible()
  const step = (name: string) => page.getByRole('button', { name, exact: true })
  await step('keep ends: kept').click()
  // By the keyboard alone.
  await step('send ends: lost').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'Chart of A change, in unknown' })).toBeVisible()
  await expect(page.getByText('"Cannot connect to server"')).toBeVisible()

  // An answer chosen by the tester.
  await step('resend (the same day)').click()
  const work = page.getByRole('region', { name: 'Work under way' })
  await work.getByText('send', { exact: true }).click()
  await work.getByLabel('As JSON').fill('{"kind":"refused","text":"The card is stopped","errors":[')
  await expect(work.getByRole('button', { name: 'End with this answer' })).toHaveAttribute('aria-disabled', 'true')
  await work.getByLabel('As JSON').fill('{"kind":"refused","text":"The card is stopped","errors":[]}')
  await work.getByRole('button', { name: 'End with this answer' }).click()
  await step('forgetRefused ends: forgotten').click()
  await expect(page.getByRole('img', { name: 'Chart of A change, in refused' })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Copy as scenario' }).click()
  const scenario = await page.evaluate(() => navigator.clipboard.readText())
  const { lines, exitCode } = runTerminal(['change', 'mine.json'], () => scenario)
  expect([exitCode, lines.at(-2)]).toEqual([0, 'As expected'])

  // Back, and another path from there: the later steps are gone.
  const way = page.getByRole('region', { name: 'The way so far' })
  await way.getByRole('button', { name: 'keep ends: kept' }).click()
  await step('send ends: done').click()
  await expect(way.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('img', { name: 'Chart of A change, in handingOver' })).toBeVisible()

  await page.getByText('Dark', { exact: true }).click()
  await page
    .getByLabel('Open a scenario')
    .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(scenario) })
  await expect(page.getByRole('img', { name: 'Chart of A change, in refused' })).toBeVisible()
  expect(await violations(page, 'main', aboutColours)).toEqual([])
  await page
    .getByLabel('Open a scenario')
    .setInputFiles({ name: 'none.json', mimeType: 'application/json', buffer: Buffer.from('{') })
  await expect(page.getByText('none.json is not JSON')).toBeVisible()
})
