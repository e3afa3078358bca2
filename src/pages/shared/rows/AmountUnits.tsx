// Asks for the unit and currency of a column of amounts if its heading or number format suggests a different one. Each
// option shows the first value and the sum that would result.
import { cents, centsToText, textToCents } from '#domain/money.ts'
import { type AmountQuestion, amountAnswers } from '#domain/rows/column-amounts.ts'
import { shiftAmount } from '#domain/rows/amount-units.ts'
import type { ReadColumns, TakenColumns } from '#domain/rows/headings.ts'
import { columnTitle } from '#domain/rows/column-map.ts'
import { ownCurrencyCode } from '#domain/rows/value-findings.ts'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import * as say from '#words/pages/shared/rows.ts'

type Answers = Required<{ readonly [Key in 'shifts' | 'currencies']: NonNullable<TakenColumns[Key]> }>

/** The chosen units and currencies by field. */
interface AmountUnitsProps extends Answers {
  readonly questions: readonly AmountQuestion[]
  readonly columns: ReadColumns
  readonly onUnit: (field: string, shift: number) => void
  readonly onCurrency: (field: string, which: 'own' | 'named') => void
}

export function AmountUnits({ questions, ...others }: AmountUnitsProps) {
  return questions.map((question) => (
    <div key={question.field.name} className="grid gap-4">
      {question.unit && <UnitQuestion {...others} question={question} unit={question.unit} />}
      {question.currency !== undefined && (
        <CurrencyQuestion {...others} question={question} currency={question.currency} />
      )}
    </div>
  ))
}

type QuestionProps = Omit<AmountUnitsProps, 'questions'> & { readonly question: AmountQuestion }

function UnitQuestion({
  question,
  unit,
  columns,
  shifts,
  onUnit,
}: QuestionProps & { readonly unit: keyof typeof unitWords }) {
  const { field, cell, by } = question
  const [sample] = columns.samples[cell] ?? []
  const title = columnTitle(columns, cell, columns.hasHeadings)
  const shift = shifts[field.name]
  return (
    <RadioGroup
      label={
        by === 'format'
          ? say.sheetShowsAmountsIn(title, unitWords[unit])
          : say.headingSaysAmountsAreIn(title, unitWords[unit])
      }
      value={shift === undefined ? undefined : String(shift)}
      onChange={(value) => onUnit(field.name, Number(value))}
      choices={amountAnswers(question).map((answer) => ({
        value: String(answer.shift),
        label: !answer.isInUnit
          ? say.amountsAreInCurrency(ownOf(question) || say.wholeUnits)
          : by === 'format'
            ? say.amountsAreAsShown
            : say.amountsAreInUnit(unitWords[unit]),
        hint: say.sumWouldBe(
          sample === undefined ? undefined : [sample, amountText(shiftAmount(sample, answer.shift))],
          sumText(question, answer.shift),
        ),
      }))}
    />
  )
}

function CurrencyQuestion({
  question,
  currency,
  columns,
  shifts,
  currencies,
  onCurrency,
}: QuestionProps & { readonly currency: string }) {
  const { field, cell } = question
  const own = ownOf(question)
  return (
    <RadioGroup
      label={say.headingNamesCurrency(columnTitle(columns, cell, columns.hasHeadings), currency, own)}
      value={currencies[field.name]}
      onChange={(which) => onCurrency(field.name, which)}
      choices={[
        {
          value: 'own',
          label: say.headingIsWrong(own),
          hint: say.sumWouldBe(undefined, sumText(question, shifts[field.name] ?? 0)),
        },
        { value: 'named', label: say.amountsAreForeign(currency), hint: say.foreignAmountsAreErrors(own) },
      ]}
    />
  )
}

const ownOf = ({ field }: AmountQuestion): string => (field.value === 'money' && ownCurrencyCode(field.currency)) || ''

const sumText = (question: AmountQuestion, shift: number): string =>
  `${ownOf(question)} ${centsToText(cents(Math.round(question.sum * 10 ** shift)))}`.trim()

/** The text as an amount in the portal's format, if it can be read as one. */
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
