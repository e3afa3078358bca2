// Must run before anything else, so main.tsx imports it first. Under `require-trusted-types-for 'script'` the addresses
// of workers and of the service worker need a policy. It accepts only the portal's own files.
import { client } from '#brand/current.ts'
// Importing this file also creates the policy of the HTML sanitiser, long before the sanitiser is loaded: each name can be
// used only once, so that otherwise another script could take it and let any HTML through.
import { trustedTypes } from '#services/sanitizer-policy.ts'

trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    const { origin, pathname } = new URL(url, document.baseURI)
    if (origin === location.origin && pathname.startsWith(client.basePath)) return url
    throw new TypeError(`not a script of this portal: ${origin}${pathname}`)
  },
})
