// The actions for the selected rows of an approval list, at the foot of the window.
import { m } from '#words/messages.js'
import { useSession } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import type { FinalDecision } from './useDecisionList.ts'

/** The selection is limited, since all rows of each selected item are loaded before a decision. */
const MAX_SELECTED = 25

interface SelectionBarProps {
  readonly list: {
    readonly selectedRows: readonly unknown[]
    readonly decideSelected: (decision: FinalDecision) => void
    readonly clearSelection: () => void
  }
  readonly noun: 'batch' | 'order'
  /** 'SGD 12,345.00'. */
  readonly sum: string
}

export function SelectionBar({ list, noun, sum }: SelectionBarProps) {
  const approvalHold = useSession()?.approvalHold
  const count = list.selectedRows.length
  if (count === 0) return null
  const selectedText = m.common_countedItems({ noun, count })
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
        disabledReason={tooManyReason ?? approvalHold}
        onClick={() => list.decideSelected('approve')}
      >
        {m.common_approveItems({ items: selectedText })}
      </Button>
      <Button data-action="reject" disabledReason={tooManyReason} onClick={() => list.decideSelected('reject')}>
        {m.common_rejectItems({ items: selectedText })}
      </Button>
      <Button kind="quiet" onClick={list.clearSelection}>
        {m.common_clearSelection()}
      </Button>
    </div>
  )
}
