// Shows whether the draft is saved on this device: "Saved 10:42", or a warning if it cannot be saved. Every edit is
// saved, so screen readers read out only the warning.
import { m } from '#words/messages.js'
import { Check, CloudOff } from 'lucide-react'
import { client } from '#brand/current.ts'
import { instantToLocal } from '#domain/instants.ts'
import type { RowsModel } from '#flows/open-rows/rows-model.ts'
import { Banner } from '#ui/Banner.tsx'
import { useObservable } from '#pages/shared/row-editor/useObservable.ts'

export function SaveStatus({ model }: { readonly model: RowsModel }) {
  const state = useObservable(model.saveState)
  const openRows = useObservable(model.openRows)
  if (openRows === undefined || state.kind === 'clean' || model.isReadOnly) return null
  return (
    <p className="flex items-center gap-1.5 text-sm text-muted sm:min-w-28 sm:justify-end">
      {state.kind === 'saved' && (
        <>
          <Check aria-hidden className="size-4 text-positive" />
          {m.rows_savedAt({ at: epochToTime(state.at) })}
        </>
      )}
      {state.kind === 'unsaved' && m.rows_saving()}
      {state.kind === 'memoryOnly' && (
        <>
          <CloudOff aria-hidden className="size-4 text-warning" />
          {m.rows_notSaved()}
        </>
      )}
    </p>
  )
}

export function StorageWarning({ model }: { readonly model: RowsModel }) {
  const state = useObservable(model.saveState)
  if (state.kind !== 'memoryOnly') return null
  const { title, advice } = storageTexts[state.why]
  return (
    <Banner kind="warning" title={title}>
      {advice}
    </Banner>
  )
}

/** By the reason why the draft is only in memory. */
const storageTexts = {
  unavailable: { title: m.common_draftsCannotBeKept(), advice: m.rows_noStorageSubmitFirst() },
  full: { title: m.common_noRoomForDrafts(), advice: m.rows_noSpaceSubmitFirst() },
  outdated: { title: m.common_newerVersionOpen(), advice: m.rows_noLongerSaves() },
  locked: { title: m.rows_notSavedYet(), advice: m.rows_savedWhenServerAnswers() },
} as const

/** Epoch milliseconds as '10:42' in the programme's time zone. */
export const epochToTime = (epochMs: number): string =>
  instantToLocal(new Date(epochMs).toISOString(), client)?.time ?? ''
