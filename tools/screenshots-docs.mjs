// Takes the pictures of the documentation (docs/pictures): the README's walkthrough and a few other pages, each at the
// step that the text describes. The steps are those in docs/using.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { untilSettled } from './settled.mjs'

const SIZE = { width: 1280, height: 720 }
const QUALITY = 0.85

/** Takes all pictures as WebP, which has a third of the size of PNG. */
export async function takeDocumentation(browser, { address, password, administrator }, { samples, folder }) {
  const webpPage = await newWebpPage(browser)
  const signIn = async (username) => {
    const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce', serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(address)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Search' }).first().waitFor()
    return page
  }
  const take = (page, name) => takePicture(webpPage, page, join(folder, `${name}.webp`))

  const olive = await signIn('olive')
  const reference = 'Crew per diem, week 48'
  await olive.goto(`${address}batchload`)
  await olive.getByLabel('Load reference').fill(reference)
  // A typical staff list of an office: with unknown headings, and amounts with a currency.
  await chooseFile(olive, 'staff-list.csv', staffList(readFileSync(join(samples, 'loads.csv'), 'utf8')))
  await olive.getByLabel('Column for Amount').selectOption({ label: 'Per diem' })
  // The page focuses this heading. Mouse users see no focus ring, so the picture must not show it either.
  await olive.getByRole('heading', { name: 'Choose the columns' }).blur()
  await take(olive, 'choose-the-columns')
  await olive.goto(`${address}batchload`)
  await olive.getByLabel('Load reference').fill(reference)
  await chooseFile(olive, 'loads-with-faults.csv', readFileSync(join(samples, 'loads-with-faults.csv'), 'utf8'))
  await olive.getByRole('button', { name: 'Check again' }).waitFor()
  await take(olive, 'rows-with-errors')
  await olive.getByRole('button', { name: 'Rows with errors' }).click()
  await olive.getByRole('menuitem', { name: /^Remove all/ }).click()
  await olive
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove \d/ })
    .click()
  await olive.getByRole('button', { name: 'Continue' }).click()
  await olive.getByRole('button', { name: /^Submit/ }).waitFor()
  await take(olive, 'check-and-submit')
  await olive.getByRole('button', { name: /^Submit/ }).click()
  await olive.getByRole('heading', { name: /awaiting approval/ }).waitFor()
  const batch = await olive.getByRole('definition').first().innerText()
  await olive.getByRole('button', { name: 'See my batches' }).click()
  await olive.getByRole('rowheader').first().waitFor()
  await take(olive, 'my-batches')

  const amir = await signIn('amir')
  await amir.goto(`${address}batchloads`)
  await amir.getByRole('rowheader').first().waitFor()
  await take(amir, 'batches-to-approve')
  await amir.getByRole('button', { name: `Details of batch ${batch}`, exact: true }).click()
  await amir.getByRole('dialog').getByRole('rowheader').first().waitFor()
  await take(amir, 'batch-details')
  await amir
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click()
  await amir.getByRole('button', { name: /^Approve \d/ }).waitFor()
  await take(amir, 'approve-a-batch')
  await amir.getByRole('button', { name: /^Approve \d/ }).click()
  await amir
    .getByText(/loaded, 0 failed/)
    .first()
    .waitFor()

  await olive.keyboard.press('Control+k')
  await olive.keyboard.type('order')
  await olive.getByRole('option').first().waitFor()
  await take(olive, 'search')
  await olive.keyboard.press('Escape')
  const [card] = readFileSync(join(samples, 'loads.csv'), 'utf8').split('\n')[1].split(',')
  await olive.goto(`${address}card/search`)
  await olive.getByLabel('Search term').fill(card)
  await olive.keyboard.press('Enter')
  await olive.getByRole('rowheader').first().waitFor()
  await take(olive, 'find-card')
  await olive.getByRole('link', { name: /^9000/ }).first().click()
  await olive.getByRole('table', { name: 'Transactions' }).getByRole('rowheader').first().waitFor()
  await olive.setViewportSize({ ...SIZE, height: 1000 })
  await olive.locator('canvas').waitFor()
  await take(olive, 'card-details')
  await olive.setViewportSize(SIZE)

  await olive.goto(`${address}card/virtual-card-order`)
  await olive.getByLabel('Campaign').selectOption({ index: 1 })
  await chooseFile(olive, 'new-starters.csv', virtualCards)
  await olive.getByRole('grid').waitFor()
  await take(olive, 'order-virtual-cards')
  await amir.goto(`${address}card/virtual-card-orders`)
  await amir
    .getByRole('button', { name: /^Details of order/ })
    .first()
    .click()
  await amir.getByRole('dialog').getByRole('rowheader').first().waitFor()
  await take(amir, 'order-details')

  await olive.goto(`${address}merchant/signup`)
  for (const [label, value] of Object.entries(merchant)) await olive.getByLabel(label, { exact: true }).fill(value)
  await olive.getByRole('button', { name: 'Generate' }).click()
  await olive.getByRole('img', { name: /^QR code of/ }).waitFor()
  await take(olive, 'merchant-sign-up')

  const ada = await signIn(administrator)
  await ada.locator('canvas').waitFor()
  await take(ada, 'home')
  await ada.goto(`${address}user/search`)
  await ada.getByRole('button', { name: 'More for user lou' }).click()
  await take(ada, 'find-user')
  await ada.goto(`${address}user/audit`)
  await ada.getByRole('rowheader').first().waitFor()
  await take(ada, 'audit-trail')
  await ada.goto(`${address}reports`)
  await ada.getByRole('link', { name: /^Top Up Summary Report/ }).waitFor()
  await take(ada, 'reports')
  const from = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
  await ada.goto(`${address}reports/topUp`)
  await ada.getByRole('textbox', { name: 'From' }).fill(from)
  await ada.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await ada.getByRole('img').first().waitFor()
  await take(ada, 'report')

  await olive.goto(`${address}drafts`)
  await olive.getByRole('rowheader').first().waitFor()
  await take(olive, 'drafts')
  await olive.getByRole('link', { name: 'Create Batch Load' }).click()
  await olive.context().setOffline(true)
  await olive
    .getByText(/offline/i)
    .first()
    .waitFor()
  await take(olive, 'offline')
}

/** Takes a picture of the lab for testers, with a state machine after its first step. */
export async function takeLab(browser, { root, folder }) {
  const port = await freePort()
  const lab = spawn(process.execPath, [join(root, 'tools/machines.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(port) },
  })
  try {
    let url
    for await (const line of createInterface({ input: lab.stdout })) {
      url = /http:\S+/.exec(line)?.[0]
      if (url) break
    }
    const page = await (await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' })).newPage()
    const webpPage = await newWebpPage(browser)
    await page.goto(url)
    await page.getByRole('button', { name: 'Batch wizard' }).click({ timeout: 120_000 })
    await page.getByRole('button', { name: 'files.dropped (one)' }).click()
    await page.getByRole('heading', { name: 'Work under way' }).waitFor()
    await takePicture(webpPage, page, join(folder, 'lab.webp'))
  } finally {
    const ended = new Promise((resolve) => lab.once('exit', resolve))
    if (lab.exitCode === null && lab.kill()) await ended
  }
}

/** An empty page whose canvas converts PNG to WebP. */
const newWebpPage = async (browser) => (await browser.newContext()).newPage()

async function takePicture(webpPage, page, path) {
  await untilSettled(page)
  const png = (await page.screenshot({ animations: 'disabled' })).toString('base64')
  const webp = await webpPage.evaluate(
    async ([data, quality]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: image.width, height: image.height })
      canvas.getContext('2d').drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality).split(',')[1]
    },
    [png, QUALITY],
  )
  writeFileSync(path, Buffer.from(webp, 'base64'))
  console.log(path.split('/').at(-1))
}

const chooseFile = (page, name, content) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const names = ['Aisha Tan', 'Ben Lim', 'Chitra Nair', 'Daniel Koh', 'Esther Goh', 'Farid Osman']

function staffList(loads) {
  const rows = loads.trim().split('\n').slice(1)
  const lines = rows.map((row, index) => {
    const [card, amount] = row.split(',')
    return `${names[index % names.length]},${card},SGD ${amount}`
  })
  return ['Staff name,Staff card,Per diem', ...lines].join('\n')
}

const virtualCards = [
  'Customer Reference,Card Label,Notification Number,Expiry Date,Load Amount,Tag Name,Tag Value',
  ...names.map((name, index) => `HR-${1001 + index},${name},,,${100 + index * 10}.00,department,Sales`),
].join('\n')

const merchant = {
  'Merchant Number': '900012345678901',
  'Merchant Name': 'Harbour Coffee',
  'Merchant City': 'Singapore',
  'Merchant Category Code': '5814',
  'Currency Code': '702',
  'Country Code': 'SGP',
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
