// Shared by the tests of user administration: a logged-in administrator, a server that answers, and a page at an
// address.
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach } from 'vitest'
import type { ListedUser, UserGroup } from '#contract/users.ts'
import { queryClient } from '#services/server/queries.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, startStubServer, type StubServer } from '#tests/support/stub-server.ts'

export const dora: ListedUser = {
  userID: '7',
  userName: 'dora',
  firstName: 'Dora',
  lastName: 'Lee',
  email: 'dora@example.test',
  userGroups: 'Makers',
  groupId: '11',
  lastLogin: '2026-11-20T02:00:00.000Z',
  isLocked: false,
  isActivated: true,
  secondFactor: 'app',
  isEnrolled: true,
}
export const ada: ListedUser = { ...dora, userID: '3', userName: 'ada', firstName: 'Ada', lastName: 'Lim' }

export const groups: readonly UserGroup[] = [
  { GROUPID: '11', GROUPDESCRIPTION: 'Makers', PERMISSIONS: ['Batch.load'], GRANTABLE: true },
  { GROUPID: '12', GROUPDESCRIPTION: 'Producers', PERMISSIONS: ['Card.produce'], GRANTABLE: false },
]

type Answers = Readonly<Record<string, object>>

/** Starts a server and the session of ada before each test; `server()` is the server of the running test. */
export function useUsersServer() {
  let current: StubServer
  beforeEach(async () => {
    current = await startStubServer()
    signInTestUser({ User: ['write'], CardStatement: ['read'], Batch: ['approve'] }, 'ada', '3')
  })
  afterEach(() => current.close())
  return {
    /** Sets each method's answer; a method without one is an unknown operation. */
    answers: (answers: Answers) =>
      current.answer((response, { method }) => {
        const answer = answers[method]
        // No answer at all: the connection is cut.
        if (answer && 'cut' in answer) return void response.destroy()
        json(response, { resultCode: answer ? '0' : '-20404', ...answer })
      }),
    requests: (method: string) => current.requests.filter((each) => each.method === method).map(({ params }) => params),
  }
}

export function open(Page: ComponentType, at: string, path = at.split('?')[0]): void {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <Address />
        <Routes>
          <Route path={path ?? ''} element={<Page />} />
          <Route path="*" element={<p>Elsewhere</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}
