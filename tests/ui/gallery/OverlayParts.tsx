// Everything that opens over the page: dialogs, menus and tooltips.
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/buttons/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'
import { NoticeRegion } from '#ui/overlays/NoticeRegion.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Popover } from '#ui/overlays/Popover.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { type ToastNotice, Toasts } from '#ui/overlays/Toasts.tsx'

const sampleNotices = (at: number): readonly ToastNotice[] => [
  { id: '1', kind: 'normal', text: 'The code has been resent to your email!', duration: 'short', at },
  { id: '2', kind: 'success', text: 'Batch file uploaded successfully and awaiting approval', duration: 'long', at },
  { id: '3', kind: 'error', text: 'Cannot connect to server', duration: 'untilClosed', at },
]

export function OverlayParts() {
  const [open, setOpen] = useState<'confirm' | 'full'>()
  const [notices, setNotices] = useState<readonly ToastNotice[]>([])
  const [done, setDone] = useState('nothing')
  const close = () => setOpen(undefined)
  return (
    <Panel title="Overlays">
      <div className="mb-5 flex flex-wrap gap-3">
        <Button onClick={() => setOpen('confirm')}>Open confirm</Button>
        <Button onClick={() => setOpen('full')}>Open details</Button>
        <Button onClick={() => setNotices(sampleNotices(Date.now()))}>Say things</Button>
        <Menu
          trigger={<IconButton label="Actions of batch 1042" icon={<Ellipsis aria-hidden />} />}
          items={[
            { label: 'Details', onSelect: () => setDone('details') },
            {
              label: 'Approve',
              onSelect: () => setDone('approve'),
              disabledReason: 'A user cannot approve their own load',
            },
            { label: 'Reject', onSelect: () => setDone('reject'), danger: true, separated: true },
          ]}
        />
        <Popover label="Filters" trigger={<Button>Filters</Button>}>
          What is shown.
        </Popover>
      </div>
      <p data-testid="done">Done: {done}</p>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Approve batch 1042?"
        effect="4,812 cards are loaded with SGD 96,240.00 in all. This cannot be undone."
        confirmLabel="Approve 4,812 loads"
        onConfirm={() => {
          setDone('approved')
          close()
        }}
        onCancel={close}
      >
        <TextArea label="Comment" optional maxLength={255} />
      </ConfirmDialog>
      <Dialog open={open === 'full'} onClose={close} size="full" title="Batch 1042" description="loads-march.xlsx">
        <Button onClick={() => setNotices(sampleNotices(Date.now()))}>Say things here</Button>
        <div className="h-[200vh]">Long content</div>
      </Dialog>
      <NoticeRegion>
        <Toasts notices={notices} onClose={(id) => setNotices((shown) => shown.filter((notice) => notice.id !== id))} />
      </NoticeRegion>
    </Panel>
  )
}
