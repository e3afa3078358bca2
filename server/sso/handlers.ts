// The handlers for signing in with the company's own login. One starts the login, and one finishes it after the browser
// has returned. Administrators can also check the connection and start a test login.
import { m } from '#words/messages.js'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { codes } from '#contract/codes.ts'
import { errorToFields } from '#server/log.ts'
import { type CallContext, type Handlers, refuse } from '#server/operations/context.ts'
import { createTicket, findAnsweredLogin, storeLogin, type ProviderRefusal } from '#server/sessions/provider-logins.ts'
import { checkConnection } from './check.ts'
import { authorizationAddress, BACK_CHANNEL_PATH, returnAddress } from './provider.ts'
import { refusalText } from './refusals.ts'

const noProviderRefusal = () => refuse(codes.notFound, m.access_noProvider)

/** After these refusals the page shows that the person has no account here. The refusal's text says why. */
const noAccountRefusals: readonly ProviderRefusal[] = [
  'noAccount',
  'emailNotVerified',
  'severalAccounts',
  'linkedToAnother',
  'noGroup',
  'unknownGroup',
]

/** Stores a new sign-in of this browser, and returns the address at the provider. */
async function startLogin(context: CallContext, { isTest }: { readonly isTest: boolean }) {
  const { db, settings, browserKey, now, log, correlationId } = context
  const { provider } = settings
  if (!provider || browserKey === '') return noProviderRefusal()
  const exchange = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  let url: string
  try {
    url = await authorizationAddress(context, exchange)
  } catch (error) {
    log.warn({ correlationId, ...errorToFields(error) }, 'the provider cannot be reached')
    return refuse(codes.refusedState, () => refusalText(context, 'unreachable', undefined))
  }
  await storeLogin(db, { issuer: provider.issuer, browserKey, ...exchange, isTest }, now())
  return { url }
}

type SsoMethod = 'startProviderLogin' | 'finishProviderLogin' | 'companyLogin' | 'startTestLogin'

export const ssoHandlers: Pick<Handlers, SsoMethod> = {
  startProviderLogin: (context) => startLogin(context, { isTest: false }),

  startTestLogin: (context) => startLogin(context, { isTest: true }),

  companyLogin: async (context) => {
    const { settings } = context
    const { publicUrl, provider } = settings
    return {
      isConnected: provider !== undefined,
      addresses: {
        back: returnAddress(context),
        afterLogout: `${publicUrl}login`,
        backChannel: publicUrl + BACK_CHANNEL_PATH,
        scim: `${publicUrl}scim/v2`,
      },
      steps: await checkConnection(context),
    }
  },

  finishProviderLogin: async (context) => {
    const { db, settings, browserKey, now } = context
    if (!settings.provider) return noProviderRefusal()
    const login = browserKey === '' ? undefined : await findAnsweredLogin(db, browserKey, now())
    if (!login) return refuse(codes.refusedState, m.access_providerTookTooLong)
    const { refusal, claims, username } = login
    if (refusal !== null || username === null) {
      const reason = (refusal ?? 'failed') as ProviderRefusal
      const hasNoAccount = noAccountRefusals.includes(reason)
      return refuse(codes.refusedState, () => refusalText(context, reason, claims), { fields: { hasNoAccount } })
    }
    return { username, ticket: await createTicket(db, login), isFirst: login.is_first }
  },
}
