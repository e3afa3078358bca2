// A range of dates as the fields hold it, and as it may be asked for (cards §5).
import { useState } from 'react'
import { refuseStatementRange } from '#domain/cards/statement.ts'
import { type CalendarDate, textToDate } from '#domain/dates.ts'

export interface Range {
  readonly start: string
  readonly end: string
}

/** Nothing is asked for while the range is refused; `error` is the sentence at the fields. */
export function useRange(initial: { readonly start: CalendarDate; readonly end: CalendarDate }) {
  const [range, setRange] = useState<Range>(initial)
  const [start, end] = [textToDate(range.start), textToDate(range.end)]
  const error =
    start === undefined || end === undefined ? 'Enter a start date and an end date' : refuseStatementRange(start, end)
  const dates = start !== undefined && end !== undefined && error === undefined ? { start, end } : undefined
  return { range, setRange, error, dates }
}
