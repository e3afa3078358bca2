// `npm run screenshots`: takes all pictures of the product in a separate demo programme. Those that a system shows before
// it installs the portal are stored in public/screenshots/{client} (`CLIENT` chooses the client, and `-- USER` the
// signed-in user). Those of the documentation are stored in docs/pictures, and are only taken if `CLIENT` is not set. With
// `-- --languages` it takes the ten most used screens in all languages instead, and stores them in .cache/screens.
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium.mjs'
import { takeDocumentation, takeLab } from './screenshots-docs.mjs'
import { takeLanguages } from './screenshots-languages.mjs'
import { untilSettled } from './settled.mjs'

/** The form factors: the size of each, and the pages with the names of their pictures. */
const forms = [
  {
    name: 'wide',
    viewport: { width: 1280, height: 720 },
    pages: [
      { path: '', name: 'what-waits-for-you' },
      { path: 'batchloads', name: 'batches-to-approve' },
    ],
  },
  {
    name: 'narrow',
    viewport: { width: 390, height: 780 },
    pages: [
      { path: '', name: 'what-waits-for-you' },
      { path: 'batchloads', name: 'batches-to-approve' },
    ],
  },
]

const client = process.env.CLIENT
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'portal-screenshots-'))
// PostgreSQL does not run as root but as another user, who must be able to pass through this folder.
chmodSync(folder, 0o711)
const server = spawn(process.execPath, [join(root, 'dist/host/main.js')], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), SEED_CARDS: '3000', LOG_LEVEL: 'warn' },
})
const isRoot = process.getuid?.() === 0
const browser = await chromium.launch({ executablePath: findChromium(), args: isRoot ? ['--no-sandbox'] : [] })
try {
  const start = await readStartupOutput()
  if (process.argv.includes('--languages')) await takeScreens(start)
  else await takePictures(start)
} finally {
  await browser.close()
  const ended = new Promise((resolve) => server.once('exit', resolve))
  if (server.exitCode === null && server.kill()) await ended
  rmSync(folder, { recursive: true, force: true })
}

async function takeScreens(start) {
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport('./src/brand/clients.ts', { root, configFile: false, logLevel: 'error' })
  const { languages } = module.clientByKey(client ?? 'voyager')
  const samples = join(folder, 'data/samples')
  await takeLanguages(browser, start, { languages, samples, folder: join(root, '.cache/screens') })
}

async function takePictures(start) {
  const manifest = join(folder, 'manifest')
  const docs = join(folder, 'docs')
  await takeManifest(process.argv[2] ?? start.administrator, start, manifest)
  if (client === undefined) {
    mkdirSync(docs)
    await takeDocumentation(browser, start, { samples: join(folder, 'data/samples'), folder: docs })
    await takeLab(browser, { root, folder: docs })
    replace(join(root, 'docs/pictures'), docs)
  }
  replace(join(root, 'public/screenshots', new URL(start.address).pathname.split('/')[1]), manifest)
}

/** Replaces the pictures. Call this only when all new pictures exist, so that a failed run keeps the old pictures. */
function replace(folderToReplace, newFolder) {
  rmSync(folderToReplace, { recursive: true, force: true })
  cpSync(newFolder, folderToReplace, { recursive: true })
}

/**
 * Reads the startup output: the portal's address, the password of the demo's users, and a user with all permissions.
 */
async function readStartupOutput() {
  let address
  let password
  for await (const line of createInterface({ input: server.stdout })) {
    // Earlier lines can contain other links, from the e-mails of the new demo programme.
    address ??= / is at (http:\S+)/.exec(line)?.[1]
    password ??= /password\D*?\s(\S+-\d+)/i.exec(line)?.[1]
    const administrator = /^\s+(\w+)\s+everything/.exec(line)?.[1]
    if (address && password && administrator) return { address, password, administrator }
  }
  throw new Error('The server ended before it printed its address.')
}

async function takeManifest(username, { address, password }, folder) {
  mkdirSync(folder, { recursive: true })
  for (const { name: form, viewport, pages } of forms) {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(address)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    // An unknown user, or a user who needs more than a password, is not signed in and sees no search.
    await page.getByRole('button', { name: 'Search' }).first().waitFor()
    for (const [index, { path, name }] of pages.entries()) {
      if (index > 0) await page.goto(address + path)
      await untilSettled(page)
      await page.screenshot({ path: join(folder, `${form}-${name}.png`) })
      console.log(`${form}-${name}.png`)
    }
    await context.close()
  }
}
