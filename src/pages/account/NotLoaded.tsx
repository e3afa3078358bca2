// Placeholder for a section of My Settings that is not loaded. Its data is never stored on this device.
import { m } from '#words/messages.js'
import { useConnection } from '#services/server/connection.ts'
import type { Failure } from '#services/server/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'

interface NotLoadedProps {
  /** Why the last attempt failed. Undefined while loading. */
  readonly failure: Failure | undefined
  /** The height of the section, in lines of text. */
  readonly lines: number
  readonly onRetry: () => void
}

export function NotLoaded({ failure, lines, onRetry }: NotLoadedProps) {
  const { online } = useConnection()
  if (!failure) return <SkeletonLines lines={lines} />
  // The section loads automatically when the connection is back.
  if (!online) return <p className="text-muted">{m.account_notKeptHere()}</p>
  return (
    <Banner kind="critical" title={failure.text} actions={<Button onClick={onRetry}>{m.common_tryAgain()}</Button>} />
  )
}
