// The state of an item, shown as text, shape and colour together.
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { toneStyles, type Tone } from './tones.tsx'

export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  const { icon: Icon, text, tint } = toneStyles[tone]
  return (
    <span
      className={cx(
        'inline-flex h-5.5 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        tint,
        text,
      )}
    >
      <Icon aria-hidden className="size-3 shrink-0" strokeWidth={2.5} />
      {children}
    </span>
  )
}
