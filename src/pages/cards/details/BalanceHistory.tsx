// The balance of the card over the last three months, from the ledger.
import { useMemo } from 'react'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { cents, decimalToCents } from '#domain/money.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import type { DayAmount } from '#ui/drawings/day-chart.ts'
import { DayPanel } from '#ui/drawings/DayPanel.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import * as say from '#words/pages/cards/details.ts'

const DAYS = 90

export function BalanceHistory({ voucherID, currency }: { readonly voucherID: string; readonly currency: string }) {
  const query = useServerQuery('cardBalanceHistory', { voucherID, days: DAYS })
  const history = query.data?.history
  const days = useMemo(
    () =>
      history?.map(({ date, balance }): DayAmount => ({
        date: date as CalendarDate,
        cents: decimalToCents(balance) ?? cents(0),
      })),
    [history],
  )
  const last = days?.at(-1)
  if (!days || !last)
    return (
      <Panel title={say.balanceInLastDays(DAYS)}>
        {query.failure ? (
          <EmptyState title={query.failure.text} action={<Button onClick={query.refresh}>{say.tryAgain}</Button>} />
        ) : (
          <Skeleton className="h-52 w-full" />
        )}
      </Panel>
    )
  return (
    <DayPanel
      title={say.balanceInLastDays(DAYS)}
      days={days}
      currency={currency}
      shape="steps"
      height="low"
      label={say.balanceByDayInLastDays(currency, DAYS)}
      figure={(pointed = last) => ({
        cents: pointed.cents,
        about: pointed === last ? say.todayInText : say.atEnd(dateToShortText(pointed.date)),
      })}
      table={{
        caption: say.daysOnWhichBalanceChanged,
        amount: say.balanceCurrency(currency),
        days: days.filter((day, index) => day.cents !== days[index - 1]?.cents),
      }}
    />
  )
}
