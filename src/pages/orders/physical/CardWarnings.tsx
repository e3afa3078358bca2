// Warnings about the cards of an order, from the same rules that warned the maker.
import { m } from '#words/messages.js'
import { useMemo } from 'react'
import type { Result } from '#contract/operations.ts'
import { cents, centsToDecimal } from '#domain/money.ts'
import { mapOrderFields, type OrderAmountName, type OrderTextName } from '#domain/order/fields.ts'
import { toRowType } from '#domain/row-types.ts'
import { markDuplicates } from '#domain/rows/duplicates.ts'
import { countFindings } from '#domain/rows/findings.ts'
import { checkRow, findingReason, type RowType } from '#domain/rows/row-type.ts'
import { optionsToRules } from '#flows/upload/row-rules.ts'
import { defaultOptions } from '#machines/upload-steps.ts'
import { Banner } from '#ui/Banner.tsx'

type Rows = Result<'physicalCardOrderRows'>['cardOrders']

export function CardWarnings({ rows }: { readonly rows: Rows }) {
  // An order can have thousands of rows, so they are checked once per response, not at every render.
  const warnings = useMemo(() => warningsOf(rows), [rows])
  if (warnings.length === 0) return null
  return (
    <Banner kind="warning" title={m.orders_checkTheseCards()}>
      <ul>
        {warnings.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Banner>
  )
}

/** '12 cards have no delivery address'. */
function warningsOf(rows: Rows): readonly string[] {
  const rowType: RowType = toRowType(optionsToRules('physical', defaultOptions))
  const checkedRows = rows.map((row) => {
    const toText = (name: OrderTextName<'physical'>): string => row[name]
    // A blank amount of the maker is 0 in the order.
    const toAmount = (name: OrderAmountName<'physical'>): string =>
      row[name] === 0 ? '' : centsToDecimal(cents(row[name]))
    const values = mapOrderFields('physical', { text: toText, amount: toAmount })
    return checkRow(rowType, { rowNumber: row.rowNumber, values, fieldCount: rowType.fields.length })
  })
  const findingsOfRows = markDuplicates(rowType, checkedRows).map(({ findings }) => findings)
  const warnings = countFindings(findingsOfRows).filter(({ finding }) => finding.severity === 'warning')
  return warnings.map(({ finding, rows: count }) => findingReason(rowType, finding, count))
}
