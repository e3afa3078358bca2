// Today in the programme's time zone. A page that stays open past midnight updates the date when it becomes visible
// again.
import { useSyncExternalStore } from 'react'
import { client } from '#brand/current.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import { currentTime, subscribeToClock } from './clock.ts'

export const useToday = (): CalendarDate => useSyncExternalStore(subscribe, today)

const today = () => instantToDate(currentTime(), client.timeZone)

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  const unsubscribe = subscribeToClock(listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    unsubscribe()
  }
}
