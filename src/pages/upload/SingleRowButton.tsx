// The button that adds one card by hand, as the first row or after the rows of a file (docs/rules/orders.md, "Rows with
// errors").
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { OrderTypeInfo } from '#domain/order/types.ts'
import { toRowType } from '#domain/row-types.ts'
import type { CheckedRow, RowType } from '#domain/rows/row-type.ts'
import { optionsToRules } from '#flows/upload/row-rules.ts'
import { defaultOptions } from '#machines/upload-steps.ts'
import { RowFormDialog } from '#pages/shared/row-editor/fixes/RowFormDialog.tsx'
import { Button } from '#ui/buttons/Button.tsx'

interface SingleRowButtonProps {
  readonly order: OrderTypeInfo
  /** Receives a row without errors; returns the reason if it was not added. */
  readonly onAdd: (row: CheckedRow) => Promise<string | undefined>
  readonly disabledReason?: string | undefined
}

export function SingleRowButton({ order, onAdd, disabledReason }: SingleRowButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const rowType: RowType = useMemo(() => toRowType(optionsToRules(order.type, defaultOptions)), [order.type])
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
          rowType={rowType}
          title={order.single.title}
          addLabel={order.single.add}
          onAdd={onAdd}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
