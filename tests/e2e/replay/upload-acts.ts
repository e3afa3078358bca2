// Acts for the replay of the wizards: what users do on the page of a batch or an order, how server, connection and
// device affect it, and how each state looks. This table is for all types. Acts of only one type are in batch-acts.ts
// and order-acts.ts.
import { m } from '#words/messages.js'
import { randomUUID } from 'node:crypto'
import { messageToText } from '#domain/message-text.ts'
import { message } from '#domain/messages.ts'
import { uploadKinds, type UploadType } from '#domain/uploads.ts'
import type { Position } from '#tools/lab/catalogue/drive.ts'
import type { MachineEntry, Step } from '#tools/lab/catalogue/entry.ts'
import { uploadRules } from '#machines/upload-rules.ts'
import { noOptions, type UploadContext, type UploadOptions } from '#machines/upload-steps.ts'
import { snapshotToStored, type UploadSnapshot } from '#machines/upload.ts'
import { demoPassword, post } from '#tests/support/call.ts'
import type { RunningServer } from '#tests/support/server.ts'
import type { Act, World } from '#tests/support/replay.ts'
import type { PageReplay, Stage } from '#tests/support/replay-page.ts'
import type { Locator, Page } from '@playwright/test'
import { button, expect } from '../access-setup.ts'
import { choose, drop, gridRow, saved, type Upload } from '../batch-load-setup.ts'
import type { Device } from './device.ts'

export interface UploadStage extends Stage {
  readonly server: RunningServer
  readonly device: Device
  /** A file with two unique rows. */
  readonly newFile: () => Promise<Upload>
}

/**
 * `world.uploaded`: true if the server has these rows. `world.sent`: when they were submitted. `world.typed`: the input
 * that waits for rows.
 */
export type Row = Act<UploadStage>

export interface ReplayedKind {
  /** A type with the same page and the same rules, whose replay already covers the shared states. */
  readonly like?: PageReplay<UploadStage>
  readonly type: UploadType
  readonly entry: MachineEntry
  /** The options that are typed and chosen before a file. */
  readonly options: UploadOptions
  readonly fillIn: (page: Page) => Promise<void>
  readonly operations: { readonly verifyRows: string; readonly submitRows: string }
  /** The name of the rows parameter in errors. */
  readonly rows: string
  /** The amount's index among the cells of a row. */
  readonly amountAt: number
  readonly acts: readonly Row[]
  readonly elsewhere: Readonly<Record<string, string>>
}

export const contextOf = ({ context }: Position) => context as unknown as UploadContext
export const isIn =
  (...states: readonly string[]) =>
  ({ states: now }: Position) =>
    now.some((state) => states.includes(state))

export const hasFile = (position: Position) => contextOf(position).file !== undefined
export const isResent = (position: Position) => contextOf(position).intent?.isResent === true
const isNamed = (position: Position) => (contextOf(position).verification?.earlier.length ?? 0) > 0

/** The event that the rows have changed. */
export const rowsAre = (position: Position, more: Partial<UploadContext['figures']>): Step => {
  const { figures } = contextOf(position)
  return { send: 'rows.changed', with: { figures: { ...figures, content: figures.content + 1, ...more } } }
}
export const valid = (position: Position) => ({
  rows: 2,
  valid: 2,
  toFix: 0,
  checkable: 2,
  unchecked: contextOf(position).verification ? 0 : 2,
})
export const broken = { rows: 2, valid: 0, toFix: 2, checkable: 0, unchecked: 0 }

const at = '2026-03-04T02:00:00.000Z'
export const verified = (earlier: readonly string[]) => (position: Position) => {
  const { figures } = contextOf(position)
  const verification = {
    at,
    content: figures.content,
    earlier: earlier.map((id) => ({ id, by: 'olive', at, state: 'Awaiting approval' })),
  }
  return [{ end: 'verifyRows', output: { kind: 'verified', verification, figures: { ...figures, unchecked: 0 } } }]
}

const checkButton = (page: Page) => figuresOf(page).getByRole('button', { name: /^(Check rows|Check again)$/ })
const onButton = (page: Page) => figuresOf(page).getByRole('button', { name: /^(Continue|Next)$/ })
const submitButton = (page: Page) => page.getByRole('button', { name: /^Submit \d/ })
/** A dialog hides the page from screen readers, but it stays visible. */
const covered = { includeHidden: true }
const figuresOf = (page: Page) => page.getByRole('region', { name: /^Figures of the /, ...covered })
const isReviewing = isIn('reviewing.unverified', 'reviewing.verified')

const refused = (text: string, code = '-20403') => ({
  answer: { resultCode: code, resultText: text },
  output: { kind: 'refused', text, code },
})
const NOT_ALLOWED = refused('You may not do this any more')
const LATER = { resultCode: '-20429', resultText: 'Too many calls just now', retryAfter: 1 }
const ROW_REFUSED = 'A row cannot be taken any more'

export function replayOf(kind: ReplayedKind): PageReplay<UploadStage> {
  const { type, entry, options, operations, like } = kind
  const { verifyRows, submitRows } = operations
  const { itemName, words, title, path } = uploadKinds[type]
  const label = `Drop the ${itemName} file here`
  const filledIn: Step = { send: 'options.changed', with: { options } }
  const dropped: Step = { send: 'files.dropped', sample: 'one' }
  // The server checks the rows of a batch when they have been read.
  const read: readonly Step[] = [
    { end: 'readFile', as: 'read' },
    ...(uploadRules[type].checksOnSubmit ? [] : [{ send: 'check' } as const]),
  ]
  const unknown = `We cannot tell whether the ${itemName} arrived`
  const setAmounts = async (page: Page, ...amounts: readonly string[]) => {
    for (const [index, amount] of amounts.entries()) await editAmount(page, index + 2, kind.amountAt, amount)
  }
  const signInAgain = async ({ page }: UploadStage) => {
    await page.getByLabel('Username').fill('olive')
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await button(page, 'Log in').click()
  }
  /** The server ends the session before it receives the call. */
  const endSession = async (stage: UploadStage, operation: string) => {
    const call = await stage.calls.next(operation)
    await post(stage.server.url, 'logOut', { token: call.params['token'] })
    await call.pass()
    await signInAgain(stage)
  }
  /** Loses the connection during a call. It is back when the browser reports it. */
  const lose = async ({ page, calls }: UploadStage, operation: string) => {
    await (await calls.next(operation)).lose()
    await expect(page.getByText(m.common_cannotConnectToServer()).first()).toBeVisible()
    await page.evaluate(() => void dispatchEvent(new Event('online')))
  }

  const people: readonly Row[] = [
    {
      description: 'a file is dropped',
      steps: [filledIn, dropped, ...read],
      world: { uploaded: 'no', typed: 'no' },
      does: async ({ page, newFile }) => {
        await kind.fillIn(page)
        await choose(page, await newFile())
      },
    },
    {
      description: 'several files are dropped',
      when: (position) => isIn('choosing')(position) && !hasFile(position),
      steps: [{ send: 'files.dropped', sample: 'two' }],
      refusal: 'blocked',
      words: 'Drop one file only. You dropped several, so none was used.',
      does: async ({ page, newFile }) => drop(page, [await newFile(), await newFile()]),
    },
    {
      description: 'without a file there is no way on',
      when: (position) => !hasFile(position),
      steps: [{ send: 'next' }],
      refusal: 'not offered',
      at: ({ page }) => button(page, 'Continue'),
    },
    {
      description: 'a file without rows is dropped',
      when: (position) => !hasFile(position),
      steps: [filledIn, dropped, { end: 'readFile', output: { kind: 'refused', message: message('fileInvalid') } }],
      world: { typed: 'yes' },
      does: async ({ page }) => {
        await kind.fillIn(page)
        await choose(page, { name: 'nothing.csv', content: '' })
      },
    },
    {
      description: 'a file is dropped while the reader is busy',
      when: (position) => !hasFile(position),
      steps: [filledIn, dropped],
      world: { uploaded: 'no', typed: 'yes' },
      does: async ({ page, device, newFile }) => {
        await device.busyReader()
        await kind.fillIn(page)
        await choose(page, await newFile())
      },
    },
    {
      description: 'reading is cancelled',
      when: isIn('reading'),
      steps: [{ send: 'cancel' }],
      at: ({ page }) => button(page, 'Cancel'),
    },
    { description: 'the check is asked for', steps: [{ send: 'check' }], at: ({ page }) => checkButton(page) },
    {
      description: 'there is nothing to check',
      steps: [{ send: 'check' }],
      refusal: 'blocked',
      at: ({ page }) => checkButton(page),
    },
    {
      description: 'the check is cancelled',
      when: isIn('reviewing.verifying.requested', 'reviewing.verifying.continuing'),
      steps: [{ send: 'cancel' }],
      at: ({ page }) => figuresOf(page).getByRole('button', { name: 'Cancel' }),
    },
    { description: 'to the next step', when: isReviewing, steps: [{ send: 'next' }], at: ({ page }) => onButton(page) },
    {
      description: 'the next step is barred',
      when: isReviewing,
      steps: [{ send: 'next' }],
      refusal: 'blocked',
      at: ({ page }) => onButton(page),
    },
    {
      description: 'an amount is changed',
      isOwn: true,
      when: (position) => isReviewing(position) && contextOf(position).figures.toFix === 0,
      steps: (position) => [rowsAre(position, valid(position))],
      world: { uploaded: 'no' },
      does: async ({ page, device }) => setAmounts(page, device.nextAmount()),
    },
    {
      description: 'the amounts are broken',
      when: (position) => isReviewing(position) && contextOf(position).figures.toFix === 0,
      steps: (position) => [rowsAre(position, broken)],
      world: { uploaded: 'no' },
      does: ({ page }) => setAmounts(page, 'abc', 'abc'),
    },
    {
      description: 'the amounts are mended',
      when: (position) =>
        isReviewing(position) &&
        contextOf(position).figures.toFix > 0 &&
        contextOf(position).options.identifierType === 1,
      steps: (position) => [rowsAre(position, valid(position))],
      does: async ({ page, device }) => setAmounts(page, device.nextAmount(), device.nextAmount()),
    },
    {
      description: 'back from the last step',
      when: isIn('confirming'),
      steps: [{ send: 'back' }],
      at: ({ page }) => button(page, 'Back'),
    },
    {
      description: 'a reason is typed',
      when: (position) => isNamed(position) && contextOf(position).duplicateReason === '',
      steps: [{ send: 'reason.changed', sample: 'usual' }],
      does: ({ page }) => page.getByLabel('Reason for submitting these rows again').fill('Second payment'),
    },
    {
      description: 'it is submitted without a reason',
      when: (position) => isIn('confirming')(position) && contextOf(position).duplicateReason === '',
      steps: [{ send: 'submit', sample: 'without a reason' }],
      refusal: 'blocked',
      does: ({ page }) => submitButton(page).click(),
    },
    {
      description: 'it is submitted',
      steps: (position) => [submit(position), { end: 'recordIntent', as: 'stored' }],
      world: { sent: 'today' },
      at: ({ page }) => submitButton(page),
    },
    {
      description: 'it is submitted while the disk is busy',
      steps: (position) => [submit(position)],
      world: { sent: 'today' },
      does: async ({ page, device }) => {
        await saved(page)
        await device.busyDisk()
        await submitButton(page).click()
      },
    },
    {
      description: 'it is asked whether it arrived',
      when: (_, { sent }) => sent === 'today',
      steps: [
        { send: 'resend', sample: 'the same day' },
        { end: 'recordIntent', as: 'stored' },
      ],
      at: ({ page }) => button(page, 'Check again'),
    },
    {
      description: 'the rows are looked for a day later',
      when: (_, { sent }) => sent === 'yesterday',
      steps: [{ send: 'resend', sample: 'a day later' }],
      at: ({ page }) => button(page, 'Check the rows'),
    },
    {
      description: 'another one is begun meanwhile',
      when: isIn('outcomeUnknown'),
      steps: [{ send: 'start.over' }],
      at: ({ page }) => button(page, `Start another ${itemName}`),
    },
    {
      description: 'another one is begun',
      isOwn: true,
      when: isIn('done'),
      steps: [{ send: 'start.over' }],
      at: ({ page }) => button(page, words.startAnother),
    },
    {
      description: 'the page is loaded anew',
      when: (position) =>
        hasFile(position) &&
        isIn('choosing', 'reviewing.unverified', 'reviewing.verified', 'confirming', 'outcomeUnknown')(position),
      steps: ['reopened'],
      does: async ({ page }) => {
        await saved(page)
        await page.reload()
      },
    },
    {
      description: 'a day passes, and they sign in again',
      when: (position, { sent }) => isIn('outcomeUnknown')(position) && sent === 'today',
      steps: ['reopened'],
      world: { sent: 'yesterday' },
      does: async (stage) => {
        await saved(stage.page)
        await stage.page.clock.fastForward('24:00:00')
        await signInAgain(stage)
      },
    },
  ]

  const others: readonly Row[] = [
    {
      description: 'the reader comes to the file',
      when: isIn('reading'),
      steps: read,
      world: { typed: 'no' },
      does: ({ device }) => device.release(),
    },
    {
      description: 'the check passes',
      isOwn: true,
      when: (_, { uploaded }) => uploaded === 'no',
      steps: verified([]),
      does: pass(verifyRows),
    },
    {
      description: 'the check names the earlier one',
      when: (_, { uploaded }) => uploaded === 'yes',
      steps: verified(['7']),
      does: pass(verifyRows),
    },
    {
      description: 'the server refuses the check',
      steps: [{ end: 'verifyRows', output: NOT_ALLOWED.output }],
      does: async ({ calls }) => (await calls.next(verifyRows)).respond(NOT_ALLOWED.answer),
    },
    {
      description: 'the session is over at the check, and they sign in again',
      steps: [{ end: 'verifyRows', as: 'session ended' }, 'reopened'],
      does: (stage) => endSession(stage, verifyRows),
    },
    {
      description: 'the disk has noted the request',
      when: isIn('submitting.recording'),
      steps: [{ end: 'recordIntent', as: 'stored' }],
      does: ({ device }) => device.release(),
    },
    {
      description: 'the server takes it',
      isOwn: true,
      when: (position, { uploaded }) => uploaded === 'no' || isNamed(position),
      steps: [{ end: 'submitRows', as: 'accepted' }],
      world: { uploaded: 'yes' },
      does: pass(submitRows),
    },
    {
      description: 'the submission gets no answer',
      steps: [{ end: 'submitRows', as: 'lost' }],
      does: (stage) => lose(stage, submitRows),
    },
    {
      description: 'the session is over at the submission, and they sign in again',
      when: (position) => !isResent(position),
      steps: [{ end: 'submitRows', as: 'session ended' }, 'reopened'],
      does: (stage) => endSession(stage, submitRows),
    },
    {
      description: 'a colleague has submitted the same rows meanwhile',
      when: (position, { uploaded }) =>
        uploaded === 'no' && !isResent(position) && contextOf(position).duplicateReason === '',
      steps: [{ end: 'submitRows', as: 'reason needed' }],
      world: { uploaded: 'yes' },
      does: async ({ calls, server }) => {
        const call = await calls.next(submitRows)
        const { response } = await post(server.url, submitRows, { ...call.params, requestId: randomUUID() })
        expect(response.resultCode).toBe('0')
        await call.pass()
      },
    },
    {
      description: 'the server has too much to do',
      when: (position) => !isResent(position),
      steps: [{ end: 'submitRows', output: { kind: 'retryLater', text: LATER.resultText, code: LATER.resultCode } }],
      does: async ({ calls }) => (await calls.next(submitRows)).respond(LATER),
    },
    {
      description: 'the server refuses a row',
      isOwn: true,
      when: (position) => !isResent(position),
      steps: [{ end: 'submitRows', output: { kind: 'rowsRefused', text: ROW_REFUSED, code: '-20400' } }],
      does: async ({ calls }) => {
        const errors = [{ path: `${kind.rows}.0.amount`, message: ROW_REFUSED }]
        await (await calls.next(submitRows)).respond({ resultCode: '-20400', resultText: ROW_REFUSED, errors })
      },
    },
    {
      description: 'the server refuses it',
      when: (position) => !isResent(position),
      steps: [{ end: 'submitRows', output: NOT_ALLOWED.output }],
      does: async ({ calls }) => (await calls.next(submitRows)).respond(NOT_ALLOWED.answer),
    },
  ]

  return {
    ...(like && { like }),
    entry: { ...entry, inputs: { 'nothing typed': entry.inputs['nothing typed'], ...entry.inputs } },
    world,
    acts: [...[...people, ...kind.acts].map(withoutDialog), ...others],
    alsoDecisive: (position) => {
      const { options: now, duplicateReason } = contextOf(position)
      return [hasDialog(position), now, duplicateReason]
    },
    calls: operations,
    reopens: (snapshot) => {
      const now = snapshot as unknown as UploadSnapshot
      const stored = snapshotToStored(now)
      const { figures } = now.context
      return { type, options: noOptions, ...(stored && { draft: { stored, figures } }) }
    },
    looks: {
      choosing: (page) =>
        page.getByRole('region', { name: new RegExp(`^Drop (the|another) ${itemName} file here`), ...covered }),
      reading: (page) => page.getByText('Reading and checking the file…'),
      mapping: (page) => page.getByRole('heading', { name: 'Choose the columns', ...covered }),
      'reviewing.unverified': (page) =>
        figuresOf(page)
          .filter({ hasNot: checking(page) })
          .filter({ hasText: 'Not yet' }),
      'reviewing.verifying.requested': verifying,
      'reviewing.verifying.continuing': verifying,
      'reviewing.verified': (page) =>
        figuresOf(page)
          .filter({ hasNot: checking(page) })
          .filter({ hasNotText: 'Not yet' }),
      confirming: (page) => page.getByRole('heading', { name: 'Check and submit', ...covered }),
      'submitting.recording': (page) => page.getByText('Not sent yet: saving the request on this device…'),
      'submitting.sending': (page) => page.getByText('Waiting for the server…'),
      outcomeUnknown: (page) => page.getByText(unknown),
      done: (page) => page.getByText(uploadKinds[type].uploadedText),
    },
    controls: {
      check: checkButton,
      next: onButton,
      back: (page) =>
        button(page, 'Back').or(page.getByRole('navigation', { name: `Steps of ${title}` }).getByRole('button')),
      cancel: (page) =>
        button(page, 'Cancel').or(button(page, 'Choose another file')).or(button(page, 'Keep the rows as they are')),
      submit: submitButton,
      'start.over': (page) =>
        button(page, 'Save for later').or(button(page, 'Save for later')).or(button(page, words.startAnother)),
      'columns.change': (page) => button(page, 'Change columns'),
      'columns.chosen': (page) => button(page, 'Use these columns'),
      'reason.changed': (page) =>
        page.getByLabel('Reason for submitting these rows again').and(page.locator(':not([readonly])')),
    },
    description: (position) => messageToText(contextOf(position).notice?.message) ?? '',
    async compare({ page }, position) {
      if (!isReviewing(position)) return
      const { rows, valid, toFix } = contextOf(position).figures
      for (const [name, figure] of Object.entries({ Rows: rows, Valid: valid, 'To fix': toFix }))
        await expect(figureOf(page, name)).toHaveText(String(figure))
    },
    async opens(stage) {
      const { page } = stage
      await page.goto(path.slice(1))
      await signInAgain(stage)
      await expect(page.getByRole('region', { name: label })).toBeVisible()
    },
    elsewhere: { ...nobody, ...kind.elsewhere },
  }
}

const world: World = { uploaded: 'no', sent: 'never', typed: 'no' }

/** On an order page, a refusal with a code is shown in a dialog, which must be closed before any other act. */
const withoutDialog = (act: Row): Row => ({
  ...act,
  when: (position, now) => (act.when?.(position, now) ?? true) && (isOK(act) || !hasDialog(position)),
})
const isOK = ({ description }: Row) => description === 'OK'
export const hasDialog = (position: Position) =>
  uploadKinds[contextOf(position).type].order !== undefined && contextOf(position).notice?.code !== undefined

const pass =
  (operation: string) =>
  async ({ calls }: UploadStage) =>
    (await calls.next(operation)).pass()

const submit = (position: Position): Step => ({
  send: 'submit',
  with: { requestId: '11111111-1111-4111-8111-111111111111', at, duplicateReason: contextOf(position).duplicateReason },
})

/** Both types of check look the same. */
const verifying = (page: Page): Locator => figuresOf(page).filter({ has: checking(page) })

const checking = (page: Page): Locator => page.getByRole('button', { name: /^Checking \d+ rows/, ...covered })

const figureOf = (page: Page, name: string) =>
  figuresOf(page)
    .locator('div', { has: page.getByText(name, { exact: true }) })
    .getByRole('definition', covered)

async function editAmount(page: Page, row: number, amountAt: number, text: string): Promise<void> {
  // A pressed cell is scrolled into view, so the second press of a double click would hit another cell.
  const cell = gridRow(page, row).getByRole('gridcell').nth(amountAt)
  await cell.click()
  await expect(cell).toBeFocused()
  await cell.dblclick()
  await page.getByRole('grid').getByRole('textbox').fill(text)
  await page.keyboard.press('Enter')
}

const always = 'Whoever is asked for it always answers, and breakdowns are answers too: tests/flows, tests/services.'
const afterwards =
  'Only what is done to rows within the moment in which the last step is made ready, or an answer about a row that comes then: tests/machines/upload.test.ts.'

const meanwhile =
  'Typing goes on while a file is read or its columns are chosen: tests/machines/upload.test.ts, upload-orders.test.ts.'

const again =
  'Only a file with several sheets, a guessed encoding or too many rows is read again: tests/pages/batches/wizard.test.tsx.'

const unanswered =
  'A check without an answer waits for the line and asks again, for longer than a walk can: tests/flows/verify.test.ts.'

/** States and transitions that the page of no type can show. */
const nobody: Readonly<Record<string, string>> = {
  'reading · readFile broken': always,
  'reading · options.changed': meanwhile,
  'mapping · options.changed': meanwhile,
  'choosing · file.read.again': again,
  'mapping · file.read.again': again,
  'reviewing · file.read.again': again,
  'reviewing.verifying.requested · verifyRows broken': always,
  'reviewing.verifying.continuing · verifyRows broken': always,
  'submitting.recording · recordIntent broken': always,
  'reviewing.verifying.requested · verifyRows done · 3': unanswered,
  'reviewing.verifying.continuing · verifyRows done · 3': unanswered,
  'reviewing.verifying.checked · always · 1':
    'Errors that only the check on the way to the last step finds: tests/machines/upload-orders.test.ts.',
  'reviewing.verifying.checked · always · 3':
    'Only what is typed or edited while the check runs: tests/machines/paths.test.ts.',
  'submitting.sending · submitRows broken': always,
  'confirming · rows.changed · 1': afterwards,
  'confirming · rows.changed · 2': afterwards,
  'submitting.sending · submitRows done · 2':
    'Only cards that are activated are done at once: tests/e2e/batch-kinds.spec.ts.',
  'submitting.sending · submitRows done · 5':
    'What was asked again and finds the session over counts as no answer: tests/flows/upload.',
}
