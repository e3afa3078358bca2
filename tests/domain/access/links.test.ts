// The states of mailed links as a table (docs/rules/access.md, "Links in e-mails").
import { describe, expect, it } from 'vitest'
import { linkToState, linkRefusal, type LinkResponse } from '#domain/access/links.ts'

const user = { userId: '7', ownerId: 3, username: 'pat' }
const goodResponse = { kind: 'info', isValid: true, isExpired: false, isPasswordSet: false, user } as const
const noUser = { userId: '', ownerId: undefined, username: '' }
const usableState = { kind: 'usable', userId: '7', username: 'pat', minLength: 10 }

const EXPIRED_RESET = 'Your reset password link is expired, please request a new one'
const EXPIRED = 'Your activation is expired. Please request administrator to resend activation'
const ACTIVE = 'Account already active. Please try login with your username and password'

describe.each<[string, LinkResponse, unknown, unknown]>([
  ['good', goodResponse, usableState, usableState],
  [
    'good, for longer passwords',
    { ...goodResponse, minLength: 12 },
    { ...usableState, minLength: 12 },
    { ...usableState, minLength: 12 },
  ],
  ['expired', { ...goodResponse, isValid: false, isExpired: true }, EXPIRED_RESET, EXPIRED],
  ['expired though valid', { ...goodResponse, isExpired: true }, EXPIRED_RESET, EXPIRED],
  [
    'expired, without a user',
    { ...goodResponse, isValid: false, isExpired: true, user: noUser },
    EXPIRED_RESET,
    EXPIRED,
  ],
  ['used', { ...goodResponse, isValid: false, isPasswordSet: true }, 'The link is invalid', ACTIVE],
  ['unknown', { ...goodResponse, isValid: false, user: noUser }, 'The link is invalid', 'Activation invalid'],
  ['of another owner', { ...goodResponse, user: { ...user, ownerId: 1 } }, 'The link is invalid', 'Activation invalid'],
  [
    'of another owner, expired',
    { ...goodResponse, isExpired: true, user: { ...user, ownerId: 1 } },
    'The link is invalid',
    'Activation invalid',
  ],
  ['valid, but without an owner', { ...goodResponse, user: noUser }, 'The link is invalid', 'Activation invalid'],
  ['refused by the server', { kind: 'refused', text: '<b>No</b>' }, '<b>No</b>', '<b>No</b>'],
])('a link that is %s', (_, response, reset, activate) => {
  it.each([
    ['reset', reset],
    ['activate', activate],
  ] as const)('%s', (kind, expected) => {
    const state = linkToState(kind, response, 3)
    expect(typeof expected === 'string' ? linkRefusal(kind, state) : state).toEqual(expected)
  })
})
