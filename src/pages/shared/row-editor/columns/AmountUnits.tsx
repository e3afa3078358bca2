// Questions about the columns of a file. If a heading or a number format suggests an unusual unit or currency, asks for
// the unit or currency of the amounts. If a column marks rows as not to be paid, asks whether to leave out these rows.
// Each answer shows its effect, such as the resulting sum.
import { m } from '#words/messages.js'
import { cents, centsToText, textToCents } from '#domain/money.ts'
import { type AmountQuestion, amountAnswers } from '#domain/rows/column-amounts.ts'
import { shiftAmount } from '#domain/rows/amount-units.ts'
import type { MarkedRows, ReadColumns, MappedColumns } from '#domain/rows/headings.ts'
import { columnTitle } from '#domain/rows/column-map.ts'
import { toCurrencyCode } from '#domain/rows/value-findings.ts'
import { shortList } from '#words/lists.ts'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'

/** What the user has answered so far, by field name. */
interface AmountChoices {
  /** The chosen units, as powers of ten. */
  readonly shifts: NonNullable<MappedColumns['shifts']>
  readonly currencies: NonNullable<MappedColumns['currencies']>
}

interface SharedQuestionProps extends AmountChoices {
  readonly columns: ReadColumns
  readonly onUnit: (field: string, shift: number) => void
  /** 'own': the portal's currency; 'named': the currency that the heading names. */
  readonly onCurrency: (field: string, currencyChoice: 'own' | 'named') => void
}

interface AmountUnitsProps extends SharedQuestionProps {
  readonly questions: readonly AmountQuestion[]
}

export function AmountUnits({ questions, ...sharedProps }: AmountUnitsProps) {
  return questions.map((question) => (
    <div key={question.field.name} className="grid gap-4">
      {question.unit && <UnitQuestion {...sharedProps} question={question} unit={question.unit} />}
      {question.currency !== undefined && (
        <CurrencyQuestion {...sharedProps} question={question} currency={question.currency} />
      )}
    </div>
  ))
}

interface UnitQuestionProps extends SharedQuestionProps {
  readonly question: AmountQuestion
  readonly unit: keyof typeof unitNames
}

function UnitQuestion({ question, unit, columns, shifts, onUnit }: UnitQuestionProps) {
  const { field, column, by } = question
  const [sample] = columns.samples[column] ?? []
  const title = columnTitle(columns, column, { hasHeadings: columns.hasHeadings })
  const shift = shifts[field.name]
  const isByFormat = by === 'format'
  const unitName = unitNames[unit]
  const labelInUnit = isByFormat ? m.rows_amountsAreAsShown() : m.rows_amountsAreInUnit({ unit: unitName })
  const labelAsWritten = m.rows_amountsAreInCurrency({ currency: portalCurrencyOf(question) || m.rows_wholeUnits() })
  const hintOf = (optionShift: number): string => {
    const sum = sumText(question, optionShift)
    if (sample === undefined) return m.rows_sumWouldBe({ sum })
    return m.rows_sampleAndSum({ sample, amount: amountText(shiftAmount(sample, optionShift)), sum })
  }
  return (
    <RadioGroup
      label={
        isByFormat
          ? m.rows_sheetShowsAmountsIn({ title, unit: unitName })
          : m.rows_headingNamesUnit({ title, unit: unitName })
      }
      value={shift === undefined ? undefined : String(shift)}
      onChange={(value) => onUnit(field.name, Number(value))}
      choices={amountAnswers(question).map((option) => ({
        value: String(option.shift),
        label: option.isInUnit ? labelInUnit : labelAsWritten,
        hint: hintOf(option.shift),
      }))}
    />
  )
}

interface CurrencyQuestionProps extends SharedQuestionProps {
  readonly question: AmountQuestion
  readonly currency: string
}

function CurrencyQuestion({ question, currency, columns, shifts, currencies, onCurrency }: CurrencyQuestionProps) {
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

const MAX_SHOWN_VALUES = 8

/** Asks whether to leave out the marked rows. Shows how many rows have each value of the column that marks them. */
export function MarkedRowsQuestion({ marked, title, leavesOut, onChange }: MarkedRowsQuestionProps) {
  const excludedValues = marked.values.filter(({ text }) => marked.excluded.includes(text))
  const countOf = (values: MarkedRows['values']) => values.reduce((sum, { rows }) => sum + rows, 0)
  const listOf = (values: MarkedRows['values']) => {
    const shownValues = values.slice(0, MAX_SHOWN_VALUES)
    const texts = shownValues.map(({ text, rows }) =>
      m.rows_valueWithRows({ value: text || m.rows_empty(), count: rows }),
    )
    return shortList(texts, values.length)
  }
  return (
    <RadioGroup
      label={m.rows_columnExcludesRows({ title })}
      value={toAnswer(leavesOut)}
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

function toAnswer(leavesOut: boolean | undefined): 'leaveOut' | 'take' | undefined {
  if (leavesOut === undefined) return undefined
  return leavesOut ? 'leaveOut' : 'take'
}

/** The code of the portal's currency; '' if the field has none. */
const portalCurrencyOf = ({ field }: AmountQuestion): string =>
  field.value === 'money' ? (toCurrencyCode(field.currency) ?? '') : ''

/** The sum of the column if its numbers are multiplied by this power of ten: 'SGD 1,250.00'. */
function sumText(question: AmountQuestion, shift: number): string {
  const sum = cents(Math.round(question.sum * 10 ** shift))
  return `${portalCurrencyOf(question)} ${centsToText(sum)}`.trim()
}

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
