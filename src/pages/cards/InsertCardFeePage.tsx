// Insert Card Fee (/card/insertfee): charges a fee to one card, identified by its number or tracking number. The page
// shows the card before it is charged.
import { inSentence } from '#words/figures.ts'
import { m } from '#words/messages.js'
import { type FormEvent, useId, useState } from 'react'
import { feeRefusal } from '#domain/cards/actions.ts'
import { identifierTypes, PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { type Cents, cents, centsToText, centsToDecimal, textToCents, decimalToCents } from '#domain/money.ts'
import type { PendingChange } from '#flows/pending-changes/change-types.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { useBlockingChange } from '#flows/pending-changes/store.ts'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { notifyRefusal, PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { NO_PARAMS, useServerQuery } from '#services/server/queries.ts'
import { useOwnerUser } from '#services/session/session.ts'
import { useToday } from '#services/useToday.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { ErrorSummary } from '#ui/forms/ErrorSummary.tsx'
import { AdjustmentNote } from '#ui/forms/Field.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Segmented } from '#ui/forms/RadioGroup.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { toCardForRules } from './details/card.ts'
import { FeeCardBox } from './fee/FeeCardBox.tsx'
import {
  amountReadings,
  stripSeparators,
  chooseFee,
  chooseReading,
  isAmountChanged,
  EMPTY_FEE,
  type FeeField,
  feeErrors,
  feeForm,
  enterAmount,
  type FeeFormValues,
  defaultCharge,
} from './fee/fee-form.ts'
import { useFeeCard } from './fee/useFeeCard.ts'
import { useSearchEnteredCard } from './search/useOpenEnteredCard.ts'
import { cardName } from './words.ts'

export default function InsertCardFeePage() {
  const ownerUser = useOwnerUser()
  const { online } = useConnection()
  const today = useToday()
  const formId = useId()
  const { state: formValues } = feeForm.use()
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const onOpenCard = useSearchEnteredCard()
  const fees = useServerQuery('getFeeTypes', NO_PARAMS)
  const feeTypes = fees.data?.feeTypes ?? []

  const { identifierType } = formValues
  const identifier = stripSeparators(formValues)
  const { label, length } = identifierTypes[identifierType]
  const feeCard = useFeeCard(identifierType, identifier)
  const card = feeCard.state === 'found' ? feeCard.card : undefined
  const isUnknown = feeCard.state === 'unknown'
  const fee = feeTypes.find((feeType) => feeType.id === formValues.feeId)
  const defaultCents = defaultCharge(fee)
  const changeForm = (changes: Partial<FeeFormValues>) => {
    feeForm.change(changes)
    setIsSubmitted(false)
    setRefusal(undefined)
  }
  const formErrors = [
    ...feeErrors(formValues),
    ...(isUnknown ? [{ field: 'identifier' as const, text: m.cards_noSuchCard({ label: inSentence(label) }) }] : []),
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    setIsDialogOpen(formErrors.length === 0)
  }
  const shownErrors = isSubmitted ? formErrors.map(({ field, text }) => ({ fieldId: `${formId}-${field}`, text })) : []
  const errorAt = (field: FeeField) => shownErrors.find(({ fieldId }) => fieldId === `${formId}-${field}`)?.text

  const inCurrency = (amount: Cents) => [card?.CURRENCY, centsToText(amount)].filter(Boolean).join(' ')
  const parsedAmount = textToCents(formValues.amount)
  const amountCents = typeof parsedAmount === 'number' ? parsedAmount : undefined
  const readings = amountReadings(formValues)
  const amount = amountCents === undefined ? formValues.amount : inCurrency(amountCents)
  const defaultChargeNote =
    defaultCents === undefined || defaultCents === amountCents
      ? undefined
      : m.cards_defaultCharge({ charge: inCurrency(defaultCents) })
  // A preview of the server's check; the server decides when the request arrives.
  const warning = card && amountCents !== undefined ? feeRefusal(toCardForRules(card, today), amountCents) : undefined
  const availableCents = decimalToCents(card?.FUNDSAVAILABLE ?? '')
  const name = identifierType === PAN ? cardName(identifier) : m.cards_cardWithTrackingNumber({ identifier })
  const done = m.cards_feeOnCardInserted({ amount, name })
  const subject = `${identifierType} ${identifier}`
  const pendingChange = useBlockingChange(ownerUser, { kind: 'insertCardFee', subject })
  const params = {
    identifierType,
    identifier,
    amount: amountCents === undefined ? '' : centsToDecimal(amountCents),
    feeId: formValues.feeId,
  }
  // Also clears the form if the result belongs to an earlier request for the same fee: otherwise the user could charge
  // the card twice.
  const clearForm = (earlierChange: PendingChange | undefined) => {
    if (earlierChange && JSON.stringify(earlierChange.params) !== JSON.stringify(params)) return
    setIsSubmitted(false)
    feeForm.change({ ...EMPTY_FEE, identifierType })
  }

  return (
    <Page title={m.common_insertCardFee()} width="narrow" description={m.cards_insertFeeDescription()}>
      <PendingChangeList area="card" hidden={isDialogOpen} onOpenCard={onOpenCard} onDone={clearForm} />
      {refusal !== undefined && (
        <Banner kind="critical" title={m.cards_feeNotInserted()} onClose={() => setRefusal(undefined)}>
          {refusal}
        </Banner>
      )}
      <Panel>
        <form onSubmit={submit} noValidate className="grid gap-5">
          <ErrorSummary errors={shownErrors} />
          <Segmented
            label={m.cards_identifierType()}
            labelHidden={false}
            choices={identifierChoices}
            value={String(identifierType)}
            onChange={(value) => changeForm({ identifierType: value === '1' ? PAN : TRACKING_NUMBER, identifier: '' })}
          />
          <TextField
            id={`${formId}-identifier`}
            label={label}
            hint={m.cards_lengthDigits({ length })}
            figures
            inputMode="numeric"
            autoComplete="off"
            // Leaves room for the spaces or hyphens that people type.
            maxLength={30}
            value={formValues.identifier}
            error={errorAt('identifier')}
            onChange={(event) => changeForm({ identifier: event.target.value })}
          />
          <FeeCardBox feeCard={feeCard} label={inSentence(label)} />
          <Select
            id={`${formId}-feeId`}
            label={m.common_feeType()}
            placeholder={m.cards_selectFeeType()}
            value={formValues.feeId}
            options={feeTypes.map((feeType) => ({ value: feeType.id, label: feeType.name }))}
            error={errorAt('feeId') ?? fees.failure?.text}
            onChange={(event) =>
              changeForm(
                chooseFee(
                  formValues,
                  feeTypes.find((feeType) => feeType.id === event.target.value),
                ),
              )
            }
          />
          <TextField
            id={`${formId}-amount`}
            label={m.common_amount()}
            hint={
              <>
                <span className="block">
                  {card ? m.cards_amountHintCurrency({ currency: card.CURRENCY }) : m.cards_amountHintCardCurrency()}
                </span>
                {defaultChargeNote !== undefined && <span className="block">{defaultChargeNote}</span>}
                {isAmountChanged(formValues) && readings.length === 0 && (
                  <AdjustmentNote>
                    {m.cards_amountAdjusted({
                      typed: formValues.typed,
                      hasAmount: amountCents === undefined ? 'no' : 'yes',
                      amount: amountCents === undefined ? '' : amount,
                    })}
                  </AdjustmentNote>
                )}
                {warning !== undefined && <AdjustmentNote>{warning}</AdjustmentNote>}
              </>
            }
            figures
            inputMode="decimal"
            autoComplete="off"
            value={formValues.amount}
            error={errorAt('amount')}
            onChange={(event) => changeForm(enterAmount(formValues, event.target.value))}
          />
          {readings.length > 0 && (
            <div
              role="group"
              aria-label={m.cards_chooseAmount({ typed: formValues.typed })}
              className="-mt-2 grid gap-2"
            >
              <AdjustmentNote>{m.cards_chooseAmount({ typed: formValues.typed })}</AdjustmentNote>
              <div className="flex flex-wrap gap-2">
                {readings.map((reading) => (
                  <Button key={reading} size="small" onClick={() => changeForm(chooseReading(reading))}>
                    {inCurrency(reading)}
                  </Button>
                ))}
              </div>
            </div>
          )}
          <div>
            <Button type="submit" kind="primary" disabledReason={online ? undefined : OFFLINE_REASON}>
              {m.cards_insertFee()}
            </Button>
          </div>
        </form>
      </Panel>
      {isDialogOpen && amountCents !== undefined && (
        <ChangeDialog
          title={m.cards_confirmInsertFee({ name })}
          effect={
            <>
              {card?.CARDHOLDERNAME && (
                <span className="block font-medium text-text">
                  {m.cards_feeCardholder({ name: card.CARDHOLDERNAME })}
                </span>
              )}
              {m.cards_insertFeeEffect({ fee: fee?.name ?? m.cards_theFee(), amount })}
              {availableCents !== undefined &&
                warning === undefined &&
                ` ${m.cards_availableAfterFee({ before: inCurrency(availableCents), after: inCurrency(cents(availableCents - amountCents)) })}`}
            </>
          }
          confirmLabel={m.cards_insertFeeOf({ amount })}
          done={done}
          earlier={{ ownerUser, change: pendingChange, onOpenCard }}
          send={() =>
            sendChange(ownerUser, {
              kind: 'insertCardFee',
              params,
              subject,
              done,
              success: m.cards_feeHasBeenInserted(),
              link: { identifierType, identifier },
            })
          }
          onDone={(earlierChange) => {
            setIsDialogOpen(false)
            clearForm(earlierChange)
          }}
          onRefused={(text, earlierChange) => {
            setIsDialogOpen(false)
            if (earlierChange) notifyRefusal(earlierChange, text)
            else setRefusal(text)
          }}
          onClose={() => setIsDialogOpen(false)}
        >
          {warning === undefined && defaultChargeNote === undefined ? undefined : (
            <div className="grid gap-3">
              {warning !== undefined && <Banner kind="warning" title={warning} />}
              {defaultChargeNote !== undefined && <Banner kind="warning" title={defaultChargeNote} />}
            </div>
          )}
        </ChangeDialog>
      )}
    </Page>
  )
}

// The values are the API's identifier types, PAN and TRACKING_NUMBER, as text.
const identifierChoices = [
  { value: '1', label: m.cards_pan() },
  { value: '2', label: m.common_trackingNumber() },
] as const
