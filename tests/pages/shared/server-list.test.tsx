// A list loaded from the server, tested with a report that exists only here: the address, the requests and their
// timing, pages in chunks, sorting, failures, and what is shown instead of rows.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { Params } from '#contract/operations.ts'
import type { Column } from '#domain/columns.ts'
import { searchRangeError } from '#domain/dates.ts'
import { choiceParam, dateParam, idParam, type QuerySpec, toRangeParams } from '#domain/query-specs.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { queryClient } from '#services/server/queries.ts'
import { awaitingBatch } from '#tests/support/batch-file.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { ListTable } from '#ui/list/ListTable.tsx'

interface Values {
  readonly kind: 'all' | 'failed'
  readonly campaign: string
  readonly start: string
  readonly end: string
}
const requests: Record<string, unknown>[] = []
const querySpec: QuerySpec<Values, Params<'myBatches'>> = {
  params: {
    kind: choiceParam('kind', ['all', 'failed']),
    campaign: idParam('campaign'),
    start: dateParam('from'),
    end: dateParam('to'),
  },
  defaults: () => ({ kind: 'all', campaign: '', start: '2026-03-01', end: '2026-03-31' }),
  toParams: (values) => toRangeParams(values, searchRangeError),
}
const spec: ListSpec<'myBatches', Values, BatchLoadFile> = {
  name: 'test-report',
  method: 'myBatches',
  querySpec,
  rows: ({ batchLoads }) => batchLoads,
  pageSize: 10,
  isPaged: true,
}
const columns: readonly Column<BatchLoadFile>[] = [
  { key: 'BATCHLOADFILEID', label: 'Batch', format: 'shortText' },
  { key: 'LOADSAMOUNT', label: 'Amount', format: 'amount' },
  { key: 'CURRENCY', label: 'Currency', format: 'text', onlyOn: 'files' },
]

function Report({ onDemand = false }: { readonly onDemand?: boolean }) {
  const listState = useUrlListState(querySpec, { onDemand })
  const list = useServerList(spec, listState)
  const navigate = useNavigate()
  return (
    <>
      <p data-testid="address">{useLocation().search}</p>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate('/other')}>Leave</button>
      <ListBar label="Report" list={list} {...(onDemand && { search: { label: 'Show', onSearch: listState.search } })}>
        <button type="button" onClick={() => listState.setValues({ kind: 'failed' })}>
          Failed
        </button>
        <DateRangeField label="Dates" {...listState.values} onChange={listState.setValues} error={list.refusal} />
      </ListBar>
      <ListNote list={list} offline="Nothing can be asked for." />
      <ListTable
        caption="Report"
        list={list}
        columns={columns}
        rowKey={({ BATCHLOADFILEID }) => BATCHLOADFILEID}
        empty="No batch in these dates"
        idle="Choose dates, then Show"
      />
    </>
  )
}

const server = withStubServer()
/** The server's list, newest first; tests change it. */
let ids: readonly number[] = []
let isBroken = false
beforeEach(() => {
  requests.length = 0
  isBroken = false
  server.respondWith((response, { params }) => {
    requests.push(params)
    if (isBroken) return void response.destroy()
    const { limit, cursor } = params as { limit: number; cursor?: string }
    const from = cursor === undefined ? ids : ids.filter((id) => id < Number(cursor.split('.')[1]))
    const rows = from.slice(0, limit)
    const next = from.length > limit ? { cursor: `1.${rows.at(-1)}` } : {}
    const batchLoads = rows.map((id) => ({
      ...awaitingBatch,
      BATCHLOADFILEID: String(id),
      LOADSAMOUNT: `${(id * 7) % 100}.00`,
    }))
    json(response, { resultCode: '0', batchLoads, total: ids.length, ...next })
  })
  signInTestUser({ Batch: ['load'] })
})

const idsDownFrom = (count: number) => Array.from({ length: count }, (_, index) => count - index)
const open = (search = '', onDemand = false) => {
  history.pushState(null, '', '/before')
  history.pushState(null, '', `/report${search}`)
  render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Report onDemand={onDemand} />
      </BrowserRouter>
    </QueryClientProvider>,
  )
}
const address = () => screen.getByTestId('address').textContent
// By selector, since searching hundreds of cells by role takes seconds in jsdom.
const shownIds = () =>
  [...document.querySelectorAll('th[scope=row]')].map(({ textContent }) => Number(/\d+/.exec(textContent)?.[0]))
const press = (name: string) => {
  const buttons = [...document.querySelectorAll('button')]
  const button = buttons.find((each) => each.getAttribute('aria-label') === name || each.textContent === name)
  if (!button) throw new Error(`there is no button ${name}`)
  fireEvent.click(button)
}
const type = (name: string, text: string) => {
  const field = screen.getByRole('textbox', { name })
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
}

describe('the address of a list', () => {
  it('contains everything that differs from the defaults, including page and sorting, and restores the list', async () => {
    ids = idsDownFrom(24)
    open()
    await expect.poll(shownIds).toHaveLength(10)
    await expect.poll(() => address()).toBe('')
    press('Next page')
    await expect.poll(() => shownIds()[0]).toBe(14)
    press('Batch')
    await expect.poll(shownIds).toEqual(idsDownFrom(10).toReversed())
    press('Next page')
    type('From', '2026-03-05')
    await expect.poll(() => address()).toBe('?sort=BATCHLOADFILEID&from=2026-03-05')
    await expect.poll(shownIds).toHaveLength(10)
    press('Next page')
    const before = address()
    cleanup()
    open(before)
    await expect.poll(shownIds).toEqual(idsDownFrom(20).slice(0, 10).toReversed())
    expect(screen.getByRole('textbox', { name: 'From' })).toHaveProperty('value', '2026-03-05')
  })

  it('contains every change made before the page is drawn again, and no change after the page was left', async () => {
    ids = idsDownFrom(3)
    open()
    await expect.poll(shownIds).toHaveLength(3)
    act(() => {
      press('Batch')
      press('Failed')
      type('From', '2026-03-06')
    })
    await expect.poll(address).toBe('?sort=BATCHLOADFILEID&kind=failed&from=2026-03-06')
    act(() => {
      press('Leave')
      press('Batch')
    })
    await expect.poll(() => location.pathname + address()).toBe('/other')
  })

  it('Back steps through the choices, not through every edit of a date', async () => {
    ids = idsDownFrom(3)
    open()
    await expect.poll(shownIds).toHaveLength(3)
    type('From', '2026-03-05')
    type('From', '2026-03-06')
    press('Failed')
    await expect.poll(() => address()).toBe('?from=2026-03-06&kind=failed')
    press('Back')
    await expect.poll(address).toBe('?from=2026-03-06')
    press('Back')
    await expect.poll(address).toBe('')
  })

  it.each(['page=0', 'page=x', 'page=-1', 'sort=%3Cb%3E', 'sort=NOSUCH', 'kind=x', 'campaign=9000010000000017'])(
    'with %s shows the default list',
    async (search) => {
      ids = idsDownFrom(3)
      open(`?${search}`)
      await expect.poll(shownIds).toEqual([3, 2, 1])
      await expect.poll(() => requests[0]).toMatchObject({ startDate: '2026-03-01', endDate: '2026-03-31' })
      await expect.poll(() => requests[0]).not.toHaveProperty('cursor')
    },
  )
})

describe('the rules for dates', () => {
  it('are checked before the request, and old rows are not shown under new dates', async () => {
    ids = idsDownFrom(3)
    open()
    await expect.poll(shownIds).toHaveLength(3)
    const before = requests.length
    type('From', '2026-04-02')
    expect(await screen.findByText('The date filter start date is greater than the end date')).toBeTruthy()
    expect(screen.getByText('The list could not be loaded')).toBeTruthy()
    expect(shownIds()).toEqual([])
    type('From', '2026-02-30')
    await screen.findByText('The list could not be loaded')
    await expect.poll(() => requests).toHaveLength(before)
  })

  it('the server’s errors about dates are also shown at the fields', async () => {
    server.respondWith((response) =>
      json(response, { resultCode: '-20301', resultText: 'Maximum search timespan is 56 days' }),
    )
    open()
    expect(await screen.findByText('Maximum search timespan is 56 days')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'From' }).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('The list could not be loaded')).toBeTruthy()
  })
})

describe('a list that is loaded by a button', () => {
  it('loads only when the button is pressed, and Back restores the earlier choices', async () => {
    ids = idsDownFrom(3)
    open('', true)
    expect(screen.getByText('Choose dates, then Show')).toBeTruthy()
    type('From', '2026-03-05')
    await expect.poll(() => requests).toEqual([])
    press('Show')
    await expect.poll(shownIds).toHaveLength(3)
    await expect.poll(() => requests.at(-1)).toMatchObject({ startDate: '2026-03-05' })
    // Default values are in the address too, since "today" differs on another day.
    await expect.poll(() => address()).toBe('?kind=all&from=2026-03-05&to=2026-03-31&asked=1')
    type('To', '2026-03-09')
    await expect.poll(() => requests).toHaveLength(1)
    await expect.poll(() => shownIds()).toHaveLength(3)
    press('Show')
    await expect.poll(() => requests.at(-1)).toMatchObject({ endDate: '2026-03-09' })
    press('Back')
    await expect.poll(() => screen.getByRole('textbox', { name: 'To' })).toHaveProperty('value', '2026-03-31')
    expect(shownIds()).toHaveLength(3)
  })
})

describe('a list of several chunks', () => {
  beforeEach(() => localStorage.setItem('portal.test-report.rows', '100'))

  it('is loaded chunk by chunk, counts all pages, and keeps the server’s order', async () => {
    ids = idsDownFrom(1_210)
    open()
    await expect.poll(shownIds).toEqual(ids.slice(0, 100))
    expect(screen.getByText('1 of 13 pages')).toBeTruthy()
    expect(screen.getByText('Newest first. To sort by a column, choose fewer days.')).toBeTruthy()
    expect(within(screen.getByRole('columnheader', { name: 'Batch' })).queryByRole('button')).toBeNull()
    for (let page = 1; page < 6; page++) press('Next page')
    await expect.poll(shownIds).toEqual(ids.slice(500, 600))
    await expect.poll(() => requests).toHaveLength(2)
    await expect.poll(() => requests[1]).toMatchObject({ limit: 500, cursor: '1.711' })
    press('Previous page')
    await expect.poll(shownIds).toEqual(ids.slice(400, 500))
  })

  it('opens at a late page, or at the last page if the address names a later one', async () => {
    ids = idsDownFrom(1_210)
    open('?page=13&sort=LOADSAMOUNT')
    await expect.poll(shownIds).toEqual(ids.slice(1_200))
    await expect.poll(() => requests.map(({ cursor }) => cursor)).toEqual([undefined, '1.711', '1.211'])
    cleanup()
    open('?page=999')
    await expect.poll(shownIds).toEqual(ids.slice(1_200))
    expect(screen.getByText('13 of 13 pages')).toBeTruthy()
  })

  it('loses no row if newer rows arrived before its chunks are loaded again', async () => {
    ids = idsDownFrom(1_000)
    open('?page=6')
    await expect.poll(shownIds).toEqual(ids.slice(500, 600))
    ids = idsDownFrom(1_002)
    await queryClient.invalidateQueries()
    press('Previous page')
    await expect.poll(shownIds).toEqual(ids.slice(400, 500))
    press('Next page')
    await expect.poll(shownIds).toEqual(ids.slice(500, 600))
  })
})

describe('in place of rows', () => {
  it('a list without rows explains this', async () => {
    ids = []
    open()
    expect(await screen.findByText('No batch in these dates')).toBeTruthy()
  })

  it('an error is shown with a retry; earlier rows stay, with their age', async () => {
    ids = idsDownFrom(3)
    isBroken = true
    open()
    expect(await screen.findByText('Cannot connect to server')).toBeTruthy()
    isBroken = false
    press('Try again')
    await expect.poll(shownIds).toHaveLength(3)
    expect(screen.getByText(/^Last updated/)).toBeTruthy()
    isBroken = true
    press('Refresh')
    expect(await screen.findByText(/^This list was last updated on/)).toBeTruthy()
    expect(shownIds()).toHaveLength(3)
  })
})
