// The filters above the audit trail: days, user, kind of entry, action and subject.
import { m } from '#words/messages.js'
import { auditActionLabel, auditActions, isAudited, subjectTypes, type SubjectType } from '#contract/audit-actions.ts'
import type { AuditedMethod } from '#contract/methods.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { type EntryFilter, entryFilters, type TrailValues } from './query-spec.ts'
import { compareTexts } from '#words/figures.ts'

interface TrailFiltersProps {
  readonly values: TrailValues
  readonly onChange: (change: Partial<TrailValues>) => void
  readonly refusal: string | undefined
}

export function TrailFilters({ values, onChange, refusal }: TrailFiltersProps) {
  const users = useServerQuery('searchUser', { keyword: '' }).data?.users ?? []
  const { user, method, kind, type, subject } = values
  const userOptions = users.map(({ userID, userName }) => ({ value: userID, label: userName }))
  // A deleted user is not in the list of users, but has entries in the trail.
  const isListed = user === '' || userOptions.some(({ value }) => value === user)
  const deletedUserOption = { value: user, label: m.audit_userNumber({ user }) }
  // The numbers of merchants are as long as card numbers, which must not be in the address. So there is no filter for a
  // merchant's number.
  const hasNumberFilter = type !== '' && type !== 'merchant'
  return (
    <>
      <DateRangeField
        label={m.common_days()}
        start={values.start}
        end={values.end}
        onChange={onChange}
        error={refusal}
      />
      <Select
        label={m.audit_person()}
        className="w-full sm:w-30"
        placeholder={m.audit_everybody()}
        value={user}
        options={isListed ? userOptions : [...userOptions, deletedUserOption]}
        onChange={(event) => onChange({ user: event.target.value })}
      />
      <Select
        label={m.common_show()}
        className="w-full sm:w-48"
        // If an action is chosen, all of its entries are shown.
        value={method === '' ? kind : 'all'}
        disabled={method !== ''}
        options={entryFilters.map((value) => ({ value, label: entryKindLabels[value] }))}
        onChange={(event) => onChange({ kind: event.target.value as EntryFilter })}
      />
      <Select
        label={m.common_action()}
        className="w-full sm:w-34"
        placeholder={m.audit_allActions()}
        value={method}
        options={methodOptions}
        onChange={(event) => onChange({ method: event.target.value as AuditedMethod | '' })}
      />
      <Select
        label={m.audit_subject()}
        className="w-full sm:w-30"
        placeholder={m.audit_anySubject()}
        value={type}
        options={Object.entries(subjectTypes).map(([value, label]) => ({ value, label }))}
        onChange={(event) => onChange({ type: event.target.value as SubjectType | '', subject: '' })}
      />
      {hasNumberFilter && (
        <TextField
          label={m.audit_itemNumber({ subject: subjectTypes[type] })}
          className="w-full sm:w-36"
          figures
          inputMode="numeric"
          autoComplete="off"
          maxLength={MAX_NUMBER_LENGTH}
          placeholder={m.audit_anyNumber()}
          value={subject}
          onChange={(event) => onChange({ subject: toNumberText(event.target.value) })}
        />
      )}
    </>
  )
}

const MAX_NUMBER_LENGTH = 12

/** '#0042' → '42'. */
const toNumberText = (text: string): string => text.replace(/[^0-9]/g, '').replace(/^0+/, '')

const entryKindLabels: Readonly<Record<EntryFilter, string>> = {
  changes: m.audit_changesAndExports(),
  views: m.audit_viewsOnly(),
  all: m.audit_allEntries(),
}

const methodOptions = Object.keys(auditActions)
  .filter(isAudited)
  .map((method) => ({ value: method, label: auditActionLabel(method) }))
  .sort((a, b) => compareTexts(a.label, b.label))
