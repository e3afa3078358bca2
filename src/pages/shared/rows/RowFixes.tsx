// A button that fixes a value of one row if it can only mean one thing: 'Write as 2026-03-31'.
import { fixWords, isFixable } from '#domain/rows/value-fixes.ts'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { maskLongNumbers } from './words.ts'

interface RowFixesProps {
  readonly opened: Pick<OpenRows, 'rows' | 'edits'>
  /** The row's id. */
  readonly id: number
}

export function RowFixes({ opened: { rows, edits }, id }: RowFixesProps) {
  const codes = [...new Set(rows.findingsOf(id).map(({ code }) => code))].filter(isFixable)
  return codes.map((code) => {
    const after = edits.previewFix(code, [id]).map((each) => each.after)
    if (after.length === 0) return null
    return (
      <Button key={code} size="small" onClick={() => edits.fix(code, [id])}>
        {maskLongNumbers(fixWords(code, after.join(', ')))}
      </Button>
    )
  })
}
