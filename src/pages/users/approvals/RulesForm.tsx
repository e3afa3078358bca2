// The form that proposes approval rules: tiers, the order of signing, limits of approvers, deputies, and a reminder.
import { m } from '#words/messages.js'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import type { Result } from '#contract/operations.ts'
import {
  approvalSubjectInfo,
  type ApprovalSubject,
  isAmountMeasure,
  MAX_SIGNERS,
  type TierMeasure,
  tierMeasures,
} from '#domain/approvals/rules.ts'
import { listOr } from '#words/figures.ts'
import { sendAdminChange } from '#flows/users/machines.ts'
import { currentTime } from '#services/clock.ts'
import { notify } from '#services/notices.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { DeputyFields } from './DeputyFields.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import {
  groupsFor,
  hasSeveralTiers,
  inputToRules,
  type LimitInput,
  nextKey,
  rulesToInput,
  subjectOptions,
  type RulesInput,
  textToHours,
  textToValue,
  type TierInput,
} from './rules-input.ts'

interface RulesFormProps {
  readonly data: Result<'approvalRules'>
  readonly onProposed: () => void
  readonly onCancel: () => void
}

const measureLabels: Readonly<Record<TierMeasure, () => string>> = {
  total: () => m.approvals_measureTotal(),
  largestRow: () => m.approvals_measureLargestRow(),
  rows: () => m.approvals_measureRows(),
  firstTimeCards: () => m.approvals_measureNewCards(),
}

const { timeZone } = client

const toOption = ({ id, name }: { readonly id: number; readonly name: string }) => ({ value: String(id), label: name })

const NEW_TIER = {
  subject: 'load',
  measure: 'total',
  above: '',
  upTo: '',
  campaigns: '',
  signers: '2',
  group: '',
} as const

export function RulesForm({ data, onProposed, onCancel }: RulesFormProps) {
  const [input, setInput] = useState(() =>
    rulesToInput(data.proposal?.rules ?? data.rules, { timeZone, now: currentTime() }),
  )
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState(false)
  const rules = inputToRules(input, { timeZone })
  // The order of signing matters only among several tiers.
  const subjectsWithOrder = subjectOptions().filter(({ value }) => hasSeveralTiers(input, value))
  const hasReminder = input.reminder.trim() !== ''
  const isReminderInvalid = hasReminder && textToHours(input.reminder) === undefined
  const changeTier = (key: number, changes: Partial<TierInput>) =>
    setInput((before) => ({
      ...before,
      tiers: before.tiers.map((tier) => (tier.key === key ? { ...tier, ...changes } : tier)),
    }))
  const changeLimit = (key: number, changes: Partial<LimitInput>) =>
    setInput((before) => ({
      ...before,
      limits: before.limits.map((limit) => (limit.key === key ? { ...limit, ...changes } : limit)),
    }))
  const addTier = () =>
    setInput((before) => ({ ...before, tiers: [...before.tiers, { key: nextKey(before.tiers), ...NEW_TIER }] }))
  const removeTier = (key: number) =>
    setInput((before) => ({ ...before, tiers: before.tiers.filter((tier) => tier.key !== key) }))
  const addLimit = () =>
    setInput((before) => ({
      ...before,
      limits: [...before.limits, { key: nextKey(before.limits), user: '', amount: '' }],
    }))
  const removeLimit = (key: number) =>
    setInput((before) => ({ ...before, limits: before.limits.filter((limit) => limit.key !== key) }))
  const setInOrder = (subject: ApprovalSubject, isInOrder: boolean) =>
    setInput((before) => {
      const others = before.inOrder.filter((other) => other !== subject)
      return { ...before, inOrder: isInOrder ? [...others, subject] : others }
    })
  const changeDeputies = (change: (deputies: RulesInput['deputies']) => RulesInput['deputies']) =>
    setInput((before) => ({ ...before, deputies: change(before.deputies) }))
  const propose = async () => {
    if (!rules) return
    setPending(true)
    const result = await sendAdminChange('proposeApprovalRules', { rules })
    setPending(false)
    if (!result.ok) {
      setFailure(result.text)
      return
    }
    notify({ kind: 'success', text: result.text })
    onProposed()
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (rules && !pending) void propose()
      }}
    >
      {failure !== undefined && <Banner kind="critical" title={failure} />}
      {input.tiers.length === 0 && <p className="text-muted">{m.approvals_noRules()}</p>}
      <ol className="grid gap-3">
        {input.tiers.map((tier) => (
          <li key={tier.key} className="rounded-lg border border-line p-3">
            <TierFields data={data} tier={tier} onChange={(changes) => changeTier(tier.key, changes)} />
            <div className="mt-2 flex justify-end">
              <Button size="small" kind="quiet" onClick={() => removeTier(tier.key)}>
                {m.approvals_removeTier()}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button onClick={addTier}>{m.approvals_addTier()}</Button>
      </div>
      {subjectsWithOrder.map(({ value }) => (
        <Checkbox
          key={value}
          label={m.approvals_ruleInOrder({ subject: approvalSubjectInfo[value].label })}
          checked={input.inOrder.includes(value)}
          onChange={({ target }) => setInOrder(value, target.checked)}
        />
      ))}
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-medium">{m.approvals_limits()}</legend>
        {input.limits.map((limit) => (
          <div key={limit.key} className="flex flex-wrap items-end gap-3">
            <Select
              label={m.approvals_approver()}
              className="w-full sm:w-64"
              placeholder={m.approvals_chooseApprover()}
              options={data.approvers.map(toOption)}
              value={limit.user}
              onChange={({ target }) => changeLimit(limit.key, { user: target.value })}
            />
            <TextField
              label={m.approvals_signsUpTo({ currency: data.currency })}
              className="w-40"
              figures
              inputMode="decimal"
              value={limit.amount}
              onChange={({ target }) => changeLimit(limit.key, { amount: target.value })}
            />
            <IconButton
              icon={<Trash2 aria-hidden />}
              label={m.approvals_removeLimit()}
              onClick={() => removeLimit(limit.key)}
            />
          </div>
        ))}
        <div>
          <Button onClick={addLimit}>{m.approvals_addLimit()}</Button>
        </div>
      </fieldset>
      <DeputyFields data={data} deputies={input.deputies} onChange={changeDeputies} />
      <fieldset className="flex flex-wrap items-end gap-3">
        <legend className="mb-2 font-medium">{m.approvals_reminder()}</legend>
        <TextField
          label={m.approvals_reminderHours()}
          optional
          className="w-full sm:w-64"
          figures
          inputMode="numeric"
          value={input.reminder}
          error={isReminderInvalid ? m.common_invalidInputFormat() : undefined}
          onChange={({ target }) => setInput((before) => ({ ...before, reminder: target.value }))}
        />
        <Select
          label={m.approvals_escalateTo()}
          className="w-full sm:w-64"
          options={[{ value: '', label: m.approvals_noOtherGroup() }, ...data.groups.map(toOption)]}
          value={input.escalateTo}
          disabled={!hasReminder}
          onChange={({ target }) => setInput((before) => ({ ...before, escalateTo: target.value }))}
        />
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCancel}>{m.common_cancel()}</Button>
        <Button
          type="submit"
          kind="primary"
          pending={pending}
          disabledReason={rules ? undefined : m.users_fillInRequiredFields()}
        >
          {m.approvals_propose()}
        </Button>
      </div>
    </form>
  )
}

interface TierFieldsProps {
  readonly data: RulesFormProps['data']
  readonly tier: TierInput
  readonly onChange: (changes: Partial<TierInput>) => void
}

function TierFields({ data, tier, onChange }: TierFieldsProps) {
  const { subject, measure, above, upTo, campaigns, signers, group } = tier
  const unit = isAmountMeasure(measure) ? ` (${data.currency})` : ''
  const errorOf = (text: string) => {
    const isInvalid = text.trim() !== '' && textToValue(measure, text) === undefined
    return isInvalid ? m.common_invalidInputFormat() : undefined
  }
  const campaignIds = campaigns.split(',')
  const chosenCampaigns = data.campaigns.filter(({ id }) => campaignIds.includes(String(id)))
  const singleCampaigns = data.campaigns.map(toOption)
  // The form offers only single campaigns, but the stored rules can have a tier for several.
  const severalCampaigns = { value: campaigns, label: listOr(chosenCampaigns.map(({ name }) => name)) }
  const offeredCampaigns = campaignIds.length > 1 ? [severalCampaigns, ...singleCampaigns] : singleCampaigns
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Select
        label={m.approvals_for()}
        options={subjectOptions()}
        value={subject}
        onChange={({ target }) => onChange({ subject: target.value as TierInput['subject'], group: '' })}
      />
      <Select
        label={m.approvals_compares()}
        options={tierMeasures.map((value) => ({ value, label: measureLabels[value]() }))}
        value={measure}
        onChange={({ target }) => onChange({ measure: target.value as TierMeasure })}
      />
      <TextField
        label={`${m.approvals_above()}${unit}`}
        figures
        inputMode="decimal"
        value={above}
        error={errorOf(above)}
        onChange={({ target }) => onChange({ above: target.value })}
      />
      <TextField
        label={`${m.approvals_upTo()}${unit}`}
        optional
        figures
        inputMode="decimal"
        value={upTo}
        error={errorOf(upTo)}
        onChange={({ target }) => onChange({ upTo: target.value })}
      />
      <Select
        label={m.common_campaigns()}
        options={[{ value: '', label: m.common_allCampaigns() }, ...offeredCampaigns]}
        value={campaigns}
        onChange={({ target }) => onChange({ campaigns: target.value })}
      />
      <Select
        label={m.approvals_signaturesNeeded()}
        options={Array.from({ length: MAX_SIGNERS }, (_, index) => ({
          value: String(index + 1),
          label: String(index + 1),
        }))}
        value={signers}
        onChange={({ target }) => onChange({ signers: target.value })}
      />
      <Select
        label={m.approvals_by()}
        options={[{ value: '', label: m.approvals_anyApprover() }, ...groupsFor(data, subject).map(toOption)]}
        value={group}
        onChange={({ target }) => onChange({ group: target.value })}
      />
    </div>
  )
}
