// The second factor in a real browser against the real host: codes from real mails, codes of an authenticator computed here,
// recovery codes (access §4). Every outcome of the table, and a line that drops at any step, is in the replay of signing in.
import { violations } from '#tests/support/axe.ts'
import { totp } from '#tests/support/totp.ts'
import { alert, aWrongOneThan, button, code, enter, expect, mails, test, welcome } from './access-setup.ts'

test('a code by e-mail is asked for, refused, sent again, and lets in; an authenticator is set up, and its codes let in, each once', async ({
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
  await page.goto(`${ownHost.url}logout`)
  await expect(page.getByLabel('Username')).toBeVisible()

  // The authenticator, by its QR code or its key.
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
  await expect(page.getByLabel('Username')).toBeVisible()
  await enter(page, ownHost.url, 'nina')
  await button(page, 'Use a recovery code').click()
  await page.getByLabel('Recovery Code').fill(recovery[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(alert(page)).toHaveText('Verification code not valid, please try again')
})
