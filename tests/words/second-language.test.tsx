// A second language is a folder of the catalogue: this file runs with one that is made from the English one (pseudo-words.ts), by
// the switch that the builds use, and finds its words wherever people read them.
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { NotFoundPage } from '#app/NotFoundPage.tsx'
import { uploadKinds } from '#domain/uploads.ts'
import type { Host } from '#server/context.ts'
import { createEndpoint } from '#server/endpoint.ts'
import { handlers } from '#server/handlers.ts'
import { mailToContent } from '#server/mail/messages.ts'
import { silentLog } from '#tests/support/in-process.ts'

it('is what a page shows', () => {
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <NotFoundPage />
    </MemoryRouter>,
  )
  const texts = page
    .replaceAll(/<[^>]*>/g, '\n')
    .split('\n')
    .filter((text) => text.trim() !== '')
  expect(texts).toEqual([
    '⟦Not Found⟧',
    '⟦There is nothing at this address⟧',
    '⟦The link may be old or mistyped.⟧',
    '⟦Go to the start page⟧',
  ])
})

it('is what the host answers', async () => {
  const host = { log: silentLog } as unknown as Host
  const answer = await createEndpoint(
    host,
    handlers,
  )({ method: 'getCard', params: {}, remoteAddress: '127.0.0.1', userAgent: '' })
  expect(answer.resultText).toBe('⟦Your session has ended. Please sign in again⟧')
})

it('is what mails say, figures included', () => {
  const to = { username: 'olive', name: 'Olive', email: 'olive@example.com' }
  const mail = mailToContent(
    { kind: 'code', to, code: '123456', minutes: 10, expiresAt: 0 },
    { publicUrl: 'http://x/', portal: 'X' },
  )
  expect(mail.subject).toBe('⟦Your verification code⟧')
  expect(mail.closing[0]).toBe('⟦The code is valid for 10 minutes and works once.⟧')
})

it('is what the tables of the domain hold', () => {
  expect(uploadKinds.load.title).toBe('⟦Create Batch Load⟧')
})
