// The state of an item, shown as text, shape and colour together.
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { toneStyles, type Tone } from './tones.tsx'

interface BadgeProps {
  readonly tone?: Tone
  /** True for a narrow column, where a long state must wrap to a second line. */
  readonly wraps?: boolean
  readonly children: ReactNode
}

export function Badge({ tone = 'neutral', wraps = false, children }: BadgeProps) {
  const { icon: Icon, text, tint } = toneStyles[tone]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 px-2 text-xs font-medium',
        wraps ? 'min-h-5.5 rounded-xl py-0.5' : 'h-5.5 rounded-full whitespace-nowrap',
        tint,
        text,
      )}
    >
      <Icon aria-hidden className="size-3 shrink-0" strokeWidth={2.5} />
      {children}
    </span>
  )
}
