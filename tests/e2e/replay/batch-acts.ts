// Acts for the replay of Create Batch Load that only a batch has in addition to its rows: a reference, and the
// identifier type of its file.
import { batchEntry } from '#tools/lab/catalogue/uploads.ts'
import type { Position } from '#tools/lab/catalogue/drive.ts'
import { noOptions } from '#machines/upload-steps.ts'
import { button } from '../access-setup.ts'
import { choose, fillReference } from '../batch-load-setup.ts'
import { broken, contextOf, hasFile, isIn, replayOf, type Row, rowsAre, valid } from './upload-acts.ts'

const options = { ...noOptions, reference: 'March' }
const isOpen = (position: Position) => isIn('choosing')(position) && hasFile(position)
const isNamedBy = (type: 1 | 2) => (position: Position) =>
  isOpen(position) &&
  contextOf(position).options.identifierType === type &&
  contextOf(position).options.reference !== ''

const acts: readonly Row[] = [
  {
    description: 'a file is dropped without a reference',
    when: (position) =>
      isIn('choosing')(position) && !hasFile(position) && contextOf(position).options.reference === '',
    steps: [{ send: 'files.dropped', sample: 'one' }],
    refusal: 'said',
    // A file name that contains no reference.
    does: async ({ page, newFile }) => choose(page, { ...(await newFile()), name: "'.csv" }),
  },
  {
    description: 'back to the file',
    when: isIn('reviewing.unverified', 'reviewing.verified'),
    steps: [{ send: 'back' }],
    at: ({ page }) => button(page, 'Back'),
  },
  {
    description: 'back to the file while it is checked',
    when: isIn('reviewing.verifying.requested', 'reviewing.verifying.continuing'),
    steps: [{ send: 'back' }],
    at: ({ page }) => page.getByRole('navigation', { name: /^Steps of / }).getByRole('button'),
  },
  {
    description: 'the reference is cleared',
    when: (position) => isOpen(position) && contextOf(position).options.reference !== '',
    steps: [{ send: 'options.changed', with: { options: { reference: '' } } }],
    does: ({ page }) => fillReference(page, ''),
  },
  {
    description: 'the reference is typed again',
    when: (position) => isOpen(position) && contextOf(position).options.reference === '',
    steps: [{ send: 'options.changed', sample: 'harmless' }],
    does: ({ page }) => fillReference(page, 'April'),
  },
  {
    description: 'on with the open file',
    when: isOpen,
    steps: [{ send: 'next' }],
    at: ({ page }) => button(page, 'Continue'),
  },
  {
    description: 'on without a reference',
    when: isOpen,
    refusal: 'said',
    steps: [{ send: 'next' }],
    at: ({ page }) => button(page, 'Continue'),
  },
  {
    description: 'on with the cards named otherwise',
    when: (position) => isNamedBy(1)(position) && contextOf(position).figures.toFix === 0,
    steps: (position) => [
      rowsAre(position, broken),
      { send: 'options.changed', with: { options: { identifierType: 2 } } },
      { send: 'next' },
    ],
    does: async ({ page }) => {
      await page.getByRole('radio', { name: /^Tracking/ }).check()
      await button(page, 'Continue').click()
    },
  },
  {
    description: 'on with the cards named as before',
    when: isNamedBy(2),
    steps: (position) => [
      rowsAre(position, { ...valid(position), unchecked: 2 }),
      { send: 'options.changed', with: { options: { identifierType: 1 } } },
      { send: 'next' },
    ],
    does: async ({ page }) => {
      await page.getByRole('radio', { name: /^Card/ }).check()
      await button(page, 'Continue').click()
    },
  },
  {
    description: 'the open file is put aside',
    when: isOpen,
    steps: [{ send: 'start.over' }],
    at: ({ page }) => button(page, 'Save for later'),
  },
]

const byPlace = 'A file of cards and amounts has no headings to choose by; the orders show it.'
const ofOrders = 'A batch has nothing to choose beside its rows; the orders show it.'

export const batchReplay = replayOf({
  type: 'load',
  entry: batchEntry,
  options,
  fillIn: (page) => fillReference(page, options.reference),
  operations: { verifyRows: 'verifyBatchFile', submitRows: 'batchLoadUpload' },
  rows: 'batchElements',
  amountAt: 2,
  acts,
  elsewhere: {
    mapping: byPlace,
    'reading · readFile done · 2': byPlace,
    'mapping · columns.chosen': byPlace,
    'mapping · cancel · 1': byPlace,
    'mapping · cancel · 2': byPlace,
    'reviewing · columns.change': byPlace,
    'upload · notice.closed': 'What is said of a batch stays until the next step; the orders show it.',
    'reviewing · options.changed · 1': ofOrders,
    'reviewing · options.changed · 2': ofOrders,
    'reviewing · start.over': ofOrders,
    'reviewing.unverified · next · 2': 'A batch is checked before it goes on, an order on the way; the orders show it.',
  },
})
