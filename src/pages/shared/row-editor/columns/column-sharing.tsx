// Shown with the column mapping: a notice with a mapping that a colleague has shared, and a checkbox to share the
// current mapping.
import { m } from '#words/messages.js'
import type { ColumnMap } from '#domain/rows/headings.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import type { ColumnSharing } from './useSharedColumns.ts'

interface SharedColumnsNoticeProps {
  readonly sharing: ColumnSharing
  /** The current mapping. */
  readonly map: ColumnMap
  /** The mapping suggested by the headings. */
  readonly guess: ColumnMap
  /** A sentence for each column that the shared mapping uses for another field than its heading names. */
  readonly contradictions: readonly string[]
  readonly onUse: (map: ColumnMap) => void
}

export function SharedColumnsNotice({
  sharing: { sharedMapping, isSharedByMe },
  map,
  guess,
  contradictions,
  onUse,
}: SharedColumnsNoticeProps) {
  if (!sharedMapping || isSharedByMe) return null
  const { sharedBy: name } = sharedMapping
  const isUsed = sharedMapping.map.join() === map.join()
  return (
    <Banner
      kind={contradictions.length > 0 ? 'warning' : 'info'}
      title={isUsed ? m.rows_columnsAsSharedBy({ name }) : m.rows_hasSharedColumns({ name })}
      actions={
        <Button size="small" onClick={() => onUse(isUsed ? guess : sharedMapping.map)}>
          {isUsed ? m.rows_doNotUseShared() : m.rows_useShared()}
        </Button>
      }
    >
      {contradictions.length > 0 && (
        <>
          <p>{m.rows_sharedContradicts({ name })}</p>
          <ul className="list-disc ps-5">
            {contradictions.map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
      {m.rows_ownChoiceWins()}
    </Banner>
  )
}

interface ShareColumnsCheckboxProps {
  readonly isShared: boolean
  readonly onChange: (isShared: boolean) => void
}

export function ShareColumnsCheckbox({ isShared, onChange }: ShareColumnsCheckboxProps) {
  const { online } = useConnection()
  return (
    <Checkbox
      label={m.rows_shareWithColleagues()}
      hint={online ? m.rows_whatIsShared() : OFFLINE_REASON}
      checked={isShared}
      disabled={!online}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
