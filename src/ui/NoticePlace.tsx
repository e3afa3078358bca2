// Where notices stand while no dialog is open: above the foot of the page, within its column, where neither its title nor a dialog
// is. Always there, since what comes into a place that is new is not read out everywhere. Beside a notice the page can be pressed.
import type { ReactNode } from 'react'
import * as say from '#words/ui.ts'

export function NoticePlace({ children }: { readonly children?: ReactNode }) {
  return (
    <section
      aria-label={say.notices}
      aria-live="polite"
      aria-relevant="additions"
      className="no-print pointer-events-none px-3 not-empty:pb-3 sm:px-6 sm:not-empty:pb-4"
    >
      {children}
    </section>
  )
}
