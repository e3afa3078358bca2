// Acts on the pages of a batch or an order, and a marker for each state of their machine. The page performs exactly what
// the scenarios of scenarios.spec.ts need.
import { orderRows } from '#domain/order/rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { uploadTypes, type UploadType } from '#domain/uploads.ts'
import { batchEntry, orderEntry, virtualOrderEntry } from '#tools/lab/catalogue/uploads.ts'
import type { Position } from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry } from '#tools/lab/catalogue/entry.ts'
import { defaultOptions, type UploadContext, type UploadOptions } from '#machines/upload-steps.ts'
import { demoPassword } from '#tests/support/call.ts'
import type { Act } from '#tests/support/replay.ts'
import type { PageReplay, Setup } from '#tests/support/replay-page.ts'
import type { Locator, Page } from '@playwright/test'
import { button, expect } from '../access-setup.ts'
import { choose, csvOf, fillReference, nextAmount, type Upload } from '../batch-load-setup.ts'

export interface UploadSetup extends Setup {
  /** The card numbers that can be loaded. */
  readonly cards: readonly string[]
}

type UploadAct = Act<UploadSetup>

interface UploadReplayOptions {
  readonly type: UploadType
  readonly entry: MachineEntry
  /** The options that are typed and chosen before a file. */
  readonly options: UploadOptions
  readonly fillIn: (page: Page) => Promise<void>
  /** A file with two rows that were never submitted. */
  readonly newFile: (setup: UploadSetup) => Upload
  readonly operations: { readonly verifyRows: string; readonly submitRows: string }
  readonly acts: readonly UploadAct[]
}

const contextOf = ({ context }: Position) => context as unknown as UploadContext
const isIn = (state: string) => (position: Position) => position.states.includes(state)
const isReviewing = (position: Position) => position.states.some((state) => /^reviewing\.(un)?verified$/.test(state))

function createUploadReplay(replayOptions: UploadReplayOptions): PageReplay<UploadSetup> {
  const { type, entry, options, operations, fillIn, newFile } = replayOptions
  const { verifyRows, submitRows } = operations
  const { itemName, wizardTexts, title, path } = uploadTypes[type]
  const acts: readonly UploadAct[] = [
    {
      description: 'a file is dropped',
      when: isIn('choosing'),
      steps: [
        { send: 'options.changed', with: { options } },
        { send: 'files.dropped', sample: 'one' },
        { end: 'readFile', as: 'read' },
        // The server checks the rows when they have been read.
        { send: 'check' },
      ],
      perform: async (setup) => {
        await fillIn(setup.page)
        await choose(setup.page, newFile(setup))
      },
    },
    {
      description: 'the check passes',
      steps: [{ end: 'verifyRows', as: 'passed' }],
      perform: pass(verifyRows),
    },
    {
      description: 'the user goes to the next step',
      when: isReviewing,
      steps: [{ send: 'next' }],
      control: ({ page }) => nextButton(page),
    },
    {
      description: 'the rows are submitted',
      steps: [
        { send: 'submit', sample: 'without a reason' },
        { end: 'recordIntent', as: 'stored' },
      ],
      control: ({ page }) => submitButton(page),
    },
    {
      description: 'the server accepts the rows',
      steps: [{ end: 'submitRows', as: 'accepted' }],
      perform: pass(submitRows),
    },
    ...replayOptions.acts,
  ]
  return {
    // Begins with empty fields, which the first act fills in.
    entry: { ...entry, inputs: { 'nothing typed': entry.inputs['nothing typed'], ...entry.inputs } },
    world: {},
    acts,
    calls: operations,
    markers: {
      choosing: (page) =>
        page.getByRole('region', {
          name: new RegExp(`^Drop (the|another) ${itemName} file here`),
          ...evenBehindDialog,
        }),
      reading: (page) => page.getByText('Reading and checking the file…'),
      mapping: (page) => page.getByRole('heading', { name: 'Choose the columns', ...evenBehindDialog }),
      'reviewing.unverified': (page) =>
        figuresOf(page)
          .filter({ hasNot: checkingButton(page) })
          .filter({ hasText: 'Not yet' }),
      'reviewing.verifying.requested': verifyingFigures,
      'reviewing.verifying.continuing': verifyingFigures,
      'reviewing.verified': (page) =>
        figuresOf(page)
          .filter({ hasNot: checkingButton(page) })
          .filter({ hasNotText: 'Not yet' }),
      confirming: (page) => page.getByRole('heading', { name: 'Check and submit', ...evenBehindDialog }),
      'submitting.recording': (page) => page.getByText('Not sent yet: saving the request on this device…'),
      'submitting.sending': (page) => page.getByText('Waiting for the server…'),
      outcomeUnknown: (page) => page.getByText(`We cannot tell whether the ${itemName} arrived`),
      done: (page) => page.getByText(uploadTypes[type].submittedMessage),
    },
    controls: {
      check: (page) => figuresOf(page).getByRole('button', { name: /^(Check rows|Check again)$/ }),
      next: nextButton,
      back: (page) =>
        button(page, 'Back').or(page.getByRole('navigation', { name: `Steps of ${title}` }).getByRole('button')),
      cancel: (page) =>
        button(page, 'Cancel').or(button(page, 'Choose another file')).or(button(page, 'Keep the rows as they are')),
      submit: submitButton,
      'start.over': (page) => button(page, 'Save for later').or(button(page, wizardTexts.startAnother)),
      'columns.change': (page) => button(page, 'Change columns'),
      'columns.chosen': (page) => button(page, 'Use these columns'),
      'reason.changed': (page) =>
        page.getByLabel('Reason for submitting these rows again').and(page.locator(':not([readonly])')),
    },
    messageIn: (position) => entry.messageIn?.(position.context) ?? '',
    async compare({ page }, position) {
      if (!isReviewing(position)) return
      const { rows, valid, toFix } = contextOf(position).figures
      for (const [name, figure] of Object.entries({ Rows: rows, Valid: valid, 'To fix': toFix }))
        await expect(figureOf(page, name)).toHaveText(String(figure))
    },
    async open({ page }) {
      await page.goto(path.slice(1))
      await page.getByLabel('Username').fill('olive')
      await page.getByLabel('Password', { exact: true }).fill(demoPassword)
      await button(page, 'Log in').click()
      await expect(page.getByRole('region', { name: `Drop the ${itemName} file here` })).toBeVisible()
    },
  }
}

const pass =
  (operation: string) =>
  async ({ calls }: UploadSetup) =>
    (await calls.waitForHeld(operation)).pass()

const nextButton = (page: Page) => figuresOf(page).getByRole('button', { name: /^(Continue|Next)$/ })
const submitButton = (page: Page) => page.getByRole('button', { name: /^Submit \d/ })
/** A dialog hides the page from screen readers, but the page stays visible. */
const evenBehindDialog = { includeHidden: true }
const figuresOf = (page: Page) => page.getByRole('region', { name: /^Figures of the /, ...evenBehindDialog })
/** Both types of check look the same. */
const verifyingFigures = (page: Page): Locator => figuresOf(page).filter({ has: checkingButton(page) })
const checkingButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Checking \d+ rows/, ...evenBehindDialog })
const figureOf = (page: Page, name: string) =>
  figuresOf(page)
    .locator('div', { has: page.getByText(name, { exact: true }) })
    .getByRole('definition', evenBehindDialog)

const loadFile = ({ cards }: UploadSetup): Upload => ({
  name: 'loads.csv',
  content: csvOf(cards.slice(0, 2).map((card) => [card, nextAmount()])),
})

export const batchReplay = createUploadReplay({
  type: 'load',
  entry: batchEntry,
  options: { ...defaultOptions, reference: 'March' },
  fillIn: (page) => fillReference(page, 'March'),
  newFile: loadFile,
  operations: { verifyRows: 'verifyBatchFile', submitRows: 'batchLoadUpload' },
  acts: [
    {
      description: 'a file is dropped without a reference',
      steps: [{ send: 'files.dropped', sample: 'one' }],
      isRefused: true,
      // A file name that contains no reference.
      perform: (setup) => choose(setup.page, { ...loadFile(setup), name: "'.csv" }),
    },
    {
      description: 'the response to the submission is lost',
      steps: [{ end: 'submitRows', as: 'lost' }],
      // The server can be reached, so the portal does not count as offline.
      perform: async ({ calls }) => (await calls.waitForHeld('batchLoadUpload')).lose(),
    },
    {
      description: 'the user checks whether the rows arrived',
      steps: [
        { send: 'resend', sample: 'the same day' },
        { end: 'recordIntent', as: 'stored' },
      ],
      control: ({ page }) => button(page, 'Check again'),
    },
  ],
})

const headingsOf = (type: 'physical' | 'virtual') =>
  orderRows(type, '2026-01-01' as CalendarDate).activeFields.map(({ label }) => label)

/** A file with two cards to order. */
function orderFile(type: 'physical' | 'virtual', headings = headingsOf(type)): Upload {
  const row = (number: number) => {
    const cells =
      type === 'physical'
        ? ['Ann', 'Lee', `R-${process.pid}-${number}`, '50.00']
        : [`R-${process.pid}-${number}`, 'Ann Lee', '', '', '50.00']
    return headings.map((_, index) => cells[index] ?? '')
  }
  const lines = [headings, row(1), row(2)].map((cells) => `${cells.join(',')}\r\n`)
  return { name: 'order.csv', content: lines.join('') }
}

const physical: UploadOptions = { ...defaultOptions, campaignId: '3', quotationNumber: 'Q-1' }
async function fillPhysical(page: Page): Promise<void> {
  await page.getByLabel('Campaign').selectOption({ label: 'Voyager Travel Card' })
  await page.getByLabel('Quotation Number').fill(physical.quotationNumber)
}

export const orderReplay = createUploadReplay({
  type: 'physical',
  entry: orderEntry,
  options: physical,
  fillIn: fillPhysical,
  newFile: () => orderFile('physical'),
  operations: { verifyRows: 'verifyCardOrder', submitRows: 'batchCardOrder' },
  acts: [
    {
      description: 'a file with other headings is dropped',
      when: isIn('choosing'),
      steps: [
        { send: 'options.changed', with: { options: physical } },
        { send: 'files.dropped', sample: 'one' },
        { end: 'readFile', as: 'columns needed' },
      ],
      perform: async ({ page }) => {
        await fillPhysical(page)
        const headings = headingsOf('physical').map((_, index) => `Column ${'abcdefghijklmnop'.charAt(index)}`)
        await choose(page, orderFile('physical', headings))
      },
    },
    {
      description: 'the columns are chosen',
      steps: [
        { send: 'columns.chosen', sample: 'usual' },
        { end: 'readFile', as: 'read, columns may be wrong' },
        { send: 'check' },
      ],
      perform: async ({ page }) => {
        for (const [index, label] of headingsOf('physical').entries())
          await page.getByLabel(`Column for ${label}`, { exact: true }).selectOption(String(index))
        await button(page, 'Use these columns').click()
      },
    },
  ],
})

export const virtualOrderReplay = createUploadReplay({
  type: 'virtual',
  entry: virtualOrderEntry,
  options: { ...defaultOptions, campaignId: '3' },
  fillIn: async (page) => void (await page.getByLabel('Campaign').selectOption({ label: 'Voyager Virtual Card' })),
  newFile: () => orderFile('virtual'),
  operations: { verifyRows: 'verifyVirtualCardOrder', submitRows: 'submitVirtualCardOrder' },
  acts: [],
})
