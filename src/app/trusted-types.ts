// Must run before anything else, so main.tsx imports it first. Under `require-trusted-types-for 'script'` the addresses
// of workers and of the service worker need a policy. It accepts only the portal's own files.
import { client } from '#brand/current.ts'
interface PolicyRules {
  readonly createScriptURL: (url: string) => string
}
interface TrustedTypesFactory {
  readonly createPolicy: (name: string, rules: PolicyRules) => unknown
}

const trustedTypes = (globalThis as { readonly trustedTypes?: TrustedTypesFactory }).trustedTypes

trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    const { origin, pathname } = new URL(url, document.baseURI)
    if (origin === location.origin && pathname.startsWith(client.basePath)) return url
    throw new TypeError(`not a script of this portal: ${origin}${pathname}`)
  },
})
