// Buttons that fix the values of one row if their meaning is obvious: 'Write as 2026-03-31'.
import { commas } from '#words/lists.ts'
import { fixChoices, fixButtonLabel, isFixable } from '#domain/rows/value-findings.ts'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { giveFocus } from '#ui/focus.ts'
import { maskLongNumbers } from '#pages/shared/row-editor/words.ts'

interface RowFixesProps {
  readonly openRows: Pick<OpenRows, 'rows' | 'edits'>
  /** The row's id. */
  readonly id: number
}

export function RowFixes({ openRows: { rows, edits }, id }: RowFixesProps) {
  const codes = [...new Set(rows.findingsOf(id).map(({ code }) => code))].filter(isFixable)
  return codes.flatMap((code) => {
    const choices = fixChoices(code)?.map(({ value }) => value) ?? [undefined]
    const buttons = choices.flatMap((choice) => {
      const changes = edits.previewFix(code, [id], choice)
      return changes.length === 0 ? [] : [{ choice, after: commas(changes.map(({ after }) => after)) }]
    })
    // Two date orders can give the same day.
    const distinctButtons = buttons.filter(
      ({ after }, index) => buttons.findIndex((button) => button.after === after) === index,
    )
    return distinctButtons.map(({ choice, after }) => (
      <Button
        key={`${code} ${after}`}
        size="small"
        onClick={({ currentTarget }) => {
          // The fix removes the button, so the focus returns to the cell of the row.
          const cell = currentTarget.closest('section')?.querySelector<HTMLElement>('[data-active="true"]')
          edits.fix(code, [id], choice)
          giveFocus(cell)
        }}
      >
        {maskLongNumbers(fixButtonLabel(code, after))}
      </Button>
    ))
  })
}
