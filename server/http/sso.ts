// The addresses that the company's login calls: the browser's return (GET sso/back), and the provider's own message that
// a user has logged out there (POST sso/logout). Rules: docs/rules/single-sign-on.md.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { m } from '#words/messages.js'
import { getLocale } from '#words/runtime.js'
import { writingDirection } from '#domain/texts/languages.ts'
import { inRequestLanguage } from '../language.ts'
import type { CallContext, Services } from '../operations/context.ts'
import { acceptLogoutMessage } from '../sso/back-channel.ts'
import { BACK_CHANNEL_PATH, RETURN_PATH } from '../sso/provider.ts'
import { acceptReturn } from '../sso/returned.ts'
import { requestToCaller } from './call.ts'
import { escapeHtml } from './portal-page.ts'
import type { AddressLimit } from './rate-limits.ts'
import { sendTooManyRequests } from './replies.ts'

/** The page that the tab of a test login shows. The page needs no session and no script. */
function testPage(outcomeText: string): string {
  const language = getLocale()
  const title = escapeHtml(m.sso_testTitle())
  return (
    `<!doctype html><html lang="${language}" dir="${writingDirection(language)}">` +
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>` +
    `<h1>${title}</h1><p>${escapeHtml(outcomeText)}</p><p>${escapeHtml(m.sso_testCloseTab())}</p></html>`
  )
}

/** A logout message is one signed token. */
const MAX_MESSAGE_BYTES = 16_384

interface SsoOptions {
  readonly services: Services
  readonly limitLogin: AddressLimit
}

export async function serveSso(app: FastifyInstance, { services, limitLogin }: SsoOptions): Promise<void> {
  const { client, settings } = services
  if (!settings.provider) return
  const contextOf = (request: FastifyRequest): CallContext => ({
    ...services,
    correlationId: randomUUID(),
    ...requestToCaller(request),
  })

  app.get(client.basePath + RETURN_PATH, async (request, reply) => {
    const retryAfter = limitLogin(request.ip)
    if (retryAfter !== undefined) return sendTooManyRequests(reply, retryAfter)
    reply.header('cache-control', 'no-store')
    const beforeQuery = /^[^?]*\??/
    const query = request.url.replace(beforeQuery, '')
    return inRequestLanguage(request, client, async () => {
      const testOutcome = await acceptReturn(contextOf(request), query)
      if (testOutcome) return reply.type('text/html; charset=utf-8').send(testPage(testOutcome.text))
      // A redirect, so that the provider's code does not stay in the address bar. The login page then asks for the
      // outcome.
      return reply.redirect(`${client.basePath}login?provider=back`, 303)
    })
  })

  // This route has its own Fastify scope, because only this route reads forms.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_MESSAGE_BYTES },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    )
    scope.post(client.basePath + BACK_CHANNEL_PATH, async (request, reply) => {
      const retryAfter = limitLogin(request.ip)
      if (retryAfter !== undefined) return sendTooManyRequests(reply, retryAfter)
      const token = request.body instanceof URLSearchParams ? (request.body.get('logout_token') ?? '') : ''
      const outcome = await acceptLogoutMessage(contextOf(request), token)
      reply.header('cache-control', 'no-store')
      if (outcome === 'done') return reply.code(200).send()
      if (outcome === 'unreachable') return reply.code(503).send({ error: 'temporarily_unavailable' })
      return reply.code(400).send({ error: 'invalid_request' })
    })
  })
}
