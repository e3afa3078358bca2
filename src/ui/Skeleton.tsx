// A placeholder with the size of the content, so that nothing moves when the content arrives.
import { m } from '#words/messages.js'
import { cx } from './cx.ts'

export function Skeleton({ className = 'h-4 w-full' }: { readonly className?: string }) {
  return <div aria-hidden className={cx('animate-breathe rounded-sm bg-sunken', className)} />
}

/** Placeholder for several lines of text. */
export function SkeletonLines({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className="grid gap-2.5" role="status" aria-label={m.ui_loading()}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cx('h-4', line === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </div>
  )
}
