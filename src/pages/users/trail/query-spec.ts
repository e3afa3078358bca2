// The filters of the audit trail as parameters: days, user, action, subject.
import { auditActions, isAudited, subjectTypes, type SubjectType } from '#contract/audit-actions.ts'
import type { AuditedMethod } from '#contract/methods.ts'
import type { Params } from '#contract/operations.ts'
import { addDays, MAX_SEARCH_DAYS, reversedRangeError } from '#domain/dates.ts'
import { choiceParam, dateParam, idParam, type QuerySpec, toRangeParams } from '#domain/query-specs.ts'

export interface TrailValues {
  readonly start: string
  readonly end: string
  /** The user's id. '' means any user. */
  readonly user: string
  /** The operation of the action. '' means any action. */
  readonly method: AuditedMethod | ''
  /** Changes and downloads, views, or both. Ignored if an action is chosen. */
  readonly kind: EntryFilter
  /** The type of the subject. '' means any type. */
  readonly type: SubjectType | ''
  /** The number of a subject of that type. '' means any subject. */
  readonly subject: string
}

export const entryFilters = ['changes', 'views', 'all'] as const
export type EntryFilter = (typeof entryFilters)[number]

const methods = Object.keys(auditActions).filter(isAudited)

export const trailQuery: QuerySpec<TrailValues, Params<'auditLog'>> = {
  params: {
    start: dateParam('from'),
    end: dateParam('to'),
    user: idParam('user'),
    method: choiceParam('act', ['', ...methods]),
    kind: choiceParam('entries', entryFilters),
    type: choiceParam('type', ['', ...(Object.keys(subjectTypes) as SubjectType[])]),
    subject: { ...idParam('thing'), isTyped: true },
  },
  defaults: (today) => ({
    start: addDays(today, -MAX_SEARCH_DAYS),
    end: today,
    user: '',
    method: '',
    kind: 'changes',
    type: '',
    subject: '',
  }),
  toParams({ user, method, kind, type, subject, ...range }) {
    // An event can be years old, so the trail has no maximum range.
    const dates = toRangeParams(range, reversedRangeError)
    if (!dates.ok) return dates
    const hasKind = method === '' && kind !== 'all'
    // A number alone would find subjects of all types.
    const hasSubject = type !== '' && subject !== ''
    return {
      ok: true,
      params: {
        ...dates.params,
        ...(user !== '' && { userId: user }),
        ...(method !== '' && { method }),
        ...(hasKind && { kind }),
        ...(type !== '' && { subjectType: type }),
        ...(hasSubject && { subjectId: subject }),
      },
    }
  },
}
