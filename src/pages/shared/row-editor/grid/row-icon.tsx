// An icon for the rows of the grid, which looks like an icon of lucide. An icon of lucide would be two components in
// every row. This icon is one element that all rows share.
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
