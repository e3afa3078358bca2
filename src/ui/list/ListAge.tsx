// Shows when the rows of a list were received from the server.
import { m } from '#words/messages.js'
import type { ShownList } from '#domain/lists.ts'
import { cx } from '../cx.ts'
import { Instant } from '../Instant.tsx'

interface ListAgeProps {
  readonly list: Pick<ShownList<unknown>, 'receivedAt'>
  readonly className?: string | undefined
}

export function ListAge({ list: { receivedAt }, className }: ListAgeProps) {
  if (receivedAt === undefined) return null
  return (
    <span className={cx('self-center text-sm text-muted', className)}>
      {m.common_lastUpdated()} <Instant value={new Date(receivedAt).toISOString()} />
    </span>
  )
}
