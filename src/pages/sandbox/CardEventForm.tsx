// Simulates what a card processor reports about a card, such as a purchase, a hold or a refund.
import { m } from '#words/messages.js'
import { type FormEvent, useState } from 'react'
import { paymentAmountRefusal } from '#domain/funding/payments.ts'
import { amountToText, typedToDecimal } from '#domain/money.ts'
import { failingReferences, needsAmount, type SimulationType, simulations } from '#domain/sandbox/simulations.ts'
import { changeSandbox, type SandboxResult } from '#flows/sandbox/simulate.ts'
import { AmountField } from '#pages/shared/AmountField.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { Panel } from '#ui/Panel.tsx'

const labels: Readonly<Record<SimulationType, () => string>> = {
  purchase: m.sandbox_purchase,
  decline: m.sandbox_decline,
  hold: m.sandbox_hold,
  aboveHold: m.sandbox_aboveHold,
  offline: m.sandbox_offlinePurchase,
  refund: m.sandbox_refund,
  chargeback: m.sandbox_chargeback,
  stop: m.sandbox_stopByProcessor,
  unstop: m.sandbox_unstopByProcessor,
}

const TRACKING_NUMBER = /^[0-9]{15}$/
/** Longer than a tracking number, since users type and paste spaces. */
const MAX_TYPED_NUMBER_LENGTH = 30

export function CardEventForm({ currency }: { readonly currency: string }) {
  const [type, setType] = useState<SimulationType>('purchase')
  const [trackingNumber, setTrackingNumber] = useState('')
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [result, setResult] = useState<SandboxResult<'simulateEvent'>>()
  const hasAmount = needsAmount(type)
  const decimal = typedToDecimal(amount) ?? ''
  const numberWithoutSpaces = trackingNumber.replaceAll(/\s/g, '')
  const numberError = TRACKING_NUMBER.test(numberWithoutSpaces) ? undefined : m.sandbox_enterTrackingNumber()
  const amountError = hasAmount ? paymentAmountRefusal(decimal) : undefined
  const hasErrors = numberError !== undefined || amountError !== undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (isSending || hasErrors) return
    setIsSending(true)
    setResult(
      await changeSandbox('simulateEvent', {
        type,
        trackingNumber: numberWithoutSpaces,
        reference: reference.trim(),
        ...(hasAmount && { amount: decimal }),
      }),
    )
    setIsSending(false)
  }
  return (
    <Panel title={m.sandbox_cardEvent()}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Select
          label={m.sandbox_whatHappens()}
          options={simulations.map((value) => ({ value, label: labels[value]() }))}
          value={type}
          onChange={({ target }) => setType(target.value as SimulationType)}
        />
        <TextField
          label={m.common_trackingNumber()}
          hint={m.sandbox_trackingHint()}
          figures
          inputMode="numeric"
          autoComplete="off"
          maxLength={MAX_TYPED_NUMBER_LENGTH}
          value={trackingNumber}
          error={hasTried ? numberError : undefined}
          onChange={({ target }) => setTrackingNumber(target.value)}
        />
        {hasAmount && (
          <>
            <AmountField
              currency={currency}
              value={amount}
              error={hasTried ? amountError : undefined}
              onChange={setAmount}
            />
            <TextField
              label={m.sandbox_merchant()}
              hint={m.sandbox_merchantHint()}
              optional
              list="sandbox-references"
              autoComplete="off"
              maxLength={100}
              value={reference}
              onChange={({ target }) => setReference(target.value)}
            />
          </>
        )}
        {/* Suggests the references with which a simulation fails. */}
        <datalist id="sandbox-references">
          {failingReferences.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
        <div>
          <Button type="submit" kind="primary" pending={isSending}>
            {m.sandbox_simulate()}
          </Button>
        </div>
        <div role="status">{result && <Outcome result={result} currency={currency} />}</div>
      </form>
    </Panel>
  )
}

interface OutcomeProps {
  readonly result: SandboxResult<'simulateEvent'>
  readonly currency: string
}

function Outcome({ result, currency }: OutcomeProps) {
  if (!result.ok) return <Banner kind="critical" title={result.text} />
  const { outcome, code = '', available } = result.result
  const titles = {
    applied: m.sandbox_applied(),
    declined: m.sandbox_declined({ code }),
    listed: m.sandbox_listed(),
    waiting: m.sandbox_waiting(),
  }
  return (
    <Banner kind={outcome === 'applied' ? 'info' : 'warning'} title={titles[outcome]}>
      <p>{m.sandbox_available({ amount: amountToText(available, currency) })}</p>
    </Banner>
  )
}
