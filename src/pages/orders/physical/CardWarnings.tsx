// Warnings about the cards of an order, from the same rules that warned the maker.
import { m } from '#words/messages.js'
import { useMemo } from 'react'
import type { Result } from '#contract/operations.ts'
import { cents, centsToDecimal } from '#domain/money.ts'
import { mapOrderFields } from '#domain/order/fields.ts'
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
    const values = mapOrderFields(
      'physical',
      (name): string => row[name],
      (name) => (row[name] === 0 ? '' : centsToDecimal(cents(row[name]))),
    )
    return checkRow(rowType, { rowNumber: row.rowNumber, values, fieldCount: rowType.fields.length })
  })
  return countFindings(markDuplicates(rowType, checkedRows).map(({ findings }) => findings))
    .filter(({ finding }) => finding.severity === 'warning')
    .map(({ finding, rows: count }) => findingReason(rowType, finding, count))
}
