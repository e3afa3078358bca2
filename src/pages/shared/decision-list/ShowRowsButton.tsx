// The button of a warning in an item's details: shows only the rows that the warning is about.
import { m } from '#words/messages.js'
import { Button } from '#ui/buttons/Button.tsx'

interface ShowRowsButtonProps {
  readonly warningTitle: string
  readonly onClick: () => void
}

export function ShowRowsButton({ warningTitle, onClick }: ShowRowsButtonProps) {
  return (
    <Button size="small" aria-label={m.rows_showTheseRowsOnly({ words: warningTitle })} onClick={onClick}>
      {m.common_showTheseRows()}
    </Button>
  )
}
