// Confirms one fix for many rows: shows each row before and after. Undo reverts the whole fix.
import { useMemo, useState } from 'react'
import { countedRows } from '#words/figures.ts'
import { orderKinds } from '#domain/order/kinds.ts'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { fieldFault, type RowField } from '#domain/rows/fields.ts'
import type { Finding } from '#domain/rows/findings.ts'
import { findingWords, type RowKind } from '#domain/rows/kind.ts'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import { idsWith } from '#rows/edits.ts'
import { fixChoices, type FixableFault } from '#domain/rows/value-fixes.ts'
import { cents, centsToText, shownAmount, sumCents, sumDecimals, decimalToCents } from '#domain/money.ts'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import * as phrases from '#words/pages/shared/rows.ts'
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
  const fault = field && fieldFault(field, text.trim())
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
      if (fix !== 'acceptDisplayedValues') return { ...line, after: fix === 'setAll' ? after : 'removed' }
      return {
        ...line,
        before: Object.values(values).filter(Boolean).map(maskCardNumbers).join(', '),
        after: line.before,
      }
    })
  }, [rows, edits, kind, fix, code, choice, finding, field, after])
  const count = countedRows(plan.length)
  const waits = choices !== undefined && choice === undefined
  const affected = waits && code ? countedRows(idsWith(rows, { code }).length) : count
  const { title, effect, verb } = words(fix, field?.label ?? phrases.value, Object.hasOwn(orderKinds, kind.name))

  const apply = () => {
    setIsConfirming(true)
    if (waits) return
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
          label={phrases.forEachOfThem(field.label, plan.length)}
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
          label={fix === 'chooseOrder' ? phrases.howAreDatesWritten : phrases.whichDaysAreMeant}
          className="mb-4"
          choices={choices}
          value={choice}
          error={isConfirming && waits ? phrases.chooseOne : undefined}
          onChange={setChoice}
        />
      )}
      {fix === 'asShown' && <NewSum opened={opened} />}
      {!waits && <ChangesTable changes={plan} />}
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
      {phrases.newSum(sumDecimals(pairs.map(({ exact }) => exact)), centsToText(sum), centsToText(total))}
    </p>
  )
}

// Any invalid amount gets the same message with an example.
const wrongValue = (kind: RowKind, field: RowField, code: string, value: string): string =>
  field.value === 'money'
    ? phrases.enterAmountAboveZeroSuch
    : findingWords(kind, { code, field: field.name }, { values: { [field.name]: value }, fieldCount: 1 })

/** The fixes that write a value in its standard form, and the finding that each one fixes. */
const fixBy: Readonly<Partial<Record<BulkFix, FixableFault>>> = {
  strip: 'identifierSpaced',
  rewrite: 'dateOtherForm',
  plainAmount: 'amountWithCurrency',
  decimalPoint: 'amountOtherForm',
  plainDigits: 'amountOddCharacters',
  asShown: 'amountShown',
  plainNumber: 'identifierOddCharacters',
  chooseOrder: 'dateAmbiguous',
  swapDays: 'dateSwapped',
  oneLine: 'textUnseen',
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
  ...(fix === 'removeCopied' && copiedWords(label.toLowerCase())),
})

const setWords = (label: string): FixWords => ({
  title: (rows) => phrases.setOf(label.toLowerCase(), rows),
  effect: phrases.replacesValues(label.toLowerCase()),
  verb: (rows) => phrases.setRows(rows),
})

const copiedWords = (what: string): FixWords => ({
  title: (rows) => phrases.removeWithAgain(rows, what),
  effect: phrases.firstRowOfEachStaysLater(what),
  verb: (rows) => phrases.removeRows(rows),
})

const repeatedWords = (what: 'batch' | 'order'): FixWords => ({
  title: (rows) => phrases.removeInAnother(rows, what),
  effect: phrases.nothingChangesInOther(what),
  verb: (rows) => phrases.removeRows(rows),
})

const fixWords: Readonly<Record<BulkFix, FixWords>> = {
  strip: {
    title: (rows) => phrases.stripSpacesAndDashes(rows),
    effect: phrases.noDigitChanges,
    verb: (rows) => phrases.changeRows(rows),
  },
  rewrite: {
    title: (rows) => phrases.writeDateOfAsYearMonth(rows),
    effect: phrases.eachDateStaysSameDay,
    verb: (rows) => phrases.rewriteRows(rows),
  },
  plainAmount: {
    title: (rows) => phrases.writeWithoutCurrency(rows),
    effect: phrases.amountsStaySame,
    verb: (rows) => phrases.rewriteRows(rows),
  },
  decimalPoint: {
    title: (rows) => phrases.writePointInAmounts(rows),
    effect: phrases.checkEachNewAmount,
    verb: (rows) => phrases.rewriteRows(rows),
  },
  plainDigits: {
    title: (rows) => phrases.writeAmountsInPlainDigits(rows),
    effect: phrases.sameDigitsInPlainForm,
    verb: (rows) => phrases.rewriteRows(rows),
  },
  plainNumber: {
    title: (rows) => phrases.writeNumbersInPlainDigits(rows),
    effect: phrases.sameDigitsInPlainForm,
    verb: (rows) => phrases.rewriteRows(rows),
  },
  asShown: {
    title: (rows) => phrases.setAmountsAsShown(rows),
    effect: phrases.eachAmountAsSheetShows,
    verb: (rows) => phrases.rewriteRows(rows),
  },
  chooseOrder: {
    title: (rows) => phrases.chooseDayOf(rows),
    effect: phrases.onePartOrderForAll,
    verb: (rows) => phrases.rewriteRows(rows),
  },
  swapDays: {
    title: (rows) => phrases.chooseDayOf(rows),
    effect: phrases.datesAndTextsAreMixed,
    verb: (rows) => phrases.rewriteRows(rows),
  },
  oneLine: {
    title: (rows) => phrases.writeOnOneLine(rows),
    effect: phrases.lineBreaksBecomeSpaces,
    verb: (rows) => phrases.rewriteRows(rows),
  },
  plain: {
    title: (rows) => phrases.writeInPlainLetters(rows),
    effect: phrases.accentsAreDropped,
    verb: (rows) => phrases.rewriteRows(rows),
  },
  code: {
    title: (rows) => phrases.writeCodesOfInForm(rows),
    effect: phrases.codesStaySame,
    verb: (rows) => phrases.rewriteRows(rows),
  },
  removeCopies: {
    title: (rows) => phrases.removeNamingCardAgain(rows),
    effect: phrases.firstRowOfEachCardStays,
    verb: (rows) => phrases.removeRows(rows),
  },
  removeCopied: copiedWords('value'),
  removeListed: {
    title: (rows) => phrases.removeFoundInListAlready(rows),
    effect: phrases.nothingChangesInList,
    verb: (rows) => phrases.removeRows(rows),
  },
  removeSame: {
    title: (rows) => phrases.removeEqualToEarlier(rows),
    effect: phrases.earlierRowStaysItCan,
    verb: (rows) => phrases.removeRows(rows),
  },
  removeFaulty: {
    title: (rows) => phrases.removeWithErrors(rows),
    effect: phrases.saveThemFirst,
    verb: (rows) => phrases.removeRows(rows),
  },
  removeThese: {
    title: (rows, count) => phrases.removeThese(rows, count),
    effect: phrases.removedRowsAreNotSubmitted,
    verb: (rows) => phrases.removeRows(rows),
  },
  removeRepeated: repeatedWords('batch'),
  setAll: setWords('value'),
  takeAll: {
    title: (rows) => phrases.takeAllThatCardsOfHold(rows),
    effect: phrases.nothingLeftOnCards,
    verb: (rows) => phrases.takeAll(rows),
  },
  acceptDisplayedValues: {
    title: (rows) => phrases.leaveOtherFieldsOut(rows),
    effect: phrases.eachRowKeepsWhatItNeeds,
    verb: (rows) => phrases.fixRows(rows),
  },
}
