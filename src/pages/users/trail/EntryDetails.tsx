// The changes of one audit entry, or why the action was refused. A long list is shortened on screen and complete in
// print.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { useIsPrinting } from '#ui/tables/useIsPrinting.ts'

const MAX_LINES = 4
/** Maximum length of all shown lines together, since one line, such as the permissions of a group, can be very long. */
const MAX_CHARACTERS = 180

export function EntryDetails({ lines }: { readonly lines: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const isPrinting = useIsPrinting()
  const shownLines = isOpen || isPrinting ? lines : shortenLines(lines)
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

/** The first lines that fit; the button takes the space of one line. */
function shortenLines(lines: readonly string[]): readonly string[] {
  const shownLines: string[] = []
  let remaining = MAX_CHARACTERS
  for (const line of lines.length > MAX_LINES ? lines.slice(0, MAX_LINES - 1) : lines) {
    if (remaining <= 0) break
    shownLines.push(line.length > remaining ? `${line.slice(0, remaining - 1).trimEnd()}…` : line)
    remaining -= line.length
  }
  return shownLines
}
