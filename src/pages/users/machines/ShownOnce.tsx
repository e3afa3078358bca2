// A key or a secret that the server shows only once, to be copied.
import { m } from '#words/messages.js'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { CopyButton } from '#ui/buttons/CopyButton.tsx'

interface ShownOnceProps {
  readonly title: string
  readonly name: string
  readonly value: string
  readonly onClose: () => void
}

export function ShownOnce({ title, name, value, onClose }: ShownOnceProps) {
  return (
    <Banner kind="warning" title={title} actions={<Button onClick={onClose}>{m.machines_copied()}</Button>}>
      <span className="flex flex-wrap items-center gap-2">
        <code dir="ltr" className="break-all">
          {value}
        </code>
        <CopyButton value={value} name={name} />
      </span>
    </Banner>
  )
}
