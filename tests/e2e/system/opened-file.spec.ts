// Files from outside the portal's pages, with the real service worker: opened with the installed app through its launch
// queue, or shared to it. Headless Chromium cannot install apps, so the test simulates the launches. The receiving code
// is real.
import type { Locator, Page } from '@playwright/test'
import { expect, installedDevice as test, serviceWorkerReady, signIn, submitSignIn } from '#tests/support/fixtures.ts'
import { csvOf, demoCardNumbers, editCell, figure, nextAmount } from '../batch-load-setup.ts'

interface OpenedFile {
  readonly name: string
  readonly text: string
}

/** Replaces the browser's launch queue as far as the portal uses it: queues launches until a consumer is set. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const queuedLaunches: unknown[] = []
    let launchConsumer: ((params: unknown) => void) | undefined
    Object.defineProperty(window, 'launchQueue', {
      value: {
        setConsumer(consumer: (params: unknown) => void) {
          launchConsumer = consumer
          for (const params of queuedLaunches.splice(0)) consumer(params)
        },
      },
    })
    Object.assign(window, {
      launchPortal: (params: unknown) => (launchConsumer ? launchConsumer(params) : queuedLaunches.push(params)),
    })
  })
})

/** Starts the portal as the operating system does: with files, or at an address below its base. */
const launch = (page: Page, files: readonly OpenedFile[], to = '') =>
  page.evaluate(
    ([openedFiles, targetURL]) => {
      const handles = openedFiles.map(({ name, text }) => {
        // Like on a disk: reading returns the last written content.
        let content: BlobPart = text
        Object.assign(window, { textOf: () => new Blob([content]).text() })
        return {
          getFile: async () => new File([content], name),
          createWritable: async () => ({
            write: async (bytes: BlobPart) => void (content = bytes),
            close: async () => {},
          }),
        }
      })
      const { launchPortal } = window as unknown as { launchPortal: (params: unknown) => void }
      launchPortal({ files: handles, targetURL })
    },
    [files, new URL(to, page.url()).href] as const,
  )

const typeQuestion = (page: Page) => page.getByRole('dialog', { name: 'What is this file?' })

test('a file opened with the portal waits for the sign-in, asks for its type, and is read on the right page', async ({
  page,
  server,
  installed,
}) => {
  await installed.clear(page)
  const { loadableCards } = await demoCardNumbers(server)
  const amount = nextAmount()
  const text = csvOf(loadableCards.slice(0, 3).map((number) => [number, amount]))
  await page.goto('./login')
  await serviceWorkerReady(page)
  await launch(page, [{ name: 'payroll.csv', text }])
  await submitSignIn(page, 'olive')

  const typeDialog = typeQuestion(page)
  await expect(typeDialog).toContainText('payroll.csv')
  // A load and a devalue have the same columns: the first is proposed, and a type that does not fit says so.
  await expect(typeDialog.getByRole('radio', { name: /Create Batch Load/ })).toBeChecked()
  await expect(typeDialog.getByText('3 loads, no errors')).toBeVisible()
  await expect(typeDialog.getByRole('radio', { name: /^Order Card.*choose its columns$/ })).toBeVisible()
  await typeDialog.getByRole('button', { name: 'Continue' }).click()

  // The name of the file becomes the load reference, so its rows are shown immediately.
  await expect(figure(page, 'Rows')).toHaveText('3')
  await expect(typeQuestion(page)).toBeHidden()

  // The corrected rows are saved to the opened file.
  await editCell(page, 2, 'amount', '17.25')
  await page.getByRole('button', { name: 'File', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save into payroll.csv, with verdicts' }).click()
  await expect(page.getByText('Saved into payroll.csv')).toBeVisible()
  const textOf = () => page.evaluate(() => (window as unknown as { textOf: () => Promise<string> }).textOf())
  const writtenText = await textOf()
  expect(writtenText).toContain('17.25')
  expect(writtenText).toContain('Verdict')
  // Saving works again, although the file has changed since it was read.
  await editCell(page, 2, 'amount', '18.25')
  await page.getByRole('button', { name: 'File', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save into payroll.csv, with verdicts' }).click()
  await expect.poll(textOf).toContain('18.25')
})

test('a launch opens its address in the existing window; a shared file never reaches the server', async ({ page }) => {
  await signIn(page, 'ada')
  await serviceWorkerReady(page)
  await launch(page, [], '/voyager/card/search')
  await expect(page.getByRole('heading', { name: 'Find Card', level: 1 })).toBeVisible()

  // In a window with the portal's title bar, the bar drags the window, and its controls do not. The test browser has no
  // such title bar, so the test makes its CSS rules apply everywhere.
  await page.evaluate(() => {
    const applyEverywhere = (rules: CSSRuleList): void => {
      for (const rule of rules) {
        if (rule instanceof CSSMediaRule && rule.conditionText.includes('window-controls-overlay'))
          rule.media.mediaText = 'all'
        if ('cssRules' in rule) applyEverywhere(rule.cssRules as CSSRuleList)
      }
    }
    for (const { cssRules } of document.styleSheets) applyEverywhere(cssRules)
  })
  const bar = page.getByRole('banner')
  const dragRegion = (element: Locator) =>
    element.evaluate((node) => getComputedStyle(node).getPropertyValue('app-region'))
  expect([await dragRegion(bar), await dragRegion(bar.getByRole('button', { name: 'Log out' }))]).toEqual([
    'drag',
    'no-drag',
  ])

  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const postedPaths: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') postedPaths.push(new URL(request.url()).pathname)
  })
  await page.evaluate(
    (text) => {
      // A shared file belongs to the page that opens for it. The page that is being replaced keeps requesting it, and
      // gets nothing.
      setInterval(() =>
        navigator.serviceWorker.controller?.postMessage({ type: 'TAKE_SHARED' }, [new MessageChannel().port2]),
      )
      const form = document.createElement('form')
      form.method = 'post'
      form.enctype = 'multipart/form-data'
      form.action = '/voyager/share'
      const input = document.createElement('input')
      input.type = 'file'
      input.name = 'file'
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text], 'shared.csv'))
      input.files = dataTransfer.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    csvOf([['9000010000000008', '1.00']]),
  )
  await expect(typeQuestion(page)).toContainText('shared.csv')
  await typeQuestion(page).getByRole('button', { name: 'Do not open it' }).click()
  // A second page does not get the file.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome, Ada', level: 1 })).toBeVisible()
  await serviceWorkerReady(page)
  await expect(page.getByText('shared.csv')).toBeHidden()
})

test('the browser finds no error in the manifest, and its pictures and icons exist', async ({
  page,
  server,
  installed,
}) => {
  await installed.clear(page)
  await page.goto('./login')
  await serviceWorkerReady(page)
  const devtools = await page.context().newCDPSession(page)
  const { errors, data, url } = await devtools.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${server.url}manifest.webmanifest`, []])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A test uses a private window, in which nothing can be installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const manifest = JSON.parse(data ?? '{}') as {
    readonly screenshots: readonly { readonly src: string; readonly form_factor: string; readonly sizes: string }[]
    readonly icons: readonly { readonly src: string }[]
    readonly file_handlers: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[]
  }
  expect(new Set(manifest.screenshots.map(({ form_factor: form }) => form))).toEqual(new Set(['wide', 'narrow']))
  for (const { src } of [...manifest.screenshots, ...manifest.icons])
    expect((await page.request.get(new URL(src, url).href)).status(), src).toBe(200)
  expect(manifest.file_handlers.flatMap(({ accept }) => Object.values(accept).flat())).toEqual([
    '.csv',
    '.xls',
    '.xlsx',
  ])
})
