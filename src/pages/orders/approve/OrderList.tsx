// The table of virtual card orders with their actions.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { virtualOrderFilterLabels } from '#domain/order/status.ts'
import type { VirtualOrderFilter } from '#domain/order/states.ts'
import { ListWarnings } from '#pages/shared/decision-list/ListWarnings.tsx'
import { detailsButtonId } from '#pages/shared/decision-list/useFocusAfterRemoval.ts'
import { useExport } from '#services/lists/useExport.ts'
import type { WholeList } from '#services/lists/useServerList.ts'
import { useToday } from '#services/useToday.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { cx } from '#ui/cx.ts'
import { ListPanel } from '#ui/list/ListPanel.tsx'
import { RowActions } from '#ui/tables/RowActions.tsx'
import type { TableSelection } from '#ui/tables/DataTable.tsx'
import { DoneBy, NameAndDetail, Outcome, TwoLines, FreeText } from '#ui/tables/cells.tsx'
import { chargedSoFarText, loadedSoFarText, orderAmount } from '../words.ts'
import type { OrderDecision } from './decisions.ts'
import { OrderActions } from './OrderActions.tsx'
import { columnsOf, type ListedOrder } from './rows.ts'

interface OrderListProps {
  readonly filter: VirtualOrderFilter
  readonly list: WholeList<ListedOrder>
  readonly empty: ReactNode
  /** `rowFilter` is the filter of the rows in the details. */
  readonly onDetails: (order: VirtualCardOrdersBatchLoad, rowFilter?: string) => void
  readonly onDecide: (decision: OrderDecision, order: VirtualCardOrdersBatchLoad) => void
  readonly selection: TableSelection<ListedOrder> | undefined
}

export function OrderList({ filter, list, empty, onDetails, onDecide, selection }: OrderListProps) {
  const columns = columnsOf(filter)
  const label = virtualOrderFilterLabels[filter]
  const today = useToday()
  const download = useExport({
    name: `VirtualCardOrders_${label.replaceAll(' ', '')}_${today}`,
    sheet: label,
    columns,
    rows: list.loadAll,
  })
  return (
    <ListPanel<ListedOrder>
      key={filter}
      title={label}
      download={download}
      caption={m.orders_virtualCardOrders()}
      list={list}
      columns={columns}
      rowKey={({ batchLoadFileID }) => batchLoadFileID}
      cells={{
        ...cells,
        WARNING: (row) => <ListWarnings warnings={row.WARNINGS} onOpen={(warning) => onDetails(row, warning.filter)} />,
      }}
      onOpen={(row) => onDetails(row)}
      selection={selection}
      actions={(row) => (
        <RowActions narrowColumns={2}>
          <Button
            id={detailsButtonId(row.batchLoadFileID)}
            size="small"
            onClick={() => onDetails(row)}
            aria-label={m.orders_showDetailsOfOrder({ batchLoadFileID: row.batchLoadFileID })}
          >
            {m.common_details()}
          </Button>
          <OrderActions order={row} size="small" onDecide={onDecide} inRow />
        </RowActions>
      )}
      empty={empty}
    />
  )
}

const cells: Partial<Record<keyof ListedOrder, (row: ListedOrder) => ReactNode>> = {
  campaignName: (row) => <NameAndDetail name={row.campaignName} detail={row.fileName} />,
  totalLoadAmount: (row) => <TwoLines first={orderAmount(row.totalLoadAmount)} second={loadedSoFarText(row)} />,
  totalFee: (row) => <TwoLines first={orderAmount(row.totalFee)} second={chargedSoFarText(row)} />,
  ORDEREDBY: (row) => <DoneBy by={row.ORDEREDBY} at={row.uploadDate} />,
  APPROVEDBY: (row) => <DoneBy by={row.APPROVEDBY} at={row.approvalDate} />,
  REJECTEDBY: (row) => <DoneBy by={row.REJECTEDBY} at={row.rejectDate} />,
  rejectReason: (row) => <FreeText text={row.rejectReason} />,
  OUTCOME: (row) => (
    <TwoLines
      first={
        <span className={cx(row.state === 'partlyIssued' && 'text-critical')}>
          <Outcome words={row.OUTCOME} />
        </span>
      }
      second={row.state === 'issuing' && m.orders_beingIssuedNow()}
    />
  ),
}
