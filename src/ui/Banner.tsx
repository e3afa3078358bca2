// A message that belongs to the page and stays: information, a warning, a failure, or that the line is down.
import { CircleAlert, Info, type LucideIcon, TriangleAlert, WifiOff, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'

export type BannerKind = 'info' | 'warning' | 'critical' | 'offline'

interface BannerProps {
  readonly kind?: BannerKind
  readonly title: ReactNode
  readonly children?: ReactNode
  /** What can be done about it, e.g. 'Check again'. */
  readonly actions?: ReactNode
  readonly onClose?: () => void
}

export function Banner({ kind = 'info', title, children, actions, onClose }: BannerProps) {
  const { icon: Icon, look, role } = kinds[kind]
  return (
    <div
      role={role}
      className={cx(
        'flex gap-3 rounded-lg border px-4 py-3',
        children === undefined ? 'items-center' : 'items-start',
        look,
      )}
    >
      <Icon aria-hidden className={cx('size-4 shrink-0', children !== undefined && 'mt-0.5')} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-48 flex-1">
          <p className="font-medium">{title}</p>
          {children !== undefined && <div className="text-text">{children}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {onClose && (
        <IconButton label="Dismiss" icon={<X aria-hidden />} size="small" onClick={onClose} className="-my-1 -mr-2" />
      )}
    </div>
  )
}

const kinds: Readonly<Record<BannerKind, { icon: LucideIcon; look: string; role: 'status' | 'alert' }>> = {
  info: { icon: Info, look: 'border-accent/25 bg-accent-tint text-accent', role: 'status' },
  warning: { icon: TriangleAlert, look: 'border-warning/30 bg-warning-tint text-warning', role: 'status' },
  critical: { icon: CircleAlert, look: 'border-critical/30 bg-critical-tint text-critical', role: 'alert' },
  offline: { icon: WifiOff, look: 'border-line bg-sunken text-text', role: 'status' },
}
