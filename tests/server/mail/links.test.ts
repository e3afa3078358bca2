// The link of each e-mail leads to its subject, on the page where the recipient can see it.
import { expect, it } from 'vitest'
import { mailToContent } from '#server/mail/messages.ts'
import { mails } from '#tests/support/sample-mails.ts'

it.each(mails)('the link in the mail %j leads to its subject', (mail, path) => {
  const { action } = mailToContent(mail, { publicUrl: 'https://portal.example/voyager/', portal: 'Voyager' })
  expect(action?.url).toBe(path && `https://portal.example/voyager/${path}`)
})
