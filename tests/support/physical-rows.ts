// The row type of physical orders, in the language of the tests.
import type { CalendarDate } from '#domain/calendar.ts'
import { orderRows, type PhysicalRowKind } from '#domain/order/rows.ts'

// Rows of physical orders have no dates.
export const physicalRows = orderRows('physical', '2026-11-26' as CalendarDate) as PhysicalRowKind
