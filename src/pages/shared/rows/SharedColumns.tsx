// Shown with the column mapping: offers a mapping that a colleague has shared, and lets the user share the current one.
import type { ColumnMap } from '#domain/rows/headings.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { columnsAsSharedBy } from '#words/flows/rows.ts'
import * as say from '#words/pages/shared/rows.ts'
import type { Sharing } from './useSharedColumns.ts'

interface SharedNoticeProps {
  readonly sharing: Sharing
  /** The current mapping. */
  readonly map: ColumnMap
  /** The mapping suggested by the headings. */
  readonly guess: ColumnMap
  readonly onUse: (map: ColumnMap) => void
}

export function SharedNotice({ sharing: { found, isOwn }, map, guess, onUse }: SharedNoticeProps) {
  if (!found || isOwn) return null
  const isUsed = found.map.join() === map.join()
  return (
    <Banner
      title={isUsed ? columnsAsSharedBy(found.sharedBy) : say.hasSharedColumns(found.sharedBy)}
      actions={
        <Button size="small" onClick={() => onUse(isUsed ? guess : found.map)}>
          {isUsed ? say.doNotUseShared : say.useShared}
        </Button>
      }
    >
      {say.ownChoiceWins}
    </Banner>
  )
}

interface OwnSharingProps {
  readonly isShared: boolean
  readonly onChange: (isShared: boolean) => void
}

export function OwnSharing({ isShared, onChange }: OwnSharingProps) {
  const { online } = useConnection()
  return (
    <Checkbox
      label={say.shareWithColleagues}
      hint={online ? say.whatIsShared : OFFLINE_REASON}
      checked={isShared}
      disabled={!online}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
