// Acts for the replay of card orders that only an order has: a header that can be changed next to its rows, unknown
// headings, and refusals in a dialog.
import { orderEntry, virtualOrderEntry } from '#tools/lab/catalogue/uploads.ts'
import { noOptions, type UploadOptions } from '#machines/upload-steps.ts'
import { orderRows } from '#domain/order/rows.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { OrderType } from '#domain/order/kinds.ts'
import { randomUUID } from 'node:crypto'
import { post } from '#tests/support/call.ts'
import { button, expect } from '../access-setup.ts'
import { choose, type Upload } from '../batch-load-setup.ts'
import { batchReplay } from './batch-acts.ts'
import { contextOf, hasDialog, hasFile, isIn, replayOf, type Row, verified } from './upload-acts.ts'
import type { Page } from '@playwright/test'

const fieldsOf = (type: OrderType) =>
  orderRows(type, '2026-01-01' as CalendarDate).activeFields.map(({ label }) => label)

let files = 0
/** Two cards to order, with unique references. */
export function orderFile(type: OrderType, headings = fieldsOf(type)): Upload {
  files += 1
  const row = (number: number) => {
    const reference = `R-${process.pid}-${files}-${number}`
    const cells =
      type === 'physical'
        ? ['Ann', 'Lee', reference, `50.${String(files % 100).padStart(2, '0')}`]
        : [reference, 'Ann Lee', '', '', '50.00']
    return headings.map((_, index) => cells[index] ?? '')
  }
  const lines = [headings, row(1), row(2)].map((cells) => `${cells.join(',')}\r\n`)
  return { name: `order-${files}.csv`, content: lines.join('') }
}

/** A heading that no file had before. It must not look like a value, and values contain digits. */
const inLetters = (text: string) => text.replace(/[0-9]/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

const orders = {
  physical: {
    verifies: 'verifyCardOrder',
    submits: 'batchCardOrder',
    header: { quotationNumber: 'Q-1', plasticid: '1', designid: '1' },
  },
  virtual: { verifies: 'verifyVirtualCardOrder', submits: 'submitVirtualCardOrder', header: {} },
} as const
const isReviewing = isIn('reviewing.unverified', 'reviewing.verified')

const actsOf = (type: OrderType, options: UploadOptions, fillIn: (page: Page) => Promise<void>): readonly Row[] => [
  {
    description: 'a file is dropped before its header is filled in',
    when: (position, { typed }) => isIn('choosing')(position) && typed === 'no',
    steps: [
      { send: 'files.dropped', sample: 'one' },
      { end: 'readFile', as: 'read' },
    ],
    world: { uploaded: 'no' },
    does: ({ page }) => choose(page, orderFile(type)),
  },
  {
    description: 'the header is filled in',
    isOwn: true,
    when: (position) => isReviewing(position) && contextOf(position).options.campaignId === '',
    steps: [{ send: 'options.changed', with: { options } }],
    does: ({ page }) => fillIn(page),
  },
  {
    description: 'a file with other headings is dropped',
    when: isIn('choosing'),
    steps: [
      { send: 'options.changed', with: { options } },
      { send: 'files.dropped', sample: 'one' },
      { end: 'readFile', as: 'columns needed' },
    ],
    world: { uploaded: 'no', typed: 'yes' },
    does: async ({ page }) => {
      await fillIn(page)
      await choose(
        page,
        orderFile(
          type,
          fieldsOf(type).map((_, index) => inLetters(`Column ${files} ${index}`)),
        ),
      )
    },
  },
  {
    description: 'the columns are chosen',
    isOwn: true,
    steps: [
      { send: 'columns.chosen', with: { mapping: { map: [], width: 1, hasHeadings: true } } },
      { end: 'readFile', as: 'read, columns may be wrong' },
    ],
    world: { typed: 'no', uploaded: 'no' },
    does: async ({ page }) => {
      for (const [index, label] of fieldsOf(type).entries())
        await page.getByLabel(`Column for ${label}`, { exact: true }).selectOption(String(index))
      await button(page, 'Use these columns').click()
    },
  },
  {
    description: 'the check names what a colleague has ordered meanwhile',
    isOwn: true,
    when: (_, { uploaded }) => uploaded === 'no',
    steps: verified(['7']),
    world: { uploaded: 'yes' },
    does: async ({ calls, server }) => {
      const { verifies, submits, header } = orders[type]
      const call = await calls.next(verifies)
      const { campaignID: campaignId, ...rows } = call.params
      const order = { ...rows, ...header, campaignId, requestId: randomUUID(), fileName: 'same.csv' }
      expect((await post(server.url, submits, order)).response).toMatchObject({ resultCode: '0' })
      await call.pass()
    },
  },
  {
    description: 'another file is to be chosen',
    when: (position) => isIn('mapping')(position) && !hasFile(position),
    steps: [{ send: 'cancel' }],
    at: ({ page }) => button(page, 'Choose another file'),
  },
  {
    description: 'the rows are kept as they are',
    when: (position) => isIn('mapping')(position) && hasFile(position),
    steps: [{ send: 'cancel' }],
    at: ({ page }) => button(page, 'Keep the rows as they are'),
  },
  {
    description: 'the columns are to be changed',
    when: isReviewing,
    steps: [{ send: 'columns.change' }],
    at: ({ page }) => button(page, 'Change columns'),
  },
  {
    description: 'the order is saved for later',
    when: isReviewing,
    steps: [{ send: 'start.over' }],
    at: ({ page }) => button(page, 'Save for later'),
  },
  {
    description: 'OK',
    when: hasDialog,
    steps: [{ send: 'notice.closed' }],
    at: ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'OK' }),
  },
]

const wayBack =
  'The rows of an order are looked at where its file is chosen: there is no step to go back to; a batch shows it.'
const neverOpen =
  'A file of an order that is open is never left for the drop area but by a second reading that fails; a batch shows it.'
const noReference = 'An order needs nothing before its file; a batch shows it.'
const ofBatches = {
  'reviewing.unverified · back': wayBack,
  'reviewing.verifying · back': wayBack,
  'reviewing.verified · back': wayBack,
  'choosing · files.dropped · 1': noReference,
  'choosing · next · 1': noReference,
  'choosing · next · 3': neverOpen,
  'choosing · rows.changed': neverOpen,
  'choosing · start.over': neverOpen,
}

const physical: UploadOptions = { ...noOptions, campaignId: '3', quotationNumber: 'Q-1' }
async function fillPhysical(page: Page): Promise<void> {
  await page.getByLabel('Campaign').selectOption({ label: 'Voyager Travel Card' })
  await page.getByLabel('Quotation Number').fill(physical.quotationNumber)
}

export const orderReplay = replayOf({
  like: batchReplay,
  type: 'physical',
  entry: orderEntry,
  options: physical,
  fillIn: fillPhysical,
  operations: { verifyRows: orders.physical.verifies, submitRows: orders.physical.submits },
  rows: 'cardOrders',
  amountAt: 6,
  acts: [
    ...actsOf('physical', physical, fillPhysical),
    {
      description: 'another quotation number is typed',
      when: (position) =>
        isReviewing(position) && contextOf(position).options.quotationNumber === physical.quotationNumber,
      steps: [{ send: 'options.changed', with: { options: { quotationNumber: 'Q-22' } } }],
      does: ({ page }) => page.getByLabel('Quotation Number').fill('Q-22'),
    },
  ],
  elsewhere: ofBatches,
})

const virtual: UploadOptions = { ...noOptions, campaignId: '3' }
async function fillVirtual(page: Page): Promise<void> {
  await page.getByLabel('Campaign').selectOption({ label: 'Voyager Virtual Card' })
}

export const virtualOrderReplay = replayOf({
  like: orderReplay,
  type: 'virtual',
  entry: virtualOrderEntry,
  options: virtual,
  fillIn: fillVirtual,
  operations: { verifyRows: orders.virtual.verifies, submitRows: orders.virtual.submits },
  rows: 'virtualCardOrders',
  amountAt: 7,
  acts: actsOf('virtual', virtual, fillVirtual),
  elsewhere: {
    ...ofBatches,
    'reviewing · options.changed · 2':
      'A virtual order has nothing but its campaign, which is checked; one of plastic shows it.',
  },
})
