// Why a checker says no, or what is said of a closed batch: a few lines, most of which may be left out.
import type { RefObject } from 'react'
import { TextArea } from '#ui/forms/TextArea.tsx'
import * as say from '#words/pages/shared.ts'

interface ReasonFieldProps {
  readonly label?: string
  readonly hint: string
  /** It cannot be left out. */
  readonly required?: boolean
  readonly maxLength: number
  readonly value: string
  readonly readOnly: boolean
  readonly onChange: (value: string) => void
  readonly field?: RefObject<HTMLTextAreaElement | null>
}

export function ReasonField({ label = say.reason, required = false, onChange, field, ...area }: ReasonFieldProps) {
  return (
    <TextArea
      {...area}
      {...(field ? { ref: field } : {})}
      label={label}
      optional={!required}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** As it is sent; words of blanks alone are none. */
export const reasonOf = (text: string): string | undefined => text.trim() || undefined
