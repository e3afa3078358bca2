// The steps of the check of the company's login, with their names on the page and in the command `sso check`.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'

export const connectionStepNames = [
  'provider',
  'keys',
  'pkce',
  'client',
  'return',
  'logout',
  'factor',
  'groups',
  'scim',
  'passwords',
  'lastLogin',
] as const

export const connectionSteps = withTexts<Readonly<Record<(typeof connectionStepNames)[number], string>>>({
  provider: textOf(m.sso_stepProvider),
  keys: textOf(m.sso_stepKeys),
  pkce: textOf(m.sso_stepPkce),
  client: textOf(m.sso_stepClient),
  return: textOf(m.sso_stepReturn),
  logout: textOf(m.sso_stepLogout),
  factor: textOf(m.sso_stepFactor),
  groups: textOf(m.sso_stepGroups),
  scim: textOf(m.sso_stepScim),
  passwords: textOf(m.sso_stepPasswords),
  lastLogin: textOf(m.users_lastLogin),
})
