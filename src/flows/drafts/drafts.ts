// All that was begun on this device and not finished: drafts of every upload and files of merchants, seen alike. What is in each of
// them is its wizard's business.
import { client } from '#brand/current.ts'
import { MERCHANT_FILE_PERMISSION } from '#domain/access/drafts.ts'
import { hasPermission, type PermissionMap } from '#domain/access/permissions.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { DAY_MS } from '#domain/units.ts'
import { uploadKinds, type UploadType } from '#domain/uploads.ts'
import { uploadRules } from '#machines/upload-rules.ts'
import type { UploadStep } from '#machines/upload-steps.ts'
import { newRequestId } from '#services/server/request-id.ts'
import { takeDraftLock } from '#storage/draft-lock.ts'
import { copyDraft, discardDraft, type ListedDraft, nameDraft, sealOf, watchDrafts } from '#storage/drafts.ts'
import * as say from '#words/flows/drafts.ts'
import { MERCHANT_DRAFT, merchantHeadToCopy, toMerchantDraft } from '../merchants/file-draft.ts'
import { draftKindToType, draftPath, headToCopy, toUploadDraft } from '../upload/draft.ts'

export interface Draft {
  readonly id: string
  /** Undefined for a file of merchants. */
  readonly type: UploadType | undefined
  /** What it becomes: 'Create Batch Load', 'Merchants from a file'. */
  readonly kind: string
  /** What it is called in sentences. */
  readonly thing: string
  /** Its own name, else its reference, else its file; '' where another version of the portal wrote it. */
  readonly title: string
  readonly fileName: string
  /** Where it is gone on with. */
  readonly path: string
  /** The step it was left in, as its wizard calls it. */
  readonly step: string
  /** Undefined where it is not known before it is opened. */
  readonly rows: number | undefined
  readonly toFix: number
  /** Undefined where its rows move no money. */
  readonly amountCents: Cents | undefined
  readonly currency: string
  /** Epoch milliseconds. */
  readonly savedAt: number
  /** False where another version of the portal wrote it. */
  readonly isReadable: boolean
  /** It was sent, and nobody knows yet whether it arrived. */
  readonly isWaiting: boolean
  /** The day on which it is taken away unless it is saved before; undefined while it waits for its answer. */
  readonly goesOn: CalendarDate | undefined
}

/** Tells the user's drafts of the kinds that they may go on with, newest first, now and after every change in any tab. */
export const watchAllDrafts = (
  ownerUser: string,
  permissions: PermissionMap,
  tell: (drafts: readonly Draft[]) => void,
): (() => void) => watchDrafts(ownerUser, (listed) => tell(listed.flatMap((each) => toDraft(each, permissions) ?? [])))

/** Renames it; '' gives it back the name that its content gives it. False where nothing can be kept on this device. */
export async function renameDraft(ownerUser: string, id: string, name: string): Promise<boolean> {
  const seal = await sealOf(ownerUser)
  return seal !== undefined && (await nameDraft(seal, id, name.trim())).ok
}

/** Puts a copy beside it, which was never sent. False where it could not be read or kept. */
export async function duplicateDraft(ownerUser: string, { id, title, type }: Draft): Promise<boolean> {
  const seal = await sealOf(ownerUser)
  if (!seal) return false
  const toHead = type === undefined ? merchantHeadToCopy : headToCopy
  const name = say.copyOf(title)
  return copyDraft(seal, id, { id: newRequestId(), savedAt: Date.now(), name, toHead })
}

/** Takes it away; gives the way to put it back, or undefined while some tab has it open. */
export async function deleteDraft(
  ownerUser: string,
  { id }: Pick<Draft, 'id'>,
): Promise<(() => Promise<void>) | undefined> {
  const lock = await takeDraftLock(id)
  if (!lock) return undefined
  try {
    return await discardDraft(ownerUser, id)
  } finally {
    lock.release()
  }
}

/** When it is taken away (epoch milliseconds). */
export const draftToEnd = ({ updatedAt }: Pick<ListedDraft, 'updatedAt'>): number =>
  updatedAt + client.draftDays * DAY_MS

/** True where it was sent, and nobody knows yet whether it arrived: it is how one asks again. */
export const isWaiting = (listed: ListedDraft): boolean =>
  draftKindToType(listed.kind) === undefined
    ? toMerchantDraft(listed).isWaiting
    : toUploadDraft(listed).step === 'outcomeUnknown'

/** Undefined where the user may not go on with it, or where it is something that this version does not know. */
export function toDraft(listed: ListedDraft, permissions: PermissionMap): Draft | undefined {
  const type = draftKindToType(listed.kind)
  if (type === undefined) {
    const isMerchants = listed.kind === MERCHANT_DRAFT.kind && hasPermission(permissions, MERCHANT_FILE_PERMISSION)
    return isMerchants ? merchantsToDraft(listed) : undefined
  }
  const { title: kind, thing, hasAmount, permission } = uploadKinds[type]
  if (!hasPermission(permissions, permission)) return undefined
  const { step, updatedAt, amountCents, isAside: _, ...draft } = toUploadDraft(listed)
  return {
    ...draft,
    type,
    kind,
    thing,
    path: draftPath(type, listed.id),
    step: stepWords(type, step),
    amountCents: hasAmount ? amountCents : undefined,
    savedAt: updatedAt,
    isWaiting: isWaiting(listed),
    goesOn: isWaiting(listed) ? undefined : toDay(draftToEnd(listed)),
  }
}

function merchantsToDraft(listed: ListedDraft): Draft {
  const { updatedAt, ...draft } = toMerchantDraft(listed)
  return {
    ...draft,
    type: undefined,
    kind: say.merchantsFromFile,
    thing: say.file,
    path: `/merchant/signup?by=file&draft=${draft.id}`,
    step: say.rows,
    amountCents: undefined,
    currency: '',
    savedAt: updatedAt,
    goesOn: draft.isWaiting ? undefined : toDay(draftToEnd(listed)),
  }
}

const toDay = (at: number): CalendarDate => instantToDate(at, client.timeZone)

/** The step as the stepper of its wizard names it. */
function stepWords(type: UploadType, step: UploadStep): string {
  const { steps } = uploadRules[type]
  const at = step === 'choosing' ? 0 : step === 'reviewing' ? steps.reviewing : steps.confirming
  return uploadKinds[type].words.steps[at] ?? ''
}
