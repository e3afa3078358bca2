// Where a sign-in leads back to: only within the portal, only for the user who left.
import { expect, test } from 'vitest'
import { returnPathOf } from '#app/routes/returnPath.ts'

test.each([
  ['a page with its search', { returnTo: '/batchloads?filter=2' }, '/batchloads?filter=2'],
  ['another host', { returnTo: '//evil.example' }, '/'],
  ['another server with a backslash', { returnTo: '/\\evil.example' }, '/'],
  ['an absolute address', { returnTo: 'https://evil.example/' }, '/'],
  ['a script', { returnTo: 'javascript:alert(1)' }, '/'],
  ['the way out', { returnTo: '/logout' }, '/'],
  ['the sign-in page itself', { returnTo: '/login?x=1' }, '/'],
  ['something that is no path', { returnTo: 5 }, '/'],
  ['nothing', null, '/'],
])('a redirect that names %s', (_, state, path) => {
  expect(returnPathOf('7', undefined, state)).toBe(path)
})

test('the place where the own session ended comes before what the redirect named', () => {
  expect(returnPathOf('7', { userId: '7', path: '/batchload' }, { returnTo: '/batchloads' })).toBe('/batchload')
  expect(returnPathOf('7', { userId: '7', path: '//evil.example' }, null)).toBe('/')
})

test('where another user’s session ended in this tab, nothing is followed', () => {
  expect(returnPathOf('7', { userId: '8', path: '/batchload' }, { returnTo: '/batchload' })).toBe('/')
})
