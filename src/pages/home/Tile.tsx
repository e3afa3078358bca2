// A tile of Home: an icon, a count or a value, and its label. The whole tile is a link, unless it contains links.
import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/Skeleton.tsx'

interface TileProps {
  /** The page that the whole tile links to. Undefined if the tile contains links or links to nothing. */
  readonly to?: string | undefined
  readonly icon: LucideIcon
  readonly label: string
  /** Undefined while unknown. */
  readonly count?: number | undefined
  /** Shown in place of a count. */
  readonly value?: ReactNode
  /** Why the count is unknown now. */
  readonly failure?: { readonly text: string } | undefined
  readonly children?: ReactNode
}

export function Tile({ to, icon: Icon, label, count, value, failure, children }: TileProps) {
  if (count === 0)
    return (
      <ZeroTile to={to} icon={Icon} label={label}>
        {children}
      </ZeroTile>
    )
  const isCounted = count !== undefined
  const shownValue = value ?? count ?? '–'
  const text = children ?? failure?.text
  const content = (
    <>
      <span
        aria-hidden
        className={cx(
          'grid size-10 shrink-0 place-items-center rounded-lg',
          isCounted ? 'bg-accent-tint text-accent' : 'bg-sunken text-muted',
        )}
      >
        <Icon className="size-5" />
      </span>
      <div className="grid min-w-0 flex-1">
        <span className={cx('flex items-baseline gap-x-2', value !== undefined && 'flex-wrap')}>
          <span className="figures text-xl font-semibold tracking-tight">{shownValue}</span>
          <span className="font-medium">{label}</span>
        </span>
        <div className="text-sm text-muted">{text ?? <Skeleton className="my-1 h-3 w-40 max-w-full" />}</div>
      </div>
    </>
  )
  const tileClasses = 'flex h-full items-center gap-4 rounded-lg border border-line bg-raised px-4 py-3.5 shadow-raised'
  return (
    <li className="w-full sm:w-[calc(50%-0.5rem)] sm:grow min-[1440px]:w-auto min-[1440px]:min-w-60 min-[1440px]:flex-1">
      {to === undefined ? (
        <div className={tileClasses}>{content}</div>
      ) : (
        <Link to={to} className={cx(tileClasses, 'group transition-colors hover:border-line-strong')}>
          {content}
          <ChevronRight aria-hidden className="size-4 shrink-0 text-muted group-hover:text-text" />
        </Link>
      )}
    </li>
  )
}

/** A tile with a count of zero: a single line after the other tiles, which leaves more space for the other tiles. */
function ZeroTile({ to, icon: Icon, label, children }: Pick<TileProps, 'to' | 'icon' | 'label' | 'children'>) {
  const content = (
    <>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="figures">0</span>
      <span>{label}</span>
      <span className="sr-only">{children}</span>
    </>
  )
  const classes = 'inline-flex items-center gap-1.5 text-sm text-muted'
  return (
    <li className="order-2 -mt-4 me-2">
      {to === undefined ? (
        <span className={classes}>{content}</span>
      ) : (
        <Link to={to} className={cx(classes, 'hover:text-text hover:underline')}>
          {content}
        </Link>
      )}
    </li>
  )
}
