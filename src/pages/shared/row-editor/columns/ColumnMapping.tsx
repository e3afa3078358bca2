// Lets the user map the columns of a file to fields. For each field, the user chooses one of the file's columns, and
// sees the first values of that column. Shown if the headings are unclear, or if the user wants to change the mapping.
import { m } from '#words/messages.js'
import { type ReactNode, useState } from 'react'
import { columnProblems, columnTitle, isBlockingProblem, findStrayAmountColumn } from '#domain/rows/column-map.ts'
import { amountQuestions, isAnswered } from '#domain/rows/column-amounts.ts'
import { columnsBelow } from '#domain/rows/heading-line.ts'
import { cardColumns, matchColumns } from '#domain/rows/match-columns.ts'
import { contradictedHeadings } from '#domain/rows/shared-columns.ts'
import { NO_COLUMN, type ReadColumns, type MappedColumns } from '#domain/rows/headings.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Panel } from '#ui/Panel.tsx'
import type { FieldProps } from '#ui/forms/Field.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { listAnd } from '#words/figures.ts'
import { commas } from '#words/lists.ts'
import { AmountUnits, MarkedRowsQuestion } from './AmountUnits.tsx'
import { type FieldProblem, lineText, problemText, sampleText } from './column-words.ts'
import { ShareColumnsCheckbox, SharedColumnsNotice } from './column-sharing.tsx'
import type { ColumnSharing } from './useSharedColumns.ts'

interface ColumnMappingProps {
  readonly rowType: RowType
  /** The file's columns as they were found, with their guessed or previous mapping. */
  readonly columns: ReadColumns
  readonly fileName: string
  readonly onUse: (mapping: MappedColumns) => void
  /** Leaves the mapping unchanged: the user chooses another file or returns to the rows. */
  readonly onCancel: () => void
  readonly cancelLabel?: string | undefined
  readonly sharing: ColumnSharing
  /** Messages about the file. */
  readonly notice?: ReactNode
}

export function ColumnMapping(props: ColumnMappingProps) {
  const { rowType, columns: foundColumns, fileName, onUse, onCancel, cancelLabel, sharing, notice } = props
  // The columns below the line that the user last chose as headings.
  const [shownColumns, setShownColumns] = useState(foundColumns)
  const [map, setMap] = useState(foundColumns.map)
  const [shifts, setShifts] = useState(foundColumns.shifts ?? {})
  const [currencies, setCurrencies] = useState(foundColumns.currencies ?? {})
  const [leavesOutMarked, setLeavesOutMarked] = useState(foundColumns.leavesOutMarked)
  // The checkbox to share the mapping; undefined until the user ticks or clears it. Until then, sharing stays as it is.
  const [wantsShared, setWantsShared] = useState<boolean>()
  const isShared = wantsShared ?? sharing.isSharedByMe
  const { hasHeadings, lines, headingRow } = shownColumns
  const problems = columnProblems(rowType, shownColumns, map)
  const fieldProblems = problems.filter((problem) => problem.kind !== 'unused')
  const blockingProblems = fieldProblems.filter(isBlockingProblem)
  const questions = amountQuestions(rowType, shownColumns, map)
  const { marked } = foundColumns
  const areAmountsAnswered = questions.every((question) => isAnswered(question, { shifts, currencies }))
  const isMarkedAnswered = marked === undefined || leavesOutMarked !== undefined
  const areQuestionsAnswered = areAmountsAnswered && isMarkedAnswered
  const questionReason = areQuestionsAnswered ? undefined : m.rows_answerQuestionFirst()
  const unusedColumns = problems.find((problem) => problem.kind === 'unused')?.columns ?? []
  const unusedCardColumns = cardColumns(rowType.fields, shownColumns, unusedColumns)
  const titleOf = (column: number) => columnTitle(shownColumns, column, { hasHeadings })
  const firstValuesOf = (column: number) => sampleText(shownColumns.samples[column] ?? [])
  const mappedValuesOf = (column: number) => {
    if (column === NO_COLUMN) return '—'
    return firstValuesOf(column) || m.rows_empty()
  }
  const mapField = (fieldIndex: number, column: number) => {
    setMap((before) => before.with(fieldIndex, column))
    // A choice of unit or currency is valid only for the column for which it was made.
    const name = rowType.fields[fieldIndex]?.name
    setShifts((before) => withoutField(before, name))
    setCurrencies((before) => withoutField(before, name))
  }
  const options = shownColumns.headings.map((_, column) => ({ value: String(column), label: titleOf(column) }))

  const columnsBelowLine = (rowNumber: number) => {
    if (rowNumber === foundColumns.headingRow) return foundColumns
    if (rowNumber === NO_HEADING_LINE) return columnsBelow(rowType, lines, undefined)
    const headingIndex = lines.findIndex((line) => line.rowNumber === rowNumber)
    return columnsBelow(rowType, lines, headingIndex)
  }
  const chooseHeadingLine = (rowNumber: number) => {
    const nextColumns = columnsBelowLine(rowNumber)
    setShownColumns(nextColumns)
    setMap(nextColumns.map)
  }
  /**
   * The answers to the questions that are asked now, without answers about columns that the user no longer uses. Called
   * when all questions are answered, so that no default below applies.
   */
  const amountChoices = () => {
    const unitQuestions = questions.filter(({ unit }) => unit !== undefined)
    const currencyQuestions = questions.filter(({ currency }) => currency !== undefined)
    const unitAnswers = unitQuestions.map(({ field }) => [field.name, shifts[field.name] ?? 0] as const)
    const currencyAnswers = currencyQuestions.map(
      ({ field }) => [field.name, currencies[field.name] ?? 'named'] as const,
    )
    return {
      ...(unitAnswers.length > 0 && { shifts: Object.fromEntries(unitAnswers) }),
      ...(currencyAnswers.length > 0 && { currencies: Object.fromEntries(currencyAnswers) }),
    }
  }
  const { map: guessedMap, isCertain } = matchColumns(rowType, shownColumns)
  const hasQuestions = questions.length > 0 || marked !== undefined
  const isShownOnlyForQuestions = hasQuestions && isCertain
  const hasStrayAmounts = findStrayAmountColumn(rowType, foundColumns) !== undefined
  const canBeRemembered = hasHeadings && questions.length === 0 && !hasStrayAmounts
  // Sharing is about the headings that the portal found. It is not offered for another line that the user chose.
  const hasFoundHeadings = headingRow === foundColumns.headingRow
  const offersSharing = canBeRemembered && hasFoundHeadings
  const canShare = offersSharing && sharing.canShare(map)
  const headingLine = headingRow ?? lines[0]?.rowNumber ?? NO_HEADING_LINE
  const chosenLine = hasHeadings ? headingLine : NO_HEADING_LINE
  const linesAbove = lines.filter(({ rowNumber }) => rowNumber < chosenLine).length
  const contradictionTexts = () => {
    const contradictions = contradictedHeadings(rowType, shownColumns, sharing.sharedMapping?.map ?? [])
    return contradictions.map(({ column, namedField, mappedField }) =>
      m.rows_headingUsedFor({
        heading: titleOf(column),
        named: namedField.label,
        isUsed: mappedField ? 'yes' : 'no',
        used: mappedField?.label ?? '',
      }),
    )
  }
  const submit = () => {
    const mapping = {
      map,
      width: shownColumns.width,
      hasHeadings,
      ...(headingRow && { headingRow }),
      ...amountChoices(),
      ...(leavesOutMarked !== undefined && { leavesOutMarked }),
    }
    if (canShare) sharing.share(mapping, isShared)
    onUse(mapping)
  }

  return (
    <Panel title={m.rows_chooseColumns()} flush takesFocus>
      <div className="grid gap-4 p-4">
        {notice}
        {offersSharing && (
          <SharedColumnsNotice
            sharing={sharing}
            map={map}
            guess={guessedMap}
            contradictions={contradictionTexts()}
            onUse={setMap}
          />
        )}
        <p>
          {m.rows_columnsOf()} <span className="font-medium wrap-anywhere">{fileName}</span>{' '}
          {isShownOnlyForQuestions ? m.rows_amountsAreAmbiguous() : m.rows_columnsNotAsExpected()}
        </p>
        <Select
          label={m.rows_lineWithHeadings()}
          className="max-w-2xl"
          hint={linesAbove > 0 ? m.rows_linesAboveLeftOut({ lines: linesAbove }) : undefined}
          options={[
            { value: String(NO_HEADING_LINE), label: m.rows_noHeadingLine() },
            ...lines.map(({ rowNumber, fields }) => ({
              value: String(rowNumber),
              label: m.rows_lineOfFile({ rowNumber, text: lineText(fields) }),
            })),
          ]}
          value={String(chosenLine)}
          onChange={({ target }) => chooseHeadingLine(Number(target.value))}
        />
      </div>
      <div role="table" aria-label={m.rows_columnsOfFile()} className="border-y border-line">
        <div role="rowgroup" className="max-md:sr-only">
          <div role="row" className={cx(lineClasses, 'bg-sunken py-2 text-sm text-muted')}>
            <span role="columnheader">{m.rows_fieldHeading()}</span>
            <span role="columnheader">{m.rows_columnOfFile()}</span>
            <span role="columnheader">{m.rows_firstValues()}</span>
          </div>
        </div>
        <div role="rowgroup" className="divide-y divide-line">
          {rowType.fields.map((field, index) => {
            if (field.use === 'unused') return null
            const column = map[index] ?? NO_COLUMN
            const problem = fieldProblems.find((candidate) => candidate.field.name === field.name)
            const isRequired = field.use === 'required'
            return (
              <div role="row" key={field.name} className={cx(lineClasses, 'py-2.5')}>
                <span role="rowheader" className="md:pt-1.5">
                  <span className="font-medium">{field.label}</span>
                  <span className="text-sm text-muted">
                    {' '}
                    ({isRequired ? m.rows_requiredInText() : m.rows_optionalInText()})
                  </span>
                </span>
                <span role="cell" className="min-w-0">
                  <Select
                    label={m.rows_columnFor({ label: field.label })}
                    labelHidden
                    aria-required={isRequired}
                    placeholder={isRequired ? m.rows_chooseColumn() : m.rows_notInFile()}
                    options={options}
                    value={column === NO_COLUMN ? '' : String(column)}
                    {...(problem && problemToMessages(problem, shownColumns))}
                    onChange={({ target }) => mapField(index, target.value === '' ? NO_COLUMN : Number(target.value))}
                  />
                </span>
                <span
                  role="cell"
                  className={cx(
                    'figures min-w-0 truncate text-sm text-muted md:pt-2',
                    column === NO_COLUMN && 'max-md:hidden',
                  )}
                >
                  {mappedValuesOf(column)}
                </span>
              </div>
            )
          })}
        </div>
      </div>
      <div className="grid gap-4 p-4">
        <AmountUnits
          questions={questions}
          columns={shownColumns}
          shifts={shifts}
          currencies={currencies}
          onUnit={(field, shift) => setShifts((before) => ({ ...before, [field]: shift }))}
          onCurrency={(field, currency) => setCurrencies((before) => ({ ...before, [field]: currency }))}
        />
        {marked && (
          <MarkedRowsQuestion
            marked={marked}
            title={titleOf(marked.column)}
            leavesOut={leavesOutMarked}
            onChange={setLeavesOutMarked}
          />
        )}
        {unusedCardColumns.length > 0 && (
          <p className="text-sm text-warning">
            {m.common_fullStop({
              text: m.file_cardsNotLoaded({
                count: unusedCardColumns.length,
                titles: commas(unusedCardColumns.map(titleOf)),
              }),
            })}
          </p>
        )}
        {unusedColumns.length > 0 && (
          <div className="text-sm">
            <p className="font-medium">{m.rows_columnsNotSubmitted()}</p>
            <ul className="mt-1 grid gap-0.5 text-muted">
              {unusedColumns.map((column) => (
                <li key={column} className="truncate">
                  {[titleOf(column), firstValuesOf(column)].filter(Boolean).join(': ')}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="grid max-w-prose gap-2">
            <p className="text-sm text-muted">{canBeRemembered && m.rows_rememberedForHeadings()}</p>
            {canShare && <ShareColumnsCheckbox isShared={isShared} onChange={setWantsShared} />}
          </div>
          <span className="flex flex-wrap gap-2">
            <Button onClick={onCancel}>{cancelLabel ?? m.rows_chooseAnotherFile()}</Button>
            <Button kind="primary" disabledReason={blockedReason(blockingProblems) ?? questionReason} onClick={submit}>
              {m.rows_useTheseColumns()}
            </Button>
          </span>
        </div>
      </div>
    </Panel>
  )
}

const lineClasses =
  'grid items-start gap-x-4 gap-y-1.5 px-4 md:grid-cols-[minmax(10rem,1fr)_minmax(12rem,1fr)_minmax(10rem,1.2fr)]'

/** Rows are numbered from 1. */
const NO_HEADING_LINE = 0

function withoutField<Value>(choices: Readonly<Record<string, Value>>, name: string | undefined) {
  return Object.fromEntries(Object.entries(choices).filter(([field]) => field !== name))
}

/** How the choice of a field's column shows the problem with this column. */
function problemToMessages(problem: FieldProblem, columns: ReadColumns): Pick<FieldProps, 'error' | 'hint'> {
  const text = problemText(problem, columns, { hasHeadings: columns.hasHeadings })
  // A missing column is a hint, not an error, since the user has not chosen yet.
  if (problem.kind === 'missing') return { hint: text }
  if (isBlockingProblem(problem)) return { error: text }
  return { hint: <span className="text-warning">{text}</span> }
}

function blockedReason(blockingProblems: readonly FieldProblem[]): string | undefined {
  const missingLabels = blockingProblems.filter(({ kind }) => kind === 'missing').map(({ field }) => field.label)
  if (missingLabels.length > 0) return m.rows_chooseColumnFirst({ missing: listAnd(missingLabels) })
  return blockingProblems.length > 0 ? m.rows_columnUsedTwice() : undefined
}
