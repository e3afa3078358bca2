// Shared by the tests of user administration: a signed-in administrator, a server with set responses, and a page at an
// address.
import type { ComponentType } from 'react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach } from 'vitest'
import type { ListedUser, UserGroup } from '#contract/users.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { Address, showPage } from '#tests/support/show-page.tsx'

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

type Responses = Readonly<Record<string, object>>

/** Starts a server and signs in ada before each test. */
export function useUsersServer() {
  const server = withStubServer()
  beforeEach(() => {
    signInTestUser({ User: ['write'], CardStatement: ['read'], Batch: ['approve'] }, 'ada', '3')
  })
  return {
    /** Sets the response of each method; a method without one is an unknown operation. */
    setResponses: (responses: Responses) =>
      server.respondWith((response, { method }) => {
        const reply = responses[method]
        // No response at all: the connection is cut.
        if (reply && 'cut' in reply) return void response.destroy()
        json(response, { resultCode: reply ? '0' : '-20404', ...reply })
      }),
    requests: (method: string) => server.requests.filter((each) => each.method === method).map(({ params }) => params),
  }
}

export function open(Page: ComponentType, address: string, path = address.split('?')[0]): void {
  showPage(
    <>
      <Address />
      <Routes>
        <Route path={path ?? ''} element={<Page />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
    </>,
    address,
  )
}
