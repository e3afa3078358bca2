// Shows that another tab has the rows open, with a button to take them over.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import { takeOver } from '#flows/rows/shared-draft.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { elsewhere } from './words.ts'

interface ElsewhereProps {
  readonly itemName: string
  readonly draftId: string | undefined
  readonly children: ReactNode
}

export function Elsewhere({ itemName, draftId, children }: ElsewhereProps) {
  return (
    <Banner
      kind="warning"
      title={elsewhere({ itemName })}
      actions={draftId !== undefined && <Button onClick={() => takeOver(draftId)}>{m.rows_goOnWithItHere()}</Button>}
    >
      {children}
    </Banner>
  )
}
