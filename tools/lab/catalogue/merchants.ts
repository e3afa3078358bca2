// Catalogue entry for testers: the machine of a merchants file.
import {
  type MerchantFileContext,
  merchantFileMachine,
  type MerchantFileRead,
  type SignUpStop,
} from '#machines/merchant-file.ts'
import { message } from '#domain/messages.ts'
import { type MachineEntry, type Outcome, serverText, type MachineState } from './entry.ts'

const fileInfo = { name: 'merchants.csv', facts: [], damage: [] }
const droppedFile = { name: 'merchants.csv', size: 1 }
const columns = { headings: ['A', 'B'], samples: [[]], map: [0, 1], width: 1, hasHeadings: true, lines: [] }
const fileToMap = { file: droppedFile, columns }
const source = { file: droppedFile, settings: {}, sheet: 'Notes', sheets: ['Notes', 'Shops'] }
const read = (value: MerchantFileRead): Outcome => ({ output: value })
const endedWith = (stop: SignUpStop | undefined): Outcome => ({ output: stop })
const contextOf = ({ context }: MachineState) => context as unknown as MerchantFileContext
const isIn = ({ states }: MachineState, path: string) =>
  states.some((state) => state === path || state.startsWith(`${path}.`))

export const merchantFileEntry: MachineEntry = {
  id: 'merchantFile',
  title: 'File of merchants',
  purpose: 'From a file to the merchants in the list.',
  machine: merchantFileMachine,
  inputs: { new: { fileInfo: undefined }, 'a draft': { fileInfo } },
  events: {
    'file.dropped': { description: 'A file is dropped, chosen or pasted.', samples: { usual: { file: droppedFile } } },
    cancel: { description: 'Reading is cancelled, or the columns stay as they are.', samples: { usual: {} } },
    'columns.change': { description: 'The columns have to be chosen again.', samples: { usual: {} } },
    'file.read.again': {
      description: 'The file is read in another way: another sheet or encoding, or its first rows.',
      samples: { sheet: { settings: { sheet: 'Shops' } } },
    },
    'columns.chosen': {
      description: 'The meaning of the columns is chosen.',
      samples: { usual: { mapping: { map: [0, 1], width: 1, hasHeadings: true } } },
    },
    'list.changed': { description: 'Another tab has changed the list of merchants.', samples: { usual: {} } },
    'all.signed.up': { description: 'Every row is in the list.', samples: { usual: {} } },
    'sign.up': {
      description: 'The valid rows are signed up.',
      samples: { two: { limit: 10, total: 2 }, 'no room': { limit: 0, total: 0 } },
    },
    'sign.up.progressed': {
      description: 'A row is signed up, or the portal waits for the connection.',
      samples: { one: { progress: { done: 1 } }, waits: { progress: { waitsFor: 'connection' } } },
    },
    stop: { description: 'Signing up is stopped.', samples: { usual: {} } },
    discard: { description: 'The rows are discarded.', samples: { usual: {} } },
    'outcome.closed': { description: 'The result is closed.', samples: { usual: {} } },
  },
  effects: {
    readFile: {
      description: 'A worker reads the file.',
      outcomes: {
        read: read({ kind: 'read', fileInfo: fileInfo }),
        'read, columns may be wrong': read({ kind: 'read', fileInfo: fileInfo, fileToMap }),
        'read, other sheets': read({ kind: 'read', fileInfo: fileInfo, source }),
        'columns needed': read({ kind: 'columnsNeeded', fileToMap }),
        'columns needed, other sheets': read({ kind: 'columnsNeeded', fileToMap, source }),
        'refused, other sheets': read({
          kind: 'refused',
          refusal: { message: message('fileInvalid') },
          name: 'shops.xlsx',
          source,
        }),
        refused: read({
          kind: 'refused',
          refusal: { message: message('wrongFileType', ['csv']) },
          name: 'merchants.pdf',
        }),
      },
    },
    discardRows: {
      description: 'The draft of the rows is deleted.',
      outcomes: { deleted: { output: undefined } },
    },
    signUp: {
      description: 'The rows are sent one after the other.',
      outcomes: {
        done: endedWith(undefined),
        full: endedWith({ kind: 'full' }),
        stopped: endedWith({ kind: 'stopped' }),
        refused: endedWith({ kind: 'refused', message: { code: 'serverMessage', text: serverText } }),
      },
    },
  },
  invariants: [
    {
      description: 'Rows are shown if and only if the context has a file',
      holds: (now) => {
        const hasRows = contextOf(now).fileInfo !== undefined
        return isIn(now, 'rows') ? hasRows : !isIn(now, 'empty') || !hasRows
      },
    },
    {
      description: 'Progress is shown if and only if rows are being signed up',
      holds: (now) => isIn(now, 'rows.signingUp') === (contextOf(now).progress !== undefined),
    },
    {
      description: 'Rows are not discarded or read again while they are being signed up',
      holds: (now, before, step) =>
        !(before && isIn(before, 'rows.signingUp')) ||
        isIn(now, 'rows.signingUp') ||
        (step !== undefined && 'end' in step && step.end === 'signUp' && isIn(now, 'rows.ready')),
    },
    {
      description: 'The user is asked for the columns only while their file is available',
      holds: (now) => !isIn(now, 'mapping') || contextOf(now).fileToMap !== undefined,
    },
    {
      description: 'Rows stay until they are discarded, all signed up, or replaced',
      holds: (now, before, step) =>
        !before ||
        contextOf(before).fileInfo === undefined ||
        contextOf(now).fileInfo !== undefined ||
        (step !== undefined && 'send' in step && (step.send === 'discard' || step.send === 'all.signed.up')),
    },
  ],
  relevantContext: (context) => {
    const {
      fileInfo: openFile,
      fileToMap: unmappedFile,
      source: rereadSource,
      refusal,
      progress,
      outcome,
    } = context as unknown as MerchantFileContext
    const areSet = [openFile, unmappedFile, rereadSource, refusal].map((value) => value !== undefined)
    return [...areSet, progress?.done, outcome?.stop?.kind]
  },
  scenarios: [
    {
      name: 'A file is signed up as a whole',
      steps: [
        { send: 'file.dropped' },
        { end: 'readFile', as: 'read' },
        { send: 'sign.up', sample: 'two' },
        { expect: { state: 'rows.signingUp', context: { progress: { total: 2, done: 0 } }, cannot: ['discard'] } },
        { send: 'sign.up.progressed', sample: 'one' },
        { end: 'signUp', as: 'done' },
        { expect: { state: 'rows.ready', context: { outcome: { done: 1, total: 2 } } } },
        { send: 'all.signed.up' },
        { end: 'discardRows', as: 'deleted' },
        { expect: { state: 'empty' } },
      ],
    },
    {
      name: 'Stopped: the row that is being sent is completed, and no other row is sent',
      input: 'a draft',
      steps: [
        { send: 'sign.up', sample: 'two' },
        { send: 'stop' },
        { expect: { state: 'rows.signingUp.stopping', cannot: ['stop', 'sign.up'] } },
        { end: 'signUp', as: 'stopped' },
        { expect: { state: 'rows.ready', context: { outcome: { stop: { kind: 'stopped' } } } } },
      ],
    },
    {
      name: 'Other columns are chosen, and the rows stay if the file cannot be read with them',
      steps: [
        { send: 'file.dropped' },
        { end: 'readFile', as: 'read, columns may be wrong' },
        { send: 'columns.change' },
        { send: 'columns.chosen' },
        { end: 'readFile', as: 'refused' },
        { expect: { state: 'rows.ready', context: { fileInfo: { name: 'merchants.csv' } } } },
      ],
    },
  ],
}
