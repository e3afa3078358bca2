// Browser tests against the real server: each worker starts its own, on a free port with its own database (tests/support/fixtures.ts).
// There are no retries, because a test that sometimes fails has a fault.
import { defineConfig, devices } from '@playwright/test'
import { findHeadless } from './tools/chromium.mjs'

const isRoot = process.getuid?.() === 0

// Features of the browser that are turned off. A window has hidden panels, such as the list below its address bar. Each is a
// page that costs as much as the portal, even in a headless browser. The browser uses only the last such list, so features
// that Playwright turns off are repeated here.
const unwantedFeatures = [
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
  // The tests in `long` are part of `npm run test:long`. Some need a separate build.
  testIgnore: process.env['LONG'] ? [] : ['long/**'],
  outputDir: 'test-results',
  // Nine megabytes of messages, which are JavaScript already.
  build: { external: ['**/.cache/messages/**'] },
  globalSetup: './tests/support/browser-seed.ts',
  // Three workers for two cores, because a test spends some of its time waiting.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // A busy machine takes a few times as long as an idle one. A test that takes longer hangs.
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
    // Recording every step takes as long as the test itself. Set TRACE=1 to record.
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
        // All pages of a device share one process, so that the portal is compiled only once.
        '--process-per-site',
        `--disable-features=${unwantedFeatures.join(',')}`,
      ],
    },
  },
})
