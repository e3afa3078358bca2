// Figures that stay visible above a table: rows, valid, to fix, amount, fee. Screen readers do not read out changes of
// the figures. Instead, the page announces the result of what the user did in one sentence (Announcement).
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { toneStyles, type Tone } from '../tones.tsx'

export interface SummaryFigure {
  readonly label: string
  readonly value: ReactNode
  readonly tone?: Tone | undefined
  /** True for a figure that is left out on a phone, where each line of figures costs a row. */
  readonly isMinor?: boolean
}

interface SummaryBarProps {
  readonly label: string
  readonly figures: readonly SummaryFigure[]
  /** True if the bar stays at the top of the window while the page scrolls. */
  readonly sticky?: boolean
  readonly actions?: ReactNode
  /** True for less padding, which leaves more room for the table. */
  readonly dense?: boolean
}

export function SummaryBar({ label, figures, sticky = false, actions, dense = false }: SummaryBarProps) {
  return (
    <section
      aria-label={label}
      className={cx(
        'flex flex-wrap items-center gap-y-3 rounded-lg border border-line bg-raised px-4 shadow-raised',
        dense ? 'gap-x-4 py-1.5' : 'gap-x-6 py-3',
        sticky && 'sticky top-14 z-20',
      )}
    >
      <dl className={cx('flex flex-1 flex-wrap gap-y-2', dense ? 'gap-x-5' : 'gap-x-8')}>
        {figures.map(({ label: name, value, tone, isMinor = false }) => {
          const classes = tone ? toneStyles[tone] : undefined
          return (
            <div key={name} className={cx(dense ? 'min-w-9' : 'min-w-16', isMinor && 'max-sm:hidden')}>
              <dt className="text-xs text-muted">{name}</dt>
              <dd
                className={cx(
                  'figures flex items-center gap-1.5 font-semibold',
                  dense ? 'text-base' : 'text-lg',
                  classes?.text,
                )}
              >
                {classes && <classes.icon aria-hidden className="size-4" strokeWidth={2.25} />}
                {value}
              </dd>
            </div>
          )
        })}
      </dl>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </section>
  )
}
