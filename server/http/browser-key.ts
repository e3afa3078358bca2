// The cookie that binds a sign-in by the company's login to the browser that began the sign-in. The cookie proves
// nothing else: sessions never depend on a cookie.
import type { IncomingHttpHeaders } from 'node:http'
import { createSecret } from '#server/sessions/provider-logins.ts'

/** Browsers accept this name only over https and only from this server, so that no other server can set the cookie. */
const SECURE_NAME = '__Host-sso'
/** The name without https. */
const PLAIN_NAME = 'sso'
const MAX_AGE_S = 600

/** The cookie's secret. '' if the request has no valid cookie. */
export function readBrowserKey({ cookie = '' }: IncomingHttpHeaders): string {
  const cookies = cookie.split(';').map((part) => part.trim())
  for (const name of [SECURE_NAME, PLAIN_NAME]) {
    const value = cookies.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
    if (value !== undefined && /^[\w-]{20,100}$/.test(value)) return value
  }
  return ''
}

/**
 * A new secret with the Set-Cookie header that stores the secret. SameSite=Lax, because the browser comes back from
 * another site. HttpOnly, so that no script can read the secret.
 */
export function createBrowserKey(publicUrl: string): { readonly browserKey: string; readonly cookie: string } {
  const browserKey = createSecret()
  const isHttps = publicUrl.startsWith('https:')
  const name = isHttps ? SECURE_NAME : PLAIN_NAME
  const secure = isHttps ? '; Secure' : ''
  return { browserKey, cookie: `${name}=${browserKey}${secure}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE_S}` }
}
