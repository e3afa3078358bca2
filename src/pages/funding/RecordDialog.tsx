// Records a payment or a return of surplus: amount, value date, the bank's reference, a note and a file. The typed
// values, but not the file, are kept when the dialog is closed or the page is reloaded.
import { m } from '#words/messages.js'
import { useId, useState } from 'react'
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import {
  fundingPaymentTypeLabels,
  MAX_PAYMENT_NOTE,
  MAX_PAYMENT_REFERENCE,
  paymentAmountRefusal,
  paymentFileRefusal,
  paymentFileTypes,
  type RecordedPaymentType,
  valueDateRefusal,
} from '#domain/funding/payments.ts'
import { amountToText, typedToDecimal } from '#domain/money.ts'
import { recordSubject, recordToChange } from '#flows/pending-changes/payment-changes.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { AmountField } from '#pages/shared/AmountField.tsx'
import { bytesToBase64 } from '#services/files/base64.ts'
import { useToday } from '#services/useToday.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { ErrorSummary } from '#ui/forms/ErrorSummary.tsx'
import { FileDrop } from '#ui/forms/FileDrop.tsx'
import { FieldError } from '#ui/forms/Field.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { TextField } from '#ui/forms/TextField.tsx'

interface RecordDialogProps {
  readonly ownerUser: string
  readonly type: RecordedPaymentType
  readonly currency: string
  /** The funds that are not reserved, as a decimal. */
  readonly available: string
  readonly onClose: () => void
}

interface Values {
  readonly amount: string
  readonly valueDate: string
  readonly reference: string
  readonly note: string
}
type FieldName = 'amount' | 'valueDate' | 'reference'

export function RecordDialog({ ownerUser, type, currency, available, onClose }: RecordDialogProps) {
  const today = useToday()
  const id = useId()
  const { draft, setDraft, forget } = useTypedDraft<Values>(`record ${type}`, () => ({
    amount: '',
    valueDate: today,
    reference: '',
    note: '',
  }))
  const [file, setFile] = useState<{ readonly name: string; readonly base64: string }>()
  const [fileError, setFileError] = useState<string>()
  const [hasTried, setHasTried] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const pendingChanges = usePendingChanges(ownerUser)
  const isReturn = type === 'return'
  const amount = typedToDecimal(draft.amount)
  const amountText = amount === undefined ? '' : amountToText(amount, currency)
  const errors = errorsOf(draft, today)
  const shownErrors = hasTried ? errors : {}
  const changeDraft = (change: Partial<Values>) => setDraft((before) => ({ ...before, ...change }))
  const attach = async (chosen: File) => {
    const refusal = paymentFileRefusal(chosen.name, chosen.size)
    setFileError(refusal)
    if (refusal !== undefined) return
    const base64 = await bytesToBase64(new Uint8Array(await chosen.arrayBuffer()))
    setFile({ name: chosen.name, base64 })
  }
  const reference = draft.reference.trim()
  const subject = recordSubject(type, reference)
  const amountLabel = m.funding_recordAmount({ what: fundingPaymentTypeLabels[type], amount: amountText })
  return (
    <ChangeDialog
      title={isReturn ? m.funding_returnSurplus() : m.funding_recordPayment()}
      effect={
        isReturn ? m.funding_returnIntro({ available: amountToText(available, currency) }) : m.funding_recordIntro()
      }
      confirmLabel={amount === undefined ? m.funding_record() : amountLabel}
      earlier={{
        ownerUser,
        change: pendingChanges.find((change) => change.kind === 'recordFundingPayment' && change.subject === subject),
      }}
      send={() => {
        setHasTried(true)
        const hasErrors = Object.keys(errors).length > 0
        if (hasErrors || amount === undefined) return undefined
        const note = draft.note.trim()
        const payment = {
          type,
          amount,
          valueDate: draft.valueDate,
          reference,
          ...(note !== '' && { note }),
          ...(file && { file }),
        }
        return sendChange(ownerUser, recordToChange(payment, amountText))
      }}
      onSending={setIsSending}
      keepsInput
      onDone={() => {
        forget()
        onClose()
      }}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <ErrorSummary
          errors={Object.entries(shownErrors).map(([name, text]) => ({ fieldId: `${id}-${name}`, text }))}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <AmountField
            id={`${id}-amount`}
            currency={currency}
            value={draft.amount}
            readOnly={isSending}
            error={shownErrors.amount}
            onChange={(text) => changeDraft({ amount: text })}
          />
          <DateField
            id={`${id}-valueDate`}
            label={m.funding_valueDate()}
            hint={m.funding_valueDateHint()}
            value={draft.valueDate}
            error={shownErrors.valueDate}
            onChange={(valueDate) => changeDraft({ valueDate })}
          />
        </div>
        <TextField
          id={`${id}-reference`}
          label={m.funding_bankReference()}
          hint={m.funding_bankReferenceHint()}
          autoComplete="off"
          maxLength={MAX_PAYMENT_REFERENCE}
          value={draft.reference}
          readOnly={isSending}
          error={shownErrors.reference}
          onChange={({ target }) => changeDraft({ reference: target.value })}
        />
        <TextArea
          label={m.common_note()}
          optional
          maxLength={MAX_PAYMENT_NOTE}
          value={draft.note}
          readOnly={isSending}
          onChange={({ target }) => changeDraft({ note: target.value })}
        />
        {file ? (
          <div className="flex flex-wrap items-center gap-3">
            <span className="wrap-anywhere">{file.name}</span>
            <Button size="small" onClick={() => setFile(undefined)}>
              {m.funding_removeFile()}
            </Button>
          </div>
        ) : (
          <FileDrop
            label={m.funding_attachFile()}
            accept={Object.keys(paymentFileTypes).map((extension) => `.${extension}`)}
            hint={m.funding_attachFileHint()}
            onFile={(chosen) => void attach(chosen)}
          />
        )}
        {fileError !== undefined && <FieldError id={`${id}-file`} text={fileError} />}
      </div>
    </ChangeDialog>
  )
}

/** The errors by field, in the order of the fields on screen. A field without an error has no entry. */
function errorsOf({ amount, valueDate, reference }: Values, today: CalendarDate): Partial<Record<FieldName, string>> {
  const date = textToDate(valueDate)
  const amountError = paymentAmountRefusal(typedToDecimal(amount) ?? '')
  const dateError = date === undefined ? m.funding_valueDateMissing() : valueDateRefusal(date, today)
  const errors: Partial<Record<FieldName, string>> = {}
  if (amountError !== undefined) errors.amount = amountError
  if (dateError !== undefined) errors.valueDate = dateError
  if (reference.trim() === '') errors.reference = m.funding_referenceMissing()
  return errors
}
