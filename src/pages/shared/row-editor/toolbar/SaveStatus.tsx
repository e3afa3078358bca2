// Shows whether the draft is saved on this device: "Saved 10:42", or a warning if it cannot be saved. Screen readers
// read out only the warning: every edit is saved.
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
  const [title, advice] = storageTexts[state.why]
  return (
    <Banner kind="warning" title={title}>
      {advice}
    </Banner>
  )
}

const storageTexts = {
  unavailable: [m.common_draftsCannotBeKept(), m.rows_noStorageSubmitFirst()],
  full: [m.common_noRoomForDrafts(), m.rows_noSpaceSubmitFirst()],
  outdated: [m.common_newerVersionOpen(), m.rows_noLongerSaves()],
  locked: [m.rows_notSavedYet(), m.rows_savedWhenServerAnswers()],
} as const

/** Epoch milliseconds as '10:42' in the programme's time zone. */
export const epochToTime = (epochMs: number): string =>
  instantToLocal(new Date(epochMs).toISOString(), client)?.time ?? ''
