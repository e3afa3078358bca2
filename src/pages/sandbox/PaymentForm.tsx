// Simulates a payment that arrives at the bank. The user then matches and confirms it on the page of the funding
// account.
import { m } from '#words/messages.js'
import { type FormEvent, useState } from 'react'
import { paymentAmountRefusal } from '#domain/funding/payments.ts'
import { typedToDecimal } from '#domain/money.ts'
import { changeSandbox, type SandboxResult } from '#flows/sandbox/simulate.ts'
import { AmountField } from '#pages/shared/AmountField.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { Panel } from '#ui/Panel.tsx'

export function PaymentForm({ currency }: { readonly currency: string }) {
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [result, setResult] = useState<SandboxResult<'simulatePayment'>>()
  const decimal = typedToDecimal(amount) ?? ''
  const amountError = paymentAmountRefusal(decimal)
  const referenceError = reference.trim() === '' ? m.funding_referenceMissing() : undefined
  const hasErrors = amountError !== undefined || referenceError !== undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (isSending || hasErrors) return
    setIsSending(true)
    setResult(await changeSandbox('simulatePayment', { amount: decimal, reference: reference.trim() }))
    setIsSending(false)
  }
  return (
    <Panel title={m.sandbox_bankPayment()}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <AmountField
            currency={currency}
            value={amount}
            error={hasTried ? amountError : undefined}
            onChange={setAmount}
          />
          <TextField
            label={m.sandbox_payerReference()}
            autoComplete="off"
            maxLength={100}
            value={reference}
            error={hasTried ? referenceError : undefined}
            onChange={({ target }) => setReference(target.value)}
          />
        </div>
        <div>
          <Button type="submit" pending={isSending}>
            {m.sandbox_simulatePayment()}
          </Button>
        </div>
        <div role="status">
          {result?.ok === true && <Banner title={m.sandbox_paymentArrived()} />}
          {result?.ok === false && <Banner kind="critical" title={result.text} />}
        </div>
      </form>
    </Panel>
  )
}
