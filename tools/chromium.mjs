// Finds the Chromium for the browser tests: first in CHROMIUM_PATH, then Playwright's, then the system's. Can also install
// Chromium.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns the path of a Chromium. Undefined if there is none. Throws if the file of CHROMIUM_PATH does not exist. */
export function findChromium() {
  const requested = process.env.CHROMIUM_PATH
  if (requested) {
    if (!existsSync(requested)) throw new Error(`CHROMIUM_PATH is '${requested}', but there is no such file.`)
    return requested
  }
  return findPlaywrightChromium() ?? [...inPath(names), ...macApps].find(isExecutable)
}

/**
 * Returns the path of the browser for tests: Chromium's headless shell, which needs a sixth less work for the same pages,
 * or the full Chromium if there is no shell or if CHROMIUM_PATH is set. Undefined if Playwright has installed its own
 * Chromium, because Playwright then chooses its own headless shell.
 */
export function findHeadless() {
  if (process.env.CHROMIUM_PATH) return findChromium()
  if (findPlaywrightChromium()) return undefined
  return inPath(['chromium-headless-shell']).find(isExecutable) ?? findChromium()
}

/** Finds Chromium, or installs it: with Playwright, or with apt-get as root. Undefined if neither works. */
export function findOrInstallChromium(print = console.log) {
  const existing = findChromium()
  if (existing) return existing
  print('No Chromium found: installing one with Playwright …')
  const isRoot = process.getuid?.() === 0
  const withDeps = process.platform === 'linux' && isRoot ? ['--with-deps'] : []
  const playwright = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
  runInstaller(process.execPath, [playwright, 'install', ...withDeps, 'chromium'])
  const canUseApt = isRoot && isExecutable('/usr/bin/apt-get')
  if (!findChromium() && canUseApt) {
    print('Installing the system’s Chromium with apt-get …')
    runInstaller('apt-get', ['update', '-qq'])
    for (const name of ['chromium', 'chromium-headless-shell'])
      runInstaller('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
  }
  return findChromium()
}

export const howToGetChromium =
  'No Chromium was found and none could be installed: run `npx playwright install --with-deps chromium`, or install Chromium or Chrome and set CHROMIUM_PATH to its program.'

function runInstaller(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: 300_000 })
}

/** Returns the path of Playwright's own Chromium. Undefined if it is not installed. */
function findPlaywrightChromium() {
  const playwrightChromium = chromium.executablePath()
  return playwrightChromium && existsSync(playwrightChromium) ? playwrightChromium : undefined
}

function inPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
