// The formats in which a list or document can be downloaded, each made on request.
import { Download } from 'lucide-react'
import { Button } from '../buttons/Button.tsx'
import { Menu } from '../overlays/Menu.tsx'
import * as say from '#words/ui/list.ts'

export interface DownloadMenuProps {
  /** One of them is being made. */
  readonly pending: boolean
  readonly items: readonly {
    readonly label: string
    readonly make: () => void
    /** A separator above it: another way to get the file. */
    readonly separated?: boolean
  }[]
  readonly disabledReason?: string | undefined
}

export function DownloadMenu({ pending, items, disabledReason }: DownloadMenuProps) {
  return (
    <Menu
      label={say.download}
      trigger={
        <Button size="small" icon={<Download aria-hidden />} pending={pending} disabledReason={disabledReason}>
          {say.download}
        </Button>
      }
      items={items.map(({ make, ...item }) => ({ ...item, onSelect: make }))}
    />
  )
}
