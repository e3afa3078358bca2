// Warns that the rows are open in another tab, with a button to continue here instead.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import { requestDraft } from '#flows/open-rows/shared-draft.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { openElsewhereText } from './words.ts'

interface OpenElsewhereProps {
  readonly itemName: string
  readonly draftId: string | undefined
  readonly children: ReactNode
}

export function OpenElsewhere({ itemName, draftId, children }: OpenElsewhereProps) {
  return (
    <Banner
      kind="warning"
      title={openElsewhereText({ itemName })}
      actions={draftId !== undefined && <Button onClick={() => requestDraft(draftId)}>{m.rows_continueHere()}</Button>}
    >
      {children}
    </Banner>
  )
}
