// Saved responses: shown with their age without a connection, only to their user, and deleted at logout. Also what else
// a logout deletes (docs/rules/requests.md, "Local data").
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { signOut, startSession } from '#flows/access/session.ts'
import { reportReached, reportUnreachable } from '#services/server/connection.ts'
import { currentNotices, notify } from '#services/notices.ts'
import { queryClient, refreshOnReconnect, useServerQuery } from '#services/server/queries.ts'
import { ownerUserOf, type Session, sessionStore } from '#services/session/session.ts'
import { closeDb, inDb } from '#storage/db.ts'
import { readStoredResponse } from '#storage/stored-responses.ts'
import { hasDraftKey, storeDraftKey } from '#storage/keys.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'

const sessionOf = (userId: string, username: string): Session => ({
  token: `token-${userId}`,
  user: { userId, username, firstname: username, lastname: 'Tan', email: `${username}@example.test` },
  permissions: { Batch: ['load'] },
})
const olive = sessionOf('7', 'olive')
const amir = sessionOf('8', 'amir')
const NO_PARAMS = {}

function Currency() {
  const { data, isStored, failure, at } = useServerQuery('overview', NO_PARAMS)
  return <p>{data ? `${data.currency} ${isStored ? 'stored' : 'fresh'} ${at! > 0}` : (failure?.text ?? 'waiting')}</p>
}

const server = withStubServer()
let stopServices: () => void
beforeEach(async () => {
  const stops = [startSession(), refreshOnReconnect()]
  stopServices = () => stops.forEach((each) => each())
  await storeDraftKey(ownerUserOf(olive), btoa('k'.repeat(32)))
  sessionStore.set(olive)
})
afterEach(async () => {
  cleanup()
  sessionStore.clear('logout')
  await waitFor(async () => expect(await countStoredResponses()).toBe(0))
  stopServices()
  queryClient.clear()
  reportReached()
  closeDb()
})

const hasDraftKeyOf = ({ user }: Session) => hasDraftKey(`3:${user.userId}`)
const countStoredResponses = async () => {
  const count = await inDb((db) => db.responses.count())
  return count.ok ? count.value : undefined
}

function openPage() {
  cleanup()
  // Simulates a reload, after which nothing is in memory.
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <Currency />
    </QueryClientProvider>,
  )
}

async function readOnline() {
  server.respondJson({ resultCode: '0', currency: 'SGD', recentActivity: [] })
  openPage()
  await screen.findByText('SGD fresh true')
  await waitFor(async () => expect(await countStoredResponses()).toBe(1))
}
const dropConnection = () => server.respondWith((response) => response.destroy())

it('shows the last response, marked as old, if the server cannot be reached', async () => {
  await readOnline()
  dropConnection()
  openPage()
  expect(await screen.findByText('SGD stored true')).toBeTruthy()
})

it('loads again automatically when the server is back', async () => {
  await readOnline()
  dropConnection()
  openPage()
  await screen.findByText('SGD stored true')
  server.respondJson({ resultCode: '0', currency: 'EUR', recentActivity: [] })
  reportUnreachable('no connection')
  reportReached()
  expect(await screen.findByText('EUR fresh true')).toBeTruthy()
  await waitFor(async () =>
    expect(await readStoredResponse(ownerUserOf(olive), 'overview {}')).toMatchObject({
      response: { currency: 'EUR' },
    }),
  )
})

it('shows Cannot connect to server if no response is saved', async () => {
  dropConnection()
  openPage()
  expect(await screen.findByText('Cannot connect to server')).toBeTruthy()
})

it('shows a refusal by the server instead of an old response', async () => {
  await readOnline()
  server.respondJson({ resultCode: '-20403', resultText: 'You are not authorized' })
  openPage()
  expect(await screen.findByText('You are not authorized')).toBeTruthy()
})

it('a saved response is never shown to another user', async () => {
  await readOnline()
  dropConnection()
  await storeDraftKey(ownerUserOf(amir), btoa('a'.repeat(32)))
  sessionStore.set(amir)
  openPage()
  expect(await screen.findByText('Cannot connect to server')).toBeTruthy()
})

it('a logout immediately deletes session, key, saved responses and notices, then notifies the server', async () => {
  await readOnline()
  notify({ kind: 'success', text: 'Approved' })
  const notified: unknown[] = []
  server.respondWith((response, { method, params }) => {
    notified.push([method, params['token'], sessionStore.get() === undefined])
    json(response, { resultCode: '0' })
  })
  cleanup()
  signOut()
  expect(sessionStore.get()).toBeUndefined()
  await expect.poll(() => currentNotices().history).toEqual([])
  await waitFor(() => expect(hasDraftKeyOf(olive)).toBe(false))
  await waitFor(async () => expect(await countStoredResponses()).toBe(0))
  await waitFor(() => expect(notified).toEqual([['logOut', 'token-7', true]]))
})

it('a session that the server ends deletes the same data, but leaves drafts encrypted', async () => {
  const head = { iv: new Uint8Array(12), data: new ArrayBuffer(4) }
  await inDb((db) =>
    db.drafts.put({
      id: 'd1',
      ownerUser: ownerUserOf(olive),
      updatedAt: Date.now(),
      version: 1,
      kind: 'batch.load',
      head,
      chunkCount: 0,
    }),
  )
  server.respondJson({ resultCode: '-20012', resultText: 'Session expired' })
  openPage()
  await waitFor(() => expect(sessionStore.get()).toBeUndefined())
  await waitFor(() => expect(hasDraftKeyOf(olive)).toBe(false))
  await expect.poll(() => inDb((db) => db.drafts.count())).toEqual({ ok: true, value: 1 })
})

it('keeps the data of the next user if this tab notices the earlier logout late', async () => {
  await storeDraftKey(ownerUserOf(amir), btoa('a'.repeat(32)))
  sessionStore.set(amir)
  expect(hasDraftKeyOf(amir)).toBe(true)
  await waitFor(() => expect(hasDraftKeyOf(olive)).toBe(false))
})

it('a logout interrupted by closing the page is completed when the portal opens again', async () => {
  await readOnline()
  cleanup()
  stopServices()
  sessionStore.clear('logout')
  localStorage.setItem('portal:/voyager/:kept', '1')
  expect(await countStoredResponses()).toBe(1)
  const stops = [startSession(), refreshOnReconnect()]
  stopServices = () => stops.forEach((each) => each())
  await waitFor(async () => expect(await countStoredResponses()).toBe(0))
  await waitFor(() => expect(localStorage.getItem('portal:/voyager/:kept')).toBeNull())
})
