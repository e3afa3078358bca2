// Takes pictures of the ten most used screens in every language of the client, to compare them (`npm run screenshots --
// --languages`). They are stored in .cache/screens, not in the repository. Elements are found by structure, because their
// names differ between languages.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { untilSettled } from './settled.mjs'

const SIZE = { width: 1366, height: 768 }

/** The screens after the sign-in: how each is opened, and which element it shows when it is complete. */
const screens = [
  { name: 'home', path: '', shows: 'main canvas' },
  {
    name: 'card-search',
    path: 'card/search',
    async open(page, { card }) {
      await page.locator('main form textarea').first().fill(card)
      await page.keyboard.press('Enter')
    },
    shows: 'main [role=rowheader], main th[scope=row]',
  },
  {
    name: 'card-details',
    path: 'card/search',
    async open(page, { card }) {
      await page.locator('main form textarea').first().fill(card)
      await page.keyboard.press('Enter')
      await page.locator('main a[href*="card/details"]').first().click()
    },
    shows: 'main canvas',
  },
  {
    name: 'load-rows',
    path: 'batchload',
    open: (page, { samples }) =>
      chooseFile(page, 'loads.csv', readFileSync(join(samples, 'loads-with-faults.csv'), 'utf8')),
    shows: '[role=grid] [role=row]:nth-child(2)',
  },
  {
    name: 'approve',
    path: 'batchloads',
    open: (page) => page.locator('main tbody button[aria-label]').first().click(),
    shows: '[role=dialog] th[scope=row]',
  },
  { name: 'my-batches', path: 'batches/mine', shows: 'main th[scope=row]' },
  {
    name: 'order-rows',
    path: 'card/virtual-card-order',
    async open(page) {
      await page.locator('main select').first().selectOption({ index: 1 })
      await chooseFile(page, 'cards.csv', virtualCards)
    },
    shows: '[role=grid] [role=row]:nth-child(2)',
  },
  { name: 'find-user', path: 'user/search', shows: 'main th[scope=row]' },
  {
    name: 'report',
    path: () => `reports/topUp?from=${daysAgo(30)}&to=${daysAgo(0)}&asked=1`,
    shows: 'main [role=img]',
  },
]

/** Takes the pictures as the user `administrator`, who has all permissions. */
export async function takeLanguages(browser, { address, password, administrator }, { languages, samples, folder }) {
  mkdirSync(folder, { recursive: true })
  const [, row = ''] = readFileSync(join(samples, 'loads.csv'), 'utf8').split('\n')
  const [card] = row.split(',')
  for (const language of languages) {
    const context = await browser.newContext({
      viewport: SIZE,
      locale: language,
      timezoneId: 'Asia/Singapore',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    // As if the user had chosen the language on the sign-in page, which has priority over the stored language.
    await context.addCookies([{ name: 'language', value: language, url: address }])
    await context.addInitScript((chosen) => sessionStorage.setItem('language-chosen', chosen), language)
    const page = await context.newPage()
    let pictureCount = 0
    const take = async (name) => {
      pictureCount += 1
      await untilSettled(page)
      // Wait until no rows are being checked.
      await page.locator('main .animate-spin').first().waitFor({ state: 'hidden' })
      const file = `${language}-${String(pictureCount).padStart(2, '0')}-${name}.png`
      await page.screenshot({ path: join(folder, file), animations: 'disabled' })
      console.log(file)
    }
    await page.goto(address)
    await page.locator('input[autocomplete~=username]').waitFor()
    await take('sign-in')
    await page.locator('input[autocomplete~=username]').fill(administrator)
    await page.locator('input[type=password]').fill(password)
    await page.locator('button[type=submit]').click()
    await page.locator('nav').first().waitFor()
    for (const { name, path, open, shows } of screens) {
      await page.goto(address + (typeof path === 'string' ? path : path()))
      await page.locator('main h1').waitFor()
      await open?.(page, { card, samples })
      await page.locator(shows).first().waitFor()
      await take(name)
    }
    await context.close()
  }
}

const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const chooseFile = (page, name, content) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const virtualCards = [
  'Customer Reference,Card Label,Notification Number,Expiry Date,Load Amount,Tag Name,Tag Value',
  'HR-1001,Aisha Tan,,,100.00,department,Sales',
  'HR-1002,Ben Lim,hello,,110.00,department,Sales',
  'HR-1003,Chitra Nair,,2020-01-01,120.00,department,Sales',
  'HR-1003,Daniel Koh,,,-5,department,Sales',
].join('\n')
