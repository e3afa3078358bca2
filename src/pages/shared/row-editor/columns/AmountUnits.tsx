// Asks whether to take rows that a column marks as not to be paid, and asks for the unit or currency of an amount column
// if its heading or number format suggests an unusual one. Each option shows the resulting first value and sum.
import { m } from '#words/messages.js'
import { cents, centsToText, textToCents } from '#domain/money.ts'
import { type AmountQuestion, amountAnswers } from '#domain/rows/column-amounts.ts'
import { shiftAmount } from '#domain/rows/amount-units.ts'
import type { MarkedRows, ReadColumns, MappedColumns } from '#domain/rows/headings.ts'
import { columnTitle } from '#domain/rows/column-map.ts'
import { toCurrencyCode } from '#domain/rows/value-findings.ts'
import { shortList } from '#words/lists.ts'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'

/** The chosen units (`shifts`, as powers of ten) and currencies, by field name. */
type AmountChoices = Required<{ readonly [Key in 'shifts' | 'currencies']: NonNullable<MappedColumns[Key]> }>

interface AmountUnitsProps extends AmountChoices {
  readonly questions: readonly AmountQuestion[]
  readonly columns: ReadColumns
  readonly onUnit: (field: string, shift: number) => void
  /** 'own': the portal's currency; 'named': the currency that the heading names. */
  readonly onCurrency: (field: string, currencyChoice: 'own' | 'named') => void
}

export function AmountUnits({ questions, ...remainingProps }: AmountUnitsProps) {
  return questions.map((question) => (
    <div key={question.field.name} className="grid gap-4">
      {question.unit && <UnitQuestion {...remainingProps} question={question} unit={question.unit} />}
      {question.currency !== undefined && (
        <CurrencyQuestion {...remainingProps} question={question} currency={question.currency} />
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
}: QuestionProps & { readonly unit: keyof typeof unitNames }) {
  const { field, column, by } = question
  const [sample] = columns.samples[column] ?? []
  const title = columnTitle(columns, column, { hasHeadings: columns.hasHeadings })
  const shift = shifts[field.name]
  const labelInUnit = by === 'format' ? m.rows_amountsAreAsShown() : m.rows_amountsAreInUnit({ unit: unitNames[unit] })
  const labelAsWritten = m.rows_amountsAreInCurrency({ currency: portalCurrencyOf(question) || m.rows_wholeUnits() })
  return (
    <RadioGroup
      label={
        by === 'format'
          ? m.rows_sheetShowsAmountsIn({ title, unit: unitNames[unit] })
          : m.rows_headingNamesUnit({ title, unit: unitNames[unit] })
      }
      value={shift === undefined ? undefined : String(shift)}
      onChange={(value) => onUnit(field.name, Number(value))}
      choices={amountAnswers(question).map((option) => ({
        value: String(option.shift),
        label: option.isInUnit ? labelInUnit : labelAsWritten,
        hint:
          sample === undefined
            ? m.rows_sumWouldBe({ sum: sumText(question, option.shift) })
            : m.rows_sampleAndSum({
                sample,
                amount: amountText(shiftAmount(sample, option.shift)),
                sum: sumText(question, option.shift),
              }),
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
  const { field, column } = question
  const portalCurrency = portalCurrencyOf(question)
  return (
    <RadioGroup
      label={m.rows_headingNamesCurrency({
        title: columnTitle(columns, column, { hasHeadings: columns.hasHeadings }),
        currency,
        own: portalCurrency,
      })}
      value={currencies[field.name]}
      onChange={(currencyChoice) => onCurrency(field.name, currencyChoice)}
      choices={[
        {
          value: 'own',
          label: m.rows_amountsAreInOwn({ own: portalCurrency }),
          hint: m.rows_sumWouldBe({ sum: sumText(question, shifts[field.name] ?? 0) }),
        },
        {
          value: 'named',
          label: m.rows_amountsAreForeign({ currency }),
          hint: m.rows_foreignAmountsAreErrors({ own: portalCurrency }),
        },
      ]}
    />
  )
}

interface MarkedRowsQuestionProps {
  readonly marked: MarkedRows
  readonly title: string
  /** Undefined until the user has answered. */
  readonly leavesOut: boolean | undefined
  readonly onChange: (leavesOut: boolean) => void
}

const MAX_VALUES = 8

/** Shows how many rows have each value of the column. */
export function MarkedRowsQuestion({ marked, title, leavesOut, onChange }: MarkedRowsQuestionProps) {
  const excludedValues = marked.values.filter(({ text }) => marked.excluded.includes(text))
  const countOf = (values: MarkedRows['values']) => values.reduce((sum, { rows }) => sum + rows, 0)
  const listOf = (values: MarkedRows['values']) =>
    shortList(
      values
        .slice(0, MAX_VALUES)
        .map(({ text, rows }) => m.rows_valueWithRows({ value: text || m.rows_empty(), count: rows })),
      values.length,
    )
  const answer = leavesOut ? 'leaveOut' : 'take'
  return (
    <RadioGroup
      label={m.rows_columnExcludesRows({ title })}
      value={leavesOut === undefined ? undefined : answer}
      onChange={(value) => onChange(value === 'leaveOut')}
      choices={[
        {
          value: 'leaveOut',
          label: m.rows_leaveOutMarked({ count: countOf(excludedValues) }),
          hint: listOf(excludedValues),
        },
        { value: 'take', label: m.rows_takeMarked({ count: countOf(marked.values) }), hint: listOf(marked.values) },
      ]}
    />
  )
}

const portalCurrencyOf = ({ field }: AmountQuestion): string =>
  field.value === 'money' ? (toCurrencyCode(field.currency) ?? '') : ''

const sumText = (question: AmountQuestion, shift: number): string =>
  `${portalCurrencyOf(question)} ${centsToText(cents(Math.round(question.sum * 10 ** shift)))}`.trim()

/** The text as an amount in the portal's format, if it can be read as one. */
function amountText(text: string): string {
  const amount = textToCents(text)
  return typeof amount === 'number' ? centsToText(amount) : text
}

const unitNames = {
  minor: m.rows_minorUnits(),
  tenths: m.rows_tenths(),
  hundreds: m.rows_hundreds(),
  thousands: m.rows_thousands(),
  tenThousands: m.rows_tenThousands(),
  millions: m.rows_millions(),
  percent: m.rows_percentages(),
} as const
