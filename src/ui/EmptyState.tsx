// Shown instead of data. Says why no data is shown (nothing exists, filters, no permission, offline), and what to do next.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly icon?: LucideIcon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-14 text-center">
      {Icon && (
        <span className="grid size-11 place-items-center rounded-full bg-sunken text-muted">
          <Icon aria-hidden className="size-5" />
        </span>
      )}
      <div className="grid max-w-md gap-1">
        <p className="text-lg font-medium text-balance">{title}</p>
        {Boolean(children) && <div className="text-muted text-pretty">{children}</div>}
      </div>
      {action}
    </div>
  )
}
