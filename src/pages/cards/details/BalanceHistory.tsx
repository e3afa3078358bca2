// What the card held over the last three months, from the ledger: a line, the figure under the pointer, and the table behind it
// for those who cannot see the chart. The chart's code is loaded when there is something to draw.
import { lazy, Suspense, useMemo, useState } from 'react'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { cents, wireToCents } from '#domain/money.ts'
import { useAsk } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import type { DayAmount } from '#ui/drawings/day-chart.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { DateText } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import * as say from '#words/pages/cards/details.ts'
const DayChart = lazy(() => import('#ui/drawings/DayChart.tsx'))

const DAYS = 90

export function BalanceHistory({ voucherID, currency }: { readonly voucherID: string; readonly currency: string }) {
  const [asTable, setAsTable] = useState(false)
  const [pointed, setPointed] = useState<number>()
  const asked = useAsk('cardBalanceHistory', { voucherID, days: DAYS })
  const history = asked.data?.history
  const days = useMemo(
    () =>
      history?.map(({ date, balance }): DayAmount => ({
        date: date as CalendarDate,
        cents: wireToCents(balance) ?? cents(0),
      })),
    [history],
  )
  const shown = days?.[pointed ?? days.length - 1]

  return (
    <Panel
      title={say.balanceInLastDays(DAYS)}
      actions={
        days && (
          <Button size="small" kind="quiet" onClick={() => setAsTable(!asTable)}>
            {asTable ? say.showAsChart : say.showAsTable}
          </Button>
        )
      }
    >
      {!days ? (
        asked.failure ? (
          <EmptyState title={asked.failure.text} action={<Button onClick={asked.refresh}>{say.tryAgain}</Button>} />
        ) : (
          <Skeleton className="h-52 w-full" />
        )
      ) : (
        <>
          {shown && (
            <p className="mb-3 flex flex-wrap items-baseline gap-x-2">
              <span className="text-lg">
                <Money cents={shown.cents} currency={currency} strong />
              </span>
              <span className="text-sm text-muted">
                {shown === days.at(-1) ? say.todayInText : say.atEnd(dateToShortText(shown.date))}
              </span>
            </p>
          )}
          {asTable ? (
            <BalanceTable days={days} currency={currency} />
          ) : (
            <Suspense fallback={<Skeleton className="h-44 w-full" />}>
              <DayChart
                shape="steps"
                height="low"
                days={days}
                currency={currency}
                label={say.balanceByDayInLastDays(currency, DAYS)}
                onPoint={setPointed}
              />
            </Suspense>
          )}
        </>
      )}
    </Panel>
  )
}

/** The days on which it changed, newest first. */
function BalanceTable({ days, currency }: { readonly days: readonly DayAmount[]; readonly currency: string }) {
  const changed = days.filter((day, index) => index === 0 || day.cents !== days[index - 1]?.cents)
  return (
    <div className="max-h-72 overflow-auto" role="group" aria-label={say.balanceByDay} tabIndex={0}>
      <table className="figures w-full max-w-md">
        <caption className="sr-only">{say.daysOnWhichBalanceChanged}</caption>
        <thead className="text-left text-xs text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-1.5 font-medium">
              {say.day}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {say.balanceCurrency(currency)}
            </th>
          </tr>
        </thead>
        <tbody>
          {changed.toReversed().map(({ date, cents: amount }) => (
            <tr key={date} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 text-left font-normal">
                <DateText value={date} />
              </th>
              <td className="py-1.5 text-right">
                <Money cents={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
