// The deputies in the form of approval rules: who signs for an absent approver, from which day to which, and why.
import { m } from '#words/messages.js'
import type { Result } from '#contract/operations.ts'
import { MAX_DEPUTY_REASON_LENGTH } from '#domain/approvals/rules.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { type DeputyInput, nextKey } from './rules-input.ts'

interface DeputyFieldsProps {
  readonly data: Pick<Result<'approvalRules'>, 'approvers'>
  readonly deputies: readonly DeputyInput[]
  readonly onChange: (change: (deputies: readonly DeputyInput[]) => readonly DeputyInput[]) => void
}

const NEW_DEPUTY = { userId: '', deputyId: '', firstDay: '', lastDay: '', reason: '' } as const

export function DeputyFields({ data, deputies, onChange }: DeputyFieldsProps) {
  const approverOptions = data.approvers.map(({ id, name }) => ({ value: String(id), label: name }))
  const change = (key: number, changes: Partial<DeputyInput>) =>
    onChange((before) => before.map((deputy) => (deputy.key === key ? { ...deputy, ...changes } : deputy)))
  const remove = (key: number) => onChange((before) => before.filter((deputy) => deputy.key !== key))
  const add = () => onChange((before) => [...before, { key: nextKey(before), ...NEW_DEPUTY }])
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{m.approvals_deputies()}</legend>
      <p className="text-muted">{m.approvals_deputiesHint()}</p>
      {deputies.map(({ key, userId, deputyId, firstDay, lastDay, reason }) => (
        <div key={key} className="rounded-lg border border-line p-3">
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
            <Select
              label={m.approvals_absentApprover()}
              placeholder={m.approvals_chooseApprover()}
              options={approverOptions}
              value={userId}
              onChange={({ target }) => change(key, { userId: target.value })}
            />
            <Select
              label={m.approvals_deputy()}
              placeholder={m.approvals_chooseApprover()}
              options={approverOptions.filter(({ value }) => value !== userId)}
              value={deputyId}
              onChange={({ target }) => change(key, { deputyId: target.value })}
            />
            <DateField
              label={m.common_firstDay()}
              value={firstDay}
              onChange={(day) => change(key, { firstDay: day })}
            />
            <DateField
              label={m.common_lastDay()}
              value={lastDay}
              min={firstDay}
              onChange={(day) => change(key, { lastDay: day })}
            />
            <TextField
              label={m.approvals_deputyReason()}
              className="sm:col-span-2"
              maxLength={MAX_DEPUTY_REASON_LENGTH}
              value={reason}
              onChange={({ target }) => change(key, { reason: target.value })}
            />
          </div>
          <div className="mt-2 flex justify-end">
            <Button size="small" kind="quiet" onClick={() => remove(key)}>
              {m.approvals_removeDeputy()}
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button onClick={add}>{m.approvals_addDeputy()}</Button>
      </div>
    </fieldset>
  )
}
