// The Trusted Types policy of the HTML sanitiser (src/pages/access/cleanHtml.ts). The policy lets everything pass,
// because the sanitiser itself checks the HTML. src/app/trusted-types.ts imports this file at the start.
interface PolicyRules {
  readonly createHTML?: (html: string) => string
  readonly createScriptURL?: (url: string) => string
}
interface TrustedTypesFactory {
  readonly createPolicy: (name: string, rules: PolicyRules) => unknown
}

/** Undefined in browsers without Trusted Types. */
export const trustedTypes = (globalThis as { readonly trustedTypes?: TrustedTypesFactory }).trustedTypes

export const sanitizerPolicy = trustedTypes?.createPolicy('dompurify', {
  createHTML: (html) => html,
  createScriptURL: (url) => url,
})
