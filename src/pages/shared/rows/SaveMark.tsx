// How far the draft on this device has come: "Saved 10:42", or a warning where nothing can be kept (threats T53).
import { Check, CloudOff } from 'lucide-react'
import { client } from '#brand/current.ts'
import { instantToText } from '#domain/instants.ts'
import type { RowsDesk } from '#flows/rows/desk.ts'
import { Banner } from '#ui/Banner.tsx'
import { useCell } from './useCell.ts'

export function SaveMark({ desk }: { readonly desk: RowsDesk }) {
  const state = useCell(desk.saveState)
  const opened = useCell(desk.open)
  if (opened === undefined || state.kind === 'clean' || desk.isReadOnly) return null
  return (
    <p role="status" className="flex min-w-28 items-center gap-1.5 sm:justify-end text-sm text-muted">
      {state.kind === 'saved' && (
        <>
          <Check aria-hidden className="size-4 text-positive" />
          Saved {epochToTime(state.at)}
        </>
      )}
      {state.kind === 'unsaved' && 'Saving…'}
      {state.kind === 'memoryOnly' && (
        <>
          <CloudOff aria-hidden className="size-4 text-warning" />
          Not saved
        </>
      )}
    </p>
  )
}

export function StorageWarning({ desk }: { readonly desk: RowsDesk }) {
  const state = useCell(desk.saveState)
  if (state.kind !== 'memoryOnly') return null
  const [title, cure] = words[state.why]
  return (
    <Banner kind="warning" title={title}>
      {cure}
    </Banner>
  )
}

const words = {
  unavailable: [
    'Drafts cannot be kept on this device',
    'This browser gives the portal no storage. You can go on, but submit before you close or reload this page.',
  ],
  full: [
    'This device has no room left for drafts',
    'You can go on, but submit before you close or reload this page, or free some space.',
  ],
  outdated: [
    'A newer version of the portal is open in another tab',
    'This page no longer saves. Submit here, or reload it to go on with the draft as it was last saved.',
  ],
} as const

/** Epoch milliseconds as '10:42' in the programme's zone. */
export const epochToTime = (at: number): string =>
  instantToText(new Date(at).toISOString(), client).split(', ')[1]?.slice(0, 5) ?? ''
