// The tile of Home with the user's batches and orders that were rejected or only partly done, each with a link.
import { m } from '#words/messages.js'
import { FileWarning } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useOwnBatches, useOwnOrders } from './own.ts'
import { Tile } from './Tile.tsx'
import { type WaitingItem, waitingItems } from './waiting-items.ts'

export function OwnProblems({ hasBatches, hasOrders }: { readonly hasBatches: boolean; readonly hasOrders: boolean }) {
  const [batches, orders] = [useOwnBatches(), useOwnOrders()]
  const list = hasBatches ? '/batches/mine' : '/card/my-orders'
  const isKnown = (batches.data || !hasBatches) && (orders.data || !hasOrders)
  if (!isKnown)
    return (
      <Tile
        to={list}
        icon={FileWarning}
        label={m.home_waitingItems({ hasBatches: hasBatches ? 'yes' : 'no', hasOrders: hasOrders ? 'yes' : 'no' })}
        count={undefined}
        unknown={batches.failure ?? orders.failure}
      />
    )
  const now = Math.max(batches.at ?? 0, orders.at ?? 0)
  const all = waitingItems(batches.data?.batchLoads ?? [], orders.data?.orders ?? [], now)
  const [first, ...others] = all
  if (first === undefined)
    return (
      <Tile
        to={list}
        icon={FileWarning}
        label={m.home_waitingItems({ hasBatches: hasBatches ? 'yes' : 'no', hasOrders: hasOrders ? 'yes' : 'no' })}
        count={0}
      >
        {m.home_nothingWasRejectedOrFailed()}
      </Tile>
    )
  if (others.length === 0)
    return (
      <Tile
        to={first.to}
        icon={FileWarning}
        label={first.kind === 'batch' ? m.home_waitingBatch() : m.home_waitingOrder()}
        count={1}
      >
        <span className="wrap-anywhere">{m.home_nameAndWhat({ name: first.name, what: first.problem })}</span>
      </Tile>
    )
  const kinds = new Set(all.map(({ kind }) => kind))
  const rest = all.slice(MAX_LINKS)
  return (
    <Tile
      icon={FileWarning}
      label={m.home_waitingItems({
        hasBatches: kinds.has('batch') ? 'yes' : 'no',
        hasOrders: kinds.has('order') ? 'yes' : 'no',
      })}
      count={all.length}
    >
      <ul>
        {all.slice(0, MAX_LINKS).map(({ kind, id, name, problem, to }) => (
          <li key={`${kind} ${id}`} className="py-0.5">
            <Link to={to} className="link wrap-anywhere">
              {name}
            </Link>
            : {problem}
          </li>
        ))}
        {restOf(rest).map(({ to, words }) => (
          <li key={to} className="py-0.5">
            <Link to={to} className="link">
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </Tile>
  )
}

/** The lists show the others. */
const MAX_LINKS = 4

function restOf(rest: readonly WaitingItem[]) {
  const ofKind = (kind: WaitingItem['kind']) => rest.filter((each) => each.kind === kind).length
  const [batches, orders] = [ofKind('batch'), ofKind('order')]
  return [
    { to: '/batches/mine', count: batches, words: m.home_moreBatches({ count: batches }) },
    { to: '/card/my-orders', count: orders, words: m.home_moreOrders({ count: orders }) },
  ].filter(({ count }) => count > 0)
}
