// HTML of the host, sanitised to b i em strong br p a[https] (threats T24).
import DOMPurify from 'dompurify'

const ALLOWED = ['b', 'i', 'em', 'strong', 'br', 'p', 'a']

/** A fragment of the page, so that no markup is parsed where it is put. */
export function cleanHtml(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: ALLOWED,
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
