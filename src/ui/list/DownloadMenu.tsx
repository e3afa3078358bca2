// The download formats of a list or document. Each file is generated on request.
import { m } from '#words/messages.js'
import { Download } from 'lucide-react'
import { Button } from '../buttons/Button.tsx'
import { Menu } from '../overlays/Menu.tsx'

export interface DownloadMenuProps {
  /** True while one of the files is being generated. */
  readonly pending: boolean
  readonly items: readonly {
    readonly label: string
    readonly make: () => void
    /** Adds a separator above the item. */
    readonly separated?: boolean
  }[]
  readonly disabledReason?: string | undefined
}

export function DownloadMenu({ pending, items, disabledReason }: DownloadMenuProps) {
  return (
    <Menu
      label={m.common_download()}
      trigger={
        <Button size="small" icon={<Download aria-hidden />} pending={pending} disabledReason={disabledReason}>
          {m.common_download()}
        </Button>
      }
      items={items.map(({ make, ...item }) => ({ ...item, onSelect: make }))}
    />
  )
}
