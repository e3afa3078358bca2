// The acts of the replays of card orders that the replay of batches does not have: campaign and quotation number are
// entered beside the rows, columns are chosen for unknown headings, and refusals are closed in a dialog.
import { orderEntry, virtualOrderEntry } from '#tools/lab/catalogue/uploads.ts'
import { defaultOptions, type UploadOptions } from '#machines/upload-steps.ts'
import { orderRows } from '#domain/order/rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { OrderType } from '#domain/order/types.ts'
import { randomUUID } from 'node:crypto'
import { post } from '#tests/support/call.ts'
import { button, expect } from '../access-setup.ts'
import { choose, type Upload } from '../batch-load-setup.ts'
import { batchReplay } from './batch-acts.ts'
import {
  contextOf,
  hasDialog,
  hasFile,
  createUploadReplay,
  isIn,
  type UploadAct,
  verifiedSteps,
} from './upload-acts.ts'
import type { Page } from '@playwright/test'

const headingsOf = (type: OrderType) =>
  orderRows(type, '2026-01-01' as CalendarDate).activeFields.map(({ label }) => label)

let fileCount = 0
/** A file with two cards to order, whose references are unique. */
export function orderFile(type: OrderType, headings = headingsOf(type)): Upload {
  fileCount += 1
  const row = (number: number) => {
    const reference = `R-${process.pid}-${fileCount}-${number}`
    const cells =
      type === 'physical'
        ? ['Ann', 'Lee', reference, `50.${String(fileCount % 100).padStart(2, '0')}`]
        : [reference, 'Ann Lee', '', '', '50.00']
    return headings.map((_, index) => cells[index] ?? '')
  }
  const lines = [headings, row(1), row(2)].map((cells) => `${cells.join(',')}\r\n`)
  return { name: `order-${fileCount}.csv`, content: lines.join('') }
}

/** Replaces digits, since a heading with digits looks like a value. */
const withoutDigits = (text: string) => text.replace(/[0-9]/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

const orders = {
  physical: {
    verifyMethod: 'verifyCardOrder',
    submitMethod: 'batchCardOrder',
    header: { quotationNumber: 'Q-1', plasticid: '1', designid: '1' },
  },
  virtual: { verifyMethod: 'verifyVirtualCardOrder', submitMethod: 'submitVirtualCardOrder', header: {} },
} as const
const isReviewing = isIn('reviewing.unverified', 'reviewing.verified')

const actsOf = (
  type: OrderType,
  options: UploadOptions,
  fillIn: (page: Page) => Promise<void>,
): readonly UploadAct[] => [
  {
    description: 'a file is dropped before its header is filled in',
    when: (position, { optionsTyped }) => isIn('choosing')(position) && optionsTyped === 'no',
    steps: [
      { send: 'files.dropped', sample: 'one' },
      { end: 'readFile', as: 'read' },
    ],
    world: { uploaded: 'no' },
    perform: ({ page }) => choose(page, orderFile(type)),
  },
  {
    description: 'the header is filled in',
    evenIfInBase: true,
    when: (position) => isReviewing(position) && contextOf(position).options.campaignId === '',
    steps: [{ send: 'options.changed', with: { options } }],
    perform: ({ page }) => fillIn(page),
  },
  {
    description: 'a file with other headings is dropped',
    when: isIn('choosing'),
    steps: [
      { send: 'options.changed', with: { options } },
      { send: 'files.dropped', sample: 'one' },
      { end: 'readFile', as: 'columns needed' },
    ],
    world: { uploaded: 'no', optionsTyped: 'yes' },
    perform: async ({ page }) => {
      await fillIn(page)
      await choose(
        page,
        orderFile(
          type,
          headingsOf(type).map((_, index) => withoutDigits(`Column ${fileCount} ${index}`)),
        ),
      )
    },
  },
  {
    description: 'the columns are chosen',
    evenIfInBase: true,
    steps: [
      { send: 'columns.chosen', with: { mapping: { map: [], width: 1, hasHeadings: true } } },
      { end: 'readFile', as: 'read, columns may be wrong' },
    ],
    world: { optionsTyped: 'no', uploaded: 'no' },
    perform: async ({ page }) => {
      for (const [index, label] of headingsOf(type).entries())
        await page.getByLabel(`Column for ${label}`, { exact: true }).selectOption(String(index))
      await button(page, 'Use these columns').click()
    },
  },
  {
    description: 'the check reports that a colleague has ordered the same rows',
    evenIfInBase: true,
    when: (_, { uploaded }) => uploaded === 'no',
    steps: verifiedSteps(['7']),
    world: { uploaded: 'yes' },
    perform: async ({ calls, server }) => {
      const { verifyMethod, submitMethod, header } = orders[type]
      const call = await calls.waitForHeld(verifyMethod)
      const { campaignID: campaignId, ...rows } = call.params
      const order = { ...rows, ...header, campaignId, requestId: randomUUID(), fileName: 'same.csv' }
      expect((await post(server.url, submitMethod, order)).response).toMatchObject({ resultCode: '0' })
      await call.pass()
    },
  },
  {
    description: 'the user goes back to choose another file',
    when: (position) => isIn('mapping')(position) && !hasFile(position),
    steps: [{ send: 'cancel' }],
    control: ({ page }) => button(page, 'Choose another file'),
  },
  {
    description: 'the user keeps the rows as they are',
    when: (position) => isIn('mapping')(position) && hasFile(position),
    steps: [{ send: 'cancel' }],
    control: ({ page }) => button(page, 'Keep the rows as they are'),
  },
  {
    description: 'the user changes the columns',
    when: isReviewing,
    steps: [{ send: 'columns.change' }],
    control: ({ page }) => button(page, 'Change columns'),
  },
  {
    description: 'the order is saved for later',
    when: isReviewing,
    steps: [{ send: 'start.over' }],
    control: ({ page }) => button(page, 'Save for later'),
  },
  {
    description: 'OK',
    when: hasDialog,
    steps: [{ send: 'notice.closed' }],
    control: ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'OK' }),
  },
]

const noBack =
  'An order has one step for file and rows, so there is no step to go back to; the replay of batches covers it.'
const noDropArea =
  'An order with rows shows the drop area only if another reading failed or was cancelled; batches cover it.'
const noReference = 'An order needs nothing before its file; the replay of batches covers it.'
const onlyBatches = {
  'reviewing.unverified · back': noBack,
  'reviewing.verifying · back': noBack,
  'reviewing.verified · back': noBack,
  'choosing · files.dropped · 1': noReference,
  'choosing · next · 1': noReference,
  'choosing · next · 3': noDropArea,
  'choosing · rows.changed': noDropArea,
  'choosing · start.over': noDropArea,
}

const physical: UploadOptions = { ...defaultOptions, campaignId: '3', quotationNumber: 'Q-1' }
async function fillPhysical(page: Page): Promise<void> {
  await page.getByLabel('Campaign').selectOption({ label: 'Voyager Travel Card' })
  await page.getByLabel('Quotation Number').fill(physical.quotationNumber)
}

export const orderReplay = createUploadReplay({
  base: batchReplay,
  type: 'physical',
  entry: orderEntry,
  options: physical,
  fillIn: fillPhysical,
  operations: { verifyRows: orders.physical.verifyMethod, submitRows: orders.physical.submitMethod },
  rowsParameter: 'cardOrders',
  amountIndex: 6,
  acts: [
    ...actsOf('physical', physical, fillPhysical),
    {
      description: 'another quotation number is typed',
      when: (position) =>
        isReviewing(position) && contextOf(position).options.quotationNumber === physical.quotationNumber,
      steps: [{ send: 'options.changed', with: { options: { quotationNumber: 'Q-22' } } }],
      perform: ({ page }) => page.getByLabel('Quotation Number').fill('Q-22'),
    },
  ],
  exclusions: onlyBatches,
})

const virtual: UploadOptions = { ...defaultOptions, campaignId: '3' }
async function fillVirtual(page: Page): Promise<void> {
  await page.getByLabel('Campaign').selectOption({ label: 'Voyager Virtual Card' })
}

export const virtualOrderReplay = createUploadReplay({
  base: orderReplay,
  type: 'virtual',
  entry: virtualOrderEntry,
  options: virtual,
  fillIn: fillVirtual,
  operations: { verifyRows: orders.virtual.verifyMethod, submitRows: orders.virtual.submitMethod },
  rowsParameter: 'virtualCardOrders',
  amountIndex: 7,
  acts: actsOf('virtual', virtual, fillVirtual),
  exclusions: {
    ...onlyBatches,
    'reviewing · options.changed · 2':
      'A virtual order has no option besides its campaign; the replay of physical orders covers it.',
  },
})
