// The balance of the card over the last three months, from the ledger.
import { m } from '#words/messages.js'
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

const DAYS = 90

export function BalanceHistory({ voucherID, currency }: { readonly voucherID: string; readonly currency: string }) {
  const query = useServerQuery('cardBalanceHistory', { voucherID, days: DAYS })
  const history = query.data?.history
  const days = useMemo(() => {
    const toDayAmount = ({ date, balance }: { readonly date: string; readonly balance: string }): DayAmount => ({
      // The contract has dates as strings; the server sends only valid dates.
      date: date as CalendarDate,
      cents: decimalToCents(balance) ?? cents(0),
    })
    return history?.map(toDayAmount)
  }, [history])
  const lastDay = days?.at(-1)
  if (!days || !lastDay)
    return (
      <Panel title={m.cards_balanceInLastDays({ days: DAYS })}>
        {query.failure ? (
          <EmptyState
            title={query.failure.text}
            action={<Button onClick={query.refresh}>{m.common_tryAgain()}</Button>}
          />
        ) : (
          <Skeleton className="h-52 w-full" />
        )}
      </Panel>
    )
  return (
    <DayPanel
      title={m.cards_balanceInLastDays({ days: DAYS })}
      days={days}
      currency={currency}
      shape="steps"
      height="low"
      label={m.cards_balanceChartText({ currency, days: DAYS })}
      figure={(pointedDay = lastDay) => {
        const date = dateToShortText(pointedDay.date)
        const about = pointedDay === lastDay ? m.common_todayInText() : m.cards_atEndOfDate({ date })
        return { cents: pointedDay.cents, about }
      }}
      table={{
        caption: m.cards_daysOnWhichBalanceChanged(),
        amount: m.cards_balanceCurrency({ currency }),
        // The first day, and the days with another balance than the day before.
        days: days.filter((day, index) => day.cents !== days[index - 1]?.cents),
      }}
    />
  )
}
