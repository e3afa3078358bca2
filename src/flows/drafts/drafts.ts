// All unfinished work on this device in one list: the drafts of all uploads. Their content belongs to their wizards.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { hasPermission, type PermissionMap } from '#domain/access/permissions.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { instantToDate } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { DAY_MS } from '#domain/units.ts'
import { uploadTypes, type UploadType } from '#domain/uploads.ts'
import { uploadRules } from '#machines/upload-rules.ts'
import type { UploadStep } from '#machines/upload-steps.ts'
import { newRequestId } from '#services/server/request-id.ts'
import { takeDraftLock } from '#storage/draft-lock.ts'
import { copyDraft, discardDraft, type ListedDraft, setDraftName, cipherOf, watchDrafts } from '#storage/drafts.ts'
import { draftKindToType, draftPath, headOfCopy, toUploadDraft } from '../upload/draft.ts'

export interface Draft {
  readonly id: string
  readonly type: UploadType
  /** The title of the upload's page: 'Create Batch Load'. */
  readonly uploadName: string
  /** What an upload of this type is called in sentences: 'batch'. */
  readonly itemName: string
  /**
   * The draft's name. Without a name, its reference. Without a reference, its file name. '' if another version of the
   * portal wrote the draft.
   */
  readonly title: string
  readonly fileName: string
  /** The page that continues the draft. */
  readonly path: string
  /** The step in which the user left the draft, as the wizard names it. */
  readonly step: string
  readonly rows: number
  /** The number of rows with errors. */
  readonly toFix: number
  /** Undefined if the rows of this upload move no money. */
  readonly amountCents: Cents | undefined
  readonly currency: string
  /** Epoch milliseconds. */
  readonly savedAt: number
  /** False if another version of the portal wrote the draft. */
  readonly isReadable: boolean
  /** True if the draft was sent and its outcome is unknown. */
  readonly isWaiting: boolean
  /** The day on which the draft is deleted unless it is saved before. Undefined while it waits for a response. */
  readonly deletedOn: CalendarDate | undefined
}

/**
 * Reports the user's drafts that they have the permission to continue, newest first, now and after every change in any
 * tab.
 */
export const watchAllDrafts = (
  ownerUser: string,
  permissions: PermissionMap,
  listener: (drafts: readonly Draft[]) => void,
): (() => void) =>
  watchDrafts(ownerUser, (listed) =>
    listener(listed.map((each) => toDraft(each, permissions)).filter((draft) => draft !== undefined)),
  )

/** Renames a draft. '' restores its automatic name. Returns false if nothing can be stored on this device. */
export async function renameDraft(ownerUser: string, id: string, name: string): Promise<boolean> {
  const cipher = await cipherOf(ownerUser)
  return cipher !== undefined && (await setDraftName(cipher, id, name.trim())).ok
}

/** Makes a copy that counts as never sent. Returns false if the draft could not be read or stored. */
export async function duplicateDraft(ownerUser: string, { id, title }: Draft): Promise<boolean> {
  const cipher = await cipherOf(ownerUser)
  if (!cipher) return false
  const name = m.drafts_copyOf({ title })
  return copyDraft(cipher, id, { id: newRequestId(), savedAt: Date.now(), name, toHead: headOfCopy })
}

type RestoreDraft = () => Promise<void>

/** Deletes a draft. While a tab has the draft open, deletes nothing and returns undefined. */
export async function deleteDraft(ownerUser: string, { id }: Pick<Draft, 'id'>): Promise<RestoreDraft | undefined> {
  const lock = await takeDraftLock(id)
  if (!lock) return undefined
  try {
    return await discardDraft(ownerUser, id)
  } finally {
    lock.release()
  }
}

/** The time at which the draft is deleted (epoch milliseconds). */
export const draftToExpiry = ({ updatedAt }: Pick<ListedDraft, 'updatedAt'>): number =>
  updatedAt + client.draftDays * DAY_MS

/** True if the draft was sent and its outcome is unknown. */
export const isWaiting = (listed: ListedDraft): boolean =>
  draftKindToType(listed.kind) !== undefined && toUploadDraft(listed).step === 'outcomeUnknown'

/** Undefined if the user has no permission to continue the draft, or if this version does not know its type. */
export function toDraft(listed: ListedDraft, permissions: PermissionMap): Draft | undefined {
  const type = draftKindToType(listed.kind)
  if (type === undefined) return undefined
  const { title: uploadName, itemName, hasAmount, permission } = uploadTypes[type]
  if (!hasPermission(permissions, permission)) return undefined
  // `isAside` only decides which draft a wizard opens automatically.
  const { step, updatedAt, amountCents, isAside: _, ...draft } = toUploadDraft(listed)
  return {
    ...draft,
    type,
    uploadName,
    itemName,
    path: draftPath(type, listed.id),
    step: stepName(type, step),
    amountCents: hasAmount ? amountCents : undefined,
    savedAt: updatedAt,
    isWaiting: isWaiting(listed),
    // A waiting draft is kept, because only the draft can still ask the server for the outcome.
    deletedOn: isWaiting(listed) ? undefined : toDay(draftToExpiry(listed)),
  }
}

const toDay = (at: number): CalendarDate => instantToDate(at, client.timeZone)

/** The step's name in the stepper of its wizard. */
function stepName(type: UploadType, step: UploadStep): string {
  const { steps } = uploadRules[type]
  const names = uploadTypes[type].wizardTexts.steps
  if (step === 'choosing') return names[0] ?? ''
  const index = step === 'reviewing' ? steps.reviewing : steps.confirming
  return names[index] ?? ''
}
