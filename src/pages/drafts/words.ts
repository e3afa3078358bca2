// The texts of the drafts page.
import { m } from '#words/messages.js'
import type { CalendarDate } from '#domain/calendar.ts'
import { daysBetween } from '#domain/dates.ts'
import { numberToText, tenths } from '#words/figures.ts'

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A size in the format of browsers and operating systems: '840 B', '3.2 MB'. */
export function bytesToText(bytes: number): string {
  // Each unit is 1000 times the unit before, so every three digits lead to the next unit.
  const digitsAfterFirst = Math.floor(Math.log10(Math.max(1, bytes)))
  const unitIndex = Math.min(UNITS.length - 1, Math.floor(digitsAfterFirst / 3))
  const size = bytes / 1000 ** unitIndex
  const isWhole = unitIndex === 0 || size >= 100
  const sizeText = isWhole ? numberToText(Math.round(size)) : tenths(size)
  return `${sizeText} ${UNITS[unitIndex]}`
}

/** The age in whole days: 'today', 'yesterday', '12 days ago'. */
export function ageToText(savedOn: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(savedOn, today)
  if (days <= 0) return m.common_todayInText()
  return days === 1 ? m.drafts_yesterday() : m.drafts_daysAgo({ days })
}

/** 'Deleted today', 'Deleted in 3 days'. */
export function deletionToText(deletedOn: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, deletedOn)
  if (days <= 0) return m.drafts_deletedToday()
  return days === 1 ? m.drafts_deletedTomorrow() : m.drafts_deletedIn({ days })
}
