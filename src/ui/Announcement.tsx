// A sentence about the result of an act, which screen readers read out. It is always rendered and begins empty, since
// screen readers do not read out the text of a new region.
import { useEffect, useRef } from 'react'

/** The time in which browser and screen reader take notice of a new region. */
const DELAY_MS = 100

interface AnnouncementProps {
  /** If empty, nothing is read out. */
  readonly text: string
  /** The text is read out once for each occasion; by default, whenever the text changes. */
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
