// The reason for a rejection, or the comments of a closed batch: a few lines, usually optional.
import { m } from '#words/messages.js'
import { TextArea } from '#ui/forms/TextArea.tsx'

interface ReasonFieldProps {
  readonly label?: string
  readonly hint: string
  readonly required?: boolean
  readonly maxLength: number
  readonly value: string
  readonly readOnly: boolean
  readonly onChange: (value: string) => void
}

export function ReasonField({ label = m.common_reason(), required = false, onChange, ...area }: ReasonFieldProps) {
  return <TextArea {...area} label={label} optional={!required} onChange={(event) => onChange(event.target.value)} />
}

/** The text to send; undefined if it is blank. */
export const blankToUndefined = (text: string): string | undefined => text.trim() || undefined
