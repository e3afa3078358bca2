// A language chosen before signing in becomes the language of the user who signs in next, and of no later user.
import { expect, it } from 'vitest'
import { applyUserLanguage } from '#flows/access/language.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { withStubServer } from '#tests/support/stub-server.ts'

const server = withStubServer()
/** As the sign-in page leaves it behind after its own reload. The page of these tests is English. */
const chooseBeforeSignIn = () => sessionStorage.setItem('language-chosen', 'not-signed-in')

/** Signs in, and returns the languages that were sent to the server since. */
async function languagesSentAfterSignIn(userId: string, state: 'ready' | 'failing'): Promise<unknown[]> {
  signInTestUser({}, 'olive', userId)
  if (state === 'ready') server.respondJson({ resultCode: '0' })
  else server.respondJson({ resultCode: '-20500', message: 'no database' }, 503)
  const countBefore = server.paramsOf('setLanguage').length
  await applyUserLanguage(userId, undefined)
  return server
    .paramsOf('setLanguage')
    .slice(countBefore)
    .map(({ language }) => language)
}

it('a language that could not be stored is stored when the same user signs in again', async () => {
  chooseBeforeSignIn()
  const [firstSent] = await languagesSentAfterSignIn('1', 'failing')
  expect(firstSent).toBe('en')
  const sentAgain = await languagesSentAfterSignIn('1', 'ready')
  expect(sentAgain).toEqual(['en'])
  const sentLater = await languagesSentAfterSignIn('1', 'ready')
  expect(sentLater).toEqual([])
})

it('a language that could not be stored is not stored for the next user of the tab', async () => {
  chooseBeforeSignIn()
  await languagesSentAfterSignIn('1', 'failing')
  const sentForNextUser = await languagesSentAfterSignIn('2', 'ready')
  expect(sentForNextUser).toEqual([])
  const sentForFirstUser = await languagesSentAfterSignIn('1', 'ready')
  expect(sentForFirstUser).toEqual([])
})
