// Shows a message that can contain HTML, reduced to simple formatting and https links. The sanitiser is only loaded for
// a message with markup. Until it is loaded, or if loading fails, the plain text is shown.
import { useEffect, useRef, useState } from 'react'

type Sanitise = (html: string) => DocumentFragment

export function HtmlText({ html }: { readonly html: string }) {
  const container = useRef<HTMLSpanElement>(null)
  // The state is an object with the function, because React would call a function that is passed to a state setter.
  const [sanitiser, setSanitiser] = useState<{ readonly sanitise: Sanitise }>()
  const hasMarkup = /[<&]/.test(html)

  useEffect(() => {
    if (!hasMarkup || sanitiser) return
    let isStale = false
    const load = async () => {
      const { cleanHtml } = await import('./cleanHtml.ts')
      if (!isStale) setSanitiser({ sanitise: cleanHtml })
    }
    load().catch(() => undefined)
    return () => {
      isStale = true
    }
  }, [hasMarkup, sanitiser])

  useEffect(() => {
    if (hasMarkup && sanitiser) container.current?.replaceChildren(sanitiser.sanitise(html))
  }, [hasMarkup, sanitiser, html])

  if (!hasMarkup) return html
  // The second effect fills the span once the sanitiser is loaded.
  return <span ref={container}>{sanitiser ? undefined : withoutTags(html)}</span>
}

const withoutTags = (html: string): string => html.replace(/<[^>]*>/g, ' ')
