// The second factor in a real browser against the real host: codes from real mails, codes of an authenticator computed here,
// recovery codes, and every outcome of the table (access §4).
import { demoPassword, post } from '#tests/support/call.ts'
import { violations } from '#tests/support/axe.ts'
import { totp } from '#tests/support/totp.ts'
import { alert, aWrongOneThan, button, code, enter, expect, mails, test, welcome } from './access-setup.ts'

test('-20150, -20151, -20152, 0: a code by e-mail is asked for, refused, sent again, and lets in', async ({
  page,
  ownHost,
}) => {
  await enter(page, ownHost.url, 'otto')
  await expect(page.getByRole('heading', { name: 'Two-Factor Authentication', exact: true })).toBeVisible()
  await expect(page.getByText('Enter a verification code sent to your email.')).toBeVisible()
  await expect(code(page)).toBeFocused()
  await expect(alert(page)).toHaveCount(0)
  await expect(button(page, 'Submit')).toHaveAttribute('aria-disabled', 'true')
  expect(await violations(page)).toEqual([])

  const [first] = await mails(ownHost, 'otto@', 1)
  await code(page).fill(aWrongOneThan(first?.code ?? ''))
  await page.keyboard.press('Enter')
  await expect(alert(page)).toHaveText('Verification code not valid, please try again')
  // What is typed next takes the place of the wrong one, which fills the field.
  await page.keyboard.type('12')
  await expect(code(page)).toHaveValue('12')

  await button(page, 'Resend Code').click()
  await expect(page.getByText('The code has been resent to your email!')).toBeVisible()
  const [, second] = await mails(ownHost, 'otto@', 2)
  await code(page).fill(second?.code ?? '')
  await button(page, 'Submit').click()
  await expect(welcome(page)).toBeVisible()
  await expect(page).toHaveURL(ownHost.url)
})

test('-20155: the limit of resending is told in the words of the host, and only after Resend Code', async ({
  page,
  ownHost,
}) => {
  await enter(page, ownHost.url, 'otto')
  await expect(code(page)).toBeVisible()
  const credentials = { username: 'otto', password: demoPassword, ownerID: 3 }
  let last = await post(ownHost.url, 'logIn', { ...credentials, resend: true })
  for (let tries = 0; last.answer.resultCode !== '-20155' && tries < 20; tries++)
    last = await post(ownHost.url, 'logIn', { ...credentials, resend: true })
  const limit = String(last.answer['resendOTPLimitMessage'])
  expect(limit.length).toBeGreaterThan(10)

  await button(page, 'Resend Code').click()
  // The minutes in it may have gone on by one.
  await expect(alert(page)).toHaveText(
    new RegExp(`^${limit.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d+/g, '\\d+')}$`),
  )
  await button(page, 'Cancel').click()
  await expect(page.getByLabel('Username')).toHaveValue('')
  await enter(page, ownHost.url, 'otto')
  await expect(code(page)).toBeVisible()
  await expect(alert(page)).toHaveCount(0)
})

test('-20032 and -20001 leave the form and show the words of the host', async ({ page, ownHost }) => {
  await enter(page, ownHost.url, 'lou')
  await expect(alert(page)).toContainText('locked')
  await enter(page, ownHost.url, 'olive', 'not-the-one')
  const wrong = await alert(page).textContent()
  await enter(page, ownHost.url, 'nobody-of-that-name', 'not-the-one')
  await expect(alert(page)).toHaveText(wrong ?? '')
})

test('-20031: an authenticator is set up by its QR code or its key; then its codes let in, each once', async ({
  page,
  ownHost,
}) => {
  await enter(page, ownHost.url, 'nina')
  await expect(page.getByRole('heading', { name: 'Two-Factor Authentication Required' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  const secret = ((await page.locator('main code').textContent()) ?? '').replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{16,}$/)

  await code(page).fill(aWrongOneThan(totp(secret, Date.now())))
  await button(page, 'Accept').click()
  await expect(alert(page)).toHaveText('Verification code not valid, please try again')
  // A code pasted with the space that apps show.
  const used = totp(secret, Date.now())
  await code(page).fill('')
  await code(page).evaluate(
    (field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    `${used.slice(0, 3)} ${used.slice(3)}`,
  )
  await expect(code(page)).toHaveValue(used)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Enrolment Successful' })
  await expect(dialog.getByText('Two-Factor Authentication activated successfully')).toBeVisible()
  await expect(page.getByText(secret.slice(0, 4))).toHaveCount(0)
  const recovery = await dialog.getByRole('listitem').allTextContents()
  expect(recovery.length).toBeGreaterThan(5)
  expect(await violations(page, '[role=dialog]')).toEqual([])
  // Neither Esc nor OK closes it before the codes are said to be kept.
  await page.keyboard.press('Escape')
  await expect(button(page, 'OK')).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('I have saved them').check()
  await button(page, 'OK').click()
  await expect(page.getByLabel('Username')).toBeVisible()

  // The code that enrolled is spent; a recovery code is good once.
  await enter(page, ownHost.url, 'nina')
  await expect(page.getByText('Enter the verification code that your authenticator app shows.')).toBeVisible()
  await code(page).fill(used)
  await button(page, 'Submit').click()
  await expect(alert(page)).toHaveText('Verification code not valid, please try again')
  await button(page, 'Use a recovery code').click()
  await expect(alert(page)).toHaveCount(0)
  await page.getByLabel('Recovery Code').fill(recovery[0] ?? '')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(welcome(page)).toBeVisible()
  await page.goto(`${ownHost.url}logout`)
  await expect(page).toHaveURL(`${ownHost.url}login`)
  await enter(page, ownHost.url, 'nina')
  await button(page, 'Use a recovery code').click()
  await page.getByLabel('Recovery Code').fill(recovery[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(alert(page)).toHaveText('Verification code not valid, please try again')
})

test('Cancel forgets the enrolment, and a host that is gone at any step can be asked again', async ({
  page,
  ownLine,
}) => {
  await enter(page, ownLine.url, 'nina')
  await expect(code(page)).toBeVisible()
  const first = await page.locator('main code').textContent()
  await button(page, 'Cancel').click()
  await expect(page.getByLabel('Username')).toHaveValue('')

  // The secret does not arrive.
  const lost = ownLine.loseAnswerTo('enrollUser')
  await page.getByLabel('Username').fill('nina')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await lost
  await expect(alert(page)).toHaveText('Cannot connect to server')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('main code')).toBeVisible()
  expect((await page.locator('main code').textContent()) ?? '').not.toBe('')
  expect(first).not.toBeNull()

  // The confirmation does not reach the host.
  ownLine.cut()
  await code(page).fill('123456')
  await button(page, 'Accept').click()
  await expect(alert(page)).toHaveText('Cannot connect to server')
  ownLine.restore()
  const secret = ((await page.locator('main code').textContent()) ?? '').replaceAll(' ', '')
  await code(page).fill(totp(secret, Date.now()))
  await button(page, 'Accept').click()
  await expect(page.getByRole('dialog', { name: 'Enrolment Successful' })).toBeVisible()
})

test('without a line the one-time code stays to be sent again', async ({ page, ownHost, ownLine }) => {
  await enter(page, ownLine.url, 'otto')
  const [mail] = await mails(ownHost, 'otto@', 1)
  ownLine.cut()
  await code(page).fill(mail?.code ?? '')
  await button(page, 'Submit').click()
  await expect(alert(page)).toHaveText('Cannot connect to server')
  await expect(code(page)).toHaveValue(mail?.code ?? '')
  ownLine.restore()
  await button(page, 'Submit').click()
  await expect(welcome(page)).toBeVisible()
})
