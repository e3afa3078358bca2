// Must run before anything else, so main.tsx imports it first. Under `require-trusted-types-for 'script'` the addresses
// of workers and of the service worker need a policy. It accepts only the portal's own files. The policy of the HTML
// sanitiser is made here too, long before the sanitiser is loaded: each name can be used once, so another script could
// otherwise take it and let any HTML through.
import { client } from '#brand/current.ts'
import { trustedTypes } from '#services/sanitizer-policy.ts'

trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    const { origin, pathname } = new URL(url, document.baseURI)
    if (origin === location.origin && pathname.startsWith(client.basePath)) return url
    throw new TypeError(`not a script of this portal: ${origin}${pathname}`)
  },
})
