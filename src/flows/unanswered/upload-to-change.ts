// A submitted upload as the change that all others are, made from its draft.
import { cents, centsToText } from '#domain/money.ts'
import { countOfRows, uploadKinds, type UploadType } from '#domain/uploads.ts'
import * as say from '#words/flows/unanswered.ts'
import { draftPath } from '../upload/draft.ts'
import type { Sent, WantedChange } from './kinds.ts'

/** The upload as its draft has it. */
export interface UploadedDraft {
  readonly type: UploadType
  readonly draftId: string
  readonly wizard: {
    readonly options: { readonly reference: string }
    readonly file: { readonly name: string }
    readonly intent?: Sent
  }
  readonly figures: { readonly valid: number; readonly amountCents: number } | undefined
  readonly currency: string
}

export function uploadToChange({ type, draftId, wizard, figures, currency }: UploadedDraft): WantedChange<'upload'> {
  const kind = uploadKinds[type]
  const count = countOfRows(figures?.valid ?? 0, kind)
  const sum = `${currency} ${centsToText(cents(figures?.amountCents ?? 0))}`.trim()
  return {
    kind: 'upload',
    params: { type, draftId },
    thing: draftId,
    done: say.wasSubmitted(wizard.options.reference || wizard.file.name),
    detail: kind.hasAmount ? `${count}, ${sum}` : count,
    success: kind.uploaded,
    place: { to: draftPath(type, draftId) },
  }
}
