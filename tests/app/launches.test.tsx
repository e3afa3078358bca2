// Launches of the installed portal by the system, with a file, several files or an address. Only the user who is
// signed in at the launch, or else the first one to sign in after it, is asked what the file is.
import { readFileSync } from 'node:fs'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import LaunchHandler from '#app/opened-files/LaunchHandler.tsx'
import { client } from '#brand/current.ts'
import { permissions, permissionsToMap } from '#domain/access/permissions.ts'
import { declineOfferedFiles, clearWaitingFile } from '#services/files/opened-file.ts'
import { sessionStore } from '#services/session/session.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { cardNumber } from '#tests/support/files.ts'
import { readFilesWithoutWorker } from '#tests/support/read-without-worker.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

interface Launch {
  readonly files?: readonly { readonly getFile: () => Promise<File> }[]
  readonly targetURL?: string
}
/** Launches the portal like the system, once the portal has registered its launch handler. */
let launch: (params: Launch) => void

beforeEach(() => {
  readFilesWithoutWorker(sheetsWorker)
  vi.stubGlobal('PerformanceNavigationTiming', class {})
  vi.stubGlobal('launchQueue', { setConsumer: (consumer: (params: Launch) => void) => void (launch = consumer) })
  const serviceWorker = { controller: null, addEventListener() {}, removeEventListener() {} }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  declineOfferedFiles()
  clearWaitingFile()
})

/** Every address that was shown, in order; the last one is the current address. */
let shownAddresses: string[] = []
function Address() {
  const { pathname, search } = useLocation()
  if (shownAddresses.at(-1) !== pathname + search) shownAddresses.push(pathname + search)
  return null
}
const address = () => shownAddresses.at(-1)
function show(): void {
  shownAddresses = []
  render(
    <MemoryRouter>
      <LaunchHandler />
      <Address />
    </MemoryRouter>,
  )
}

const open = (...files: readonly File[]) =>
  launch({ files: files.map((file) => ({ getFile: () => Promise.resolve(file) })) })
const template = (name: string, lines = 99) => {
  const text = readFileSync(`public/templates/${name}-template.csv`, 'utf8')
  return new File([text.split('\n').slice(0, lines).join('\n')], `${name}.csv`)
}
const loadsFile = (name: string) => new File([`${cardNumber(1)},5.00\n`], name)

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const chosen = () => screen.queryAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)
const expectProposed = (title: string) =>
  waitFor(() => expect(chosen()?.closest('label')?.textContent).toMatch(new RegExp(`^${title}`)))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('recognizes each of the portal’s own templates, and does nothing with a declined file', async () => {
  signInTestUser(permissionsToMap(permissions), 'ada')
  show()
  for (const [name, title] of [
    ['card-order', 'Order Card'],
    ['virtual-card-order', 'Order Virtual Card'],
  ] as const) {
    open(template(name))
    const typeDialog = await dialog('What is this file?')
    await typeDialog.findByText(`${name}.csv`)
    await expectProposed(title)
    press('Do not open it')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  }
  await expect.poll(() => address()).toBe('/')
})

it('lets the user choose one of several files, and opens the page that reads its rows', async () => {
  signInTestUser(permissionsToMap(permissions), 'ada')
  show()
  const [east, west] = [template('card-order'), template('card-order', 2)]
  open(new File([east], 'east.csv'), new File([west], 'west.csv'))
  const fileDialog = await dialog('Which file do you want to open?')
  fileDialog.getByText('One file is read at a time. You can open the other one next.')
  expect(fileDialog.getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(fileDialog.getByRole('radio', { name: /west\.csv/ }))
  press('Continue')
  const typeDialog = await dialog('What is this file?')
  typeDialog.getByText('west.csv')
  await expectProposed('Order Card')
  press('Continue')
  await expect.poll(() => address()).toBe('/card/order')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

it('shows the result of reading the rows as each type, and lets the user choose a less likely type', async () => {
  signInTestUser({ Batch: ['load', 'redeem'] })
  show()
  open(loadsFile('payroll.csv'))
  await expectProposed('Create Batch Load')
  screen.getByText('1 load, no errors')
  // A file with a card column and an amount column, in either order, cannot be read as transfers without the user
  // choosing the columns.
  expect(screen.getAllByText('You will need to choose its columns').length).toBeGreaterThan(0)
  fireEvent.click(screen.getByRole('radio', { name: /^Devalue Batch/ }))
  press('Continue')
  await expect.poll(() => address()).toBe('/batchdevalue')
})

it('keeps a file until a user logs in, and offers it to the same user again but not to another user', async () => {
  show()
  open(loadsFile('private.csv'))
  const { userId } = signInTestUser({ Batch: ['load'] }).user
  await screen.findByText('private.csv')
  sessionStore.clear('ended')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  signInTestUser({ Batch: ['load'] }, 'olive', userId)
  await screen.findByText('private.csv')
  sessionStore.clear('ended')
  signInTestUser({ Batch: ['load'] }, 'amir')
  await waitFor(() => expect(screen.queryByText('private.csv')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('tells a user who cannot upload rows that the file cannot be read', async () => {
  signInTestUser({ Report: ['read'] })
  show()
  open(loadsFile('loads.csv'))
  const refused = await dialog('This file cannot be read here')
  refused.getByText('loads.csv')
  fireEvent.click(refused.getAllByRole('button', { name: 'Close' })[0]!)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

it('a launch without a file opens its address if the address belongs to the portal', async () => {
  signInTestUser({ Batch: ['approve'] })
  show()
  const urlOf = (path: string) => `${location.origin}${client.basePath}${path}`
  launch({ targetURL: urlOf('card/search') })
  await waitFor(() => expect(address()).toBe('/card/search'))
  launch({ targetURL: urlOf('open?link=web%2Bvoyager%3Abatch%2F1') })
  await waitFor(() => expect(address()).toBe('/open?link=web%2Bvoyager%3Abatch%2F1'))
  // Each launch must render before the next one.
  for (const targetURL of [
    'https://elsewhere.example/voyager/logout',
    `${location.origin}/elsewhere`,
    urlOf('reports'),
  ])
    await act(async () => launch({ targetURL }))
  await waitFor(() => expect(address()).toBe('/reports'))
  expect(shownAddresses).toEqual(['/', '/card/search', '/open?link=web%2Bvoyager%3Abatch%2F1', '/reports'])
})
