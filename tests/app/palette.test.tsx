// The search of the top bar: results from the server exist, and the offered actions and recent pages work.
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CommandPalette } from '#app/search/CommandPalette.tsx'
import { useOfferActions } from '#services/page-actions.ts'
import { queryClient } from '#services/server/queries.ts'
import { forgetRecentThings, useNoteRecent } from '#services/recent-things.ts'
import { signInSomebody } from '#tests/support/somebody.ts'
import { json, startStubServer, type StubServer } from '#tests/support/stub-server.ts'

let server: StubServer
beforeEach(async () => {
  server = await startStubServer()
})
afterEach(async () => {
  cleanup()
  forgetRecentThings()
  queryClient.clear()
  await server.close()
})

const batches = [
  { id: '12', reference: 'March salaries', isOwn: true },
  { id: '9', reference: 'March bonus', isOwn: false },
]
const orders = [{ id: '12', campaignName: 'Staff cards', isOwn: false }]
const users = [{ userID: '5', userName: 'march', firstName: 'Marc', lastName: 'Hall' }]

function open(permissions: Record<string, string[]>, page = <></>) {
  signInSomebody(permissions)
  server.answer((response, { method }) =>
    json(response, { resultCode: '0', ...(method === 'findThings' ? { batches, orders } : { users }) }),
  )
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        {page}
        <Address />
        <CommandPalette open onClose={() => undefined} permissions={permissions} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const Address = () => <output data-testid="address">{`${useLocation().pathname}${useLocation().search}`}</output>
const address = () => screen.getByTestId('address').textContent
const type = (words: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value: words } })
const enter = () => fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })

it('finds existing batches, orders and users, each on the page where this viewer works with it', async () => {
  open({ Batch: ['load', 'approve'], Card: ['approve'], User: ['write'] })
  type('march')
  expect(await screen.findByRole('option', { name: /^Batch 12, March salaries/ })).toBeTruthy()
  expect(screen.getByRole('option', { name: /^Batch 9, March bonus.*Approve Batch Load/ })).toBeTruthy()
  expect(screen.getByRole('option', { name: /^Order 12, Staff cards/ })).toBeTruthy()
  expect(await screen.findByRole('option', { name: /^Marc Hall/ })).toBeTruthy()
  enter()
  expect(address()).toBe('/batches/mine?batch=12')
})

it.each([
  ['batch 12', { Batch: ['load'] }, '12', [/^Batch 12/, /^Batch 9/], /^Order/],
  ['Order #12', { Card: ['approve'] }, '12', [/^Order 12/], /^Batch/],
])('%s is searched by its number only', async (words, permissions, search, shown, hidden) => {
  open(permissions)
  type(words)
  for (const name of shown) expect(await screen.findByRole('option', { name })).toBeTruthy()
  expect(screen.queryByRole('option', { name: hidden })).toBeNull()
  expect(server.asked.map(({ method, params }) => [method, params['search']])).toEqual([['findThings', search]])
})

it('does not search for users or batches that this viewer is not allowed to see', () => {
  open({ Report: ['read'] })
  type('zzzz')
  expect(screen.getByText('Nothing found for “zzzz”')).toBeTruthy()
  expect(server.asked).toEqual([])
})

it('offers the actions of the open page, and recently opened things', () => {
  const stop = vi.fn()
  function CardPage() {
    useOfferActions('card 9000 01•• •••• 0012', [{ key: 'stop', label: 'Stop', run: stop }])
    useNoteRecent('batch', 'Batch 7, March', '/batchloads?batch=7')
    return null
  }
  open({}, <CardPage />)
  type('stop')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  enter()
  expect(stop).toHaveBeenCalledOnce()
  type('batch 7')
  enter()
  expect(address()).toBe('/batchloads?batch=7')
})
