// The details of one item over the whole page. The rows load when the dialog opens, with common messages for loading
// and failure.
import { m } from '#words/messages.js'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { type Failure, isMissing } from '#services/server/api.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { giveFocus, isFocusLost } from '#ui/focus.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

interface DetailsDialogProps {
  readonly title: string
  readonly description: string
  /** The type of the item, e.g. 'batch', for the message if it is not found. */
  readonly noun: 'batch' | 'order'
  /** Why the rows are not stored on this device. */
  readonly notStored: string
  readonly query: { readonly failure: Failure | undefined; readonly refresh: () => void }
  readonly onClose: () => void
  /** Buttons beside Close. */
  readonly buttons: ReactNode
  /** Undefined until the response arrives. */
  readonly children: ReactNode
}

export function DetailsDialog(props: DetailsDialogProps) {
  const close = useRef<HTMLButtonElement>(null)
  const isLoaded = props.children !== undefined
  useLayoutEffect(() => {
    // The details of another item have replaced those with the pressed button.
    const active = document.activeElement
    if (!isLoaded || !(isFocusLost() || active?.role === 'dialog')) return
    const main = close.current?.closest('[role=dialog]')?.querySelector<HTMLElement>('[data-kind=primary]')
    giveFocus(main ?? close.current)
  }, [isLoaded])
  const { title, description, noun, notStored, query, onClose, buttons, children } = props
  return (
    <Dialog
      open
      size="full"
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button ref={close} onClick={onClose}>
            {m.common_close()}
          </Button>
          {buttons}
        </>
      }
    >
      {children !== undefined ? (
        children
      ) : query.failure ? (
        <EmptyState
          title={query.failure.text}
          action={!isMissing(query.failure) && <Button onClick={query.refresh}>{m.common_tryAgain()}</Button>}
        >
          {isMissing(query.failure) && m.common_linkMayBeOldOrMistyped({ noun })}
          {query.failure.kind === 'unreachable' && notStored}
        </EmptyState>
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Dialog>
  )
}
