// The batch wizards against a simulated server: typed, pasted, fixed and corrected rows, the server's findings,
// questions before a submission, and what happens without a connection, a session or storage.
import { m } from '#words/messages.js'
import * as XLSX from 'xlsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { batchTypes, type BatchType } from '#domain/batch/types.ts'
import { maskPan } from '#domain/cards/identifiers.ts'
import { listUploadDrafts } from '#flows/upload/draft.ts'
import { connectionState, reportReached, reportUnreachable } from '#services/server/connection.ts'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { currentNotices } from '#services/notices.ts'
import { clearWaitingFile } from '#services/files/opened-file.ts'
import { queryClient } from '#services/server/queries.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { writeCsvForUpload } from '#sheets/write-csv.ts'
import { cipherOfUser } from '#tests/support/drafts.ts'
import { cardNumber, type SheetOptions, trackingNumber, workbook } from '#tests/support/files.ts'
import { createLocks } from '#tests/support/locks.ts'
import { readFilesWithoutWorker } from '#tests/support/read-without-worker.ts'
import { recordMomentaryStates } from '#tests/support/momentary-states.ts'
import { withSavedFiles } from '#tests/support/saved-files.ts'
import { showWizard } from '#tests/support/show-wizard.tsx'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { checkedCard as source } from '#tests/support/card-response.ts'

interface SentRow {
  readonly identifier: string
  readonly identifierTo?: string
  readonly amount: string
  readonly targetBalance?: string
}
const AWAITING_MESSAGE = 'Batch file uploaded successfully and awaiting approval'
const UNKNOWN_OUTCOME = /^We cannot tell whether the batch arrived/
const SESSION_ENDED = { resultCode: '-20012', resultText: 'Session ended' }
const permissions = { Batch: ['load', 'redeem'], Card: ['write'] }
/** Card numbers. */
const [a, b, c, d] = [1, 2, 3, 4].map(cardNumber) as [string, string, string, string]

const server = withStubServer()
/** The server's findings on a row; none by default. */
let findingsOf: (row: SentRow) => object
let earlierBatches: readonly object[]
/** Responses that replace the default ones; undefined breaks the connection. */
let overrides: Partial<Record<string, () => object | undefined>>
const saved = withSavedFiles()

beforeEach(() => {
  // The previous test may have closed its server during a check, which then reported it as unreachable.
  reportReached(Infinity)
  readFilesWithoutWorker(sheetsWorker)
  Object.defineProperty(navigator, 'locks', { value: createLocks(), configurable: true })
  vi.spyOn(exportsWorker, 'csvForUpload').mockImplementation((...table) => Promise.resolve(writeCsvForUpload(...table)))
  findingsOf = () => ({})
  earlierBatches = []
  overrides = {}
  const withFindings = (row: SentRow) => ({
    batchFeeAmount: '0.00',
    source,
    ...(row.identifierTo !== undefined && { destination: source }),
    findings: [],
    ...row,
    ...findingsOf(row),
  })
  server.respondWith((response, { method, params }) => {
    const override = overrides[method]
    if (override) {
      const reply = override()
      return reply ? json(response, reply) : response.destroy()
    }
    const rows = (params['batchElements'] ?? []) as SentRow[]
    if (method === 'verifyBatchFile')
      return json(response, {
        resultCode: '0',
        fingerprint: 'f'.repeat(64),
        earlierBatches,
        batchElements: rows.map(withFindings),
      })
    if (method === 'verifyBatchElement')
      return json(response, { resultCode: '0', element: withFindings(params['element'] as SentRow) })
    return json(response, { resultCode: '0', batchLoadFileID: '71' })
  })
})
afterEach(() => {
  clearWaitingFile()
  Reflect.deleteProperty(navigator, 'locks')
})

async function open(type: BatchType, label = 'March'): Promise<void> {
  if (!sessionStore.get()) signInTestUser(permissions)
  showWizard(type)
  await screen.findByText(/^Drop the .* file here$/)
  if (label !== '') typeLabel(type, label)
}
const typeLabel = (type: BatchType, label: string) =>
  fireEvent.change(screen.getByLabelText(batchTypes[type].label?.text ?? ''), { target: { value: label } })
const choose = (fileName: string, rows: readonly (readonly string[])[], picker = 'input[type=file]') =>
  fireEvent.change(document.querySelector(picker) as Element, {
    target: { files: [new File([rows.map((row) => `${row.join(',')}\r\n`).join('')], fileName)] },
  })
const button = (buttonName: string | RegExp) => screen.getByRole('button', { name: buttonName })
const press = (buttonName: string | RegExp) => fireEvent.click(button(buttonName))
const pressWhenShown = async (buttonName: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name: buttonName }))
const pressWhenEnabled = async (buttonName: string | RegExp) => {
  await waitFor(() => expect(button(buttonName).getAttribute('aria-disabled')).toBeNull())
  press(buttonName)
}
const disabledReason = (buttonName: string | RegExp) =>
  (button(buttonName).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('')
const figure = (label: string) =>
  within(screen.getByRole('region', { name: 'Figures of the batch' })).getByText(label).nextElementSibling?.textContent
const expectFigure = (label: string, text: string) =>
  waitFor(() => {
    expect(screen.queryByRole('region', { name: 'Figures of the batch' })).not.toBeNull()
    expect(figure(label)).toContain(text)
  })
const row = (rowNumber: number) => screen.getByRole('row', { name: new RegExp(`^${rowNumber} `) })
const expectRowText = (rowNumber: number, text: string | RegExp) =>
  waitFor(() => expect(row(rowNumber).textContent).toMatch(text))
async function edit(rowNumber: number, cellIndex: number, text: string): Promise<void> {
  await waitFor(() => row(rowNumber))
  fireEvent.doubleClick(within(row(rowNumber)).getAllByRole('gridcell')[cellIndex] as Element)
  const field = await within(screen.getByRole('grid')).findByRole('textbox')
  fireEvent.change(field, { target: { value: text } })
  fireEvent.keyDown(field, { key: 'Enter' })
}
const paste = (text: string) => {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  fireEvent(document.body, Object.assign(event, { clipboardData: { getData: () => text } }))
}
const { paramsOf: sent } = server
/** From now on, the server does not answer the probe that follows a lost call, until `findServer`. */
const loseServer = () => server.serve((_, response) => response.destroy())
const findServer = () => {
  server.serve((_, response) => json(response, { ready: true }))
  reportReached()
}
/** The check starts automatically once a file is read. */
const waitUntilChecked = () => waitFor(() => expect(figure('Server check')).toMatch(/^\d\d:\d\d/))
const openConfirmStep = async (type: BatchType, rows: readonly (readonly string[])[], fileName = 'rows.csv') => {
  choose(fileName, rows)
  await screen.findByRole('region', { name: 'Figures of the batch' })
  await waitUntilChecked()
  await pressWhenEnabled('Continue')
  await screen.findByRole('button', { name: new RegExp(`^Submit ${rows.length} ${batchTypes[type].noun.one}`) })
}

it('cards are topped up to a target balance: the missing amount is shown and sent; a card that already has it is skipped', async () => {
  const balances: Record<string, string> = { [a]: '150.00', [b]: '210.00', [c]: '20.00' }
  findingsOf = ({ identifier, targetBalance = '' }) => {
    const missing = Number(targetBalance) - Number(balances[identifier])
    const cardSource = { ...source, balance: balances[identifier] ?? '' }
    return missing > 0
      ? { amount: missing.toFixed(2), source: cardSource }
      : { amount: '0.00', findings: ['atTarget'], source: cardSource }
  }
  await open('load', 'Top ups')
  fireEvent.click(screen.getByRole('radio', { name: /^Target balances/ }))
  const allRowsField = screen.getByRole('textbox', { name: 'Target balance of all rows' })
  fireEvent.change(allRowsField, { target: { value: 'much' } })
  await screen.findByText(/^Enter the target balance as an amount/)
  fireEvent.change(allRowsField, { target: { value: '200.00' } })
  // The form for a typed row also asks for a target.
  await expect.poll(() => screen.getByRole('textbox', { name: /^Target Balance \(/ })).toBeTruthy()
  // Two cards without a target, and one with a target.
  choose('cards.csv', [
    ['Card Number', 'Target Balance'],
    [a, ''],
    [b, ''],
    [c, '50.00'],
  ])
  await expectFigure('Rows', '3')
  await waitUntilChecked()
  await expectRowText(2, /200\.00.*150\.00.*50\.00/)
  await expectRowText(4, /50\.00.*20\.00.*30\.00/)
  await expectRowText(3, /Skipped: .*already has 210\.00/)
  await expectFigure('Amount', '80.00')
  await expectFigure('To fix', '0')
  await expectFigure('Already at target', '1')
  await pressWhenEnabled('Continue')
  await screen.findByText('1 card already has its target balance')
  await pressWhenShown(/^Submit 2 loads, SGD 80\.00/)
  await screen.findByRole('heading', { name: AWAITING_MESSAGE })
  const [upload] = sent('batchLoadUpload')
  expect(upload?.['batchElements']).toEqual([
    { identifier: a, amount: '50.00', targetBalance: '200.00' },
    { identifier: c, amount: '30.00', targetBalance: '50.00' },
  ])
  // The check sends no amount for a row, so that the server calculates the missing amount.
  expect(sent('verifyBatchFile')[0]?.['batchElements']).toContainEqual({
    identifier: a,
    amount: '0.00',
    targetBalance: '200.00',
  })
})

it('the fee of all rows is a figure from the check on', async () => {
  findingsOf = () => ({ batchFeeAmount: '0.50' })
  await open('load')
  choose('rows.csv', [
    [a, '10.00'],
    [b, '20.00'],
  ])
  await expectFigure('Fee', '1.00')
})

it('shows the cardholder of each row after its fields until the row is edited, if the server sends it', async () => {
  findingsOf = ({ identifier }) => (identifier === a ? { source: { ...source, cardholder: 'Aisha Tan' } } : {})
  await open('load')
  choose('rows.csv', [
    [a, '20.00'],
    [b, '30.00'],
  ])
  await waitUntilChecked()
  await expectRowText(1, /Aisha Tan/)
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headings.indexOf('Cardholder')).toBeGreaterThan(headings.indexOf('Amount'))
  expect(row(2).textContent).not.toContain('Aisha')
  await edit(1, 1, c)
  await waitFor(() => expect(screen.getByRole('grid').textContent).not.toContain('Aisha'))
  await waitFor(() => expect(sent('verifyBatchElement')).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('grid').textContent).not.toContain('Checked on this device'))
})

it('names both holders of a transfer', async () => {
  findingsOf = () => ({
    source: { ...source, cardholder: 'Aisha Tan' },
    destination: { ...source, cardholder: 'Ben Lim' },
  })
  await open('transfer')
  choose('rows.csv', [[a, b, '20.00']])
  await waitUntilChecked()
  await expectRowText(1, /Aisha Tan → Ben Lim/)
})

it('a typed row is checked while it is typed, and is added only if no value is missing', async () => {
  await open('load', '')
  const type = (label: string, text: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: text } })
  type('Card Number', a)
  type('Amount', '10')
  press('Add row')
  await screen.findAllByText("the load reference can't be blank or the file format is incorrect")
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Card Number' }).value).toBe(a)
  typeLabel('load', 'One card')
  type('Card Number', '1234')
  press('Add row')
  await screen.findByText(/^A card number has 16 digits; this one has 4\./)
  type('Card Number', a)
  type('Amount', '1,010.50')
  press('Add row')
  await expectFigure('Rows', '1')
  // Typed rows are not a file: the first row is number 1, and no headings are counted.
  await expectRowText(1, '1,010.50')
  expect(document.body.textContent).not.toMatch(/Typed rows\.csv|Header row|separated by/)
  await waitUntilChecked()
  await pressWhenEnabled('Continue')
  await pressWhenShown(/^Submit 1 load,/)
  await screen.findByRole('heading', { name: AWAITING_MESSAGE })
  expect(sent('batchLoadUpload')).toMatchObject([
    { loadReference: 'One card', fileName: 'Typed rows', batchElements: [{ identifier: a, amount: '1010.50' }] },
  ])
})

it('rows copied from a spreadsheet are pasted as a new batch, then after the existing rows', async () => {
  await open('load')
  paste(`${a}\t15.00\n${b}\t15.00\n`)
  await expectFigure('Rows', '2')
  await waitUntilChecked()
  await expectRowText(2, 'Checked by the server')
  paste(`${c}\t15.00\n${a}\t15.00\n`)
  await expectFigure('Rows', '4')
  await expectRowText(4, 'This card appears more than once')
  fireEvent.click(await screen.findByRole('button', { name: /^Undo: add 2 rows/ }))
  await expectFigure('Rows', '2')
})

it.each(['load', 'devalue', 'transfer'] as const)(
  'text typed for a %s stays in its field, without an error, while the file is read',
  async (type) => {
    await open(type, 'March')
    const label = batchTypes[type].label
    const field = screen.getByLabelText<HTMLInputElement>(label?.text ?? '')
    const momentaryStates = recordMomentaryStates(field, label?.missingCode ?? '')
    choose('rows.csv', [type === 'transfer' ? [a, b, '5.00'] : [a, '5.00']])
    await screen.findByRole('region', { name: 'Figures of the batch' })
    expect(momentaryStates).toEqual([])
  },
)

it('pasted rows are numbered from 1, and lines that are not rows are reported', async () => {
  await open('load')
  paste(`Card Number\tAmount\n\n${a}\t15.00\n${b}\t15.00\n`)
  await expectFigure('Rows', '2')
  await expectRowText(1, '15.00')
  await expectRowText(2, '15.00')
  expect(document.body.textContent).not.toMatch(/Pasted rows\.csv|Header row|separated by/)
  // Pasting is disabled while rows are being checked.
  await waitUntilChecked()
  paste(`${c}\t15.00\n123456\n`)
  await expectFigure('Rows', '3')
  await waitFor(() =>
    expect(currentNotices().visible.map(({ text }) => text)).toContain(
      '1 row was added. 1 line with one short field left out.',
    ),
  )
})

it('the user is asked about text pasted above the rows, since it can be a row', async () => {
  await open('load')
  paste(`Ann Lee\tfive\n${a}\t15.00\n`)
  const heading = await screen.findByRole('combobox', { name: 'Line with the headings' })
  fireEvent.change(heading, { target: { value: '0' } })
  press('Use these columns')
  await expectFigure('Rows', '2')
  expect(figure('To fix')).toBe('1')
})

it('one amount fixes many rows, with a preview and an undo', async () => {
  await open('load')
  choose('none.csv', [
    [a, '0'],
    [b, '0'],
    [c, '12.00'],
  ])
  await expectFigure('To fix', '2')
  await pressWhenShown('Set all…')
  fireEvent.change(screen.getByLabelText('Amount for each of them'), { target: { value: '12.5' } })
  await waitFor(() =>
    expect(within(screen.getByRole('dialog')).getAllByRole('cell', { name: '12.50' })).toHaveLength(2),
  )
  press('Set 2 rows')
  await expectFigure('To fix', '0')
  expect(figure('Amount')).toContain('37.00')
  // The focus is among the rows, and not lost with the pressed reason.
  await waitFor(() => expect(document.activeElement?.role).toBe('gridcell'))
  press(/^Undo/)
  await expectFigure('To fix', '2')
})

it('after a fix the remaining rows with errors come first, although the filtered reason is gone', async () => {
  await open('load')
  choose('two.csv', [
    [a, '0'],
    [b, '20'],
    ['123', '30'],
  ])
  await expectFigure('To fix', '2')
  await pressWhenShown(/^1 amount is zero/)
  await waitFor(() => expect(screen.queryByRole('row', { name: /^3 / })).toBeNull())
  press('Set it…')
  fireEvent.change(within(screen.getByRole('dialog')).getByRole('textbox'), { target: { value: '12.5' } })
  press('Set 1 row')
  await expectFigure('To fix', '1')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Errors first' }).checked).toBe(true)
  await expect.poll(() => document.activeElement?.role).toBe('gridcell')
  await expect.poll(() => document.activeElement?.closest('[role=row]')?.textContent).toContain('123')
})

it('the user’s file is saved with verdicts, and uploading a corrected version changes only the corrected rows', async () => {
  await open('load')
  choose('mine.csv', [
    [a, '15.00'],
    [b, 'abc'],
    [c, '=1+1'],
    [d, '15.00'],
  ])
  await expectFigure('To fix', '2')
  await screen.findByRole('button', { name: 'Check again' })
  fireEvent.keyDown(await screen.findByRole('button', { name: 'File' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Save my file with Verdict and Reason (csv)' }))
  await waitFor(() => expect(saved.files).toHaveLength(1))
  const [{ name: fileName, text } = { name: '', text: '' }] = saved.files
  expect(fileName).toBe('mine-checked.csv')
  expect(text).toContain('Card Number,Amount,Verdict,Reason\r\n')
  expect(text).toContain(`"=""${a}""",15.00,Valid,\r\n`)
  expect(text).toContain(`"=""${b}""",abc,To fix,`)
  // A formula is written as text.
  expect(text).toContain(`"=""${c}""",'=1+1,To fix,`)

  const e = cardNumber(5)
  const corrected = text
    .replace(`${b}""",abc`, `${b}""",16.00`)
    .replace(/^.*=1\+1.*\r\n/m, '')
    .replace(`${d}""",15.00,Valid,\r\n`, `${d}""",15.00,Valid,\r\n${e},17.00,,\r\n`)
  fireEvent.change(screen.getByLabelText('Corrected file'), {
    target: { files: [new File([corrected], 'mine-checked.csv')] },
  })
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Apply 1 row changed, 1 row added, 1 row removed')
  expect(dialog.textContent).toContain('2 rows are the same and keep their checks.')
  press('Apply 3 rows')
  await expectFigure('To fix', '0')
  expect([figure('Rows'), figure('Amount')]).toEqual(['4', expect.stringContaining('63.00')])
  press(/^Undo: correct/)
  await expectFigure('To fix', '2')
})

it('when the results of a run are uploaded, finished rows are excluded, and the page explains this', async () => {
  await open('load')
  choose('half-results.csv', [
    ['Card Number', 'Amount', 'Verdict', 'Reason'],
    [`="${a}"`, '15.00', 'Done', ''],
    [`="${b}"`, '15.00', 'Failed', 'Not loaded: the card is stopped.'],
  ])
  await expectFigure('Rows', '1')
  expect(screen.getByText(/1 row with the verdict Done left out/)).toBeTruthy()
})

it('unusual rows are read, and each irregularity is shown on its row', async () => {
  await open('load')
  const rows = [
    [a, '"1,250.00"'],
    [''],
    [b],
    [c, d],
    [c, d, '10.00'],
    [c, '', '5.00', 'extra'],
    ['9.00001E+15', '20.00'],
    [d, '10.00'],
    [d, '11.00'],
  ]
  choose('odd.csv', [['Card Number', 'Amount'], ...rows])
  await expectFigure('Rows', '8')
  expect(screen.getByText(/Header row skipped: Card Number, Amount/)).toBeTruthy()
  fireEvent.click(await screen.findByRole('radio', { name: /^All rows/ }))
  await expectRowText(2, /1,250\.00/)
  await expectRowText(4, 'This row has no amount.')
  await expectRowText(5, 'so it looks like a card number')
  await expectRowText(6, 'The row has 3 fields')
  await expectRowText(7, 'The row has 4 fields')
  await expectRowText(8, 'its last digits are lost')
  await expectRowText(9, 'appears more than once')
  await expectRowText(10, 'appears more than once')
})

it('several files are refused, and a refused file keeps the typed text', async () => {
  await open('load', 'Still here')
  const area = screen.getByRole('region', { name: /^Drop .* file here/ })
  fireEvent.drop(area, { dataTransfer: { files: [new File([a], 'a.csv'), new File([b], 'b.csv')], types: ['Files'] } })
  await screen.findAllByText(/one file only/i)
  expect(screen.getByLabelText<HTMLInputElement>('Load reference').value).toBe('Still here')
  choose('loads.pdf', [['%PDF-1.7']])
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toMatch(/Only csv, xlsx or xls files can be read here/),
  )
  expect(screen.getByLabelText<HTMLInputElement>('Load reference').value).toBe('Still here')
  choose('empty.csv', [['']])
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/Invalid file content/))
  choose('good.csv', [[a, '1.00']])
  await expectFigure('Rows', '1')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a devalue accepts no file before its description; a row without an amount takes the full balance of its card', async () => {
  findingsOf = ({ amount }) => (amount === '0.00' ? { amount: '80.00' } : {})
  await open('devalue', '')
  expect(disabledReason('Choose a file')).toContain('The batch description is required')
  fireEvent.drop(screen.getByRole('region', { name: /^Drop .* file here/ }), {
    dataTransfer: { files: [new File([a], 'early.csv')], types: ['Files'] },
  })
  typeLabel('devalue', 'Returned cards')
  await expect.poll(() => screen.queryByRole('grid')).toBeNull()
  choose('returned.csv', [[a, '1.50'], [b]])
  await expectFigure('Rows', '2')
  await waitUntilChecked()
  await expectRowText(2, 'all 80.00')
  await pressWhenEnabled('Continue')
  expect(await screen.findByText('Not retired')).toBeTruthy()
  press(/^Submit 2 devalues, SGD /)
  await screen.findByRole('heading', { name: batchTypes.devalue.submittedMessage })
  expect(sent('batchDevalueUpload')).toMatchObject([
    { retire: false, batchElements: [{ amount: '1.50' }, { amount: '0.00' }] },
  ])
  press('Devalue another batch')
  expect((await screen.findByLabelText<HTMLInputElement>('Batch description')).value).toBe('')
})

it('rows that are also in another batch are marked, do not block the submission, and can be removed together', async () => {
  findingsOf = ({ identifier }) => (identifier === a ? { findings: ['repeated'], repeatedIn: ['41'] } : {})
  await open('load')
  choose('corrected.csv', [
    [a, '31.07'],
    [b, '31.08'],
    [c, '31.07'],
  ])
  await expectFigure('Rows', '3')
  await waitUntilChecked()
  await expectRowText(1, 'Batch 41 already has this card with the same amount')
  expect(figure('To fix')).toBe('0')
  await pressWhenEnabled('Continue')
  await screen.findByRole('button', { name: /^Submit / })
  expect(await screen.findByText('1 row is also in another batch')).toBeTruthy()
  press('Back')
  await pressWhenShown('Remove this row…')
  const dialog = await screen.findByRole('dialog', { name: 'Remove 1 row also found in another batch' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove 1 row' }))
  await expectFigure('Rows', '2')
  expect(screen.queryByRole('button', { name: '1 row is also in another batch' })).toBeNull()
  press('Undo: remove row 1')
  await pressWhenEnabled('Continue')
  await pressWhenShown('Submit 3 loads, SGD 93.22')
  await screen.findByRole('heading', { name: AWAITING_MESSAGE })
})

it('unmapped columns are shown as the user chooses, saved in the user’s file, and not submitted', async () => {
  await open('load')
  choose('staff.csv', [
    ['Staff No', 'Card Number', 'Name', 'Amount', 'Team', 'PIN'],
    ['000742', a, 'Wei Ling', '15.00', 'Sales', '4321'],
    [cardNumber(9), b, 'Arjun', '16.00', 'Tax', '4321'],
  ])
  await screen.findByRole('grid')
  await waitUntilChecked()
  const headings = () =>
    within(screen.getByRole('grid'))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
  // The table follows the server's responses a moment later.
  await waitFor(() =>
    expect(headings()).toEqual(['Row', 'Card Number', 'Amount (SGD)', 'Staff No', 'Name', 'Checks', 'Actions']),
  )
  // A card number in such a column is masked, and the cell cannot be edited.
  const cell = (await screen.findByText(maskPan(cardNumber(9)))).closest('[role=gridcell]') as Element
  expect(cell.getAttribute('aria-readonly')).toBe('true')
  fireEvent.click(await screen.findByRole('button', { name: 'Other columns' }))
  const choice = await screen.findByRole('group', { name: 'Shown beside the rows' })
  expect(
    within(choice)
      .getAllByRole('checkbox')
      .map((box) => (box as HTMLInputElement).checked),
  ).toEqual([true, true, false])
  fireEvent.click(within(choice).getByLabelText('Staff No'))
  fireEvent.click(within(choice).getByLabelText('Team'))
  fireEvent.keyDown(choice, { key: 'Escape' })
  await waitFor(() =>
    expect(headings()).toEqual(['Row', 'Card Number', 'Amount (SGD)', 'Name', 'Team', 'Checks', 'Actions']),
  )
  fireEvent.change(screen.getByLabelText('Search the rows'), { target: { value: 'wei' } })
  await screen.findByText('1 found')
  expect(screen.queryByText('Arjun')).toBeNull()
  fireEvent.change(screen.getByLabelText('Search the rows'), { target: { value: '' } })
  fireEvent.keyDown(button('File'), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Save my file with Verdict and Reason (csv)' }))
  await waitFor(() => expect(saved.files).toHaveLength(1))
  const text = saved.files[0]?.text ?? ''
  expect(text).toContain('Card Number,Amount,Staff No,Name,Team,Verdict,Reason\r\n')
  expect(text).toContain(`"=""${a}""",15.00,"=""000742""",Wei Ling,Sales,Valid,\r\n`)
  await pressWhenEnabled('Continue')
  await pressWhenShown('Submit 2 loads, SGD 31.00')
  await screen.findByRole('heading', { name: AWAITING_MESSAGE })
  const rows = server.requests.flatMap(({ params }) => (params['batchElements'] ?? []) as object[])
  await expect.poll(() => rows.length).toBeGreaterThan(1)
  for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(['amount', 'identifier'])
})

it('a batch that repeats an earlier one names it, and is submitted only with a reason', async () => {
  earlierBatches = [
    {
      batchLoadFileID: '12',
      uploadedBy: 'olive',
      uploadedAt: '2026-11-20T01:00:00Z',
      state: 'Awaiting approval',
      reason: null,
    },
  ]
  await open('load', 'Second time')
  fireEvent.click(screen.getByRole('radio', { name: /^Tracking Number/ }))
  await openConfirmStep('load', [
    [trackingNumber(1), '5.00'],
    [trackingNumber(2), '6.00'],
  ])
  expect(document.body.textContent).toContain('Batch 12 by olive')
  press(/^Submit 2 loads,/)
  expect(await screen.findByText(/Give a reason of at least 3 characters/)).toBeTruthy()
  expect(sent('batchLoadUpload')).toEqual([])
  fireEvent.change(screen.getByLabelText('Reason for submitting these rows again'), {
    target: { value: 'Second half of the bonus' },
  })
  press(/^Submit 2 loads,/)
  await screen.findByRole('heading', { name: AWAITING_MESSAGE })
  expect(sent('batchLoadUpload')).toMatchObject([{ identifierType: 2, duplicateReason: 'Second half of the bonus' }])
})

it('the time that the maker proposes in the last step is required in full, sent with its minutes, and stays in the draft', async () => {
  await open('load', 'Allowances')
  await openConfirmStep('load', [[a, '5.00']])
  fireEvent.click(screen.getByRole('radio', { name: /^At a time that I propose/ }))
  press(/^Submit 1 load,/)
  await screen.findByText(/^Choose a date and a time, or let the batch/)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Date')))
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2020-01-05' } })
  fireEvent.change(screen.getByLabelText('Time (SGT)'), { target: { value: '09:35' } })
  press(/^Submit 1 load,/)
  await screen.findByText(/^This date and time have passed/)
  expect(sent('batchLoadUpload')).toEqual([])
  const date = `${new Date().getFullYear() + 1}-01-15`
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: date } })
  // The proposal is kept with the draft while other rows are looked at.
  press('Back')
  await pressWhenEnabled('Continue')
  expect(screen.getByLabelText<HTMLInputElement>('Time (SGT)').value).toBe('09:35')
  // The server refuses a time that has passed on the way: the wizard stays in its step.
  overrides['batchLoadUpload'] = () => ({
    resultCode: '-20400',
    resultText: 'Too late',
    errors: [{ path: 'proposedDate', message: 'Too late' }],
  })
  press(/^Submit 1 load,/)
  await screen.findByText('Too late')
  Reflect.deleteProperty(overrides, 'batchLoadUpload')
  await pressWhenShown(/^Submit 1 load,/)
  await screen.findByRole('heading', { name: AWAITING_MESSAGE })
  expect(sent('batchLoadUpload').at(-1)).toMatchObject({ proposedDate: `${date} 09:35:00` })
  press(batchTypes.load.wizardTexts.startAnother)
  await openConfirmStep('load', [[b, '5.00']])
  await pressWhenShown(/^Submit 1 load,/)
  await screen.findByRole('heading', { name: AWAITING_MESSAGE })
  expect(sent('batchLoadUpload').at(-1)?.['proposedDate']).toBeUndefined()
})

it('an unreachable server leaves the outcome open, and the same request is sent again', async () => {
  await open('load')
  await openConfirmStep('load', [[a, '1.75']])
  overrides['batchLoadUpload'] = () => undefined
  loseServer()
  press(/^Submit 1 /)
  await screen.findByText(UNKNOWN_OUTCOME)
  await waitFor(() => expect(connectionState().online).toBe(false))
  // The connection seems to be back, but the server is still unreachable.
  reportReached()
  await pressWhenEnabled('Check again')
  await waitFor(() => expect(sent('batchLoadUpload')).toHaveLength(2))
  await screen.findByText(UNKNOWN_OUTCOME)
  Reflect.deleteProperty(overrides, 'batchLoadUpload')
  findServer()
  await pressWhenEnabled('Check again')
  await screen.findByRole('heading', { name: AWAITING_MESSAGE })
  expect(screen.getByText(/This is batch 71\./)).toBeTruthy()
  const calls = () => sent('batchLoadUpload')
  await expect.poll(calls).toHaveLength(3)
  await expect.poll(() => new Set(calls().map((params) => JSON.stringify(params))).size).toBe(1)
})

it('rows can be fixed without a connection, and steps that need the server explain why they are disabled', async () => {
  await open('load')
  // A response that arrives later would restore the connection.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  reportUnreachable('no connection')
  choose('offline.csv', [
    [a, '15.00'],
    [b, '-5'],
  ])
  await expectFigure('To fix', '1')
  await waitFor(() => expect(disabledReason('Check rows')).toMatch(/^You are offline\./))
  await edit(2, 2, '15.00')
  await expectFigure('To fix', '0')
  reportReached()
  await pressWhenEnabled('Check rows')
  await pressWhenEnabled('Continue')
  const submit = await screen.findByRole('button', { name: /^Submit 2 loads/ })
  reportUnreachable('no connection')
  await waitFor(() => expect(submit.getAttribute('aria-disabled')).toBe('true'))
  expect(disabledReason(/^Submit 2 loads/)).toMatch(/^You are offline\./)
  fireEvent.click(submit)
  reportReached()
  await pressWhenEnabled(/^Submit 2 loads/)
  await screen.findByRole('heading', { name: AWAITING_MESSAGE })
  expect(sent('batchLoadUpload')).toHaveLength(1)
})

it('a check without a response reports an unreachable server, and continues once the server can be reached', async () => {
  await open('load')
  overrides['verifyBatchFile'] = () => undefined
  loseServer()
  choose('lost.csv', [
    [a, '15.00'],
    [b, '15.00'],
  ])
  await expectFigure('Rows', '2')
  await screen.findByText(m.common_cannotConnectToServer())
  await screen.findByText(/^The check continues automatically when you are back online\. Nothing is lost\./)
  delete overrides['verifyBatchFile']
  findServer()
  await expectRowText(2, 'Checked by the server')
  expect(screen.queryByText(m.common_cannotConnectToServer())).toBeNull()

  // The same applies to the check of a single row.
  overrides['verifyBatchElement'] = () => undefined
  loseServer()
  await edit(2, 2, '16.00')
  await waitFor(() =>
    expect(currentNotices().visible).toMatchObject([
      {
        text: m.common_cannotConnectToServer(),
        about: 'Your changes are kept and checked automatically when you are back online',
      },
    ]),
  )
  delete overrides['verifyBatchElement']
  findServer()
  await expectRowText(2, 'Checked by the server')
})

it('the check of an edited row that gets no response is repeated with pauses while the server can be reached', async () => {
  await open('load')
  choose('edited.csv', [
    [a, '15.00'],
    [b, '15.00'],
  ])
  await waitUntilChecked()
  overrides['verifyBatchElement'] = () => {
    if (sent('verifyBatchElement').length === 2) delete overrides['verifyBatchElement']
    return undefined
  }
  await edit(2, 2, '16.00')
  await waitFor(() => expect(sent('verifyBatchElement')).toHaveLength(3))
  await expectRowText(2, 'Checked by the server')
  // Only the first failure is reported. tests/services/busy.test.ts tests the pauses.
  await expect.poll(() => currentNotices().history).toHaveLength(1)
})

it('reading a file and checking its rows can be cancelled', async () => {
  await open('load')
  vi.mocked(sheetsWorker.readRows).mockReturnValueOnce(new Promise<never>(() => undefined))
  choose('cancelled.csv', [[a, '15.00']])
  await pressWhenShown('Cancel')
  await screen.findByText(m.file_fileAborted())
  // The check gets no response.
  server.respondWith((response, { method }) => {
    if (method !== 'verifyBatchFile') json(response, { resultCode: '0' })
  })
  choose('kept.csv', [[a, '15.00']])
  await expectFigure('Rows', '1')
  await pressWhenShown('Cancel')
  await screen.findByRole('button', { name: 'Check rows' })
  await expectFigure('Server check', 'Not yet')
})

it('a submission continues when the user leaves its page, and reports its outcome on other pages', async () => {
  let reply: (() => void) | undefined
  await open('load', 'Left behind')
  await openConfirmStep('load', [[a, '15.00']])
  server.respondWith((response, { method }) => {
    const respond = () => json(response, { resultCode: '0', batchLoadFileID: '71' })
    // Only the submission gets its response later.
    if (method === 'batchLoadUpload') reply = respond
    else respond()
  })
  press(/^Submit 1 load,/)
  await screen.findByText(/Waiting for the server/)
  cleanup()
  await waitFor(() => expect(reply).toBeDefined())
  await expect.poll(() => currentNotices().history).toEqual([])
  reply?.()
  await waitFor(() =>
    expect(currentNotices().visible).toMatchObject([
      { kind: 'success', text: `${AWAITING_MESSAGE} (batch 71)`, about: 'Left behind' },
    ]),
  )
  await open('load', '')
  expect(screen.getByLabelText<HTMLInputElement>('Load reference').value).toBe('')
})

it('rows of an ended session stay until their user logs in again', async () => {
  const { userId } = signInTestUser(permissions).user
  await cipherOfUser(ownerUserOf(sessionStore.get() as NonNullable<ReturnType<typeof sessionStore.get>>))
  await open('load')
  choose('ended.csv', [
    [a, '15.00'],
    [b, 'abc'],
  ])
  await expectFigure('Rows', '2')
  await screen.findByText(/^Saved \d\d:\d\d$/)
  overrides['verifyBatchFile'] = () => SESSION_ENDED
  await pressWhenEnabled('Check again')
  await waitFor(() => expect(sessionStore.get()).toBeUndefined())
  cleanup()
  signInTestUser(permissions, 'olive', userId)
  await cipherOfUser(ownerUserOf(sessionStore.get() as NonNullable<ReturnType<typeof sessionStore.get>>))
  showWizard('load')
  await expectFigure('Rows', '2')
  expect(figure('To fix')).toBe('1')
})

it('a device without storage shows a warning; the rows stay in memory and can be submitted', async () => {
  signInTestUser(permissions)
  await open('load', 'In memory')
  choose('memory.csv', [[a, '15.00']])
  await expectFigure('Rows', '1')
  expect((await screen.findAllByText(/Drafts cannot be kept on this device/)).length).toBeGreaterThan(0)
  cleanup()
  showWizard('load')
  await expectFigure('Rows', '1')
  await waitUntilChecked()
  await pressWhenEnabled('Continue')
  await pressWhenShown(/^Submit 1 load,/)
  await screen.findByRole('heading', { name: AWAITING_MESSAGE })
  expect(sent('batchLoadUpload')).toMatchObject([{ loadReference: 'In memory' }])
})

it('an open batch can be revisited, renamed, saved for later, opened, discarded and restored', async () => {
  await cipherOfUser(ownerUserOf(signInTestUser(permissions)))
  await open('load', 'Put aside')
  choose('aside.csv', [[a, '15.00']])
  await expectFigure('Rows', '1')
  press(/^Batch file upload/)
  const reference = await screen.findByLabelText<HTMLInputElement>('Load reference')
  expect(reference.value).toBe('Put aside')
  typeLabel('load', 'Put aside, renamed')
  press('Continue')
  await expectFigure('Rows', '1')
  press('Back')
  await pressWhenShown('Save for later')
  await pressWhenShown(/^Open\s*Put aside, renamed$/)
  await expectFigure('Rows', '1')
  press('Back')
  await pressWhenShown('Save for later')
  await pressWhenShown(/^Delete\s*Put aside, renamed$/)
  await pressWhenShown('Undo')
  expect(await screen.findByRole('button', { name: /^Open\s*Put aside, renamed$/ })).toBeTruthy()
})

it('a draft can be opened even while it is being saved and the address still names it', async () => {
  const ownerUser = ownerUserOf(signInTestUser(permissions))
  await cipherOfUser(ownerUser)
  await open('load', 'At once')
  choose('at-once.csv', [[a, '15.00']])
  await expectFigure('Rows', '1')
  const listedTitles = async () => (await listUploadDrafts(ownerUser, 'load')).map(({ title }) => title)
  await waitFor(async () => expect(await listedTitles()).toContain('At once'))
  press('Back')
  // The page's list contains the draft, and shows it as soon as the wizard has released it.
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  let release = () => {}
  const releasePromise = new Promise<void>((resolve) => (release = resolve))
  vi.spyOn(crypto.subtle, 'encrypt').mockImplementation((...parameters) =>
    releasePromise.then(() => encrypt(...parameters)),
  )
  await pressWhenShown('Save for later')
  await listedTitles()
  const buttonPressed = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      const openButton = screen.queryByRole('button', { name: /^Open\s*At once$/ })
      if (!openButton) return
      observer.disconnect()
      openButton.click()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  release()
  await buttonPressed
  await expectFigure('Rows', '1')
})

it('a batch that waits for its response does not block the next one, and is listed among the drafts', async () => {
  await cipherOfUser(ownerUserOf(signInTestUser(permissions)))
  await open('load', 'Waiting')
  await openConfirmStep('load', [[a, '15.00']], 'waiting.csv')
  overrides['batchLoadUpload'] = () => undefined
  press(/^Submit 1 load,/)
  await screen.findByText(UNKNOWN_OUTCOME)
  Reflect.deleteProperty(overrides, 'batchLoadUpload')
  reportReached()
  press('Start another batch')
  const draft = async () => (await screen.findByText('Waiting for the server’s answer')).closest('li') as HTMLElement
  expect((await draft()).textContent).toContain('waiting.csv')
  expect(within(await draft()).queryByRole('button', { name: /^Delete/ })).toBeNull()
  typeLabel('load', 'Next one')
  await openConfirmStep('load', [[b, '15.00']], 'next.csv')
  press(/^Submit 1 load,/)
  await screen.findByRole('heading', { name: AWAITING_MESSAGE })
  press('Create another batch load')
  fireEvent.click(within(await draft()).getByRole('button', { name: /^Open/ }))
  await pressWhenEnabled('Check again')
  await screen.findByRole('heading', { name: AWAITING_MESSAGE })
  const calls = () => sent('batchLoadUpload')
  await expect.poll(() => calls().map(({ loadReference }) => loadReference)).toEqual(['Waiting', 'Next one', 'Waiting'])
  await expect.poll(() => calls()[2]).toEqual(calls()[0])
  press('Create another batch load')
  await screen.findByText('Drop the batch file here')
  expect(screen.queryByText('Waiting for the server’s answer')).toBeNull()
})

/** Chooses a workbook, with a hidden row or merged cells. */
const chooseWorkbook = (fileName: string, cells: Parameters<typeof workbook>[0], options: SheetOptions) =>
  fireEvent.change(document.querySelector('input[type=file]') as Element, {
    target: { files: [new File([workbook(cells, options)], fileName)] },
  })

it('a row that is edited while all rows are being checked is checked again afterwards', async () => {
  const { fetch } = globalThis
  let release = () => {}
  const releasePromise = new Promise<void>((resolve) => (release = resolve))
  const isCheck = (options: RequestInit = {}) =>
    typeof options.body === 'string' && options.body.includes('"verifyBatchFile"')
  const calls = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, options) => {
    if (isCheck(options)) await releasePromise
    return fetch(address, options)
  })
  await open('load')
  choose('two.csv', [
    [a, '5.00'],
    [b, '6.00'],
  ])
  await waitFor(() => expect(calls.mock.calls.some(([, options]) => isCheck(options))).toBe(true))
  await edit(2, 2, '7.00')
  release()
  await waitUntilChecked()
  await expectRowText(2, 'Checked by the server')
  await pressWhenEnabled('Continue')
  await screen.findByRole('button', { name: /^Submit 2 loads, SGD 12\.00/ })
})

it('a hidden row is marked, excluded and included by one click each, and named again before the submission', async () => {
  await open('load')
  const cells = [
    ['Card Number', 'Amount'],
    [a, 10],
    [b, 20],
    [c, 30],
  ]
  chooseWorkbook('filtered.xlsx', cells, { hiddenRows: [3] })
  await screen.findByText('1 row that is hidden in the sheet is included: row 3.')
  await waitFor(() => expect(within(row(3)).getByText('Hidden in the sheet')).toBeDefined())
  expect(within(row(2)).queryByText('Hidden in the sheet')).toBeNull()
  press('Leave out the hidden row')
  await expectFigure('Amount', '40.00')
  await screen.findByText('1 row that is hidden in the sheet is left out: row 3.')
  press('Include the hidden row')
  await expectFigure('Amount', '60.00')
  await waitUntilChecked()
  await pressWhenEnabled('Continue')
  await screen.findByRole('button', { name: /^Submit 3 loads/ })
  expect(screen.getByText(/^We read the file like this\./)).toBeDefined()
  expect(screen.getByText('1 row that is hidden in the sheet is included: row 3.')).toBeDefined()
})

it('hidden characters in the reference are named, and removed by one click', async () => {
  await open('load', 'May\u200b top-ups\u00a01')
  const field = screen.getByLabelText<HTMLInputElement>('Load reference')
  choose('good.csv', [[a, '1.00']])
  await screen.findAllByText(/a zero-width space/)
  press('Write the text in plain characters')
  await expect.poll(() => field.value).toBe('May top-ups 1')
  fireEvent.keyDown(field, { key: 'Enter' })
  await expectFigure('Rows', '1')
})

it('the value of merged cells is repeated in all their rows by one click, and undone by another', async () => {
  await open('devalue')
  const cells = [['Card Number', 'Amount'], [a, 50], [b], [c]]
  chooseWorkbook('merged.xlsx', cells, {
    change: (sheet) => (sheet['!merges'] = [{ s: { r: 1, c: 1 }, e: { r: 3, c: 1 } }]),
  })
  await screen.findByText('Merged cells in Amount: “50.00” over rows 2 to 4. 2 rows have no value there.')
  press('Repeat “50.00” in 2 rows')
  await expectFigure('Amount', '150.00')
  await screen.findByText(/Every row has a value now/)
  press(/^Undo/)
  await expectFigure('Amount', '50.00')
})

it('a line with totals is excluded, and included by one click', async () => {
  await open('load')
  choose('totals.csv', [
    ['Card Number', 'Amount'],
    [a, '10.00'],
    [b, '20.00'],
    ['Total', '30.00'],
  ])
  await screen.findByText('Row 4 looks like a total and was left out.')
  expect([figure('Rows'), figure('Amount')]).toEqual(['2', expect.stringContaining('30.00')])
  press('Include the row')
  await expectFigure('To fix', '1')
})

it('the user is asked about the encoding of a text that is probably not Latin before anything is read', async () => {
  await open('load')
  // “卡号,” in GBK.
  const gbk = Uint8Array.from(Buffer.from('bfa8bac52c', 'hex'))
  const ascii = new TextEncoder().encode(`Amount\n${a},10.00\n`)
  fireEvent.change(document.querySelector('input[type=file]') as Element, {
    target: { files: [new File([gbk, ascii], 'gbk.csv')] },
  })
  await screen.findByText('The encoding of the text is not known.')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^GB18030/ }).checked).toBe(true)
  expect(screen.getByText('卡号')).toBeDefined()
  await pressWhenShown('Read the file as GB18030')
  await expectFigure('Rows', '1')
  await screen.findByText('The text was read as GB18030 (Simplified Chinese), as you chose: “卡号”.')
})

it('the user can choose another sheet, which replaces the unchanged rows', async () => {
  const ownerUser = ownerUserOf(signInTestUser(permissions))
  await cipherOfUser(ownerUser)
  await open('load')
  const change = () => undefined
  const book = XLSX.read(
    workbook(
      [
        ['Card Number', 'Amount'],
        [a, 10],
      ],
      { change },
    ),
    { type: 'array' },
  )
  XLSX.utils.book_append_sheet(
    book,
    XLSX.utils.aoa_to_sheet([
      ['Card Number', 'Amount'],
      [b, 5],
      [c, 6],
    ]),
    'June',
  )
  fireEvent.change(document.querySelector('input[type=file]') as Element, {
    target: { files: [new File([XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], 'two.xlsx')] },
  })
  await screen.findByText('Sheet “Loads” was read; “June” was not.')
  await waitUntilChecked()
  press('Details')
  fireEvent.change(await screen.findByRole('combobox', { name: 'Sheet to read' }), { target: { value: 'June' } })
  await expectFigure('Rows', '2')
  await screen.findByText('Sheet “June” was read; “Loads” was not.')
  await waitFor(async () => expect((await listUploadDrafts(ownerUser, 'load')).map(({ rows }) => rows)).toEqual([2]))
})

it('the first rows of a file with too many rows are used, and the others are saved as a draft', async () => {
  const ownerUser = ownerUserOf(signInTestUser(permissions))
  await cipherOfUser(ownerUser)
  await open('activate', '')
  choose('many.csv', [['Card Number'], ...Array.from({ length: 260 }, (_, n) => [cardNumber(n)])])
  await pressWhenShown('Take the first 250, keep the rest as a second draft')
  await expectFigure('Rows', '250')
  await screen.findByText('The first 250 rows were taken. The other 10 are kept as a draft.')
  const drafts = await listUploadDrafts(ownerUser, 'activate')
  await expect
    .poll(() => drafts.map(({ fileName, rows }) => [fileName, rows]))
    .toContainEqual(['many (part 2).csv', 10])
})

it('the assumptions about a file are saved with its draft', async () => {
  await cipherOfUser(ownerUserOf(signInTestUser(permissions)))
  await open('load')
  const cells = [
    ['Card Number', 'Amount'],
    [a, 10],
    [b, 20],
  ]
  chooseWorkbook('kept.xlsx', cells, { hiddenRows: [3] })
  await expectFigure('Rows', '2')
  await screen.findByText(/^Saved \d\d:\d\d$/)
  cleanup()
  showWizard('load')
  await screen.findByText('1 row that is hidden in the sheet is included: row 3.')
  press('Leave out the hidden row')
  await expectFigure('Amount', '10.00')
})

it.each([
  ['the user’s own choice, which a user cannot share instead', permissions, false],
  ['the choice that an administrator shares instead', { ...permissions, User: ['write'] }, true],
])(
  'reads a file with a colleague’s shared columns, names them before the submission, and accepts %s',
  async (_, granted, canShare) => {
    const columns = [
      { heading: 'Zahl', field: 'amount' },
      { heading: 'Plastik', field: 'identifier' },
      { heading: 'Alt' },
    ]
    const sharedMapping = {
      id: '5',
      rowType: 'load',
      columns,
      sharedBy: 'Chen Li',
      sharedByUserID: '99',
      sharedAt: '2026-11-26T10:00:00Z',
    }
    overrides = {
      sharedColumns: () => ({ resultCode: '0', sharedColumns: [sharedMapping] }),
      shareColumns: () => ({ resultCode: '0', id: '5' }),
    }
    signInTestUser(granted)
    await open('load')
    choose('a.csv', [
      ['Plastik', 'alt', 'ZAHL'],
      [a, '7.00', '20.00'],
      [b, '8.00', '30.00'],
    ])
    await screen.findByText(/^Columns as shared by Chen Li\./)
    await expectFigure('Amount', '50.00')
    await pressWhenEnabled(/^Continue/)
    expect(await screen.findByText('Columns as shared by Chen Li.')).toBeTruthy()
    press('Back')
    // The button is above and below the rows.
    fireEvent.click((await screen.findAllByRole('button', { name: 'Change columns' }))[0] as HTMLElement)
    press('Do not use them')
    fireEvent.change(screen.getByRole('combobox', { name: 'Column for Amount' }), { target: { value: '1' } })
    fireEvent.change(screen.getByRole('combobox', { name: 'Column for Card Number' }), { target: { value: '0' } })
    const shareBox = () => screen.queryByRole('checkbox', { name: /^Share with colleagues/ })
    if (canShare) fireEvent.click(shareBox() as HTMLElement)
    else expect(shareBox()).toBeNull()
    press('Use these columns')
    await expectFigure('Amount', '15.00')
    expect(screen.queryByText(/as shared by/)).toBeNull()
    const shared = {
      rowType: 'load',
      columns: [{ heading: 'Plastik', field: 'identifier' }, { heading: 'alt', field: 'amount' }, { heading: 'ZAHL' }],
    }
    await expect.poll(() => sent('shareColumns')).toMatchObject(canShare ? [shared] : [])
  },
)
