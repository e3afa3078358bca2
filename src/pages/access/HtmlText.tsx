// A message that can be HTML, reduced to simple formatting and https links. The sanitiser is only loaded for a message
// with markup. Until it is loaded, or if loading fails, the plain text is shown.
import { useEffect, useRef, useState } from 'react'

type Clean = (html: string) => DocumentFragment

export function HtmlText({ html }: { readonly html: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const [clean, setClean] = useState<{ readonly it: Clean }>()
  const hasMarkup = /[<&]/.test(html)

  useEffect(() => {
    if (!hasMarkup || clean) return
    let isStale = false
    import('./cleanHtml.ts').then(
      ({ cleanHtml }) => isStale || setClean({ it: cleanHtml }),
      () => undefined,
    )
    return () => {
      isStale = true
    }
  }, [hasMarkup, clean])

  useEffect(() => {
    if (hasMarkup && clean) place.current?.replaceChildren(clean.it(html))
  }, [hasMarkup, clean, html])

  if (!hasMarkup) return html
  return <span ref={place}>{clean ? undefined : html.replace(/<[^>]*>/g, ' ')}</span>
}
