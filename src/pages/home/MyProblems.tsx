// The tile of Home that links to the user's batches and orders that were rejected, cancelled by another user or only
// partly done.
import { m } from '#words/messages.js'
import { FileWarning } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useMyBatches, useMyOrders } from './my-items-queries.ts'
import { Tile } from './Tile.tsx'
import { type ProblemItem, toProblemItems } from './waiting-items.ts'

export function MyProblems({ hasBatches, hasOrders }: { readonly hasBatches: boolean; readonly hasOrders: boolean }) {
  const batches = useMyBatches()
  const orders = useMyOrders()
  const listPath = hasBatches ? '/batches/mine' : '/card/my-orders'
  const isLoaded = (batches.data || !hasBatches) && (orders.data || !hasOrders)
  if (!isLoaded)
    return (
      <Tile
        to={listPath}
        icon={FileWarning}
        label={m.home_itemsNeedAttention({
          hasBatches: hasBatches ? 'yes' : 'no',
          hasOrders: hasOrders ? 'yes' : 'no',
        })}
        count={undefined}
        failure={batches.failure ?? orders.failure}
      />
    )
  const loadedAt = Math.max(batches.at ?? 0, orders.at ?? 0)
  const items = toProblemItems(batches.data?.batchLoads ?? [], orders.data?.orders ?? [], loadedAt)
  const [first, ...others] = items
  if (first === undefined)
    return (
      <Tile
        to={listPath}
        icon={FileWarning}
        label={m.home_itemsNeedAttention({
          hasBatches: hasBatches ? 'yes' : 'no',
          hasOrders: hasOrders ? 'yes' : 'no',
        })}
        count={0}
      >
        {m.home_noRecentFailures()}
      </Tile>
    )
  if (others.length === 0)
    return (
      <Tile
        to={first.to}
        icon={FileWarning}
        label={first.kind === 'batch' ? m.home_batchNeedsAttention() : m.home_orderNeedsAttention()}
        count={1}
      >
        <span className="wrap-anywhere">{m.home_nameAndProblem({ name: first.name, problem: first.problem })}</span>
      </Tile>
    )
  const types = new Set(items.map(({ kind }) => kind))
  const remainingItems = items.slice(MAX_LINKS)
  return (
    <Tile
      icon={FileWarning}
      label={m.home_itemsNeedAttention({
        hasBatches: types.has('batch') ? 'yes' : 'no',
        hasOrders: types.has('order') ? 'yes' : 'no',
      })}
      count={items.length}
    >
      <ul>
        {items.slice(0, MAX_LINKS).map(({ kind, id, name, problem, to }) => (
          <li key={`${kind} ${id}`} className="py-0.5">
            <Link to={to} className="link wrap-anywhere">
              {name}
            </Link>
            : {problem}
          </li>
        ))}
        {moreLinks(remainingItems).map(({ to, text }) => (
          <li key={to} className="py-0.5">
            <Link to={to} className="link">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Tile>
  )
}

/** Items beyond this number are only counted, with a link to their list. */
const MAX_LINKS = 4

function moreLinks(remainingItems: readonly ProblemItem[]) {
  const countOf = (kind: ProblemItem['kind']) => remainingItems.filter((item) => item.kind === kind).length
  const batches = countOf('batch')
  const orders = countOf('order')
  return [
    { to: '/batches/mine', count: batches, text: m.home_moreBatches({ count: batches }) },
    { to: '/card/my-orders', count: orders, text: m.home_moreOrders({ count: orders }) },
  ].filter(({ count }) => count > 0)
}
