// Shared by the tests of the order pages: a signed-in user, a server with the test's responses, and a page.
import type { RequestListener, ServerResponse } from 'node:http'
import type { ReactNode } from 'react'
import { beforeEach } from 'vitest'
import { sessionStore } from '#services/session/session.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { Address, address, showPage } from '#tests/support/show-page.tsx'

/** A response; undefined for no response. */
export type Said = Record<string, unknown> | undefined
type Answers = Readonly<Record<string, Said | ((params: Record<string, unknown>, response: ServerResponse) => Said)>>

/** Call once per file; returns the server and a function that opens a page. */
export function withPage(permissions: Record<string, string[]>) {
  const server = withStubServer()
  beforeEach(() => {
    signInTestUser(permissions, 'amir')
  })
  const response = (responses: Answers) =>
    server.respondWith((response, { method, params }) => {
      const given = responses[method]
      const messages = typeof given === 'function' ? given(params, response) : given
      if (messages === HELD) return
      if (messages === undefined) response.destroy()
      else json(response, { resultCode: '0', ...messages })
    })
  return {
    answer: response,
    /** Sets the handler of requests other than API calls. */
    serve: (next: RequestListener) => server.serve(next),
    requests: (method: string) => server.requests.filter((each) => each.method === method).map(({ params }) => params),
    viewerId: () => sessionStore.get()?.user.userId ?? '',
    address,
    open(page: ReactNode, path: string, responses: Answers): void {
      response(responses)
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
export const HELD: Said = {}

/** A list as text, in the server's format. */
export const inText = (list: readonly unknown[]) => ({ resultText: JSON.stringify(list) })

export const isBlocked = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true'
