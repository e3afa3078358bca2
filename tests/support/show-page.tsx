// Renders a page at an address, with the portal's providers, and shows the address to which it navigates.
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { queryClient } from '#services/server/queries.ts'

export function showPage(page: ReactNode, path = '/') {
  history.replaceState(null, '', path)
  return render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>{page}</BrowserRouter>
    </QueryClientProvider>,
  )
}

/** Shown beside a page: the current address, for `address`. */
export function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}

export const address = () => screen.getByLabelText('Address').textContent
