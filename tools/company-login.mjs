// Runs a company's login on this machine, to try single sign-on with: oidc-provider from npm, with one client (the
// portal) and a form that takes any email address as the person. For tests and testers only: it checks no password.
// `npm run company-login`; docs/running/single-sign-on.md, "Try it on your machine".
import { randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { Provider } from 'oidc-provider'

/** Not a port that browsers and `fetch` refuse, as they do 4190. */
export const DEFAULT_PORT = 4280
export const CLIENT_ID = 'portal'
export const CLIENT_SECRET = 'only-for-trying-it-out-on-this-machine'

/**
 * @param {{ port: number, portalUrl: string, groupsOf?: (email: string) => readonly string[] }} options `portalUrl`: the
 *   portal's address with its closing slash. `groupsOf`: the groups of a person.
 * @returns {Promise<{ issuer: string, close: () => Promise<void> }>}
 */
export async function startCompanyLogin({ port, portalUrl, groupsOf = () => [] }) {
  const issuer = `http://localhost:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${portalUrl}sso/back`],
        post_logout_redirect_uris: [`${portalUrl}login`],
        backchannel_logout_uri: `${portalUrl}sso/logout`,
        backchannel_logout_session_required: true,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'email', 'groups'],
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    // Replaces the provider's own fetch, which refuses to send a logout to this machine.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined }),
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true, groups: groupsOf(id) }),
    }),
    // Does not ask for consent, because the company has decided that its people use the portal.
    async loadExistingGrant(context) {
      const { client, session, provider: own } = context.oidc
      const grant = new own.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
      grant.addOIDCScope('openid email groups')
      await grant.save()
      return grant
    },
  })
  provider.on('backchannel.error', (_context, error) =>
    console.error(`The logout did not reach the portal: ${error.message}`),
  )
  const server = provider.listen(port)
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
  return {
    issuer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const port = Number(process.env.PORT ?? DEFAULT_PORT)
  const { issuer } = await startCompanyLogin({
    port,
    portalUrl: process.env.PORTAL_URL ?? 'http://localhost:4180/voyager/',
  })
  console.log(`The company's login runs at ${issuer}. Start the portal with:

OIDC_ISSUER=${issuer} OIDC_NAME="Your company" OIDC_CLIENT_ID=${CLIENT_ID} OIDC_CLIENT_SECRET=${CLIENT_SECRET} npm start`)
}
