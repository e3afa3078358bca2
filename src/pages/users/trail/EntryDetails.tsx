// The changes of one audit entry, or the reason why the action was refused. The screen shortens a long list. Print
// shows all of it.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { useIsPrinting } from '#ui/tables/useIsPrinting.ts'

const MAX_LINES = 4
/** Maximum length of all shown lines together, since one line, such as the permissions of a group, can be very long. */
const MAX_CHARACTERS = 180

export function EntryDetails({ lines }: { readonly lines: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const isPrinting = useIsPrinting()
  const showsAll = isOpen || isPrinting
  const shownLines = showsAll ? lines : shortenLines(lines)
  if (lines.length === 0) return null
  const isShortened = shownLines.join() !== lines.join()
  const hasButton = !isPrinting && (isOpen || isShortened)
  return (
    <div className="grid justify-items-start gap-0.5 py-0.5 text-sm wrap-anywhere max-sm:justify-items-end sm:min-w-44 sm:@min-[61rem]:min-w-64">
      {shownLines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {hasButton && (
        <button
          type="button"
          className="link finger py-0.5"
          aria-expanded={isOpen}
          onClick={() => setIsOpen((before) => !before)}
        >
          {isOpen ? m.audit_showLess() : m.audit_showAll({ lines: lines.length })}
        </button>
      )}
    </div>
  )
}

/** The first lines that fit. The last of them can be cut. */
function shortenLines(lines: readonly string[]): readonly string[] {
  // If there are too many lines, the button takes the place of the last line that would fit.
  const firstLines = lines.length > MAX_LINES ? lines.slice(0, MAX_LINES - 1) : lines
  const shownLines: string[] = []
  let remaining = MAX_CHARACTERS
  for (const line of firstLines) {
    if (remaining <= 0) break
    const hasRoom = line.length <= remaining
    shownLines.push(hasRoom ? line : `${line.slice(0, remaining - 1).trimEnd()}…`)
    remaining -= line.length
  }
  return shownLines
}
