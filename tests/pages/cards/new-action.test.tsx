// A new card action, added to a copy of the sources (tests/support/new-action.ts): the card's page has its button,
// sends its request, and shows its refusal.
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cardResponse } from '#tests/support/card-response.ts'
import { type ChangedSources, copySources } from '#tests/support/changed-sources.ts'
import { completeAction, declareAction } from '#tests/support/new-action.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'

let copy: ChangedSources
const server = withStubServer()
beforeAll(() => {
  copy = copySources()
  declareAction(copy)
  completeAction(copy)
})
afterAll(() => copy.remove())

const card = cardResponse({ CAMPAIGNCARDREQUIREPIN: 1 })
const responses: Readonly<Record<string, object>> = {
  cardDetails: { card },
  cardStatement: { transactions: [], visibleColumns: [], exportColumns: [], excelBase64Data: '' },
  cardHistory: { events: [] },
  cardBalanceHistory: { resultCode: '-20500', resultText: 'No history' },
  clearPin: { resultCode: '-20409', resultText: 'The card has no PIN.' },
}

it('a new card action has a button, sends its request, and shows a refusal', async () => {
  const { default: Page } = await copy.importModule<typeof import('#pages/cards/CardDetailsPage.tsx')>(
    'src/pages/cards/CardDetailsPage.tsx',
  )
  const { queryClient } = await copy.importModule<typeof import('#services/server/queries.ts')>(
    'src/services/server/queries.ts',
  )
  const { signInTestUser } =
    await copy.importModule<typeof import('#tests/support/test-user.ts')>('tests/support/test-user.ts')
  server.respondWith((response, { method }) => json(response, { resultCode: '0', ...responses[method] }))
  signInTestUser({ CardStatement: ['read'], Card: ['write'] })
  history.replaceState(null, '', '/card/details/7')
  render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Routes>
          <Route path="/card/details/:voucherID" element={<Page />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  )
  const bar = await screen.findByRole('group', { name: 'Actions' })
  const labels = [...bar.querySelectorAll('button')].map(({ textContent }) => textContent)
  expect(labels).toEqual(['Stop', 'Activated', 'ChangePIN', 'Clear PIN', 'Devalue', 'Retire'])

  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  press('Clear PIN')
  await expect.poll(() => screen.getByRole('dialog').textContent).toContain('The card has no PIN afterwards.')
  press('Clear PIN of card')
  expect(await screen.findByText('Clear PIN: The card has no PIN.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const requests = server.requests.filter(({ method }) => method === 'clearPin')
  await expect.poll(() => requests.map(({ params }) => params)).toMatchObject([{ cardNumber: card.CARDNUMBER }])
})
