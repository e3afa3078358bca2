// The actions for the selected rows of an approval list, at the foot of the window.
import { m } from '#words/messages.js'
import { Button } from '#ui/buttons/Button.tsx'

/** The selection is limited, since all rows of each selected item are loaded before a decision. */
const MAX_SELECTED = 25

export type BulkDecision = 'approve' | 'reject'

interface SelectionBarProps {
  readonly count: number
  readonly noun: 'batch' | 'order'
  /** 'SGD 12,345.00'. */
  readonly sum: string
  /** Why approving or rejecting is disabled now; undefined if it is enabled. */
  readonly blockedReasons: { readonly approve: string | undefined; readonly reject: string | undefined }
  readonly onDecide: (decision: BulkDecision) => void
  readonly onClear: () => void
}

export function SelectionBar({ count, noun, sum, blockedReasons, onDecide, onClear }: SelectionBarProps) {
  if (count === 0) return null
  const selectedText = m.common_countedItems({ noun: noun, count })
  const tooManyReason = count > MAX_SELECTED ? m.common_selectAtMost({ max: MAX_SELECTED }) : undefined
  return (
    <div
      role="group"
      aria-label={m.common_selectedRows()}
      data-selection
      className="sticky bottom-3 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center justify-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 shadow-overlay"
    >
      <span role="status" className="figures px-1">
        {m.common_selected({ items: m.common_itemsWithSum({ items: selectedText, sum }) })}
      </span>
      <Button
        kind="primary"
        data-action="approve"
        disabledReason={tooManyReason ?? blockedReasons.approve}
        onClick={() => onDecide('approve')}
      >
        {m.common_approveItems({ items: selectedText })}
      </Button>
      <Button
        data-action="reject"
        disabledReason={tooManyReason ?? blockedReasons.reject}
        onClick={() => onDecide('reject')}
      >
        {m.common_rejectItems({ items: selectedText })}
      </Button>
      <Button kind="quiet" onClick={onClear}>
        {m.common_clearSelection()}
      </Button>
    </div>
  )
}
