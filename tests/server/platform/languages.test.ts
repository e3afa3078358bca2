// The server responds in the language of the caller, and writes mails in the language that the user chose.
import { beforeAll, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { demoPassword } from '#tests/support/call.ts'
import { mailToContent } from '#server/mail/messages.ts'
import { registerMail } from '#server/mail/queue.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const demo = withDemoServer()

const callIn = async (acceptLanguage: string, method: string, params: object) => {
  const response = await fetch(`${demo.server.url}api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': acceptLanguage },
    body: JSON.stringify({ method, params }),
  })
  return (await response.json()) as { readonly [field: string]: unknown }
}

const sessionErrorIn = async (acceptLanguage: string) =>
  (await callIn(acceptLanguage, 'userInfo', { token: 'none' }))['resultText']

it('each of several concurrent calls gets a response in the language of its caller', async () => {
  const languages = ['de', 'ar', 'en', 'zh-Hans', 'ms', 'de-CH, en;q=0.5', 'fr']
  const texts = await Promise.all(languages.map(sessionErrorIn))
  expect(texts).toEqual([
    'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an',
    'انتهت جلستك. يُرجى تسجيل الدخول مجددًا',
    'Your session has ended. Please log in again',
    '您的会话已结束，请重新登录',
    'Sesi anda telah tamat. Sila log masuk semula',
    'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an',
    'Your session has ended. Please log in again',
  ])
})

it('errors about parameters are in the language of the caller', async () => {
  const messageIn = async (language: string) => {
    const { errors } = await callIn(language, 'logIn', {})
    return (errors as { message: string }[])[0]?.message
  }
  expect(await messageIn('de')).toBe('Ungültige Eingabe: erwartet string, erhalten undefined')
  expect(await messageIn('en')).toBe('Invalid input: expected string, received undefined')
})

it('the language of the first login stays the user’s language until another is chosen', async () => {
  const logIn = async (acceptLanguage: string) => {
    const credentials = { username: 'amir', password: demoPassword, ownerID: voyager.ownerId }
    const { token } = await callIn(acceptLanguage, 'logIn', credentials)
    return (await callIn('en', 'userInfo', { token }))['language']
  }
  expect([await logIn('ar-AE'), await logIn('de')]).toEqual(['ar', 'ar'])
})

const subjects: string[] = []
beforeAll(() =>
  registerMail(demo.server.server, {
    send: (mail) =>
      Promise.resolve(
        void subjects.push(mailToContent(mail, { publicUrl: 'https://portal.example/', portal: 'X' }).subject),
      ),
  }),
)

it('the language that a user chooses is reported to the portal and used for mails', async () => {
  const { ada } = demo.people
  expect(await ada.call('setLanguage', { language: 'de' })).toMatchObject({ resultCode: '0' })
  expect(await ada.call('userInfo', {})).toMatchObject({ language: 'de' })
  expect((await ada.call('setLanguage', { language: 'fr' as never })).resultCode).not.toBe('0')
  const allDays = { startDate: '2000-01-01', endDate: '2100-01-01' }
  const { entries } = await ada.call('auditLog', { ...allDays, method: 'setLanguage' })
  expect(entries.at(-1)?.changes).toMatchObject([{ field: 'Language', after: 'Deutsch' }])
  await demo.server.server.jobs.start()
  await ada.call('changePassword', { oldPassword: 'Sunny-Harbor-42', password: 'Cloudy-Harbor-43' })
  await expect.poll(() => subjects).toEqual(['Ihr Passwort wurde geändert'])
  await demo.server.server.jobs.stop()
})
