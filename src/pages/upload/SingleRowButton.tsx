// Adds one card by hand, before a file is open or below its rows (docs/rules/orders.md, "Rows with errors").
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { OrderKind } from '#domain/order/kinds.ts'
import { toRowKind } from '#domain/row-kinds.ts'
import type { CheckedRow, RowKind } from '#domain/rows/kind.ts'
import { optionsToRules } from '#flows/upload/row-rules.ts'
import { defaultOptions } from '#machines/upload-steps.ts'
import { RowFormDialog } from '#pages/shared/rows/RowFormDialog.tsx'
import { Button } from '#ui/buttons/Button.tsx'

interface SingleRowButtonProps {
  readonly order: OrderKind
  /** Receives a row without errors; returns the reason if it was not added. */
  readonly onAdd: (row: CheckedRow) => Promise<string | undefined>
  readonly disabledReason?: string | undefined
}

export function SingleRowButton({ order, onAdd, disabledReason }: SingleRowButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const rowKind: RowKind = useMemo(() => toRowKind(optionsToRules(order.type, defaultOptions)), [order.type])
  return (
    <>
      <Button
        className="justify-self-start"
        icon={<Plus aria-hidden />}
        disabledReason={disabledReason}
        onClick={() => setIsOpen(true)}
      >
        {order.single.open}
      </Button>
      {isOpen && (
        <RowFormDialog
          kind={rowKind}
          title={order.single.title}
          addLabel={order.single.add}
          onAdd={onAdd}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
