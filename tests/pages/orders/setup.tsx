// Shared by the tests of the order pages: a signed-in user, a server with the test's responses, and a page.
import type { RequestListener, ServerResponse } from 'node:http'
import type { ReactNode } from 'react'
import { beforeEach } from 'vitest'
import { sessionStore } from '#services/session/session.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { Address, address, showPage } from '#tests/support/show-page.tsx'

/** A response; undefined for no response. */
export type StubResponse = Record<string, unknown> | undefined
type StubResponses = Readonly<
  Record<string, StubResponse | ((params: Record<string, unknown>, response: ServerResponse) => StubResponse)>
>

/** Call once per file; returns the server and a function that opens a page. */
export function withPage(permissions: Record<string, string[]>) {
  const server = withStubServer()
  beforeEach(() => {
    signInTestUser(permissions, 'amir')
  })
  const setResponses = (responses: StubResponses) =>
    server.respondWith((response, { method, params }) => {
      const stub = responses[method]
      const result = typeof stub === 'function' ? stub(params, response) : stub
      if (result === LATER) return
      if (result === undefined) response.destroy()
      else json(response, { resultCode: '0', ...result })
    })
  return {
    setResponses,
    /** Sets the handler of requests other than API calls. */
    serve: (handler: RequestListener) => server.serve(handler),
    requests: (method: string) => server.requests.filter((each) => each.method === method).map(({ params }) => params),
    viewerId: () => sessionStore.get()?.user.userId ?? '',
    address,
    open(page: ReactNode, path: string, responses: StubResponses): void {
      setResponses(responses)
      showPage(
        <>
          {page}
          <Address />
        </>,
        path,
      )
    },
  }
}

/** Marks a response that the test sends later. */
export const LATER: StubResponse = {}

/** A list as text, in the server's format. */
export const toResultText = (list: readonly unknown[]) => ({ resultText: JSON.stringify(list) })

export const isBlocked = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true'
