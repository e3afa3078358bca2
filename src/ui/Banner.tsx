// A message that stays on the page: information, a warning, a failure, or a lost connection.
import { m } from '#words/messages.js'
import { CircleAlert, Info, type LucideIcon, TriangleAlert, WifiOff, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from './buttons/Button.tsx'
import { cx } from './cx.ts'
import { IconButton } from './buttons/IconButton.tsx'

export type BannerKind = 'info' | 'warning' | 'critical' | 'offline'

interface BannerProps {
  readonly kind?: BannerKind
  readonly title: ReactNode
  /** Shown beside the title while the text is collapsed, in one line that is cut if there is no room. */
  readonly summary?: string
  readonly children?: ReactNode
  /** Actions, e.g. 'Check again'. */
  readonly actions?: ReactNode
  readonly onClose?: () => void
  /** True to show only the title at first, with a button that shows the text. */
  readonly startsCollapsed?: boolean
  /** True for a banner that is only as high as a collapsed banner. */
  readonly isDense?: boolean
  /** The label of the button that shows the text. 'What to do' by default. */
  readonly openLabel?: string
}

export function Banner({
  kind = 'info',
  title,
  summary,
  children,
  actions,
  onClose,
  startsCollapsed = false,
  isDense = startsCollapsed,
  openLabel = m.ui_whatToDo(),
}: BannerProps) {
  const { icon: Icon, classes, role } = styles[kind]
  const [isOpen, setIsOpen] = useState(!startsCollapsed)
  const id = useId()
  const hasText = children !== undefined
  const isTextShown = hasText && isOpen
  const isSummaryShown = !isTextShown && summary !== undefined
  const isTall = isTextShown && !startsCollapsed
  const iconPosition = startsCollapsed ? 'mt-1.5 self-start' : 'mt-0.5'
  return (
    <div
      role={role}
      className={cx(
        'flex gap-3 rounded-lg border px-4',
        isDense ? 'min-h-9.5 py-1' : 'py-3',
        isTall ? 'items-start' : 'items-center',
        classes,
      )}
    >
      <Icon aria-hidden className={cx('size-4 shrink-0', isTextShown && iconPosition)} />
      <div className={cx('flex min-w-0 flex-1 items-center gap-x-4 gap-y-2', !startsCollapsed && 'flex-wrap')}>
        <div className={cx('flex-1', startsCollapsed ? 'min-w-0' : 'min-w-48')}>
          <p className={cx('font-medium', startsCollapsed && isSummaryShown && 'truncate')}>
            {title}
            {isSummaryShown && <span className="font-normal text-text"> {summary}</span>}
          </p>
          {isTextShown && (
            <div id={id} className="text-text">
              {children}
            </div>
          )}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        {startsCollapsed && hasText && (
          <Button
            size="small"
            kind="quiet"
            className={cx(isOpen && 'self-start')}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setIsOpen((before) => !before)}
          >
            {isOpen ? m.ui_less() : openLabel}
          </Button>
        )}
      </div>
      {onClose && (
        <IconButton
          label={m.common_dismiss()}
          icon={<X aria-hidden />}
          size="small"
          onClick={onClose}
          className="-my-1 -me-2"
        />
      )}
    </div>
  )
}

const styles: Readonly<Record<BannerKind, { icon: LucideIcon; classes: string; role: 'status' | 'alert' }>> = {
  info: { icon: Info, classes: 'border-accent/25 bg-accent-tint text-accent', role: 'status' },
  warning: { icon: TriangleAlert, classes: 'border-warning/30 bg-warning-tint text-warning', role: 'status' },
  critical: { icon: CircleAlert, classes: 'border-critical/30 bg-critical-tint text-critical', role: 'alert' },
  offline: { icon: WifiOff, classes: 'border-line bg-sunken text-text', role: 'status' },
}
