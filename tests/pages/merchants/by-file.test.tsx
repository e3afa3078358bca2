// Merchants from a file: the messages before anything is sent, the reasons that disable the sign-up, and the rows that
// remain.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIST_FULL_MESSAGE } from '#domain/merchants/list.ts'
import { toRowKind } from '#domain/row-kinds.ts'
import MerchantSignUpPage from '#pages/merchants/MerchantSignUpPage.tsx'
import { reportReached, reportUnreachable } from '#services/server/connection.ts'
import { clearNotices } from '#services/notices.ts'
import { passToPage } from '#services/files/opened-file.ts'
import { queryClient } from '#services/server/queries.ts'
import { sessionStore } from '#services/session/session.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const textOf = (file: File) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.readAsText(file)
  })

const HEADER = 'Merchant Number,Merchant Name,Merchant City,Merchant Category Code,Currency Code,Country Code'
const csvLineOf = (number: number, name = `Shop ${number}`) => `${10_000_000 + number},${name},Singapore,5945,702,SGP`

const server = withStubServer()
let userCount = 0
let limit = 10
/** Responds to the delayed sign-up. */
let release: (() => void) | undefined

beforeEach(async () => {
  // jsdom has no workers, so the test reads the files.
  vi.spyOn(sheetsWorker, 'readRows').mockImplementation(async (file, { rules, ...others }) =>
    readRows(toRowKind(rules), { ...others, fileName: file.name, file: new Blob([await textOf(file)]) }),
  )
  limit = 10
  release = undefined
  server.respondWith((response, { method, params }) => {
    if (method === 'merchantSignUpLimit') return json(response, { resultCode: '0', maxMerchantSignUp: limit })
    const respond = () => json(response, { resultCode: '0', qrCode: `qr of ${String(params['merchantName'])}` })
    if (params['merchantName'] !== 'Slow') return respond()
    release = respond
  })
})
afterEach(() => {
  cleanup()
  clearNotices()
  reportReached()
  sessionStore.clear('logout')
  queryClient.clear()
})

/** Data that cannot be stored stays in memory for its user, so each test has a different user. */
async function openPage({ permissions = ['read', 'write'], search = '?by=file' } = {}): Promise<void> {
  sessionStore.set({
    token: 't',
    user: { userId: `9${++userCount}`, username: 'olive', firstname: 'O', lastname: 'L', email: 'o@example.test' },
    permissions: { MerchantSignUp: permissions },
  })
  showPage(<MerchantSignUpPage />, `/merchant/signup${search}`)
  await waitFor(() => expect(server.requests.length).toBeGreaterThan(0))
}

async function drop(...rows: readonly string[]): Promise<void> {
  await screen.findByText('Drop the file of merchants here')
  const file = new File([[HEADER, ...rows].join('\n')], 'shops.csv')
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } })
  await screen.findByRole('heading', { name: 'shops.csv' })
}

const csvLinesOf = (count: number) => Array.from({ length: count }, (_, index) => csvLineOf(index + 1))
const generateButton = () => screen.getByRole('button', { name: /^Generat/ })
const descriptionOf = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
const disabledReason = () =>
  generateButton().getAttribute('aria-disabled') ? descriptionOf(generateButton()) : undefined
const figures = () => screen.getByRole('region', { name: 'Figures of the file' }).textContent
const countListedMerchants = () =>
  screen
    .queryAllByRole('button', { name: /^Remove / })
    .filter((each) => /, \d+$/.test(each.getAttribute('aria-label') ?? '')).length

describe('before anything is sent', () => {
  it('a file with more rows than the list can take is reported, and its button names the number of rows that fit', async () => {
    limit = 3
    await openPage()
    await drop(...csvLinesOf(5), csvLineOf(6, 'Café'))
    expect(figures()).toBe('Rows6Valid5To fix1Delete…Generate the first 3')
    expect(screen.getByText('The list has room for 3 of these 5 merchants')).toBeTruthy()
    expect(
      screen.getByText(/^The list can have at most 3 merchants\..*Ask its administrators to raise it\.$/),
    ).toBeTruthy()
    await expect.poll(() => server.requests.some(({ method }) => method === 'merchantSignUp')).toBe(false)

    fireEvent.click(generateButton())
    await waitFor(() => expect(countListedMerchants()).toBe(3))
    await waitFor(() => expect(figures()).toMatch(/^Rows3Valid2To fix1/))
    expect(disabledReason()).toContain(LIST_FULL_MESSAGE)
    const fullBanner = screen.getByText(LIST_FULL_MESSAGE, { selector: 'p' }).closest('[role=status]') as HTMLElement
    expect(fullBanner.textContent).toContain('2 merchants in this file are waiting for room.')
    fireEvent.click(within(fullBanner).getByRole('button', { name: 'Go to the list' }))
    await expect.poll(() => document.activeElement?.textContent).toContain('Download Merchant Information')

    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(screen.queryByText(LIST_FULL_MESSAGE)).toBeNull())
    expect(generateButton().textContent).toBe('Generate 2')
  })

  it('Generate is disabled for a user who can only read, without a connection, and if no row is valid', async () => {
    await openPage({ permissions: ['read'] })
    await drop(csvLineOf(1))
    expect(disabledReason()).toMatch(/^Your account can view merchants but not sign them up/)
    cleanup()
    await openPage()
    await drop(csvLineOf(1, 'Café'))
    expect(disabledReason()).toBe('No row is valid yet. Fix the rows first.')
    reportUnreachable('invalid response')
    await waitFor(() => expect(disabledReason()).toMatch(/^There is no connection to the server/))
    // Fixing rows needs no connection.
    fireEvent.click(await screen.findByRole('button', { name: 'Write in plain letters…' }))
    expect(screen.getByRole('dialog').textContent).toContain('Café')
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Rewrite 1 row' }))
    await waitFor(() => expect(figures()).toMatch(/^Rows1Valid1To fix0/))
  })
})

it('shows the progress, and Stop skips the remaining rows', async () => {
  await openPage()
  await drop(csvLineOf(1), csvLineOf(2, 'Slow'), csvLineOf(3))
  fireEvent.click(generateButton())
  await waitFor(() => expect(release).toBeTruthy())
  expect(screen.getByRole('progressbar', { name: 'Merchants signed up' }).getAttribute('aria-valuenow')).toBe('33')
  expect(screen.getByText('1 of 3')).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  release?.()
  await screen.findByText('2 of 3 merchants signed up')
  expect(screen.getByText(/^You have stopped it\. Nothing is lost/)).toBeTruthy()
  expect(figures()).toMatch(/^Rows1Valid1To fix0/)
  fireEvent.click(generateButton())
  await screen.findByText('Drop the file of merchants here')
  expect(countListedMerchants()).toBe(3)
})

it('asks for confirmation before it discards the rows, and then accepts another file', async () => {
  await openPage({ search: '' })
  fireEvent.click(screen.getByRole('radio', { name: 'From a file' }))
  await drop(...csvLinesOf(2))
  expect(screen.getByRole('radio', { name: /^From a file\s*2$/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Delete…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Delete the rows of shops.csv' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => figures()).toMatch(/^Rows2/)
  // One click opens the form, and the rows are kept.
  fireEvent.click(screen.getByRole('radio', { name: 'One merchant' }))
  await screen.findByLabelText('Merchant Number')
  fireEvent.click(screen.getByRole('radio', { name: /^From a file/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Delete…' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete 2 rows' }))
  await screen.findByText('Drop the file of merchants here')
})

it('rejects several files with a message; a file opened with the portal waits until the open rows are done', async () => {
  await openPage()
  await screen.findByText('Drop the file of merchants here')
  const files = ['east.csv', 'west.csv'].map((name) => new File([`${HEADER}\n${csvLineOf(1)}`], name))
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files } })
  await expect
    .poll(() => screen.getAllByText('Drop one file only. You dropped several, so none was used.').length)
    .toBeGreaterThan(0)
  await drop(...csvLinesOf(2))
  passToPage(files[1] as File, 'merchant')
  await screen.findByText('It is read as soon as the rows below are signed up or deleted.')
  fireEvent.click(screen.getByRole('button', { name: 'Delete…' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete 2 rows' }))
  await screen.findByRole('heading', { name: 'west.csv' })
})

it('explains why a file is rejected', async () => {
  await openPage()
  await screen.findByText('Drop the file of merchants here')
  const file = new File(['x'], 'shops.pdf')
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } })
  await screen.findByText(/^Only csv, xlsx or xls files can be read here/)
})
