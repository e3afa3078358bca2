// Acts for the replay of the wizards: what users do on the page of a batch or an order, how server, connection and
// device affect it, and a marker for each state. These acts are for all types. Those of one type are in batch-acts.ts
// and order-acts.ts.
import { randomUUID } from 'node:crypto'
import { messageToText } from '#domain/message-text.ts'
import { message } from '#domain/messages.ts'
import { uploadTypes, type UploadType } from '#domain/uploads.ts'
import type { Position } from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry, Step } from '#tools/lab/catalogue/entry.ts'
import { uploadRules } from '#machines/upload-rules.ts'
import { defaultOptions, type UploadContext, type UploadOptions } from '#machines/upload-steps.ts'
import { snapshotToStored, type UploadSnapshot } from '#machines/upload.ts'
import { demoPassword, post } from '#tests/support/call.ts'
import type { RunningServer } from '#tests/support/server.ts'
import type { Act, World } from '#tests/support/replay.ts'
import type { PageReplay, Setup } from '#tests/support/replay-page.ts'
import type { Locator, Page } from '@playwright/test'
import { button, expect } from '../access-setup.ts'
import { choose, drop, gridRow, waitUntilSaved, type Upload } from '../batch-load-setup.ts'
import type { SlowDevice } from './device.ts'

export interface UploadSetup extends Setup {
  readonly server: RunningServer
  readonly device: SlowDevice
  /** A file with two unique rows. */
  readonly newFile: () => Promise<Upload>
}

/**
 * `world.uploaded`: whether the server has these rows. `world.sent`: when they were submitted. `world.optionsTyped`:
 * whether options were typed before the rows were read.
 */
export type UploadAct = Act<UploadSetup>

export interface UploadReplayOptions {
  /** The replay of a type with the same page and rules, which already covers the shared transitions. */
  readonly base?: PageReplay<UploadSetup>
  readonly type: UploadType
  readonly entry: MachineEntry
  /** The options that are typed and chosen before a file. */
  readonly options: UploadOptions
  readonly fillIn: (page: Page) => Promise<void>
  readonly operations: { readonly verifyRows: string; readonly submitRows: string }
  /** The name of the parameter with the rows. */
  readonly rowsParameter: string
  /** The amount's index among the cells of a row. */
  readonly amountIndex: number
  readonly acts: readonly UploadAct[]
  readonly exclusions: Readonly<Record<string, string>>
}

export const contextOf = ({ context }: Position) => context as unknown as UploadContext
export const isIn =
  (...states: readonly string[]) =>
  (position: Position) =>
    position.states.some((state) => states.includes(state))

export const hasFile = (position: Position) => contextOf(position).file !== undefined
export const isResent = (position: Position) => contextOf(position).intent?.isResent === true
const hasDuplicates = (position: Position) => (contextOf(position).verification?.earlier.length ?? 0) > 0

/** The event that the rows have changed to these figures. */
export const rowsChanged = (position: Position, changes: Partial<UploadContext['figures']>): Step => {
  const { figures } = contextOf(position)
  return {
    send: 'rows.changed',
    with: { figures: { ...figures, contentVersion: figures.contentVersion + 1, ...changes } },
  }
}
export const validFigures = (position: Position) => ({
  rows: 2,
  valid: 2,
  toFix: 0,
  checkable: 2,
  unchecked: contextOf(position).verification ? 0 : 2,
})
export const brokenFigures = { rows: 2, valid: 0, toFix: 2, checkable: 0, unchecked: 0 }

const instant = '2026-03-04T02:00:00.000Z'
export const verifiedSteps = (earlier: readonly string[]) => (position: Position) => {
  const { figures } = contextOf(position)
  const verification = {
    at: instant,
    contentVersion: figures.contentVersion,
    earlier: earlier.map((id) => ({ id, by: 'olive', at: instant, state: 'Awaiting approval' })),
  }
  return [{ end: 'verifyRows', output: { kind: 'verified', verification, figures: { ...figures, unchecked: 0 } } }]
}

const checkButton = (page: Page) => figuresOf(page).getByRole('button', { name: /^(Check rows|Check again)$/ })
const nextButton = (page: Page) => figuresOf(page).getByRole('button', { name: /^(Continue|Next)$/ })
const submitButton = (page: Page) => page.getByRole('button', { name: /^Submit \d/ })
/** A dialog hides the page from screen readers, but the page stays visible. */
const evenBehindDialog = { includeHidden: true }
const figuresOf = (page: Page) => page.getByRole('region', { name: /^Figures of the /, ...evenBehindDialog })
const isReviewing = isIn('reviewing.unverified', 'reviewing.verified')

const refusalOf = (text: string, code = '-20403') => ({
  response: { resultCode: code, resultText: text },
  output: { kind: 'refused', text, code },
})
const NOT_ALLOWED = refusalOf('You are no longer allowed to do this')
const LATER = { resultCode: '-20429', resultText: 'Too many calls', retryAfter: 1 }
const ROW_REFUSED = 'A row is no longer accepted'

export function createUploadReplay(replayOptions: UploadReplayOptions): PageReplay<UploadSetup> {
  const { type, entry, options, operations, base, fillIn } = replayOptions
  const { verifyRows, submitRows } = operations
  const { itemName, wizardTexts, title, path } = uploadTypes[type]
  const label = `Drop the ${itemName} file here`
  const fillInStep: Step = { send: 'options.changed', with: { options } }
  const dropStep: Step = { send: 'files.dropped', sample: 'one' }
  // The server checks the rows of a batch when they have been read.
  const readSteps: readonly Step[] = [
    { end: 'readFile', as: 'read' },
    ...(uploadRules[type].checksBeforeLastStep ? [] : [{ send: 'check' } as const]),
  ]
  const outcomeUnknownText = `We cannot tell whether the ${itemName} arrived`
  const setAmounts = async (page: Page, ...amounts: readonly string[]) => {
    // The headings are row 1.
    for (const [index, amount] of amounts.entries())
      await editAmount(page, index + 2, replayOptions.amountIndex, amount)
  }
  const signInAgain = async ({ page }: UploadSetup) => {
    await page.getByLabel('Username').fill('olive')
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await button(page, 'Log in').click()
  }
  /** Ends the session before the server receives the call, and signs in again. */
  const endSession = async (setup: UploadSetup, operation: string) => {
    const call = await setup.calls.waitForHeld(operation)
    await post(setup.server.url, 'logOut', { token: call.params['token'] })
    await call.pass()
    await signInAgain(setup)
  }
  /** Loses the response to one call. The server can be reached, so the portal does not count as offline. */
  const loseResponse = async ({ calls }: UploadSetup, operation: string) => (await calls.waitForHeld(operation)).lose()

  const userActs: readonly UploadAct[] = [
    {
      description: 'a file is dropped',
      steps: [fillInStep, dropStep, ...readSteps],
      world: { uploaded: 'no', optionsTyped: 'no' },
      perform: async ({ page, newFile }) => {
        await fillIn(page)
        await choose(page, await newFile())
      },
    },
    {
      description: 'several files are dropped',
      when: (position) => isIn('choosing')(position) && !hasFile(position),
      steps: [{ send: 'files.dropped', sample: 'two' }],
      refusal: 'blocked',
      message: 'Drop one file only. You dropped several, so none was used.',
      perform: async ({ page, newFile }) => drop(page, [await newFile(), await newFile()]),
    },
    {
      description: 'without a file there is no Continue button',
      when: (position) => !hasFile(position),
      steps: [{ send: 'next' }],
      refusal: 'not offered',
      control: ({ page }) => button(page, 'Continue'),
    },
    {
      description: 'a file without rows is dropped',
      when: (position) => !hasFile(position),
      steps: [fillInStep, dropStep, { end: 'readFile', output: { kind: 'refused', message: message('fileInvalid') } }],
      world: { optionsTyped: 'yes' },
      perform: async ({ page }) => {
        await fillIn(page)
        await choose(page, { name: 'nothing.csv', content: '' })
      },
    },
    {
      description: 'a file is dropped while the reader is busy',
      when: (position) => !hasFile(position),
      steps: [fillInStep, dropStep],
      world: { uploaded: 'no', optionsTyped: 'yes' },
      perform: async ({ page, device, newFile }) => {
        await device.blockReader()
        await fillIn(page)
        await choose(page, await newFile())
      },
    },
    {
      description: 'reading is cancelled',
      when: isIn('reading'),
      steps: [{ send: 'cancel' }],
      control: ({ page }) => button(page, 'Cancel'),
    },
    { description: 'the check is requested', steps: [{ send: 'check' }], control: ({ page }) => checkButton(page) },
    {
      description: 'the check is requested although there is nothing to check',
      steps: [{ send: 'check' }],
      refusal: 'blocked',
      control: ({ page }) => checkButton(page),
    },
    {
      description: 'the check is cancelled',
      when: isIn('reviewing.verifying.requested', 'reviewing.verifying.continuing'),
      steps: [{ send: 'cancel' }],
      control: ({ page }) => figuresOf(page).getByRole('button', { name: 'Cancel' }),
    },
    {
      description: 'the user goes to the next step',
      when: isReviewing,
      steps: [{ send: 'next' }],
      control: ({ page }) => nextButton(page),
    },
    {
      description: 'the next step is blocked',
      when: isReviewing,
      steps: [{ send: 'next' }],
      refusal: 'blocked',
      control: ({ page }) => nextButton(page),
    },
    {
      description: 'an amount is changed',
      evenIfInBase: true,
      when: (position) => isReviewing(position) && contextOf(position).figures.toFix === 0,
      steps: (position) => [rowsChanged(position, validFigures(position))],
      world: { uploaded: 'no' },
      perform: async ({ page, device }) => setAmounts(page, device.nextAmount()),
    },
    {
      description: 'the amounts are made invalid',
      when: (position) => isReviewing(position) && contextOf(position).figures.toFix === 0,
      steps: (position) => [rowsChanged(position, brokenFigures)],
      world: { uploaded: 'no' },
      perform: ({ page }) => setAmounts(page, 'abc', 'abc'),
    },
    {
      description: 'the amounts are fixed',
      when: (position) =>
        isReviewing(position) &&
        contextOf(position).figures.toFix > 0 &&
        contextOf(position).options.identifierType === 1,
      steps: (position) => [rowsChanged(position, validFigures(position))],
      perform: async ({ page, device }) => setAmounts(page, device.nextAmount(), device.nextAmount()),
    },
    {
      description: 'the user goes back from the last step',
      when: isIn('confirming'),
      steps: [{ send: 'back' }],
      control: ({ page }) => button(page, 'Back'),
    },
    {
      description: 'a reason is typed',
      when: (position) => hasDuplicates(position) && contextOf(position).duplicateReason === '',
      steps: [{ send: 'reason.changed', sample: 'usual' }],
      perform: ({ page }) => page.getByLabel('Reason for submitting these rows again').fill('Second payment'),
    },
    {
      description: 'the rows are submitted without a reason',
      when: (position) => isIn('confirming')(position) && contextOf(position).duplicateReason === '',
      steps: [{ send: 'submit', sample: 'without a reason' }],
      refusal: 'blocked',
      perform: ({ page }) => submitButton(page).click(),
    },
    {
      description: 'the rows are submitted',
      steps: (position) => [submit(position), { end: 'recordIntent', as: 'stored' }],
      world: { sent: 'today' },
      control: ({ page }) => submitButton(page),
    },
    {
      description: 'the rows are submitted while the disk is busy',
      steps: (position) => [submit(position)],
      world: { sent: 'today' },
      perform: async ({ page, device }) => {
        await waitUntilSaved(page)
        await device.blockDisk()
        await submitButton(page).click()
      },
    },
    {
      description: 'the user checks whether the rows arrived',
      when: (_, { sent }) => sent === 'today',
      steps: [
        { send: 'resend', sample: 'the same day' },
        { end: 'recordIntent', as: 'stored' },
      ],
      control: ({ page }) => button(page, 'Check again'),
    },
    {
      description: 'the user checks the rows a day later',
      when: (_, { sent }) => sent === 'yesterday',
      steps: [{ send: 'resend', sample: 'a day later' }],
      control: ({ page }) => button(page, 'Check the rows'),
    },
    {
      description: 'another upload is started while the outcome is unknown',
      when: isIn('outcomeUnknown'),
      steps: [{ send: 'start.over' }],
      control: ({ page }) => button(page, `Start another ${itemName}`),
    },
    {
      description: 'another upload is started',
      evenIfInBase: true,
      when: isIn('done'),
      steps: [{ send: 'start.over' }],
      control: ({ page }) => button(page, wizardTexts.startAnother),
    },
    {
      description: 'the page is reloaded',
      when: (position) =>
        hasFile(position) &&
        isIn('choosing', 'reviewing.unverified', 'reviewing.verified', 'confirming', 'outcomeUnknown')(position),
      steps: ['reopened'],
      perform: async ({ page }) => {
        await waitUntilSaved(page)
        await page.reload()
      },
    },
    {
      description: 'a day passes, and the user signs in again',
      when: (position, { sent }) => isIn('outcomeUnknown')(position) && sent === 'today',
      steps: ['reopened'],
      world: { sent: 'yesterday' },
      perform: async (setup) => {
        await waitUntilSaved(setup.page)
        await setup.page.clock.fastForward('24:00:00')
        await signInAgain(setup)
      },
    },
  ]

  const systemActs: readonly UploadAct[] = [
    {
      description: 'the reader reads the file',
      when: isIn('reading'),
      steps: readSteps,
      world: { optionsTyped: 'no' },
      perform: ({ device }) => device.release(),
    },
    {
      description: 'the check passes',
      evenIfInBase: true,
      when: (_, { uploaded }) => uploaded === 'no',
      steps: verifiedSteps([]),
      perform: pass(verifyRows),
    },
    {
      description: 'the check reports an earlier upload with these rows',
      when: (_, { uploaded }) => uploaded === 'yes',
      steps: verifiedSteps(['7']),
      perform: pass(verifyRows),
    },
    {
      description: 'the server refuses the check',
      steps: [{ end: 'verifyRows', output: NOT_ALLOWED.output }],
      perform: async ({ calls }) => (await calls.waitForHeld(verifyRows)).respond(NOT_ALLOWED.response),
    },
    {
      description: 'the session has ended at the check, and the user signs in again',
      steps: [{ end: 'verifyRows', as: 'session ended' }, 'reopened'],
      perform: (setup) => endSession(setup, verifyRows),
    },
    {
      description: 'the request is stored on the disk',
      when: isIn('submitting.recording'),
      steps: [{ end: 'recordIntent', as: 'stored' }],
      perform: ({ device }) => device.release(),
    },
    {
      description: 'the server accepts the rows',
      evenIfInBase: true,
      when: (position, { uploaded }) => uploaded === 'no' || hasDuplicates(position),
      steps: [{ end: 'submitRows', as: 'accepted' }],
      world: { uploaded: 'yes' },
      perform: pass(submitRows),
    },
    {
      description: 'the response to the submission is lost',
      steps: [{ end: 'submitRows', as: 'lost' }],
      perform: (setup) => loseResponse(setup, submitRows),
    },
    {
      description: 'the session has ended at the submission, and the user signs in again',
      when: (position) => !isResent(position),
      steps: [{ end: 'submitRows', as: 'session ended' }, 'reopened'],
      perform: (setup) => endSession(setup, submitRows),
    },
    {
      description: 'a colleague has submitted the same rows meanwhile',
      when: (position, { uploaded }) =>
        uploaded === 'no' && !isResent(position) && contextOf(position).duplicateReason === '',
      steps: [{ end: 'submitRows', as: 'reason needed' }],
      world: { uploaded: 'yes' },
      perform: async ({ calls, server }) => {
        const call = await calls.waitForHeld(submitRows)
        const { response } = await post(server.url, submitRows, { ...call.params, requestId: randomUUID() })
        expect(response.resultCode).toBe('0')
        await call.pass()
      },
    },
    {
      description: 'the server is too busy',
      when: (position) => !isResent(position),
      steps: [{ end: 'submitRows', output: { kind: 'retryLater', text: LATER.resultText, code: LATER.resultCode } }],
      perform: async ({ calls }) => (await calls.waitForHeld(submitRows)).respond(LATER),
    },
    {
      description: 'the server refuses a row',
      evenIfInBase: true,
      when: (position) => !isResent(position),
      steps: [{ end: 'submitRows', output: { kind: 'rowsRefused', text: ROW_REFUSED, code: '-20400' } }],
      perform: async ({ calls }) => {
        const errors = [{ path: `${replayOptions.rowsParameter}.0.amount`, message: ROW_REFUSED }]
        await (await calls.waitForHeld(submitRows)).respond({ resultCode: '-20400', resultText: ROW_REFUSED, errors })
      },
    },
    {
      description: 'the server refuses the upload',
      when: (position) => !isResent(position),
      steps: [{ end: 'submitRows', output: NOT_ALLOWED.output }],
      perform: async ({ calls }) => (await calls.waitForHeld(submitRows)).respond(NOT_ALLOWED.response),
    },
  ]

  return {
    ...(base && { base }),
    entry: { ...entry, inputs: { 'nothing typed': entry.inputs['nothing typed'], ...entry.inputs } },
    world,
    acts: [...[...userActs, ...replayOptions.acts].map(onlyWithoutDialog), ...systemActs],
    extraFacts: (position) => {
      const { options: currentOptions, duplicateReason } = contextOf(position)
      return [hasDialog(position), currentOptions, duplicateReason]
    },
    calls: operations,
    inputAfterReload: (snapshot) => {
      const upload = snapshot as unknown as UploadSnapshot
      const stored = snapshotToStored(upload)
      const { figures } = upload.context
      return { type, options: defaultOptions, ...(stored && { draft: { stored, figures } }) }
    },
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
      outcomeUnknown: (page) => page.getByText(outcomeUnknownText),
      done: (page) => page.getByText(uploadTypes[type].submittedMessage),
    },
    controls: {
      check: checkButton,
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
    messageIn: (position) => messageToText(contextOf(position).notice?.message) ?? '',
    async compare({ page }, position) {
      if (!isReviewing(position)) return
      const { rows, valid, toFix } = contextOf(position).figures
      for (const [name, figure] of Object.entries({ Rows: rows, Valid: valid, 'To fix': toFix }))
        await expect(figureOf(page, name)).toHaveText(String(figure))
    },
    async open(setup) {
      const { page } = setup
      await page.goto(path.slice(1))
      await signInAgain(setup)
      await expect(page.getByRole('region', { name: label })).toBeVisible()
    },
    exclusions: { ...unreachable, ...replayOptions.exclusions },
  }
}

const world: World = { uploaded: 'no', sent: 'never', optionsTyped: 'no' }

/** On an order page, a refusal with a code is shown in a dialog, which must be closed before any other act. */
const onlyWithoutDialog = (act: UploadAct): UploadAct => ({
  ...act,
  when: (position, currentWorld) =>
    (act.when?.(position, currentWorld) ?? true) && (isOkAct(act) || !hasDialog(position)),
})
const isOkAct = ({ description }: UploadAct) => description === 'OK'
export const hasDialog = (position: Position) =>
  uploadTypes[contextOf(position).type].order !== undefined && contextOf(position).notice?.code !== undefined

const pass =
  (operation: string) =>
  async ({ calls }: UploadSetup) =>
    (await calls.waitForHeld(operation)).pass()

const submit = (position: Position): Step => ({
  send: 'submit',
  with: {
    requestId: '11111111-1111-4111-8111-111111111111',
    at: instant,
    duplicateReason: contextOf(position).duplicateReason,
  },
})

/** Both types of check look the same. */
const verifyingFigures = (page: Page): Locator => figuresOf(page).filter({ has: checkingButton(page) })

const checkingButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Checking \d+ rows/, ...evenBehindDialog })

const figureOf = (page: Page, name: string) =>
  figuresOf(page)
    .locator('div', { has: page.getByText(name, { exact: true }) })
    .getByRole('definition', evenBehindDialog)

async function editAmount(page: Page, row: number, amountIndex: number, text: string): Promise<void> {
  // A pressed cell is scrolled into view, so the second press of a double click would hit another cell.
  const cell = gridRow(page, row).getByRole('gridcell').nth(amountIndex)
  await cell.click()
  await expect(cell).toBeFocused()
  await cell.dblclick()
  await page.getByRole('grid').getByRole('textbox').fill(text)
  await page.keyboard.press('Enter')
}

const neverFails = 'Flows turn every failure into a result: tests/flows, tests/services.'
const tooShort =
  'Only if rows change, or a result of a row arrives, in the moment before the last step: tests/machines/upload.test.ts.'

const whileReading =
  'Only if the user types while a file is read or its columns are chosen: tests/machines/upload.test.ts, upload-orders.test.ts.'

const readAgain =
  'Only a file with several sheets, a guessed encoding or too many rows is read again: tests/pages/batches/wizard.test.tsx.'

const checkLost =
  'A check without a response waits for the connection and is repeated, longer than a walk can wait: tests/flows/verify.test.ts.'

/** States and transitions that no page can show. */
const unreachable: Readonly<Record<string, string>> = {
  'reading · readFile broken': neverFails,
  'reading · options.changed': whileReading,
  'mapping · options.changed': whileReading,
  'choosing · file.read.again': readAgain,
  'mapping · file.read.again': readAgain,
  'reviewing · file.read.again': readAgain,
  'reviewing.verifying.requested · verifyRows broken': neverFails,
  'reviewing.verifying.continuing · verifyRows broken': neverFails,
  'submitting.recording · recordIntent broken': neverFails,
  'reviewing.verifying.requested · verifyRows done · 3': checkLost,
  'reviewing.verifying.continuing · verifyRows done · 3': checkLost,
  'reviewing.verifying.checked · always · 1':
    'Only errors that the check before the last step finds: tests/machines/upload-orders.test.ts.',
  'reviewing.verifying.checked · always · 3':
    'Only if the user types or edits while the check runs: tests/machines/paths.test.ts.',
  'submitting.sending · submitRows broken': neverFails,
  'confirming · rows.changed · 1': tooShort,
  'confirming · rows.changed · 2': tooShort,
  'submitting.sending · submitRows done · 2': 'Only activations are done immediately: tests/e2e/batch-types.spec.ts.',
  'submitting.sending · submitRows done · 5':
    'A repeated request that finds the session ended counts as no response: tests/flows/upload.',
}
