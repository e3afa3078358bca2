// What the audit trail is asked by: days, a person, an act, a thing.
import { acts, isAudited, subjectTypes, type SubjectType } from '#contract/acts.ts'
import type { AuditedMethod } from '#contract/facts.ts'
import type { Params } from '#contract/operations.ts'
import { addDays, MAX_SEARCH_DAYS, refuseReversed } from '#domain/dates.ts'
import { choiceParam, dateParam, idParam, type Question, wantRange } from '#domain/questions.ts'

export interface TrailValues {
  readonly start: string
  readonly end: string
  /** '' for everybody, everything, any kind of thing, any thing of the kind. */
  readonly user: string
  readonly act: AuditedMethod | ''
  readonly type: SubjectType | ''
  /** What was changed or taken out, what was only looked at, or both. An act that is chosen decides by itself. */
  readonly kind: EntryKind
  readonly thing: string
}

export const entryKinds = ['changes', 'views', 'all'] as const
export type EntryKind = (typeof entryKinds)[number]

const methods = Object.keys(acts).filter(isAudited)

export const trailQuestion: Question<TrailValues, Params<'auditLog'>> = {
  params: {
    start: dateParam('from'),
    end: dateParam('to'),
    user: idParam('user'),
    act: choiceParam('act', ['', ...methods]),
    kind: choiceParam('entries', entryKinds),
    type: choiceParam('type', ['', ...(Object.keys(subjectTypes) as SubjectType[])]),
    thing: { ...idParam('thing'), typed: true },
  },
  usual: (today) => ({
    start: addDays(today, -MAX_SEARCH_DAYS),
    end: today,
    user: '',
    act: '',
    kind: 'changes',
    type: '',
    thing: '',
  }),
  ask({ user, act, kind, type, thing, ...range }) {
    // What happened to a card or a person may be years ago: the trail has no longest span.
    const wanted = wantRange(range, refuseReversed)
    if (!wanted.ok) return wanted
    return {
      ok: true,
      params: {
        ...wanted.params,
        ...(user === '' ? {} : { userId: user }),
        ...(act === '' ? {} : { method: act }),
        ...(act === '' && kind !== 'all' ? { kind } : {}),
        ...(type === '' ? {} : { subjectType: type }),
        ...(type === '' || thing === '' ? {} : { subjectId: thing }),
      },
    }
  },
}
