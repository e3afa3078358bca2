// A second language needs only message files. This test file runs with a language that is generated from English
// (tools/pseudo-words.mjs) and selected like in a build, and expects its words wherever users read them.
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { NotFoundPage } from '#app/routes/NotFoundPage.tsx'
import { auditEntryToText } from '#contract/audit-actions.ts'
import { codes } from '#contract/codes.ts'
import { cardStatuses, cardToStatus } from '#domain/cards/status.ts'
import { searchRangeError } from '#domain/dates.ts'
import { textToDate } from '#domain/calendar.ts'
import { uploadTypes } from '#domain/uploads.ts'
import { draftKindOf, draftKindToType } from '#flows/upload/draft.ts'
import { PasswordRules } from '#pages/account/PasswordRules.tsx'
import { rowFilters } from '#pages/batches/approve/details.ts'
import { toDayRange } from '#server/operations/day-range.ts'
import type { Services, SessionContext } from '#server/operations/context.ts'
import { createCounters } from '#server/metrics/counters.ts'
import { createEndpoint } from '#server/http/endpoint.ts'
import { handlers } from '#server/handlers.ts'
import { mailToContent } from '#server/mail/messages.ts'
import { silentLog } from '#tests/support/in-process.ts'
import { mails } from '#tests/support/sample-mails.ts'
import { inPseudo } from '#tools/pseudo-words.mjs'

it('a second language is shown by a page', () => {
  expect(textsOf(<NotFoundPage />)).toEqual([
    inPseudo('Not Found'),
    inPseudo('There is nothing at this address'),
    inPseudo('The link may be old or mistyped.'),
    inPseudo('Go to the start page'),
  ])
  const typed = { oldPassword: '', newPassword: '', confirmation: '', username: 'olive', minLength: 12 }
  expect(textsOf(<PasswordRules change={typed} />).slice(0, 2)).toEqual([
    inPseudo('At least 12 characters'),
    inPseudo(': not yet'),
  ])
})

it('a second language is used in the server’s responses', async () => {
  const server = { log: silentLog, counters: createCounters() } as unknown as Services
  const response = await createEndpoint(
    server,
    handlers,
  )({ method: 'getCard', params: {}, remoteAddress: '127.0.0.1', userAgent: '', browserKey: '' })
  expect(response.resultText).toBe(inPseudo('Your session has ended. Please log in again'))
})

it('a second language is used in e-mails, including their figures', () => {
  const to = { username: 'olive', name: 'Olive', email: 'olive@example.com' }
  const mail = mailToContent(
    { kind: 'code', to, code: '123456', minutes: 10, expiresAt: 0 },
    { publicUrl: 'http://x/', portal: 'X' },
  )
  expect(mail.subject).toBe(inPseudo('Your verification code'))
  expect(mail.closing[0]).toBe(inPseudo('The code is valid for 10 minutes and works once.'))
})

it.each(mails)('a second language is used in all of the mail %j', (mail) => {
  const content = mailToContent(mail, { publicUrl: 'https://portal.example/', portal: 'Voyager' })
  const texts = JSON.stringify({ ...content, action: content.action?.label, url: undefined, to: undefined })
  const data =
    /"\w+":|olive|Olive Tan|Amir Rahman|Dora Lim|Voyager|July|Travel|SGD|S\$|Wrong|tomorrow|Fees|Fee Report|payroll|ck_live_\w+|hooks\.example\.org|https:\S+/g
  expect(texts.replaceAll(data, '')).not.toMatch(/[A-Za-z]{2}/)
})

it('a second language is used in the tables of the domain', () => {
  expect(uploadTypes.load.title).toBe(inPseudo('Create Batch Load'))
  expect(rowFilters.map(({ label }) => label)).toContain(inPseudo('Cards changed since upload'))
  expect(auditEntryToText('approveBatchLoad', codes.notAuthorized, 'batch 43')).toBe(
    `${inPseudo('tried to approve')} batch 43`,
  )
})

it('a second language changes no rules, stored names or result codes', () => {
  const [start, end, expiry] = ['2026-01-01', '2026-11-22', '2027-01-31'].map((text) => textToDate(text)!)
  const status = cardToStatus({ activated: false, expiry: expiry!, retired: false, stopped: false }, end!)
  expect([status, cardStatuses[status].label]).toEqual(['notActivated', inPseudo('Not Activated')])
  expect(draftKindToType('batch.load')).toBe('load')
  expect(draftKindOf('virtual')).toBe('order.virtual')
  const refusal = toDayRange({} as SessionContext, { startDate: start, endDate: end })
  if (!('refusalCode' in refusal)) throw new Error('not refused')
  expect([refusal.refusalCode, refusal.text()]).toEqual([codes.spanTooLong, searchRangeError(start!, end!)])
})

/** The texts that a user reads in the element, in order. */
const textsOf = (element: ReactElement): string[] =>
  renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>)
    .replaceAll(/<[^>]*>/g, '\n')
    .split('\n')
    .filter((text) => text.trim() !== '')
