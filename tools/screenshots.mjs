// `npm run screenshots -- USER`: the pictures that a system shows before it installs the portal, taken of the demo programme as that
// user sees it, into public/screenshots/{client}. They come with the next build; `CLIENT` chooses the client, as everywhere.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium.mjs'

/** By their forms: how large, and which pages under which words. */
const forms = [
  {
    name: 'wide',
    viewport: { width: 1280, height: 720 },
    pages: [
      { path: '', words: 'what-waits-for-you' },
      { path: 'batchloads', words: 'batches-to-approve' },
    ],
  },
  {
    name: 'narrow',
    viewport: { width: 390, height: 780 },
    pages: [
      { path: '', words: 'what-waits-for-you' },
      { path: 'batchloads', words: 'batches-to-approve' },
    ],
  },
]

const username = process.argv[2]
if (!username) {
  console.error('Say as whom: npm run screenshots -- USER, one of those that `npm start` lists.')
  process.exit(2)
}
const client = process.env.CLIENT ?? 'voyager'
const root = fileURLToPath(new URL('..', import.meta.url))
const into = join(root, 'public/screenshots', client)
const folder = mkdtempSync(join(tmpdir(), 'portal-screenshots-'))
const host = spawn(process.execPath, [join(root, 'dist/host/main.js')], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PORT: '0', DATA_DIR: folder, SEED_CARDS: '3000', LOG_LEVEL: 'warn' },
})
try {
  const { address, password } = await readStart()
  const taken = join(folder, 'pictures')
  await takeAll(address, password, taken)
  // Only now that all are there do they take the place of those before.
  rmSync(into, { recursive: true, force: true })
  cpSync(taken, into, { recursive: true })
} finally {
  const ended = new Promise((resolve) => host.once('exit', resolve))
  if (host.exitCode === null && host.kill()) await ended
  rmSync(folder, { recursive: true, force: true })
}

/** What the start prints: the portal's address, and the password of the demo's users. */
async function readStart() {
  let address
  for await (const line of createInterface({ input: host.stdout })) {
    // Of a demo that is made just now a mail may be told of before it, with a link of its own.
    address ??= / is at (http:\S+)/.exec(line)?.[1]
    const password = /password\D*?\s(\S+-\d+)/i.exec(line)?.[1]
    if (address && password) return { address, password }
  }
  throw new Error('The host ended before it said where it is.')
}

async function takeAll(address, password, folder) {
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({ executablePath: findChromium(), args: isRoot ? ['--no-sandbox'] : [] })
  mkdirSync(folder, { recursive: true })
  for (const { name, viewport, pages } of forms) {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(address)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    // Whoever is not known, or needs more than a password, is not signed in, and is not offered a search.
    await page.getByRole('button', { name: 'Search' }).first().waitFor()
    for (const [at, { path, words }] of pages.entries()) {
      if (at > 0) await page.goto(address + path)
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(folder, `${name}-${words}.png`) })
      console.log(`${name}-${words}.png`)
    }
    await context.close()
  }
  await browser.close()
}
