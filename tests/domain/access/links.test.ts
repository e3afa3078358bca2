// The states of mailed links as a table (docs/rules/access.md, "Links in e-mails").
import { describe, expect, it } from 'vitest'
import { linkToState, linkRefusal, type LinkResponse } from '#domain/access/links.ts'

const user = { userId: '7', ownerId: 3, username: 'pat' }
const good = { kind: 'info', isValid: true, isExpired: false, isPasswordSet: false, user } as const
const noUser = { userId: '', ownerId: undefined, username: '' }
const usable = { kind: 'usable', userId: '7', username: 'pat', minLength: 10 }

const EXPIRED_RESET = 'Your reset password link is expired, please request a new one'
const EXPIRED = 'Your activation is expired. Please request administrator to resend activation'
const ACTIVE = 'Account already active. Please try login with your username and password'

describe.each<[string, LinkResponse, unknown, unknown]>([
  ['good', good, usable, usable],
  [
    'good, for longer passwords',
    { ...good, minLength: 12 },
    { ...usable, minLength: 12 },
    { ...usable, minLength: 12 },
  ],
  ['expired', { ...good, isValid: false, isExpired: true }, EXPIRED_RESET, EXPIRED],
  ['expired though valid', { ...good, isExpired: true }, EXPIRED_RESET, EXPIRED],
  ['expired, without a user', { ...good, isValid: false, isExpired: true, user: noUser }, EXPIRED_RESET, EXPIRED],
  ['used', { ...good, isValid: false, isPasswordSet: true }, 'The link is invalid', ACTIVE],
  ['unknown', { ...good, isValid: false, user: noUser }, 'The link is invalid', 'Activation invalid'],
  ['of another owner', { ...good, user: { ...user, ownerId: 1 } }, 'The link is invalid', 'Activation invalid'],
  [
    'of another owner, expired',
    { ...good, isExpired: true, user: { ...user, ownerId: 1 } },
    'The link is invalid',
    'Activation invalid',
  ],
  ['valid, but without an owner', { ...good, user: noUser }, 'The link is invalid', 'Activation invalid'],
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
