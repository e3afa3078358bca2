// Browser tests against the real server: each worker starts its own, on a free port with its own database (tests/support/fixtures.ts).
// No retries: a test that fails now and then is a test that fails.
import { defineConfig, devices } from '@playwright/test'
import { findHeadless } from './tools/chromium.mjs'

const isRoot = process.getuid?.() === 0

// Headless or not, a window of the browser has its own hidden panels (what drops from its address bar, for one), which are
// pages too and cost as much as the portal. The last such list counts: what Playwright itself turns off and is met here stands in
// it as well.
const unwanted = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'PaintHolding',
]

const headless = findHeadless()

export default defineConfig({
  testDir: 'tests/e2e',
  // Part of `npm run test:long`; some need a build of their own.
  testIgnore: process.env['LONG'] ? [] : ['long/**'],
  outputDir: 'test-results',
  globalSetup: './tests/support/browser-seed.ts',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // A busy machine takes a few times as long as an idle one; what takes longer hangs.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['line']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Asia/Singapore',
    serviceWorkers: 'block',
    // Each frame of an animation is painted by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each test's every step costs as much again as running it: TRACE=1 where one is looked for.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(headless !== undefined && { executablePath: headless }),
      args: [
        // Chromium refuses its sandbox to root, as in a container.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        // The pages of a device are of one process, which has compiled the portal once.
        '--process-per-site',
        `--disable-features=${unwanted.join(',')}`,
      ],
    },
  },
})
