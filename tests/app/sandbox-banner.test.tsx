// The banner of a sandbox: the time of its clock, for whom it can be moved, and what the dialog shows afterwards.
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { currentTime, setClock } from '#services/clock.ts'
import { nextWorkingDay } from '#flows/sandbox/move-clock.ts'
import SandboxBanner from '#app/frame/SandboxBanner.tsx'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

const server = withStubServer()

/** A Saturday, 10:00 in Singapore. */
const START = Date.parse('2027-03-06T02:00:00Z')
let serverTime: number

beforeEach(() => {
  serverTime = START
  server.respondWith((response, { method, params }) => {
    const now = () => new Date(serverTime).toISOString()
    if (method === 'sandboxClock') return json(response, { resultCode: '0', now: now(), rate: 1 })
    if (method === 'moveClock') {
      serverTime = Date.parse(String(params['to']))
      return json(response, { resultCode: '0', from: new Date(START).toISOString(), now: now(), rate: 1, lastRun: 7 })
    }
    const runs = server.paramsOf('clockRuns').length
    // The first answer comes before the batch was posted.
    if (runs === 1) return json(response, { resultCode: '0', lastRun: 7, waiting: 1, ran: [] })
    const ran = [
      { work: 'batches', count: 2, failedCount: 0 },
      { work: 'messages', count: 3, failedCount: 1 },
    ]
    return json(response, { resultCode: '0', lastRun: 12, waiting: 0, ran })
  })
})

describe('the banner of a sandbox', () => {
  it('shows the time of the clock, and no button to users who cannot move it', async () => {
    signInTestUser({ Batch: ['load'] })
    render(<SandboxBanner />)
    await screen.findByText('The clock shows 06 Mar 2027, 10:00 SGT')
    expect(screen.queryByRole('button', { name: 'Move the clock' })).toBeNull()
  })

  it('moves the clock to tomorrow and shows what ran', async () => {
    signInTestUser({ User: ['write'] })
    render(<SandboxBanner />)
    await screen.findByText('The clock shows 06 Mar 2027, 10:00 SGT')
    fireEvent.click(screen.getByRole('button', { name: 'Move the clock' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'To tomorrow' }))
    await within(dialog).findByText('The clock moved to 07 Mar 2027, 10:00 SGT')
    const counts = within(dialog)
      .getAllByRole('definition')
      .map((element) => element.textContent)
    expect(counts).toEqual(['2', '3 (failed: 1, tried again later)'])
    await waitFor(() => expect(server.paramsOf('clockRuns').at(-1)).toMatchObject({ after: 7 }))
    expect(currentTime() - START).toBeGreaterThanOrEqual(DAY_MS)
  })

  it('moves by whole days, hours or minutes only', async () => {
    signInTestUser({ User: ['write'] })
    render(<SandboxBanner />)
    await screen.findByText('The clock shows 06 Mar 2027, 10:00 SGT')
    fireEvent.click(screen.getByRole('button', { name: 'Move the clock' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('Move by'), { target: { value: '1.5' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }))
    await within(dialog).findByText('Enter a whole number from 1 to 366')
    fireEvent.change(within(dialog).getByLabelText('Move by'), { target: { value: '4' } })
    fireEvent.change(within(dialog).getByLabelText('Unit of time'), { target: { value: 'hours' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }))
    const movedHours = () => (Date.parse(String(server.paramsOf('moveClock')[0]?.['to'])) - START) / HOUR_MS
    await waitFor(() => expect(Math.round(movedHours())).toBe(4))
  })
})

describe('the next working day', () => {
  it.each([
    ['Thursday', '2027-03-04T02:00:00Z', '2027-03-05T01:00:00Z'],
    ['Friday', '2027-03-05T02:00:00Z', '2027-03-08T01:00:00Z'],
    ['Saturday', '2027-03-06T02:00:00Z', '2027-03-08T01:00:00Z'],
    // In UTC it is still Sunday.
    ['Monday in Singapore', '2027-03-07T17:00:00Z', '2027-03-09T01:00:00Z'],
  ])('after a %s begins at nine in the programme’s time zone', (_, now, expected) => {
    setClock({ now: Date.parse(now), rate: 1 })
    expect(new Date(nextWorkingDay()).toISOString()).toBe(new Date(expected).toISOString())
  })
})
