// A button that opens the page with the result of a change. A card number must never be part of an address, so a typed
// number is passed to the page in memory.
import { useLocation, useNavigate } from 'react-router-dom'
import { areaInfoOf, type ChangeLink, type PendingChange } from '#flows/pending-changes/change-types.ts'
import { Button } from '#ui/buttons/Button.tsx'

/** A card known only by the typed number. */
export type EnteredCard = Exclude<ChangeLink, { readonly to: string }>

interface ViewResultProps {
  readonly change: PendingChange
  readonly onOpenCard?: ((card: EnteredCard) => void) | undefined
  /** Closes the dialog that covers the page. */
  readonly onLeave?: (() => void) | undefined
}

export function ViewResult({ change, onOpenCard, onLeave }: ViewResultProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { link } = change
  if (!link) return null
  const path = 'to' in link ? link.to : undefined
  const isOpenAlready = path === `${pathname}${search}`
  const canOpen = path !== undefined || onOpenCard !== undefined
  if (isOpenAlready || !canOpen) return null
  const openResult = () => {
    onLeave?.()
    if ('to' in link) void navigate(link.to)
    else onOpenCard?.(link)
  }
  return <Button onClick={openResult}>{areaInfoOf(change).openLabel}</Button>
}
