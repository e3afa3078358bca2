// The list of what awaits approval: how many batches and how much money in all, and how long each has waited.
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import ApproveBatchLoadPage from '#pages/batches/ApproveBatchLoadPage.tsx'
import { queryClient } from '#services/queries.ts'
import { awaiting } from '#tests/support/batch-file.ts'
import { signInSomebody } from '#tests/support/somebody.ts'
import { json, startWireServer, type WireServer } from '#tests/support/wire.ts'

let server: WireServer
beforeEach(async () => {
  server = await startWireServer()
  signInSomebody({ Batch: ['approve'] }, 'amir')
})
afterEach(() => server.close())

it('has its total, its warnings and the age of each batch', async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000 - 60_000).toISOString()
  const batchLoads = [
    { ...awaiting, BATCHLOADFILEDATEUPLOADED: days(3) },
    { ...awaiting, BATCHLOADFILEID: '13', BATCHLOADFILEDATEUPLOADED: days(0), DUPLICATEREASON: 'A second bonus' },
  ]
  server.answer((response) => json(response, { resultCode: '0', batchLoads }))
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/batchloads']}>
        <ApproveBatchLoadPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Awaiting approval: 2 batches, SGD 120.00')).toBeTruthy()
  const rowOf = (id: string) => screen.getByRole('button', { name: `Details of batch ${id}` }).closest('tr')
  expect(within(rowOf('12') as HTMLElement).getByText('3 days ago')).toBeTruthy()
  expect(within(rowOf('13') as HTMLElement).getByText('1 min ago')).toBeTruthy()
  expect(within(rowOf('13') as HTMLElement).getByText('The same rows were uploaded before')).toBeTruthy()
})
