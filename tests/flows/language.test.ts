// A language chosen before signing in becomes the language of the user who signs in next, and of no later user.
import { expect, it } from 'vitest'
import { applyUserLanguage } from '#flows/access/language.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { withStubServer } from '#tests/support/stub-server.ts'

const server = withStubServer()
const storedLanguages = () => server.paramsOf('setLanguage').map(({ language }) => language)
/** As the sign-in page leaves it behind after its own reload. The page of these tests is English. */
const chooseBeforeSignIn = () => sessionStorage.setItem('language-chosen', 'not-signed-in')

it('a language that could not be stored is stored when the same user signs in again', async () => {
  chooseBeforeSignIn()
  signInTestUser({})
  server.respondJson({ resultCode: '-20500', message: 'no database' }, 503)
  await applyUserLanguage('1', undefined)
  expect(storedLanguages()).toContain('en')
  server.respondJson({ resultCode: '0' })
  const attempts = storedLanguages().length
  await applyUserLanguage('1', undefined)
  expect(storedLanguages()).toHaveLength(attempts + 1)
  await applyUserLanguage('1', undefined)
  expect(storedLanguages()).toHaveLength(attempts + 1)
})

it('a language that could not be stored is not stored for the next user of the tab', async () => {
  chooseBeforeSignIn()
  signInTestUser({})
  server.respondJson({ resultCode: '-20500', message: 'no database' }, 503)
  await applyUserLanguage('1', undefined)
  server.respondJson({ resultCode: '0' })
  const attempts = storedLanguages().length
  await applyUserLanguage('2', undefined)
  await applyUserLanguage('1', undefined)
  expect(storedLanguages()).toHaveLength(attempts)
})
