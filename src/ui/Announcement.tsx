// A sentence about the result of an act, which screen readers read out. It is always rendered and begins empty, since
// the text of a new region is not read out.
import { useEffect, useRef } from 'react'

/** The time in which browser and screen reader take notice of a new region. */
const DELAY_MS = 100

interface AnnouncementProps {
  /** Nothing is said while it is empty. */
  readonly text: string
  /** The text is said once for each occasion: by default whenever it changes. */
  readonly occasion?: string
}

export function Announcement({ text, occasion = text }: AnnouncementProps) {
  const region = useRef<HTMLParagraphElement>(null)
  const lastOccasion = useRef<string>(undefined)
  useEffect(() => {
    if (text === '' || lastOccasion.current === occasion) return undefined
    const timer = setTimeout(() => {
      lastOccasion.current = occasion
      // As a new text node, since React would not touch a text that is equal to the one before.
      region.current?.replaceChildren(text)
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [text, occasion])
  return <p ref={region} role="status" className="sr-only" />
}
