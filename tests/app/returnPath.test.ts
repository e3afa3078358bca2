// Where a sign-in leads back to (threats T57): only within the portal, only for the user who left.
import { expect, test } from 'vitest'
import { returnPathOf } from '#app/returnPath.ts'

test.each([
  ['a page with its search', { returnTo: '/batchloads?filter=2', userId: '7' }, '/batchloads?filter=2'],
  ['a link from outside, nobody signed in before', { returnTo: '/batchload', userId: undefined }, '/batchload'],
  ['the page of another user', { returnTo: '/batchload', userId: '8' }, '/'],
  ['another host', { returnTo: '//evil.example', userId: undefined }, '/'],
  ['another host with a backslash', { returnTo: '/\\evil.example', userId: undefined }, '/'],
  ['an absolute address', { returnTo: 'https://evil.example/', userId: undefined }, '/'],
  ['a script', { returnTo: 'javascript:alert(1)', userId: undefined }, '/'],
  ['the way out', { returnTo: '/logout', userId: '7' }, '/'],
  ['the sign-in page itself', { returnTo: '/login?x=1', userId: '7' }, '/'],
  ['something that is no path', { returnTo: 5 }, '/'],
  ['nothing', null, '/'],
])('%s', (_, state, path) => {
  expect(returnPathOf('7', state)).toBe(path)
})
