// The product that the figures P1 to P3 (docs/performance.md) are compared with: react-spreadsheet-import, with the same
// two columns. Runs in Chromium, with the packages of this folder.
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { ReactSpreadsheetImport } from 'react-spreadsheet-import'

const fields = [
  {
    label: 'Card Number',
    key: 'identifier',
    alternateMatches: ['Card Number'],
    fieldType: { type: 'input' },
    validations: [{ rule: 'required' }],
  },
  {
    label: 'Amount',
    key: 'amount',
    fieldType: { type: 'input' },
    validations: [{ rule: 'regex', value: '^\\d+(\\.\\d{1,2})?$', errorMessage: 'An amount' }],
  },
]

createRoot(document.getElementById('root')).render(
  createElement(ReactSpreadsheetImport, {
    isOpen: true,
    onClose: () => undefined,
    onSubmit: () => undefined,
    maxRecords: 10_000,
    fields,
  }),
)

/** Returns the total duration of the three steps from the drop to the table in ms, without the user's clicks between them. */
export async function dropOnReference(file) {
  const input = await until(() => document.querySelector('input[type=file]'))
  let totalMs = 0
  const step = async (act, isDone) => {
    const started = performance.now()
    act()
    await until(isDone)
    totalMs += performance.now() - started
  }
  const next = async () => (await until(() => findButton('Next'))).click()
  const heading = (text) => () => [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === text)
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  const drop = () => {
    input.files = dataTransfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  await step(drop, () => heading('Select header row')() && rows() > 1)
  await pause(500)
  // Once the columns are matched, 'Card Number' appears twice: as the file's heading, and in the select below it.
  await step(next, () => heading('Match Columns')() && countText('Card Number') > 1)
  await pause(500)
  await step(next, () => heading('Validate data')() && rows() >= 5)
  return totalMs
}

const rows = () => document.querySelectorAll('[role=grid] [role=row]').length

const pause = (ms) => new Promise((done) => setTimeout(done, ms))

const countText = (text) =>
  [...document.querySelectorAll('div, p')].filter((element) => element.textContent === text).length

const findButton = (text) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === text && !button.disabled)

async function until(find) {
  const deadline = performance.now() + 60_000
  for (;;) {
    const result = find()
    if (result) return result
    if (performance.now() > deadline) throw new Error(`Timed out waiting for ${find}`)
    await pause(10)
  }
}

Object.assign(globalThis, { dropOnReference })
