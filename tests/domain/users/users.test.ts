// The fields of a user, and the permitted actions on a user, as cases (docs/rules/users.md, "User form").
import { expect, it } from 'vitest'
import { lacksPermissions, permissionsToDescriptions } from '#domain/access/permission-words.ts'
import { permissions } from '#domain/access/permissions.ts'
import { requiredFactor } from '#domain/access/second-factor.ts'
import { isFilledIn, tidyUser, validateUser } from '#domain/users/fields.ts'
import { factorResetRefusal, userUnlockRefusal, shownLogin, type UserState } from '#domain/users/rules.ts'

const validFields = { username: 'dora', firstname: 'Dora', lastname: 'Lee', email: 'dora@example.test', groupId: '1' }
const user: UserState = { userID: '7', isLocked: true, isActivated: true, secondFactor: 'app', isEnrolled: true }

it.each([
  'a@b.co',
  'first.last+tag@mail.example.com',
  "o'neil@example.ie",
  'x@xn--bcher-kva.example',
  `${'a'.repeat(64)}@b.test`,
])('accepts the address %s', (email) => expect(validateUser({ ...validFields, email })).toEqual({}))

it.each([
  'a',
  '@b.test',
  'a@',
  'a@b',
  'a b@c.test',
  '.a@b.test',
  'a..b@c.test',
  'a@-b.test',
  'a@b..test',
  'a@b.test.',
  'a@b@c.test',
  '<a@b.test>',
  'jürgen@b.test',
  `${'a'.repeat(65)}@b.test`,
  `a@${'b.'.repeat(130)}test`,
])('rejects the address %s', (email) =>
  expect(validateUser({ ...validFields, email })).toEqual({ email: 'Enter an email address like name@company.com' }),
)

it('checks only the changed fields', () => {
  const stored = { ...validFields, username: 'Ünal Öz', email: 'none' }
  expect(validateUser({ ...stored, lastname: 'Li' }, stored)).toEqual({})
  expect(Object.keys(validateUser(stored))).toEqual(['username', 'email'])
})

it('removes extra spaces, but not joiners', () => {
  expect(tidyUser({ firstname: '  Anna   Maria ' })).toEqual({ firstname: 'Anna Maria' })
  expect(validateUser({ ...validFields, lastname: 'می\u200cخواهم' })).toEqual({})
  expect(isFilledIn({ username: ' ', email: 'a@b.test' })).toBe(false)
})

it.each([
  [null, null],
  ['1949-12-31T23:59:59Z', null],
  ['0001-01-01T00:00:00Z', null],
  ['1950-01-01T00:00:00Z', '1950-01-01T00:00:00Z'],
])('shows a last login of %s as %s', (given, shown) => expect(shownLogin(given)).toBe(shown))

it.each([
  ['email', false, false, false, 'email'],
  ['app', true, false, false, 'app'],
  ['app', false, false, false, 'not enrolled'],
  ['none', false, true, true, 'email'],
  ['none', false, false, true, 'not enrolled'],
  ['none', false, false, false, 'none'],
] as const)(
  '%s, enrolled %s, passkey %s, required for all %s: %s',
  (secondFactor, isEnrolled, hasPasskey, isRequiredForAll, expected) =>
    expect(requiredFactor({ secondFactor, isEnrolled, hasPasskey, isRequiredForAll })).toBe(expected),
)

it('rejects actions on the user’s own account', () => {
  expect(userUnlockRefusal(user, '7')).toBe('Another user must unlock your account')
  expect(userUnlockRefusal(user, '8')).toBeUndefined()
  expect(factorResetRefusal(user, '7')).toBe('Another user must reset your two-factor authentication')
  expect(factorResetRefusal(user, '8')).toBeUndefined()
})

it('describes each permission and skips unknown ones', () => {
  expect(permissionsToDescriptions(permissions)).toHaveLength(permissions.length)
  expect(permissionsToDescriptions(['No.such', 'Batch.load'])).toEqual(['upload batches that load cards'])
  expect(lacksPermissions({ held: ['Batch.load'], required: ['Batch.load', 'Batch.approve'] })).toBe(true)
  expect(lacksPermissions({ held: ['Batch.load'], required: ['Batch.load', 'No.such'] })).toBe(false)
})
