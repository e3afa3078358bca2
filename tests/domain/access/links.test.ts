// What each mailed link can be used for, as a table (docs/rules/access.md, "Links in e-mails").
import { describe, expect, it } from 'vitest'
import { linkToState, type LinkAnswer } from '#domain/access/links.ts'

const user = { userId: '7', ownerId: 3, username: 'pat' }
const good = { kind: 'info', isValid: true, isExpired: false, isPasswordSet: false, user } as const
const nobody = { userId: '', ownerId: undefined, username: '' }
const usable = { kind: 'usable', userId: '7', username: 'pat', minLength: 10 }
const invalid = (text: string) => ({ kind: 'invalid', text })

const EXPIRED_RESET = 'Your reset password link is expired, please request a new one'
const EXPIRED = 'Your activation is expired. Please request administrator to resend activation'
const ACTIVE = 'Account already active. Please try login with your username and password'

describe.each<[string, LinkAnswer, unknown, unknown]>([
  ['good', good, usable, usable],
  [
    'good, for longer passwords',
    { ...good, minLength: 12 },
    { ...usable, minLength: 12 },
    { ...usable, minLength: 12 },
  ],
  ['expired', { ...good, isValid: false, isExpired: true }, invalid(EXPIRED_RESET), invalid(EXPIRED)],
  ['expired though valid', { ...good, isExpired: true }, invalid(EXPIRED_RESET), invalid(EXPIRED)],
  [
    'expired, without a user',
    { ...good, isValid: false, isExpired: true, user: nobody },
    invalid(EXPIRED_RESET),
    invalid(EXPIRED),
  ],
  [
    'used',
    { ...good, isValid: false, isPasswordSet: true },
    invalid('The link is invalid'),
    { kind: 'alreadyActive', text: ACTIVE },
  ],
  ['unknown', { ...good, isValid: false, user: nobody }, invalid('The link is invalid'), invalid('Activation invalid')],
  [
    'of another owner',
    { ...good, user: { ...user, ownerId: 1 } },
    invalid('The link is invalid'),
    invalid('Activation invalid'),
  ],
  [
    'of another owner, expired',
    { ...good, isExpired: true, user: { ...user, ownerId: 1 } },
    invalid('The link is invalid'),
    invalid('Activation invalid'),
  ],
  [
    'valid, but without an owner',
    { ...good, user: nobody },
    invalid('The link is invalid'),
    invalid('Activation invalid'),
  ],
  ['refused by the server', { kind: 'refused', text: '<b>No</b>' }, invalid('<b>No</b>'), invalid('<b>No</b>')],
])('a link that is %s', (_, answer, reset, activate) => {
  it('resets', () => expect(linkToState('reset', answer, 3)).toEqual(reset))
  it('activates', () => expect(linkToState('activate', answer, 3)).toEqual(activate))
})
