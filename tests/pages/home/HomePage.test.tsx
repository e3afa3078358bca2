// Home: the permission that each section needs, empty states, and the figures in the chart's table.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { Result } from '#contract/operations.ts'
import type { MyOrder } from '#contract/orders.ts'
import { DRAFT_VERSION, draftKindOf, draftPath } from '#flows/upload/draft.ts'
import { noFigures, defaultOptions, type UploadStep } from '#machines/upload-steps.ts'
import { labelledDayIndexes } from '#ui/drawings/day-chart.ts'
import HomePage from '#pages/home/HomePage.tsx'
import { queryClient } from '#services/server/queries.ts'
import { ownerUserOf, type Session, sessionStore } from '#services/session/session.ts'
import { inDb } from '#storage/db.ts'
import { saveDraft, cipherOf } from '#storage/drafts.ts'
import { storeDraftKey } from '#storage/keys.ts'
import { awaitingBatch } from '#tests/support/batch-file.ts'
import { placedOrder } from '#tests/support/card-orders.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const emptyOverview: Result<'overview'> = { recentActivity: [], currency: 'SGD' }
const noOrders = {
  awaiting: 0,
  placed: 0,
  issuing: 0,
  readyForProduction: 0,
  issued: 0,
  partlyIssued: 0,
  rejected: 0,
  cancelled: 0,
}
const noBatches = { awaiting: 0, processing: 0, approved: 0, rejected: 0, closed: 0 }

const olive: Session = {
  token: 't',
  user: { userId: '7', username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.test' },
  permissions: {},
}

const server = withStubServer()
afterEach(async () => {
  cleanup()
  await inDb((db) => db.drafts.clear())
  sessionStore.clear('logout')
  queryClient.clear()
})

async function openHome(
  permissions: Record<string, string[]>,
  overview: Result<'overview'>,
  orders: readonly MyOrder[] = [],
  batchLoads: readonly BatchLoadFile[] = [],
) {
  sessionStore.set({ ...olive, permissions })
  server.respondWith((response, { method }) =>
    json(response, method === 'overview' ? { resultCode: '0', ...overview } : { resultCode: '0', batchLoads, orders }),
  )
  showPage(<HomePage />)
  await screen.findByText(/As of/)
}

const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

it('shows the funding account to a user who has nothing else to do', async () => {
  await openHome({ Funding: ['read'] }, { ...emptyOverview, fundingAccount: { balance: '2500.00', reserved: '0.00' } })
  expect(screen.getByRole('link', { name: /funding account/i }).getAttribute('href')).toBe('/funding')
})

it('shows a checker the awaiting batches with their total and the time of the oldest, and links to them', async () => {
  await openHome(
    { Batch: ['approve'] },
    {
      ...emptyOverview,
      batchesToApprove: { count: 3, amount: '128430.50', oldestUploadedAt: '2026-03-04T02:42:00Z' },
    },
  )
  const tile = screen.getByRole('link', { name: /Batches to approve/ })
  expect(tile.textContent).toBe('3Batches to approveSGD 128,430.50 in total, the oldest from 04 Mar 2026, 10:42 SGT')
  expect(tile.getAttribute('href')).toBe('/batchloads')
  expect(screen.queryByText('Create Batch Load')).toBeNull()
  expect(screen.queryByText('Drafts on this device')).toBeNull()
})

it('adds only amounts of batches that move in the same direction', async () => {
  await openHome(
    { Batch: ['approve'] },
    {
      ...emptyOverview,
      batchesToApprove: {
        count: 3,
        amount: '1502.45',
        amounts: [
          { type: 'devalue', amount: '2.45' },
          { type: 'load', amount: '1500.00' },
        ],
        oldestUploadedAt: null,
      },
    },
  )
  expect(screen.getByRole('link', { name: /Batches to approve/ }).textContent).toBe(
    '3Batches to approveloads SGD 1,500.00 and devalues SGD 2.45 in total',
  )
})

it('shows a checker of card orders the awaiting orders, with the currency of all amounts on Home, and links to them', async () => {
  await openHome(
    { Card: ['approve'] },
    {
      ...emptyOverview,
      ordersToApprove: { count: 2, cards: 36, amount: '5120.00', oldestOrderedAt: '2026-03-04T02:42:00Z' },
    },
  )
  const tile = screen.getByRole('link', { name: /Card orders to approve/ })
  expect(tile.textContent).toBe(
    '2Card orders to approve36 virtual cards, SGD 5,120.00 in total, the oldest from 04 Mar 2026, 10:42 SGT',
  )
  expect(tile.getAttribute('href')).toBe('/card/virtual-card-orders')
})

it.each([
  [
    { count: 2, cards: 36, amount: '5120.00', firstFinalAt: '2026-03-04T02:42:00Z' },
    '2Physical orders that can be cancelled36 cards, SGD 5,120.00 in total, the first becomes final on 04 Mar 2026, 10:42 SGT',
  ],
  [
    { count: 1, cards: 1, amount: '50.00', firstFinalAt: '2026-03-04T02:42:00Z' },
    '1Physical order that can be cancelled1 card, SGD 50.00 in total, the first becomes final on 04 Mar 2026, 10:42 SGT',
  ],
  [
    { count: 0, cards: 0, amount: '0.00', firstFinalAt: null },
    '0Physical orders that can be cancelledNo order is in its first 24 hours',
  ],
])('shows approvers of orders the physical orders that they can still cancel: %j', async (physicalOrders, text) => {
  await openHome({ Card: ['approve'] }, { ...emptyOverview, physicalOrders })
  const tile = screen.getByRole('link', { name: /Physical order/ })
  expect(tile.textContent).toBe(text)
  expect(tile.getAttribute('href')).toBe('/card/physical-orders')
})

it.each([
  [
    { count: 2, cards: 12, oldestReadyAt: '2026-03-04T02:42:00Z' },
    '2Producer files to download12 cards, the oldest from 04 Mar 2026, 10:42 SGT',
  ],
  [{ count: 0, cards: 0, oldestReadyAt: null }, '0Producer files to downloadNo file is waiting for the card producer'],
])('shows users who fetch files for the card producer the waiting files: %j', async (producerFiles, text) => {
  await openHome({ Card: ['produce'] }, { ...emptyOverview, producerFiles })
  const tile = screen.getByRole('link', { name: /Producer files/ })
  expect(tile.textContent).toBe(text)
  expect(tile.getAttribute('href')).toBe('/card/producer-files')
})

it.each([
  [{ count: 3, oldestFoundAt: '2026-03-04T02:42:00Z' }, '3Unapplied eventsThe oldest from 04 Mar 2026, 10:42 SGT'],
  [{ count: 0, oldestFoundAt: null }, '0Unapplied eventsEvery event was applied'],
])(
  'shows users who work on events of the card processor those that were not applied: %j',
  async (unappliedEvents, text) => {
    await openHome({ Feed: ['write'] }, { ...emptyOverview, unappliedEvents })
    const tile = screen.getByRole('link', { name: /Unapplied events/ })
    expect(tile.textContent).toBe(text)
    expect(tile.getAttribute('href')).toBe('/card/events')
  },
)

it('shows a maker their card orders with the result of each, and only the states that occur', async () => {
  const order = { ...placedOrder, state: 'rejected', rejectReason: 'Wrong month' } as const
  await openHome({ Card: ['order'] }, { ...emptyOverview, ownOrders: { ...noOrders, rejected: 1 } }, [order])
  expect(await screen.findByText('Wrong month')).toBeTruthy()
  const states = within(screen.getByLabelText('By state, last 56 days'))
  expect(states.getAllByRole('term').map((term) => term.textContent)).toEqual(['Awaiting approval', 'Rejected'])
  expect(screen.getByRole('link', { name: 'Order 7, Staff cards' }).getAttribute('href')).toBe(
    '/card/my-orders?order=7',
  )
})

it('shows a maker their batches and drafts, and where to start if there are none', async () => {
  await openHome({ Batch: ['load'] }, { ...emptyOverview, ownBatches: noBatches })
  expect(await screen.findByText('You have not uploaded a batch yet')).toBeTruthy()
  expect(await screen.findByText('No unfinished batch here')).toBeTruthy()
  const states = [1, 5, 2, 3, 4].map((state) => `/batches/mine?state=${state}`)
  expect(links()).toEqual(['/batchload', '/batches/mine', '/drafts', ...states, '/batchload'])
  expect(screen.queryByText('Batches to approve')).toBeNull()
})

/** The same time for all items, so that they keep the order of their lists. */
const startedAt = new Date().toISOString()
const now = () => startedAt
const rejectedBatch = () => ({
  ...awaitingBatch,
  BATCHLOADFILEID: '11',
  BATCHLOADFILEREJECTED: true,
  BATCHLOADFILEREJECTEDDATE: now(),
})
const failedBatch = () => ({
  ...awaitingBatch,
  BATCHLOADFILEID: '13',
  BATCHLOADFILEAPPROVED: true,
  BATCHLOADFILEAPPROVEDDATE: now(),
  PROCESSED: true,
  LOADSCOUNT: 3,
  LOADEDCOUNT: 2,
})
const LONG_AGO = '2026-01-02T00:00:00Z'

const orderDecidedNow = (change: Partial<MyOrder>): MyOrder => ({
  ...placedOrder,
  kind: 'virtual',
  finalAt: null,
  decidedAt: now(),
  ...change,
})
const rejectedOrder = orderDecidedNow({ orderId: '21', state: 'rejected' })
const partlyIssuedOrder = orderDecidedNow({
  orderId: '22',
  state: 'partlyIssued',
  cardsCount: 3,
  issuedCount: 1,
  failedCount: 2,
})
const makerPermissions = { Batch: ['load'], Card: ['order'] }
const attentionText = () => screen.getByText(/needing attention$/).closest('li')?.textContent

it.each<[string, Record<string, string[]>, BatchLoadFile[], MyOrder[], string, string]>([
  [
    'a batch',
    { Batch: ['load'] },
    [failedBatch(), awaitingBatch],
    [],
    '1Batch needing attentionMarch: 1 load failed',
    '/batches/mine?batch=13',
  ],
  [
    'an order',
    makerPermissions,
    [awaitingBatch],
    [partlyIssuedOrder, placedOrder],
    '1Card order needing attentionOrder 22, Staff cards: 2 virtual cards not issued',
    '/card/my-orders?order=22',
  ],
  [
    'an order of physical cards, dated by the time at which it became final',
    { Card: ['write'] },
    [],
    [{ ...partlyIssuedOrder, kind: 'physical', decidedAt: null, finalAt: now() }],
    '1Card order needing attentionOrder 22, Staff cards: 2 cards not issued',
    '/card/my-orders?order=22',
  ],
  [
    'an order that another user cancelled',
    makerPermissions,
    [],
    [
      { ...placedOrder, state: 'cancelled', cancelledAt: now(), cancelledBy: 'Amir Lee' },
      { ...placedOrder, state: 'cancelled', cancelledAt: now(), cancelledBy: null },
    ],
    '1Card order needing attentionOrder 7, Staff cards: cancelled by Amir Lee',
    '/card/my-orders?order=7',
  ],
  [
    'no batches',
    { Batch: ['load'] },
    [awaitingBatch, { ...rejectedBatch(), BATCHLOADFILEREJECTEDDATE: LONG_AGO }],
    [],
    '0Batches needing attentionNothing was rejected or failed in the last 7 days',
    '/batches/mine',
  ],
  [
    'no orders',
    { Card: ['order'] },
    [],
    [{ ...rejectedOrder, decidedAt: LONG_AGO }],
    '0Card orders needing attentionNothing was rejected or failed in the last 7 days',
    '/card/my-orders',
  ],
  [
    'neither',
    makerPermissions,
    [],
    [],
    '0Batches and card orders needing attentionNothing was rejected or failed in the last 7 days',
    '/batches/mine',
  ],
])(
  'shows a maker the items that were rejected or only partly done: %s',
  async (_, permissions, batches, orders, text, href) => {
    await openHome(permissions, emptyOverview, orders, batches)
    await waitFor(() => expect(attentionText()).toBe(text))
    expect(screen.getByRole('link', { name: /needing attention/ }).getAttribute('href')).toBe(href)
  },
)

it('links a maker to each of several failures, and to the lists for the others', async () => {
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  const otherOrders = ['1', '2'].map((orderId) => orderDecidedNow({ orderId, state: 'rejected', decidedAt: hourAgo }))
  await openHome(
    makerPermissions,
    emptyOverview,
    [rejectedOrder, partlyIssuedOrder, ...otherOrders],
    [rejectedBatch(), failedBatch()],
  )
  await waitFor(() => expect(attentionText()).toMatch(/^6Batches and card orders needing attention/))
  const tile = within(screen.getByText(/needing attention$/).closest('li') as HTMLElement)
  expect(tile.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/batches/mine?batch=11',
    '/batches/mine?batch=13',
    '/card/my-orders?order=21',
    '/card/my-orders?order=22',
    '/card/my-orders',
  ])
  expect(tile.getByRole('link', { name: '2 more card orders' })).toBeTruthy()
})

it('shows placeholders for values that are still unknown', () => {
  sessionStore.set({ ...olive, permissions: { Batch: ['load', 'approve'] } })
  server.respondWith(() => undefined)
  showPage(<HomePage />)
  const tiles = within(screen.getByRole('list', { name: 'Waiting for you' })).getAllByRole('link')
  expect(tiles.map(({ textContent }) => textContent)).toEqual([
    '–Batches needing attention',
    '–Batches to approve',
    '–Drafts on this device',
  ])
})

it('links a maker from the activity to their own batch', async () => {
  const recentActivity = [{ at: LONG_AGO, who: 'Amir Noor', what: 'Approved batch 9', batchLoadFileID: '9' }]
  await openHome({ Batch: ['load'] }, { ...emptyOverview, recentActivity })
  expect(screen.getByRole('link', { name: 'Approved batch 9' }).getAttribute('href')).toBe('/batches/mine?batch=9')
})

interface StoredDraft {
  readonly type: 'load' | 'transfer'
  readonly id: string
  readonly reference: string
  readonly fileName: string
  readonly savedAt: string
  readonly step?: UploadStep
}

/** Saves a draft of olive on this device, as a wizard does. */
async function storeDraft({ type, id, reference, fileName, savedAt, step = 'reviewing' }: StoredDraft): Promise<void> {
  const ownerUser = ownerUserOf(olive)
  await storeDraftKey(ownerUser, btoa('k'.repeat(32)))
  const cipher = await cipherOf(ownerUser)
  if (!cipher) throw new Error('there is no key')
  const wizard = {
    version: 1,
    step,
    options: { ...defaultOptions, reference },
    file: { name: fileName, facts: [], damage: [] },
    duplicateReason: '',
    ...(step === 'outcomeUnknown' && { intent: { requestId: id, sentAt: savedAt } }),
  }
  await saveDraft(cipher, {
    id,
    kind: draftKindOf(type),
    version: DRAFT_VERSION,
    head: { wizard, figures: noFigures, currency: 'SGD', isAside: false },
    chunkCount: 0,
    chunks: new Map(),
    savedAt: Date.parse(savedAt),
  })
}

const olderDraft = {
  type: 'load',
  id: 'a',
  reference: 'March',
  fileName: 'march.csv',
  savedAt: '2026-03-04T02:42:00Z',
} as const
const newerDraft = {
  type: 'transfer',
  id: 'b',
  reference: '',
  fileName: 'moves.csv',
  savedAt: '2026-03-05T02:42:00Z',
} as const

it.each<[string, StoredDraft[], string, string]>([
  ['one', [olderDraft], '1Draft on this deviceMarch, saved 04 Mar 2026, 10:42 SGT', draftPath('load', 'a')],
  [
    'the newest of two, whatever its type',
    [olderDraft, newerDraft],
    '2Drafts on this deviceThe latest: moves.csv, saved 05 Mar 2026, 10:42 SGT',
    draftPath('transfer', 'b'),
  ],
  [
    'the one with an unknown outcome',
    [{ ...olderDraft, id: 'c', step: 'outcomeUnknown' }, newerDraft],
    '2Drafts on this deviceWe cannot tell whether March was submitted',
    draftPath('load', 'c'),
  ],
])('links to the draft to continue with: %s', async (_, drafts, text, href) => {
  for (const draft of drafts) await storeDraft(draft)
  await openHome({ Batch: ['load', 'redeem'] }, emptyOverview)
  const tile = screen.getByRole('link', { name: /on this device/ })
  await waitFor(() => expect(tile.textContent).toBe(text))
  expect(tile.getAttribute('href')).toBe(href)
})

it('hides drafts of types that the user is not allowed to continue', async () => {
  await storeDraft(newerDraft)
  await openHome({ Batch: ['load'] }, emptyOverview)
  const link = () => screen.getByRole('link', { name: /on this device/ })
  await waitFor(() => expect(link().textContent).toBe('0Drafts on this deviceNo unfinished batch here'))
  expect(link().getAttribute('href')).toBe('/drafts')
})

it('offers a user with read access no actions that need more permissions', async () => {
  await openHome({ Report: ['read'] }, emptyOverview)
  expect(screen.queryAllByRole('link')).toEqual([])
  expect(screen.getByText('Nothing has happened yet')).toBeTruthy()
})

it('shows the figures of the chart in a table', async () => {
  const loadVolume = [
    { date: '2026-03-03', amount: '1250.00', count: 12 },
    { date: '2026-03-04', amount: '0.05', count: 1 },
  ]
  await openHome({ Report: ['read'] }, { ...emptyOverview, loadVolume })
  expect(screen.getByText('13 loads, last 2 days')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  await expect.poll(() => rows.map((row) => row.textContent)).toEqual(['04 Mar 202610.05', '03 Mar 2026121,250.00'])
})

it('opens a batch from the activity for users with the permission to open it', async () => {
  const recentActivity = [
    { at: '2026-03-04T02:42:00Z', who: 'Olive Tan', what: 'uploaded a batch', batchLoadFileID: '9' },
  ]
  await openHome({ Batch: ['approve'] }, { ...emptyOverview, recentActivity })
  expect(links()).toEqual(['/batchloads?batch=9'])
})

const orderEvent = {
  at: '2026-03-04T02:42:00Z',
  who: 'Olive Tan',
  what: 'Submitted order 9',
  batchLoadFileID: null,
  orderId: '9',
} as const

it.each([
  [
    'another user’s virtual order, as an approver',
    { Card: ['approve'] },
    { orderKind: 'virtual', isOwnOrder: false },
    ['/card/virtual-card-orders?order=9'],
  ],
  [
    'another user’s virtual order, but not as a reader',
    { Report: ['read'] },
    { orderKind: 'virtual', isOwnOrder: false },
    [],
  ],
  [
    'another user’s physical order, as an approver of orders',
    { Card: ['approve', 'write'] },
    { orderKind: 'physical', isOwnOrder: false },
    ['/card/physical-orders?order=9'],
  ],
  [
    'another user’s physical order, but not as a maker',
    { Card: ['write'] },
    { orderKind: 'physical', isOwnOrder: false },
    [],
  ],
  [
    'the user’s own order',
    { Card: ['approve', 'write'] },
    { orderKind: 'physical', isOwnOrder: true },
    ['/card/my-orders?order=9'],
  ],
] as const)('links from the activity to an order: %s', async (_, permissions, event, expected) => {
  const permissionMap = permissions as unknown as Record<string, string[]>
  await openHome(permissionMap, { ...emptyOverview, recentActivity: [{ ...orderEvent, ...event }] })
  const activity = within(screen.getByRole('region', { name: 'Recent activity' }))
  expect(activity.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(expected)
})

it('shows the server’s message, and keeps the known data, marked as old', async () => {
  await openHome({ Report: ['read'] }, emptyOverview)
  server.respondJson({ resultCode: '-20500', resultText: 'An error occurred' })
  await queryClient.invalidateQueries()
  expect((await screen.findByRole('alert')).textContent).toContain('An error occurred')
  expect(screen.getByText(/Last updated/)).toBeTruthy()
})

it.each([
  [14, 900, 14],
  [14, 400, 5],
  [14, 0, 1],
  [0, 900, 0],
])('labels as many days on the axis as fit: %i days on %i px', (days, width, labelCount) => {
  const labelledIndexes = labelledDayIndexes(days, width)
  expect(labelledIndexes).toHaveLength(labelCount)
  if (days > 0) expect(labelledIndexes.at(-1)).toBe(days - 1)
})
