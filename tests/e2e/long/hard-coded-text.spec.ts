// Portal and server in the pseudo-language (`node tools/build.mjs --pseudo`): no screen, response or file has a text
// that is not from the message files. Run by `npm run test:long`, or with `LONG=1 npx playwright test tests/e2e/long`.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { methodNames } from '#contract/methods.ts'
import { reportFileToName } from '#domain/reports/files.ts'
import { reportIds, reportOf, reportPath } from '#domain/reports/reports.ts'
import { languageNames } from '#domain/texts/languages.ts'
import { uploadTypes } from '#domain/uploads.ts'
import { addDays } from '#domain/dates.ts'
import { demoCardRow } from '#server/demo/cards.ts'
import { demoCardsInState, sampleWithErrors } from '#server/demo/sample-batch.ts'
import { sourceOf } from '#server/reports/sources.ts'
import { demoCards } from '#tests/support/demo-cards.ts'
import { clientFor, demoPassword, post } from '#tests/support/call.ts'
import { expect, test as usualTest, type WorkerFixtures } from '#tests/support/fixtures.ts'
import { type TextWatcher, watchTexts } from '#tests/support/hard-coded-text.ts'
import { browserSeed, startServer } from '#tests/support/server.ts'
import { inPseudo } from '#tools/pseudo-words.mjs'
import { today } from '../reports-setup.ts'

const categories = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('merchant-category-codes/without_groups/mcc-en.json'), 'utf8'),
) as readonly { readonly fullDescription: string }[]

const root = join(import.meta.dirname, '../../..')
const signedOutPaths = ['/login', '/forgotPassword', '/password/x/reset', '/user/x/activate']
const reportPaths = reportIds.map(reportPath)
const signedInPaths = [
  '/',
  '/drafts',
  '/user/detail',
  '/user/changepassword',
  '/user/adduser',
  '/user/edituser/1',
  '/user/search',
  '/user/review',
  '/user/groups',
  '/user/approval-rules',
  '/user/company-login',
  '/user/machines',
  '/user/audit',
  '/sandbox',
  '/card/search',
  `/card/details/${demoCardsInState('active', 1)[0]?.id}`,
  '/card/insertfee',
  '/batches/mine',
  '/batchloads',
  '/card/virtual-card-orders',
  '/card/physical-orders',
  '/card/my-orders',
  '/card/producer-files',
  '/card/events',
  '/card/events/daily',
  '/card/events/files',
  '/funding',
  '/funding/periods',
  '/merchant/signup',
  '/reports',
  '/no/such/page',
  ...Object.values(uploadTypes).map(({ path }) => path),
]

/**
 * Names and references of the demo programme, the categories of merchants, which are a list of the card network, and the
 * names of languages in these languages.
 */
const programmeData = [
  ...Object.values(languageNames),
  ...demoCards.map((card) => demoCardRow(card, today).name),
  ...categories.map(({ fullDescription }) => fullDescription.trim()),
  'Crew per diem, week 1',
  'Hotel deposits',
]

/** With a server of its own, because other tests need the usual one, and leave data that this file does not know. */
const test = usualTest.extend<object, Pick<WorkerFixtures, 'server'>>({
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from this pattern.
    async ({}, use) => {
      const server = await startServer({ seed: browserSeed() })
      await server.restart({ PORTAL_DIR: join(root, '.cache/pseudo/portal') }, join(root, '.cache/pseudo/host/main.js'))
      await use(server)
      await server.remove()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test('every route is checked', () => {
  const files = ['routes.tsx', 'first-routes.ts'].map((name) =>
    readFileSync(join(root, 'src/app/routes', name), 'utf8'),
  )
  const patterns = files.flatMap((text) => Array.from(text.matchAll(/\bpath: '(\/.*?)'/g), ([, path = '']) => path))
  const patternToRegExp = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`)
  expect(patterns.length).toBeGreaterThan(20)
  expect(
    patterns.filter(
      (pattern) => ![...signedOutPaths, ...signedInPaths].some((path) => patternToRegExp(pattern).test(path)),
    ),
  ).toEqual(['/logout'])
})

test('no page has hard-coded text', async ({ page }) => {
  test.setTimeout(600_000)
  const texts = watchTexts(page)
  texts.addData(...programmeData)
  for (const path of signedOutPaths) {
    await page.goto(`.${path}`)
    await texts.collect(path)
  }
  await signInAsAda(page)
  for (const path of signedInPaths) {
    await page.goto(`.${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await texts.collect(path)
    await pressAll(page, texts, path)
  }
  for (const path of reportPaths) {
    await page.goto(`.${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await texts.collect(path)
    const search = page.locator('main button[type=submit]:enabled')
    if ((await search.count()) === 1) {
      await search.click()
      await texts.collect(`${path}, searched`)
    }
  }
  expect(texts.hardCodedTexts()).toEqual([])
})

test('no step of an upload has hard-coded text', async ({ page }) => {
  test.setTimeout(300_000)
  const texts = watchTexts(page)
  await signInAsAda(page)
  await page.goto('./batchload')
  const file = sampleWithErrors(5)
  texts.addData(...programmeData, 'Card Number', 'Amount', 'faults', ...file.split(/[,\n]/))
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'faults.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByRole('rowheader').or(page.getByRole('row')).nth(5)).toBeVisible()
  await texts.collect('rows')
  await pressAll(page, texts, 'rows')
  expect(texts.hardCodedTexts()).toEqual([])
})

test('no refusal has hard-coded text', async ({ server }) => {
  const ada = await clientFor(server, 'ada')
  const refusals: string[] = []
  for (const method of methodNames.filter((name) => name !== 'logOut')) {
    const { response } = await post(server.url, method, {})
    const signedInResponse = await ada.callUnchecked(method, {})
    for (const { resultCode, resultText, errors = [] } of [response, signedInResponse])
      if (resultCode !== '0')
        refusals.push(
          ...[String(resultText), ...errors.map(({ message }) => message)].map((text) => `${method}: ${text}`),
        )
  }
  expect(refusals.length).toBeGreaterThan(methodNames.length)
  // The messages about malformed calls are zod's, which has its own languages.
  const isForUsers = (text: string) => !/: (Invalid (input|option)|Unrecognized key|Too (big|small))/.test(text)
  expect(refusals.filter((text) => isForUsers(text) && /[A-Za-z]{2}/.test(text.replace(/^\w+: /, '')))).toEqual([])
})

test('no report file has hard-coded headings', async ({ server }) => {
  const ada = await clientFor(server, 'ada')
  for (const report of reportIds.filter((id) => reportOf(id).source === 'query' && sourceOf(id))) {
    const { period, campaigns } = reportOf(report)
    const end = addDays(today, -1)
    const name = reportFileToName({
      report,
      format: 'csv',
      days: { start: period === 'day' ? end : addDays(end, -60), end },
    })
    const file = await fetch(`${server.url}reports/${name}${campaigns === 'one' ? '?campaign=1' : ''}`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    const [headings = ''] = (await file.text()).split('\n')
    expect(headings, report).not.toMatch(/[A-Za-z]{2}/)
  }
})

async function signInAsAda(page: Page): Promise<void> {
  await page.goto('./login')
  await page.locator('input[autocomplete~=username]').fill('ada')
  await page.locator('input[type=password]').fill(demoPassword)
  await page.locator('button[type=submit]').click()
  await expect(page.getByText(inPseudo('Logged in as')).first()).toBeVisible()
}

/** Presses one button of each name on the page, one after the other, and collects the texts that appear. */
async function pressAll(page: Page, texts: TextWatcher, path: string): Promise<void> {
  const pressed = new Set<string>()
  const address = page.url()
  for (;;) {
    const names = await page.locator('main button').evaluateAll((buttons) =>
      buttons.map((button) =>
        // Neither sorting nor a disabled button opens anything.
        button.closest('th') || button.matches(':disabled, [aria-disabled=true]') || !button.checkVisibility()
          ? ''
          : // 'Details of batch 7' and 'Details of batch 8' are the same.
            (button.getAttribute('aria-label') ?? button.textContent).replaceAll(/[\w@.]+/g, ''),
      ),
    )
    const index = names.findIndex((name) => name !== '' && !pressed.has(name))
    if (index < 0) return
    pressed.add(names[index] ?? '')
    await page.locator('main button').nth(index).click()
    await texts.collect(`${path}, ${names[index]}`)
    await page.keyboard.press('Escape')
    if (page.url() !== address || (await page.getByRole('dialog').count()) > 0) {
      await page.goto(address)
      await texts.collect(path)
    }
  }
}
