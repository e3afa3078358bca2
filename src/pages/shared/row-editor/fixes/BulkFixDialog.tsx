// Confirms one fix for many rows, and shows each row before and after the fix. Undo reverts the fix in every row.
import { inSentence } from '#words/figures.ts'
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { useMemo, useState } from 'react'
import { orderTypes } from '#domain/order/types.ts'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { validateField, type RowField } from '#domain/rows/fields.ts'
import type { Finding } from '#domain/rows/findings.ts'
import { findingMessage, type RowType } from '#domain/rows/row-type.ts'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import { idsWithFinding } from '#rows/edits.ts'
import type { Row } from '#rows/rows.ts'
import { fixChoices, fixOf, isFixable, type FixableFault } from '#domain/rows/value-findings.ts'
import { cents, centsToText, textToShownAmount, sumCents, sumDecimals, decimalToCents } from '#domain/money.ts'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { ChangesTable, type RowChange } from './ChangesTable.tsx'
import { rowToLine, valueToText } from '#pages/shared/row-editor/words.ts'

/** A fix that rewrites values has the name of the finding that it corrects. */
export type BulkFix = FixableFault | OtherBulkFix
type OtherBulkFix =
  | 'removeDuplicateCards'
  | 'removeDuplicateValues'
  | 'removeListed'
  | 'removeSameAsEarlier'
  | 'removeFaulty'
  | 'removeRows'
  | 'removeInOtherUploads'
  | 'setAll'
  | 'takeFullBalance'
  | 'clearLoadAmounts'
  | 'acceptDisplayedValues'

/** A bulk fix. `finding` limits it to the rows with that finding. */
export interface FixRequest {
  readonly fix: BulkFix
  readonly finding?: Finding | undefined
}

interface BulkFixDialogProps {
  readonly openRows: OpenRows
  readonly request: FixRequest
  readonly onDone: () => void
  readonly onClose: () => void
}

/** A fix without ids is for all rows with the finding. */
const ALL_ROWS = undefined

export function BulkFixDialog({ openRows, request: { fix, finding }, onDone, onClose }: BulkFixDialogProps) {
  const { rows, edits } = openRows
  const rowType = rows.rowType()
  const [typedText, setTypedText] = useState('')
  const [showsErrors, setShowsErrors] = useState(false)
  const fixedFinding = isFixable(fix) ? fix : undefined
  // The user chooses how the values are meant, such as the order of day and month. Only choices that fix at least one
  // value are offered. Undefined if there is nothing to choose.
  const choices = useMemo(() => {
    if (fixedFinding === undefined) return undefined
    const fixesAnyValue = (value: string) => edits.previewFix(fixedFinding, ALL_ROWS, value).length > 0
    return fixChoices(fixedFinding)?.filter(({ value }) => fixesAnyValue(value))
  }, [fixedFinding, edits])
  const [choice, setChoice] = useState<string>()
  const field = finding && rowType.field(finding.field)
  const typedFault = field && validateField(field, typedText.trim())
  const isValueUsable = field !== undefined && !typedFault
  const afterSetAll = isValueUsable ? valueToText(field, typedText.trim()) : '—'
  const changes = useMemo(() => {
    if (fixedFinding) return valueChanges(openRows, fixedFinding, choice)
    return fixedIds(openRows, fix, finding).map((id) => rowChange(rows.row(id), rowType, { fix, field, afterSetAll }))
  }, [openRows, rows, rowType, fix, fixedFinding, choice, finding, field, afterSetAll])
  const needsChoice = choices !== undefined && choice === undefined
  // Before the choice it is unknown which values change, so all rows with the finding are counted.
  const countedFinding = needsChoice ? fixedFinding : undefined
  const affectedCount = countedFinding ? idsWithFinding(rows, { code: countedFinding }).length : changes.length
  const affectedRowsText = m.common_countedRows({ count: affectedCount })
  const isOrder = Object.hasOwn(orderTypes, rowType.name)
  const { title, effect, confirmLabel } = textsOf(fix, field?.label ?? m.rows_value(), { isOrder })
  const shownFault = showsErrors ? typedFault : undefined
  const showsChoiceError = showsErrors && needsChoice

  const apply = () => {
    setShowsErrors(true)
    const needsValue = fix === 'setAll' && !isValueUsable
    if (needsChoice || needsValue) return
    const ids = changes.map(({ id }) => id)
    if (fix === 'setAll' && field) edits.setAll(ids, field, typedText.trim())
    else if (fixedFinding) edits.fix(fixedFinding, ALL_ROWS, choice)
    else if (clearsField(fix) && field) edits.setAll(ids, field, '')
    else if (fix === 'acceptDisplayedValues') edits.acceptDisplayedValues(ids)
    else edits.remove(ids)
    onDone()
  }
  return (
    <ConfirmDialog
      open
      size="wide"
      title={title(affectedRowsText, changes.length)}
      effect={effect}
      confirmLabel={confirmLabel(affectedRowsText)}
      onConfirm={apply}
      onCancel={onClose}
      // The change can be undone, so Enter in the field confirms.
      submitOnEnter
    >
      {fix === 'setAll' && field && (
        <TextField
          label={m.rows_labelForEach({ rows: changes.length, label: field.label })}
          inputMode={field.value === 'money' ? 'decimal' : 'text'}
          className="mb-4 max-w-60"
          autoComplete="off"
          value={typedText}
          error={shownFault && invalidValueText(rowType, field, shownFault, typedText.trim())}
          onChange={(event) => setTypedText(event.target.value)}
        />
      )}
      {choices && (
        <RadioGroup
          label={fixOf(fix)?.question?.() ?? m.rows_whichDaysAreMeant()}
          className="mb-4"
          choices={choices}
          value={choice}
          error={showsChoiceError ? m.rows_chooseOne() : undefined}
          onChange={setChoice}
        />
      )}
      {fix === 'amountShown' && <RoundedSum openRows={openRows} />}
      {!needsChoice && <ChangesTable changes={changes} />}
    </ConfirmDialog>
  )
}

interface FixedRow extends RowChange {
  readonly id: number
}

/** The values that the fix rewrites, each before and after. */
function valueChanges({ rows, edits }: OpenRows, fix: FixableFault, choice: string | undefined): FixedRow[] {
  const rowType = rows.rowType()
  return edits.previewFix(fix, ALL_ROWS, choice).map(({ id, rowNumber, field: name, before, after }) => {
    const field = rowType.field(name)
    const toDisplayText = (value: string) => (field ? valueToText(field, value) : value)
    const afterText = toDisplayText(after)
    // The fix removes spaces from card numbers. The spaces that the display adds would look as if nothing was removed.
    const shownAfter = fix === 'identifierSpaced' ? afterText.replaceAll(' ', '') : afterText
    return { id, rowNumber, before: toDisplayText(before), after: shownAfter }
  })
}

interface RowFix {
  readonly fix: BulkFix
  readonly field: RowField | undefined
  /** The typed value for the fix 'setAll'. */
  readonly afterSetAll: string
}

/** A row before and after a fix that changes or removes it. */
function rowChange(row: Row, rowType: RowType, { fix, field, afterSetAll }: RowFix): FixedRow {
  const { id, rowNumber, values } = row
  const before = rowToLine(rowType, row)
  if (clearsField(fix)) {
    const whenEmpty = field?.value === 'money' ? field.whenEmpty : undefined
    return { id, rowNumber, before, after: whenEmpty ?? '—' }
  }
  if (fix === 'setAll') return { id, rowNumber, before, after: afterSetAll }
  if (fix === 'acceptDisplayedValues') {
    // The fix keeps only the displayed values. Before it, the row has values that are not displayed, too.
    const allValues = commas(Object.values(values).map(maskCardNumbers))
    return { id, rowNumber, before: allValues, after: before }
  }
  return { id, rowNumber, before, after: m.rows_removedInText() }
}

/** The sum of amounts that the sheet shows rounded: the exact sum and the sum after the fix. */
function RoundedSum({ openRows: { rows, edits } }: Pick<BulkFixDialogProps, 'openRows'>) {
  const readAmounts = edits.previewFix('amountShown').map(({ before }) => textToShownAmount(before))
  const roundedAmounts = readAmounts.filter((amount) => amount !== undefined)
  const shownCents = roundedAmounts.map(({ shown }) => decimalToCents(shown))
  const sum = sumCents(shownCents.filter((amount) => amount !== undefined))
  const total = cents(rows.figures().amountCents + sum)
  return (
    <p className="mb-4 text-sm">
      {m.rows_newSum({
        exact: sumDecimals(roundedAmounts.map(({ exact }) => exact)),
        sum: centsToText(sum),
        total: centsToText(total),
      })}
    </p>
  )
}

function invalidValueText(rowType: RowType, field: RowField, code: string, value: string): string {
  // All invalid amounts have the same message, with an example.
  if (field.value === 'money') return m.rows_enterAmountAboveZero()
  return findingMessage(rowType, { code, field: field.name }, { values: { [field.name]: value }, fieldCount: 1 })
}

/** `rows` is the count as text, such as '12 rows'. `count` is the number. */
interface FixTexts {
  readonly title: (rows: string, count: number) => string
  readonly effect: string
  readonly confirmLabel: (rows: string) => string
}

/** True if a fix leaves the field of its finding blank. */
const clearsField = (fix: BulkFix): boolean => fix === 'takeFullBalance' || fix === 'clearLoadAmounts'

/** The rows that a fix changes or removes. */
function fixedIds({ rows, edits }: OpenRows, fix: BulkFix, finding: Finding | undefined): readonly number[] {
  if (fix === 'removeDuplicateCards' || fix === 'removeDuplicateValues') return edits.laterDuplicates()
  if (finding === undefined) return edits.faultyIds()
  if (fix === 'setAll' || clearsField(fix)) return edits.fixableIds(finding)
  if (fix === 'acceptDisplayedValues') return edits.idsWithClearAmount(finding)
  return idsWithFinding(rows, finding)
}

/** `label`: the label of the field that the fix changes. */
function textsOf(fix: BulkFix, label: string, { isOrder }: { readonly isOrder: boolean }): FixTexts {
  if (isFixable(fix)) return valueFixTexts(fix)
  if (fix === 'removeInOtherUploads') return removeInOtherUploadsTexts(isOrder ? 'order' : 'batch')
  if (fix === 'setAll') return setAllTexts(label)
  if (fix === 'removeDuplicateValues') return removeDuplicatesTexts(inSentence(label))
  return fixTexts[fix]
}

function valueFixTexts(code: FixableFault): FixTexts {
  const { title = () => '', effect = () => '' } = fixOf(code) ?? {}
  return { title: (rows) => title({ rows }), effect: effect(), confirmLabel: (rows) => m.rows_rewriteRows({ rows }) }
}

const setAllTexts = (label: string): FixTexts => ({
  title: (rows) => m.rows_setLabelOfRows({ label: inSentence(label), rows }),
  effect: m.rows_replacesValues({ label: inSentence(label) }),
  confirmLabel: (rows) => m.rows_setRows({ rows }),
})

const removeDuplicatesTexts = (valueName: string): FixTexts => ({
  title: (rows) => m.rows_removeRepeated({ rows, what: valueName }),
  effect: m.rows_firstRowOfEachStays({ what: valueName }),
  confirmLabel: (rows) => m.rows_removeRows({ rows }),
})

const removeInOtherUploadsTexts = (uploadNoun: 'batch' | 'order'): FixTexts => ({
  title: (rows) => m.rows_removeInAnother({ rows, what: uploadNoun }),
  effect: m.rows_nothingChangesInOther({ what: uploadNoun }),
  confirmLabel: (rows) => m.rows_removeRows({ rows }),
})

type FixWithOwnTexts = 'removeInOtherUploads' | 'setAll' | 'removeDuplicateValues'
const fixTexts: Readonly<Record<Exclude<OtherBulkFix, FixWithOwnTexts>, FixTexts>> = {
  removeDuplicateCards: {
    title: (rows) => m.rows_removeRepeatedCards({ rows }),
    effect: m.rows_firstRowOfEachCardStays(),
    confirmLabel: (rows) => m.rows_removeRows({ rows }),
  },
  removeListed: {
    title: (rows) => m.rows_removeInListAlready({ rows }),
    effect: m.rows_nothingChangesInList(),
    confirmLabel: (rows) => m.rows_removeRows({ rows }),
  },
  removeSameAsEarlier: {
    title: (rows) => m.rows_removeEqualToEarlier({ rows }),
    effect: m.rows_earlierRowStays(),
    confirmLabel: (rows) => m.rows_removeRows({ rows }),
  },
  removeFaulty: {
    title: (rows) => m.rows_removeWithErrors({ rows }),
    effect: m.rows_saveThemFirst(),
    confirmLabel: (rows) => m.rows_removeRows({ rows }),
  },
  removeRows: {
    title: (rows, count) => m.rows_removeThese({ count, rows }),
    effect: m.rows_removedRowsAreNotSubmitted(),
    confirmLabel: (rows) => m.rows_removeRows({ rows }),
  },
  takeFullBalance: {
    title: (rows) => m.rows_takeWholeBalance({ rows }),
    effect: m.rows_nothingLeftOnCards(),
    confirmLabel: (rows) => m.rows_takeWholeBalance({ rows }),
  },
  clearLoadAmounts: {
    title: (rows) => m.rows_clearLoadAmounts({ rows }),
    effect: m.rows_cardsOrderedWithoutMoney(),
    confirmLabel: (rows) => m.rows_clearLoadAmounts({ rows }),
  },
  acceptDisplayedValues: {
    title: (rows) => m.rows_removeOtherFields({ rows }),
    effect: m.rows_eachRowKeepsWhatItNeeds(),
    confirmLabel: (rows) => m.rows_fixRows({ rows }),
  },
}
