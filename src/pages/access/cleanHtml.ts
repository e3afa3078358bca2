// Sanitises HTML from the server: keeps only the tags below, and no attributes except https links. Rules:
// docs/security.md, T24.
import DOMPurify, { type Config } from 'dompurify'
import { sanitizerPolicy } from '#services/sanitizer-policy.ts'

const ALLOWED_TAGS = ['b', 'i', 'em', 'strong', 'br', 'p', 'a']

// The cast is needed because TypeScript has no type for the browser's policies yet.
const trustedTypesConfig: Config =
  sanitizerPolicy === undefined
    ? {}
    : { TRUSTED_TYPES_POLICY: sanitizerPolicy as NonNullable<Config['TRUSTED_TYPES_POLICY']> }

/** Returns a document fragment instead of a string, so that the browser does not parse the result again. */
export function cleanHtml(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ...trustedTypesConfig,
    ALLOWED_TAGS,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^https:\/\//i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of fragment.querySelectorAll('a')) {
    link.rel = 'noopener noreferrer'
    link.target = '_blank'
    link.className = 'link'
  }
  return fragment
}
