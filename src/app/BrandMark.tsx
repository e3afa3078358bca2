// The client's mark and name, as the brand gives them.
import { client } from '#brand/current.ts'
import { cx } from '#ui/cx.ts'

export function BrandMark({ nameHidden = false }: { readonly nameHidden?: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <svg aria-hidden viewBox="0 0 32 32" className="size-7 shrink-0 text-accent">
        <rect width="32" height="32" rx="8" fill="currentColor" />
        <path
          d="M7 12.5h18M7 12a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3zM11 18.5h4"
          className="fill-none stroke-on-accent"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={cx('text-lg font-semibold tracking-tight', nameHidden && 'sr-only')}>{client.name}</span>
    </span>
  )
}
