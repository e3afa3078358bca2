// Who is led where before a page is loaded (access §2).
import { render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { Gate } from '#app/Gate.tsx'
import type { Route as PortalRoute } from '#app/route.ts'
import { routes } from '#app/routes.tsx'
import { signInSomebody } from '#tests/support/somebody.ts'

/** Of the portal's own routes, with pages that say only that they are shown. */
function open(path: string) {
  const route = routes.find((each) => each.path === path) as PortalRoute
  const gate = <Gate route={{ ...route, page: () => Promise.resolve({ default: () => <p>the page</p> }) }} />
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/" element={<p>home</p>} />
        {path === '/login' ? undefined : <Route path="/login" element={<p>the sign-in</p>} />}
        <Route path={path} element={gate} />
      </Routes>
    </MemoryRouter>,
  )
}

it.each([
  ['a session', '/login', 'home'],
  ['a session', '/forgotPassword', 'home'],
  ['a session', '/user/:uuid/activate', 'the page'],
  ['a session', '/user/detail', 'the page'],
  ['no session', '/login', 'the page'],
  ['no session', '/forgotPassword', 'the page'],
  ['no session', '/user/:uuid/activate', 'the page'],
  ['no session', '/user/detail', 'the sign-in'],
])('with %s, %s leads to %s', async (who, path, text) => {
  if (who === 'a session') signInSomebody({ User: ['settings'] })
  open(path)
  expect(await screen.findByText(text)).toBeTruthy()
})
