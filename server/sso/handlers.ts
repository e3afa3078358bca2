// The operations of the sign-in by the company's login: where to send the browser, and what came of it once it is back.
import { m } from '#words/messages.js'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { codes } from '#contract/codes.ts'
import { errorToFields } from '#server/log.ts'
import { type Handlers, refuse } from '#server/operations/context.ts'
import { createTicket, findAnswered, storeLogin, type ProviderRefusal } from '#server/sessions/provider-logins.ts'
import { authorizationAddress } from './provider.ts'
import { refusalText } from './refusals.ts'

const noProviderRefusal = () => refuse(codes.notFound, m.access_noProvider)

/** The page shows these views; the text says what exactly happened. */
const noAccountRefusals: readonly string[] = [
  'noAccount',
  'emailNotVerified',
  'severalAccounts',
  'linkedToAnother',
  'noGroup',
  'unknownGroup',
] satisfies ProviderRefusal[]

export const ssoHandlers: Pick<Handlers, 'startProviderLogin' | 'finishProviderLogin'> = {
  startProviderLogin: async (context) => {
    const { db, settings, browserKey, now, log, correlationId } = context
    const { provider } = settings
    if (!provider || browserKey === '') return noProviderRefusal()
    const exchange = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
    let url: string
    try {
      url = await authorizationAddress(context, exchange)
    } catch (error) {
      log.warn({ correlationId, ...errorToFields(error as Error) }, 'the provider cannot be reached')
      return refuse(codes.refusedState, () => refusalText(context, 'unreachable', undefined))
    }
    await storeLogin(db, { issuer: provider.issuer, browserKey, ...exchange }, now())
    return { url }
  },

  finishProviderLogin: async (context) => {
    const { db, settings, browserKey, now } = context
    if (!settings.provider) return noProviderRefusal()
    const login = browserKey === '' ? undefined : await findAnswered(db, browserKey, now())
    if (!login) return refuse(codes.refusedState, m.access_providerTookTooLong)
    const { refusal, claims, username } = login
    if (refusal !== null || username === null)
      return refuse(codes.refusedState, () => refusalText(context, (refusal ?? 'failed') as ProviderRefusal, claims), {
        fields: { hasNoAccount: noAccountRefusals.includes(refusal ?? '') },
      })
    return { username, ticket: await createTicket(db, login), isFirst: login.is_first }
  },
}
