// Shared by the tests of the order pages: a logged-in user, a server with the test's answers, and a page.
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { RequestListener, ServerResponse } from 'node:http'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach } from 'vitest'
import { queryClient } from '#services/server/queries.ts'
import { sessionStore } from '#services/session/session.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, startStubServer, type StubServer } from '#tests/support/stub-server.ts'

/** An answer; undefined for none at all. */
export type Said = Record<string, unknown> | undefined
type Answers = Readonly<Record<string, Said | ((params: Record<string, unknown>, response: ServerResponse) => Said)>>

/** Call once per file; returns the server and a function that opens a page. */
export function withPage(permissions: Record<string, string[]>) {
  const at = { server: undefined as unknown as StubServer }
  beforeEach(async () => {
    at.server = await startStubServer()
    signInTestUser(permissions, 'amir')
  })
  afterEach(() => at.server.close())
  const answer = (answers: Answers) =>
    at.server.answer((response, { method, params }) => {
      const given = answers[method]
      const messages = typeof given === 'function' ? given(params, response) : given
      if (messages === HELD) return
      if (messages === undefined) response.destroy()
      else json(response, { resultCode: '0', ...messages })
    })
  return {
    answer,
    /** Sets how requests other than API calls are answered. */
    serve: (next: RequestListener) => at.server.serve(next),
    requests: (method: string) =>
      at.server.requests.filter((each) => each.method === method).map(({ params }) => params),
    viewerId: () => sessionStore.get()?.user.userId ?? '',
    /** The current address of the page. */
    address: () => screen.getByTestId('address').textContent,
    open(page: ReactNode, path: string, answers: Answers): void {
      answer(answers)
      render(
        <QueryClientProvider client={queryClient}>
          <MemoryRouter initialEntries={[path]}>
            {page}
            <Address />
          </MemoryRouter>
        </QueryClientProvider>,
      )
    },
  }
}

function Address() {
  const { pathname, search } = useLocation()
  return <span data-testid="address">{`${pathname}${search}`}</span>
}

/** Marks an answer that the test gives by hand, later. */
export const HELD: Said = {}

/** A list as text, in the form the server sends it. */
export const inText = (list: readonly unknown[]) => ({ resultText: JSON.stringify(list) })

export const isBlocked = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true'
