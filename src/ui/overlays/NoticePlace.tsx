// Where notices are while no dialog is open: top centre, over the bar at the top of the window. The page below is never covered and
// never moves; what the bar shows there is in the page's heading and under its keys too. Always in the page, since screen readers
// do not announce what comes into a live region that is new.
import type { ReactNode } from 'react'
import { NOTICE_POSITION } from './notice-slot.tsx'
import { cx } from '../cx.ts'
import * as say from '#words/ui.ts'

export function NoticePlace({ children }: { readonly children?: ReactNode }) {
  return (
    <section
      aria-label={say.notices}
      aria-live="polite"
      aria-relevant="additions"
      className={cx(NOTICE_POSITION, 'z-40')}
    >
      {children}
    </section>
  )
}
