// A panel of Home with the user's batches or orders: counts by state, and the latest with their results.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

interface MyItemsProps {
  readonly title: string
  /** Links to the pages that create a new item. */
  readonly pages?: readonly { readonly path: string; readonly title: string }[]
  readonly counts: readonly { readonly label: string; readonly count: number; readonly to: string }[]
  /** The latest items. Undefined while loading. */
  readonly latest: readonly ReactNode[] | undefined
  readonly failure: { readonly text: string } | undefined
  readonly empty: { readonly title: string; readonly action: ReactNode; readonly hint: string }
}

export const MAX_LATEST = 5

export function MyItems({ title, pages = [], counts, latest, failure, empty }: MyItemsProps) {
  return (
    <Panel
      title={title}
      flush
      actions={
        pages.length > 0 && (
          <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {pages.map((page) => (
              <Link key={page.path} to={page.path} className="link">
                {page.title}
              </Link>
            ))}
          </span>
        )
      }
    >
      <dl
        aria-label={m.home_byStateLast56Days()}
        className="flex flex-wrap gap-x-8 gap-y-2 border-b border-line px-4 py-3"
      >
        {counts.map(({ label, count, to }) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="figures text-lg font-semibold">
              <Link to={to} aria-label={`${count} ${label}`} className="inline-block min-w-6 hover:underline">
                {count}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <LatestItems latest={latest} failure={failure} empty={empty} />
    </Panel>
  )
}

function LatestItems({ latest, failure, empty }: Pick<MyItemsProps, 'latest' | 'failure' | 'empty'>) {
  if (latest === undefined)
    return (
      <div className="p-4">{failure ? <p className="text-muted">{failure.text}</p> : <SkeletonLines lines={3} />}</div>
    )
  if (latest.length === 0)
    return (
      <EmptyState title={empty.title} action={empty.action}>
        {empty.hint}
      </EmptyState>
    )
  return <ul className="divide-y divide-line">{latest}</ul>
}

interface MyItemProps {
  readonly name: ReactNode
  /** The source file and the time of the upload. */
  readonly origin: ReactNode
  /** The reason for a rejection. */
  readonly reason?: string | null | undefined
  readonly badge: ReactNode
  readonly amount: ReactNode
  /** The size or the result. */
  readonly size: string
}

export function MyItem({ name, origin, reason, badge, amount, size }: MyItemProps) {
  return (
    <li className="grid grid-cols-[minmax(min-content,1fr)_auto] gap-x-4 px-4 py-2.5">
      <div className="grid content-start">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="text-xs wrap-anywhere text-muted">{origin}</span>
        {reason && <span className="mt-0.5 text-sm wrap-anywhere">{reason}</span>}
      </div>
      <div className="flex flex-col items-end gap-x-6 gap-y-1 sm:flex-row-reverse sm:items-center">
        <span className="flex justify-end sm:w-36">{badge}</span>
        <span className="grid justify-items-end">
          {amount}
          <span className="text-end text-xs text-muted">{size}</span>
        </span>
      </div>
    </li>
  )
}
