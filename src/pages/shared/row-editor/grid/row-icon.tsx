// An icon that every row has. It looks like lucide's icons, of which each is two components and often several paths, and
// is an element that all rows share.
import type { ReactElement } from 'react'

export const rowIcon = (path: string): ReactElement => (
  <svg
    aria-hidden
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    className="size-4 shrink-0"
  >
    <path d={path} />
  </svg>
)
