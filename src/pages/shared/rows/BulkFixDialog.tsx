// Confirms one fix for many rows: shows each row before and after. Undo reverts the whole fix.
import { inSentence } from '#words/figures.ts'
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { useMemo, useState } from 'react'
import { orderKinds } from '#domain/order/kinds.ts'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { validateField, type RowField } from '#domain/rows/fields.ts'
import type { Finding } from '#domain/rows/findings.ts'
import { findingMessage, type RowKind } from '#domain/rows/kind.ts'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import { idsWith } from '#rows/edits.ts'
import { fixChoices, type FixableFault } from '#domain/rows/value-fixes.ts'
import { cents, centsToText, shownAmount, sumCents, sumDecimals, decimalToCents } from '#domain/money.ts'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { ChangesTable } from './ChangesTable.tsx'
import { rowToLine, shownValue } from './words.ts'

export type BulkFix =
  | 'strip'
  | 'rewrite'
  | 'plainAmount'
  | 'decimalPoint'
  | 'plainDigits'
  | 'asShown'
  | 'plainNumber'
  | 'chooseOrder'
  | 'swapDays'
  | 'oneLine'
  | 'plain'
  | 'code'
  | 'removeCopies'
  | 'removeCopied'
  | 'removeListed'
  | 'removeSame'
  | 'removeFaulty'
  | 'removeThese'
  | 'removeRepeated'
  | 'setAll'
  | 'takeAll'
  | 'acceptDisplayedValues'

/** A bulk fix. `finding` limits it to the rows with that finding. */
export interface FixRequest {
  readonly fix: BulkFix
  readonly finding?: Finding | undefined
}

interface BulkFixDialogProps {
  readonly opened: OpenRows
  readonly request: FixRequest
  readonly onDone: () => void
  readonly onClose: () => void
}

export function BulkFixDialog({ opened, request: { fix, finding }, onDone, onClose }: BulkFixDialogProps) {
  const { rows, edits } = opened
  const kind = rows.kind()
  const [text, setText] = useState('')
  const [isConfirming, setIsConfirming] = useState(false)
  const code = fixBy[fix]
  // Only the date orders that at least one of the texts can have.
  const choices = useMemo(
    () => code && fixChoices(code)?.filter(({ value }) => edits.previewFix(code, undefined, value).length > 0),
    [code, edits],
  )
  const [choice, setChoice] = useState<string>()
  const field = finding && kind.field(finding.field)
  const fault = field && validateField(field, text.trim())
  const after = fault || !field ? '—' : shownValue(field, text.trim())
  const plan = useMemo(() => {
    if (code) {
      return edits.previewFix(code, undefined, choice).map(({ id, rowNumber, field: name, before, after: fixed }) => {
        const about = kind.field(name)
        const shown = (value: string) => (about ? shownValue(about, value) : value)
        const then = shown(fixed)
        // Without the spaces added for display, which would look like the spaces that the fix removes.
        return { id, rowNumber, before: shown(before), after: fix === 'strip' ? then.replaceAll(' ', '') : then }
      })
    }
    const ids =
      fix === 'removeCopies' || fix === 'removeCopied'
        ? edits.laterDuplicates()
        : finding === undefined
          ? edits.faulty()
          : fix === 'setAll' || fix === 'takeAll'
            ? edits.fixable(finding)
            : idsWith(rows, finding)
    return ids.map((id) => {
      const row = rows.row(id)
      const { rowNumber, values } = row
      const line = { id, rowNumber, before: rowToLine(kind, row) }
      if (fix === 'takeAll') return { ...line, after: field?.value === 'money' ? (field.whenEmpty ?? '—') : '—' }
      if (fix !== 'acceptDisplayedValues') return { ...line, after: fix === 'setAll' ? after : m.rows_removedRow() }
      return {
        ...line,
        before: commas(Object.values(values).map(maskCardNumbers)),
        after: line.before,
      }
    })
  }, [rows, edits, kind, fix, code, choice, finding, field, after])
  const count = m.common_countedRows({ count: plan.length })
  const needsChoice = choices !== undefined && choice === undefined
  const affected = needsChoice && code ? m.common_countedRows({ count: idsWith(rows, { code }).length }) : count
  const { title, effect, verb } = words(fix, field?.label ?? m.rows_value(), Object.hasOwn(orderKinds, kind.name))

  const apply = () => {
    setIsConfirming(true)
    if (needsChoice) return
    const ids = plan.map(({ id }) => id)
    if (fix === 'setAll') {
      if (fault || !field) return
      edits.setAll(ids, field, text.trim())
    } else if (code) edits.fix(code, undefined, choice)
    else if (fix === 'takeAll' && field) edits.setAll(ids, field, '')
    else if (fix === 'acceptDisplayedValues') edits.acceptDisplayedValues(ids)
    else edits.remove(ids)
    onDone()
  }
  return (
    <ConfirmDialog
      open
      size="wide"
      title={title(affected, plan.length)}
      effect={effect}
      confirmLabel={verb(affected)}
      onConfirm={apply}
      onCancel={onClose}
      // The change can be undone, so Enter in the amount field confirms.
      submitOnEnter
    >
      {fix === 'setAll' && field && (
        <TextField
          label={m.rows_forEachOfThem({ rows: plan.length, label: field.label })}
          inputMode={field.value === 'money' ? 'decimal' : 'text'}
          className="mb-4 max-w-60"
          autoComplete="off"
          value={text}
          error={isConfirming && fault ? wrongValue(kind, field, fault, text.trim()) : undefined}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {choices && (
        <RadioGroup
          label={fix === 'chooseOrder' ? m.rows_howAreDatesWritten() : m.rows_whichDaysAreMeant()}
          className="mb-4"
          choices={choices}
          value={choice}
          error={isConfirming && needsChoice ? m.rows_chooseOne() : undefined}
          onChange={setChoice}
        />
      )}
      {fix === 'asShown' && <NewSum opened={opened} />}
      {!needsChoice && <ChangesTable changes={plan} />}
    </ConfirmDialog>
  )
}

/** The sum of amounts that the sheet shows rounded: the exact sum and the sum after the fix. */
function NewSum({ opened: { rows, edits } }: Pick<BulkFixDialogProps, 'opened'>) {
  const pairs = edits.previewFix('amountShown').flatMap(({ before }) => shownAmount(before) ?? [])
  const sum = sumCents(pairs.flatMap(({ shown }) => decimalToCents(shown) ?? []))
  const total = cents(rows.figures().amountCents + sum)
  return (
    <p className="mb-4 text-sm">
      {m.rows_newSum({
        exact: sumDecimals(pairs.map(({ exact }) => exact)),
        sum: centsToText(sum),
        total: centsToText(total),
      })}
    </p>
  )
}

// Any invalid amount gets the same message with an example.
const wrongValue = (kind: RowKind, field: RowField, code: string, value: string): string =>
  field.value === 'money'
    ? m.rows_enterAmountAboveZeroSuch()
    : findingMessage(kind, { code, field: field.name }, { values: { [field.name]: value }, fieldCount: 1 })

/** The fixes that write a value in its standard form, and the finding that each one fixes. */
const fixBy: Readonly<Partial<Record<BulkFix, FixableFault>>> = {
  strip: 'identifierSpaced',
  rewrite: 'dateNotIso',
  plainAmount: 'amountWithCurrency',
  decimalPoint: 'amountOtherForm',
  plainDigits: 'amountOddCharacters',
  asShown: 'amountShown',
  plainNumber: 'identifierOddCharacters',
  chooseOrder: 'dateAmbiguous',
  swapDays: 'dateSwapped',
  oneLine: 'textHiddenCharacters',
  plain: 'textUnprintable',
  code: 'textOtherForm',
}

interface FixWords {
  readonly title: (rows: string, count: number) => string
  readonly effect: string
  readonly verb: (rows: string) => string
}

const words = (fix: BulkFix, label: string, isOrder: boolean): FixWords => ({
  ...fixWords[fix],
  ...(fix === 'removeRepeated' && isOrder && repeatedWords('order')),
  ...(fix === 'setAll' && setWords(label)),
  ...(fix === 'removeCopied' && copiedWords(inSentence(label))),
})

const setWords = (label: string): FixWords => ({
  title: (rows) => m.rows_setOf({ label: inSentence(label), rows }),
  effect: m.rows_replacesValues({ label: inSentence(label) }),
  verb: (rows) => m.rows_setRows({ rows }),
})

const copiedWords = (what: string): FixWords => ({
  title: (rows) => m.rows_removeWithAgain({ rows, what }),
  effect: m.rows_firstRowOfEachStaysLater({ what }),
  verb: (rows) => m.rows_removeRows({ rows }),
})

const repeatedWords = (what: 'batch' | 'order'): FixWords => ({
  title: (rows) => m.rows_removeInAnother({ rows, what }),
  effect: m.rows_nothingChangesInOther({ what }),
  verb: (rows) => m.rows_removeRows({ rows }),
})

const fixWords: Readonly<Record<BulkFix, FixWords>> = {
  strip: {
    title: (rows) => m.rows_stripSpacesAndDashes({ rows }),
    effect: m.rows_noDigitChanges(),
    verb: (rows) => m.rows_changeRows({ rows }),
  },
  rewrite: {
    title: (rows) => m.rows_writeDateOfAsYearMonth({ rows }),
    effect: m.rows_eachDateStaysSameDay(),
    verb: (rows) => m.rows_rewriteRows({ rows }),
  },
  plainAmount: {
    title: (rows) => m.rows_writeWithoutCurrency({ rows }),
    effect: m.rows_amountsStaySame(),
    verb: (rows) => m.rows_rewriteRows({ rows }),
  },
  decimalPoint: {
    title: (rows) => m.rows_writePointInAmounts({ rows }),
    effect: m.rows_checkEachNewAmount(),
    verb: (rows) => m.rows_rewriteRows({ rows }),
  },
  plainDigits: {
    title: (rows) => m.rows_writeAmountsInPlainDigits({ rows }),
    effect: m.rows_sameDigitsInPlainForm(),
    verb: (rows) => m.rows_rewriteRows({ rows }),
  },
  plainNumber: {
    title: (rows) => m.rows_writeNumbersInPlainDigits({ rows }),
    effect: m.rows_sameDigitsInPlainForm(),
    verb: (rows) => m.rows_rewriteRows({ rows }),
  },
  asShown: {
    title: (rows) => m.rows_setAmountsAsShown({ rows }),
    effect: m.rows_eachAmountAsSheetShows(),
    verb: (rows) => m.rows_rewriteRows({ rows }),
  },
  chooseOrder: {
    title: (rows) => m.rows_chooseDayOf({ rows }),
    effect: m.rows_onePartOrderForAll(),
    verb: (rows) => m.rows_rewriteRows({ rows }),
  },
  swapDays: {
    title: (rows) => m.rows_chooseDayOf({ rows }),
    effect: m.rows_datesAndTextsAreMixed(),
    verb: (rows) => m.rows_rewriteRows({ rows }),
  },
  oneLine: {
    title: (rows) => m.rows_writeOnOneLine({ rows }),
    effect: m.rows_lineBreaksBecomeSpaces(),
    verb: (rows) => m.rows_rewriteRows({ rows }),
  },
  plain: {
    title: (rows) => m.rows_writeInPlainLetters({ rows }),
    effect: m.rows_accentsAreDropped(),
    verb: (rows) => m.rows_rewriteRows({ rows }),
  },
  code: {
    title: (rows) => m.rows_writeCodesOfInForm({ rows }),
    effect: m.rows_codesStaySame(),
    verb: (rows) => m.rows_rewriteRows({ rows }),
  },
  removeCopies: {
    title: (rows) => m.rows_removeNamingCardAgain({ rows }),
    effect: m.rows_firstRowOfEachCardStays(),
    verb: (rows) => m.rows_removeRows({ rows }),
  },
  removeCopied: copiedWords('value'),
  removeListed: {
    title: (rows) => m.rows_removeFoundInListAlready({ rows }),
    effect: m.rows_nothingChangesInList(),
    verb: (rows) => m.rows_removeRows({ rows }),
  },
  removeSame: {
    title: (rows) => m.rows_removeEqualToEarlier({ rows }),
    effect: m.rows_earlierRowStaysItCan(),
    verb: (rows) => m.rows_removeRows({ rows }),
  },
  removeFaulty: {
    title: (rows) => m.rows_removeWithErrors({ rows }),
    effect: m.rows_saveThemFirst(),
    verb: (rows) => m.rows_removeRows({ rows }),
  },
  removeThese: {
    title: (rows, count) => m.rows_removeThese({ count, rows }),
    effect: m.rows_removedRowsAreNotSubmitted(),
    verb: (rows) => m.rows_removeRows({ rows }),
  },
  removeRepeated: repeatedWords('batch'),
  setAll: setWords('value'),
  takeAll: {
    title: (rows) => m.rows_takeAll({ rows }),
    effect: m.rows_nothingLeftOnCards(),
    verb: (rows) => m.rows_takeAll({ rows }),
  },
  acceptDisplayedValues: {
    title: (rows) => m.rows_leaveOtherFieldsOut({ rows }),
    effect: m.rows_eachRowKeepsWhatItNeeds(),
    verb: (rows) => m.rows_fixRows({ rows }),
  },
}
