// Asks in what unit the amounts of a column are, where its heading or its number format names another one: each answer
// with the first value and the sum as they would be.
import { cents, centsToText, textToCents } from '#domain/money.ts'
import { type AmountQuestion, amountAnswers } from '#domain/rows/column-amounts.ts'
import { shiftAmount } from '#domain/rows/amount-units.ts'
import type { ReadColumns } from '#domain/rows/headings.ts'
import { columnTitle } from '#domain/rows/column-map.ts'
import { ownCurrencyCode } from '#domain/rows/value-findings.ts'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import * as say from '#words/pages/shared/rows.ts'

interface AmountUnitsProps {
  readonly questions: readonly AmountQuestion[]
  readonly columns: ReadColumns
  /** The answers by field: the power of ten that makes the numbers amounts. */
  readonly shifts: Readonly<Record<string, number>>
  readonly onAnswer: (field: string, shift: number) => void
}

export function AmountUnits({ questions, columns, shifts, onAnswer }: AmountUnitsProps) {
  return questions.map((question) => {
    const { field, cell, unit, by } = question
    const own = (field.value === 'money' && ownCurrencyCode(field.currency)) || say.wholeUnits
    const [sample] = columns.samples[cell] ?? []
    const title = columnTitle(columns, cell, columns.hasHeadings)
    const shift = shifts[field.name]
    return (
      <RadioGroup
        key={field.name}
        label={
          by === 'format'
            ? say.sheetShowsAmountsIn(title, unitWords[unit])
            : say.headingSaysAmountsAreIn(title, unitWords[unit])
        }
        value={shift === undefined ? undefined : String(shift)}
        onChange={(value) => onAnswer(field.name, Number(value))}
        choices={amountAnswers(question).map((answer) => ({
          value: String(answer.shift),
          label: !answer.isInUnit
            ? say.amountsAreInCurrency(own)
            : by === 'format'
              ? say.amountsAreAsShown
              : say.amountsAreInUnit(unitWords[unit]),
          hint: say.sumWouldBe(
            sample === undefined ? undefined : [sample, amountText(shiftAmount(sample, answer.shift))],
            `${own === say.wholeUnits ? '' : `${own} `}${centsToText(cents(answer.sum))}`,
          ),
        }))}
      />
    )
  })
}

/** As an amount of ours, if it is one. */
function amountText(text: string): string {
  const amount = textToCents(text)
  return typeof amount === 'number' ? centsToText(amount) : text
}

const unitWords = {
  minor: say.minorUnits,
  tenths: say.tenths,
  hundreds: say.hundreds,
  thousands: say.thousands,
  tenThousands: say.tenThousands,
  millions: say.millions,
  percent: say.percentages,
} as const
