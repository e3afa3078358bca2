// A sentence that screen readers read out, about the result of what the user did. Screen readers do not read out a
// region that is new on the page. This region is therefore always on the page, and is empty at first.
import { useEffect, useRef } from 'react'

/** After this time, the browser and the screen reader know the region, and read out changes of its text. */
const DELAY_MS = 100

interface AnnouncementProps {
  /** If empty, nothing is read out. */
  readonly text: string
  /** The text is read out once for each occasion. By default, whenever the text changes. */
  readonly occasion?: string
}

export function Announcement({ text, occasion = text }: AnnouncementProps) {
  const region = useRef<HTMLParagraphElement>(null)
  const lastOccasion = useRef<string>(undefined)
  useEffect(() => {
    if (text === '' || lastOccasion.current === occasion) return undefined
    const timer = setTimeout(() => {
      lastOccasion.current = occasion
      // Always a new text node, so that an equal text is read out again. React would not change an equal text.
      region.current?.replaceChildren(text)
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [text, occasion])
  return <p ref={region} role="status" className="sr-only" />
}
