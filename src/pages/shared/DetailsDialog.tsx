// A full-screen dialog with the details of a batch or an order. The rows load when the dialog opens; until they are
// loaded, the dialog shows the progress or the error.
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
  /** Names the item in the message about an item that does not exist. */
  readonly noun: 'batch' | 'order'
  /** Shown without a connection: explains that the rows are not stored on this device. */
  readonly notStoredText: string
  readonly query: { readonly failure: Failure | undefined; readonly refresh: () => void }
  readonly onClose: () => void
  /** Buttons beside Close. */
  readonly buttons: ReactNode
  /** Undefined until the response arrives. */
  readonly children: ReactNode
}

export function DetailsDialog(props: DetailsDialogProps) {
  const closeButton = useRef<HTMLButtonElement>(null)
  const isLoaded = props.children !== undefined
  useLayoutEffect(() => {
    if (!isLoaded) return
    // When another item is opened, the focused button disappears with the details of the previous item. The focus is
    // then nowhere, or on the dialog itself.
    const isFocusOnDialog = document.activeElement?.role === 'dialog'
    if (!isFocusLost() && !isFocusOnDialog) return
    const primaryButton = closeButton.current
      ?.closest('[role=dialog]')
      ?.querySelector<HTMLElement>('[data-kind=primary]')
    giveFocus(primaryButton ?? closeButton.current)
  }, [isLoaded])
  const { title, description, noun, notStoredText, query, onClose, buttons, children } = props
  const { failure } = query
  return (
    <Dialog
      open
      size="full"
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          {/* On a phone the cross is enough, so that the other buttons fit on one line. */}
          <Button ref={closeButton} className="max-sm:not-only:hidden" onClick={onClose}>
            {m.common_close()}
          </Button>
          {buttons}
        </>
      }
    >
      {children}
      {!isLoaded && failure && (
        <EmptyState
          title={failure.text}
          action={!isMissing(failure) && <Button onClick={query.refresh}>{m.common_tryAgain()}</Button>}
        >
          {isMissing(failure) && m.common_linkMayBeOldOrMistyped({ noun })}
          {failure.kind === 'unreachable' && notStoredText}
        </EmptyState>
      )}
      {!isLoaded && !failure && <SkeletonLines lines={6} />}
    </Dialog>
  )
}
