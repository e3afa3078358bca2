// Today in the programme's time zone, for tests of reports.
import { instantToDate } from '#domain/dates.ts'

export const today = instantToDate(Date.now(), 'Asia/Singapore')
