// The page opened after login: only within the portal, and only for the user who left it.
import { expect, test } from 'vitest'
import { returnPathOf } from '#app/routes/return-path.ts'

test.each([
  ['a page with its search', { returnTo: '/batchloads?filter=2' }, '/batchloads?filter=2'],
  ['another server', { returnTo: '//evil.example' }, '/'],
  ['another server with a backslash', { returnTo: '/\\evil.example' }, '/'],
  ['an absolute address', { returnTo: 'https://evil.example/' }, '/'],
  ['a script', { returnTo: 'javascript:alert(1)' }, '/'],
  ['logging out', { returnTo: '/logout' }, '/'],
  ['the login page itself', { returnTo: '/login?x=1' }, '/'],
  ['something that is not a path', { returnTo: 5 }, '/'],
  ['nothing', null, '/'],
])('a redirect that names %s leads to a page of the portal', (_, state, path) => {
  expect(returnPathOf('7', undefined, state)).toBe(path)
})

test('an address typed after the session ended takes precedence over the page where it ended', () => {
  expect(returnPathOf('7', { userId: '7', path: '/batchload' }, { returnTo: '/drafts' })).toBe('/drafts')
  // The portal's own address names no page.
  expect(returnPathOf('7', { userId: '7', path: '/batchload' }, { returnTo: '/' })).toBe('/batchload')
  expect(returnPathOf('7', { userId: '7', path: '/batchload' }, { returnTo: '//evil.example' })).toBe('/batchload')
  expect(returnPathOf('7', { userId: '7', path: '//evil.example' }, null)).toBe('/')
})

test('no page is restored if another user’s session ended in this tab', () => {
  expect(returnPathOf('7', { userId: '8', path: '/batchload' }, { returnTo: '/batchload' })).toBe('/')
})
