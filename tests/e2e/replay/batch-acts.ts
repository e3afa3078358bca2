// The acts that only the replay of Create Batch Load has, not that of orders: they change the reference and the
// identifier type of the file.
import { batchEntry } from '#tools/lab/catalogue/uploads.ts'
import type { Position } from '#tools/lab/catalogue/drive.ts'
import { defaultOptions } from '#machines/upload-steps.ts'
import { button } from '../access-setup.ts'
import { choose, fillReference } from '../batch-load-setup.ts'
import {
  brokenFigures,
  contextOf,
  createUploadReplay,
  hasFile,
  isIn,
  rowsChanged,
  type UploadAct,
  validFigures,
} from './upload-acts.ts'

const options = { ...defaultOptions, reference: 'March' }
const hasOpenFile = (position: Position) => isIn('choosing')(position) && hasFile(position)
const hasReadyFile = (type: 1 | 2) => (position: Position) =>
  hasOpenFile(position) &&
  contextOf(position).options.identifierType === type &&
  contextOf(position).options.reference !== ''

const acts: readonly UploadAct[] = [
  {
    description: 'a file is dropped without a reference',
    when: (position) =>
      isIn('choosing')(position) && !hasFile(position) && contextOf(position).options.reference === '',
    steps: [{ send: 'files.dropped', sample: 'one' }],
    refusal: 'shown',
    // A file name that contains no reference.
    perform: async ({ page, newFile }) => choose(page, { ...(await newFile()), name: "'.csv" }),
  },
  {
    description: 'the user goes back to the file',
    when: isIn('reviewing.unverified', 'reviewing.verified'),
    steps: [{ send: 'back' }],
    control: ({ page }) => button(page, 'Back'),
  },
  {
    description: 'the user goes back to the file during the check',
    when: isIn('reviewing.verifying.requested', 'reviewing.verifying.continuing'),
    steps: [{ send: 'back' }],
    control: ({ page }) => page.getByRole('navigation', { name: /^Steps of / }).getByRole('button'),
  },
  {
    description: 'the reference is cleared',
    when: (position) => hasOpenFile(position) && contextOf(position).options.reference !== '',
    steps: [{ send: 'options.changed', with: { options: { reference: '' } } }],
    perform: ({ page }) => fillReference(page, ''),
  },
  {
    description: 'the reference is typed again',
    when: (position) => hasOpenFile(position) && contextOf(position).options.reference === '',
    steps: [{ send: 'options.changed', sample: 'harmless' }],
    perform: ({ page }) => fillReference(page, 'April'),
  },
  {
    description: 'the user continues with the open file',
    when: hasOpenFile,
    steps: [{ send: 'next' }],
    control: ({ page }) => button(page, 'Continue'),
  },
  {
    description: 'the user continues without a reference',
    when: hasOpenFile,
    refusal: 'shown',
    steps: [{ send: 'next' }],
    control: ({ page }) => button(page, 'Continue'),
  },
  {
    description: 'the user chooses the other identifier type and continues',
    when: (position) => hasReadyFile(1)(position) && contextOf(position).figures.toFix === 0,
    steps: (position) => [
      rowsChanged(position, brokenFigures),
      { send: 'options.changed', with: { options: { identifierType: 2 } } },
      { send: 'next' },
    ],
    perform: async ({ page }) => {
      await page.getByRole('radio', { name: /^Tracking/ }).check()
      await button(page, 'Continue').click()
    },
  },
  {
    description: 'the user chooses the first identifier type again and continues',
    when: hasReadyFile(2),
    steps: (position) => [
      rowsChanged(position, { ...validFigures(position), unchecked: 2 }),
      { send: 'options.changed', with: { options: { identifierType: 1 } } },
      { send: 'next' },
    ],
    perform: async ({ page }) => {
      await page.getByRole('radio', { name: /^Card/ }).check()
      await button(page, 'Continue').click()
    },
  },
  {
    description: 'the open file is saved for later',
    when: hasOpenFile,
    steps: [{ send: 'start.over' }],
    control: ({ page }) => button(page, 'Save for later'),
  },
]

const noHeadings = 'A file of cards and amounts needs no choice of columns; the replay of orders covers it.'
const noHeader = 'A batch has no options next to its rows; the replay of orders covers it.'

export const batchReplay = createUploadReplay({
  type: 'load',
  entry: batchEntry,
  options,
  fillIn: (page) => fillReference(page, options.reference),
  operations: { verifyRows: 'verifyBatchFile', submitRows: 'batchLoadUpload' },
  rowsParameter: 'batchElements',
  amountIndex: 2,
  acts,
  exclusions: {
    mapping: noHeadings,
    'reading · readFile done · 2': noHeadings,
    'mapping · columns.chosen': noHeadings,
    'mapping · cancel · 1': noHeadings,
    'mapping · cancel · 2': noHeadings,
    'reviewing · columns.change': noHeadings,
    'upload · notice.closed': 'A message about a batch stays until the next step; the replay of orders covers it.',
    'reviewing · options.changed · 1': noHeader,
    'reviewing · options.changed · 2': noHeader,
    'reviewing · start.over': noHeader,
    'reviewing.unverified · next · 2':
      'A batch is checked before Continue, an order after Next; the replay of orders covers it.',
  },
})
