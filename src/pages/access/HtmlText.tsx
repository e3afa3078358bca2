// A message that may come as HTML (access §2: "rendered as HTML"), with nothing left of it but plain formatting and links to https
// (threats T24). What cleans it is loaded only for a message that has markup; until then, and without it, its bare text stands.
import { useEffect, useRef, useState } from 'react'

type Clean = (html: string) => DocumentFragment

export function HtmlText({ html }: { readonly html: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const [clean, setClean] = useState<{ readonly it: Clean }>()
  const hasMarkup = /[<&]/.test(html)

  useEffect(() => {
    if (!hasMarkup || clean) return
    let gone = false
    import('./cleanHtml.ts').then(
      ({ cleanHtml }) => gone || setClean({ it: cleanHtml }),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [hasMarkup, clean])

  useEffect(() => {
    if (hasMarkup && clean) place.current?.replaceChildren(clean.it(html))
  }, [hasMarkup, clean, html])

  if (!hasMarkup) return html
  return <span ref={place}>{clean ? undefined : html.replace(/<[^>]*>/g, ' ')}</span>
}
