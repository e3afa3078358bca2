// The tile of Home for the user's batches and orders that were rejected, cancelled by another user or only partly done.
// The tile links to each of them.
import { m } from '#words/messages.js'
import { FileWarning } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useMyBatches, useMyOrders } from './my-items-queries.ts'
import { Tile } from './Tile.tsx'
import { type ProblemItem, toProblemItems } from './waiting-items.ts'

interface MyProblemsProps {
  readonly canUploadBatches: boolean
  readonly canOrderCards: boolean
}

export function MyProblems({ canUploadBatches, canOrderCards }: MyProblemsProps) {
  const batches = useMyBatches()
  const orders = useMyOrders()
  const listPath = canUploadBatches ? '/batches/mine' : '/card/my-orders'
  const generalLabel = labelOf({ hasBatches: canUploadBatches, hasOrders: canOrderCards })
  const areBatchesMissing = canUploadBatches && !batches.data
  const areOrdersMissing = canOrderCards && !orders.data
  if (areBatchesMissing || areOrdersMissing)
    return (
      <Tile
        to={listPath}
        icon={FileWarning}
        label={generalLabel}
        count={undefined}
        failure={batches.failure ?? orders.failure}
      />
    )
  const loadedAt = Math.max(batches.at ?? 0, orders.at ?? 0)
  const items = toProblemItems(batches.data?.batchLoads ?? [], orders.data?.orders ?? [], loadedAt)
  const [newestItem, ...olderItems] = items
  if (newestItem === undefined)
    return (
      <Tile to={listPath} icon={FileWarning} label={generalLabel} count={0}>
        {m.home_noRecentFailures()}
      </Tile>
    )
  if (olderItems.length === 0) {
    const { kind, to, name, problem } = newestItem
    const label = kind === 'batch' ? m.home_batchNeedsAttention() : m.home_orderNeedsAttention()
    return (
      <Tile to={to} icon={FileWarning} label={label} count={1}>
        <span className="wrap-anywhere">{m.home_nameAndProblem({ name, problem })}</span>
      </Tile>
    )
  }
  const label = labelOf({
    hasBatches: items.some(({ kind }) => kind === 'batch'),
    hasOrders: items.some(({ kind }) => kind === 'order'),
  })
  const remainingItems = items.slice(MAX_LINKS)
  return (
    <Tile icon={FileWarning} label={label} count={items.length}>
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

/** 'Batches needing attention', 'Card orders needing attention' or 'Batches and card orders needing attention'. */
const labelOf = ({ hasBatches, hasOrders }: { readonly hasBatches: boolean; readonly hasOrders: boolean }): string =>
  m.home_itemsNeedAttention({ hasBatches: hasBatches ? 'yes' : 'no', hasOrders: hasOrders ? 'yes' : 'no' })

/** Items beyond this number are only counted, with a link to their list. */
const MAX_LINKS = 4

/** A link to the list of the remaining batches, and one to the list of the remaining orders. */
function moreLinks(remainingItems: readonly ProblemItem[]) {
  const batchCount = remainingItems.filter(({ kind }) => kind === 'batch').length
  const orderCount = remainingItems.filter(({ kind }) => kind === 'order').length
  const links = []
  if (batchCount > 0) links.push({ to: '/batches/mine', text: m.home_moreBatches({ count: batchCount }) })
  if (orderCount > 0) links.push({ to: '/card/my-orders', text: m.home_moreOrders({ count: orderCount }) })
  return links
}
