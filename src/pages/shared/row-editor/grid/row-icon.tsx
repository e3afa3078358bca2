// An icon for the rows of the grid. It looks like the icons of lucide. Each of those would be two components in every
// row, while this icon is one element that all rows share.
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
