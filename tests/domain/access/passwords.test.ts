// The password rules (docs/rules/access.md, "Passwords") as tables of cases.
import { describe, expect, it } from 'vitest'
import { canChangePassword, checkPassword, newPasswordError, passwordChangeError } from '#domain/access/passwords.ts'

const goodPassword = 'Sunny-Harbor-42'

describe('checkPassword', () => {
  it.each([
    ['Ab1-567890', 'olive', []],
    ['Ab1-56789', 'olive', ['isLongEnough']],
    ['Ab1-5678🙂', 'olive', ['isLongEnough']],
    ['Ab1-56 8 🙂x', 'olive', []],
    ['My-OLIVE-1234', 'olive', ['isWithoutUsername']],
    ['Abc-defghij', 'olive', ['hasDigit']],
    ['ABC-DEF-123', 'olive', ['hasLowercase']],
    ['abc-def-123', 'olive', ['hasUppercase']],
    ['Abcdef12345', 'olive', ['hasSpecial']],
    ['Abcdef 12345', 'olive', ['hasSpecial']],
    [`Aa1!${'x'.repeat(96)}`, 'olive', []],
  ])('%s for %s breaks %j', (password, username, broken) => {
    const checks = checkPassword({ password, username })
    expect(Object.entries(checks).flatMap(([rule, isMet]) => (isMet ? [] : [rule]))).toEqual(broken)
  })

  it('uses the minimum length from the setting', () => {
    expect(checkPassword({ password: 'Ab1-567890', username: 'olive', minLength: 12 }).isLongEnough).toBe(false)
  })
})

describe('the change form', () => {
  const change = {
    oldPassword: goodPassword,
    newPassword: 'Windy-Harbor-43',
    confirmation: 'Windy-Harbor-43',
    username: 'ada',
  }
  it.each([
    [{}, true],
    [{ confirmation: 'Windy-Harbor-44' }, false],
    [{ newPassword: goodPassword, confirmation: goodPassword }, false],
    [{ oldPassword: '' }, false],
    [{ newPassword: 'short', confirmation: 'short' }, false],
  ])('with %j can be sent: %s', (overrides, canSend) => {
    expect(canChangePassword({ ...change, ...overrides })).toBe(canSend)
  })

  it('shows no error until the confirmation is longer than 3 characters', () => {
    expect(passwordChangeError({ ...change, confirmation: 'Win' })).toBeUndefined()
    expect(passwordChangeError({ ...change, confirmation: 'Wind' })).toMatch(/^The new password and confirmation/)
    expect(passwordChangeError(change)).toBeUndefined()
    expect(passwordChangeError({ ...change, oldPassword: change.newPassword })).toMatch(/^The new password/)
  })
})

describe('the set form', () => {
  it('reports a different confirmation before a broken rule', () => {
    expect(newPasswordError({ password: 'a', confirmation: 'b', username: 'pat' })).toBe('Passwords do not match!')
    expect(newPasswordError({ password: 'a', confirmation: 'a', username: 'pat' })).toMatch(/^Invalid Password: /)
    expect(newPasswordError({ password: goodPassword, confirmation: goodPassword, username: 'pat' })).toBeUndefined()
    const withUsername = `${goodPassword}-PAT`
    expect(newPasswordError({ password: withUsername, confirmation: withUsername, username: 'pat' })).toMatch(
      /^Invalid Password: ensure .* special character\. It must not contain your username\.$/,
    )
    expect(
      newPasswordError({ password: goodPassword, confirmation: goodPassword, username: 'pat', minLength: 40 }),
    ).toMatch(/is 40 characters long or more/)
  })
})
