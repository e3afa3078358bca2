// The region for notices while no dialog is open. It is at the top centre, over the top bar. Notices never cover or
// move the page below the bar. Everything that they cover in the bar can also be reached with the keyboard. The region
// is always rendered, because screen readers do not announce the content of a new live region.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import { NOTICE_POSITION } from './notice-slot.tsx'
import { cx } from '../cx.ts'

export function NoticeRegion({ children }: { readonly children?: ReactNode }) {
  return (
    <section
      aria-label={m.common_notices()}
      aria-live="polite"
      aria-relevant="additions"
      className={cx(NOTICE_POSITION, 'z-40')}
    >
      {children}
    </section>
  )
}
