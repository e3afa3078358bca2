// Buttons that fix the values of one row if it is obvious what the values mean: 'Write as 2026-03-31'.
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

/** Takes the place of the choices for a fix that has none. */
const NO_CHOICE = { value: undefined }

export function RowFixes({ openRows: { rows, edits }, id }: RowFixesProps) {
  const codes = [...new Set(rows.findingsOf(id).map(({ code }) => code))].filter(isFixable)
  return codes.flatMap((code) => {
    const choices = fixChoices(code) ?? [NO_CHOICE]
    // Choices with the same result share one button: both date orders of 03/03/2026 give the same date.
    const choiceByText = new Map<string, string | undefined>()
    for (const { value: choice } of choices) {
      const changes = edits.previewFix(code, [id], choice)
      const text = commas(changes.map(({ after }) => after))
      if (changes.length > 0 && !choiceByText.has(text)) choiceByText.set(text, choice)
    }
    return [...choiceByText].map(([after, choice]) => (
      <Button
        key={`${code} ${after}`}
        size="small"
        onClick={({ currentTarget }) => {
          // The fix removes the button, so the focus returns to the active cell of the grid.
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
