// Creates the policy that the addresses of workers and of the service worker need under `require-trusted-types-for
// 'script'`. The policy accepts only the portal's own files. This module must run before anything else, so main.tsx
// imports it first.
import { client } from '#brand/current.ts'
// This import also creates the policy of the HTML sanitiser, long before the sanitiser is loaded. The name of a policy
// can be used only once. So no other script can create a policy with this name, which could let any HTML through.
import { trustedTypes } from '#services/sanitizer-policy.ts'

trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    const { origin, pathname } = new URL(url, document.baseURI)
    const isOfPortal = origin === location.origin && pathname.startsWith(client.basePath)
    if (isOfPortal) return url
    throw new TypeError(`not a script of this portal: ${origin}${pathname}`)
  },
})
