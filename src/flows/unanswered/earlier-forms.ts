// Brings over what earlier versions of the portal kept of unanswered changes: all of an area in one row of the database, and
// an upload in its draft alone. Nothing of it may be forgotten, or a change that was sent could be made twice.
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import { draftKeyOf } from '#storage/keys.ts'
import { listDrafts } from '#storage/drafts.ts'
import {
  dropEarlierForm,
  dropUnanswered,
  keepUnanswered,
  readEarlierForm,
  readUnanswered,
} from '#storage/unanswered.ts'
import { draftKindToType } from '../upload/draft-kinds.ts'
import { type ChangedBatch, type BatchChange, type DecisionDetails, batchToChange } from './batch-changes.ts'
import type { AnyWanted, KeptOperation, Sent, Unanswered } from './kinds.ts'

/** Once for each user in this page, as soon as their key is there. Runs within `inTurn`. */
export async function bringOver(ownerUser: string): Promise<void> {
  if (done.has(ownerUser) || (await draftKeyOf(ownerUser)) === undefined) return
  await bringRowsOver(ownerUser)
  await matchDrafts(ownerUser)
  done.add(ownerUser)
}

const done = new Set<string>()

async function bringRowsOver(ownerUser: string): Promise<void> {
  const rows = await readEarlierForm(ownerUser)
  // A row that does not open was sealed under a key that is no more: it says nothing to anybody.
  const changes = rows.flatMap(({ value }) =>
    Object.values((value ?? {}) as Record<string, EarlierChange>).map(toChange),
  )
  const isKept = await keepUnanswered(ownerUser, changes.map(toKept))
  if (isKept && rows.length > 0) await dropEarlierForm(rows.map(({ id }) => id))
}

/** A draft that was sent has its record, and a record of an upload has its draft. */
async function matchDrafts(ownerUser: string): Promise<void> {
  const drafts = await listDrafts(ownerUser)
  const kept = (await readUnanswered(ownerUser)).map(({ value }) => value as Unanswered)
  for (const { kind, thing, requestId } of kept) {
    if (kind === 'upload' && !drafts.some(({ id }) => id === thing)) await dropUnanswered(requestId)
  }
  const alone = drafts.flatMap(({ id, kind, head }) => {
    const { wizard, figures, currency } = (head ?? {}) as Partial<EarlierDraft>
    if (wizard?.step !== 'outcomeUnknown' || !wizard.intent) return []
    if (kept.some(({ requestId }) => requestId === wizard.intent?.requestId)) return []
    const type = draftKindToType(kind)
    if (type === undefined) return []
    return [{ id, type, wizard, figures, currency, sent: wizard.intent }]
  })
  if (alone.length === 0) return
  const { uploadToChange } = await import('./upload-to-change.ts')
  const changes = alone.map(({ id, type, wizard, figures, currency = '', sent }): Unanswered => {
    const { requestId, sentAt } = sent
    return { ...uploadToChange({ type, draftId: id, wizard, figures, currency }), requestId, sentAt }
  })
  await keepUnanswered(ownerUser, changes.map(toKept))
}

interface EarlierDraft {
  readonly wizard: {
    readonly step: string
    readonly options: { readonly reference: string }
    readonly file: { readonly name: string }
    readonly intent?: Sent
  }
  readonly figures: { readonly valid: number; readonly amountCents: number }
  readonly currency: string
}

type EarlierChange = EarlierCardChange | EarlierDecision

interface EarlierCardChange extends Sent {
  readonly about: string
  readonly place?:
    | { readonly voucherID: string }
    | { readonly identifierType: IdentifierType; readonly identifier: string }
  readonly done: string
  readonly success: string
  readonly change: { readonly method: KeptOperation; readonly params: object }
}

interface EarlierDecision extends Sent, ChangedBatch, DecisionDetails {
  readonly decision: BatchChange
}

const toKept = (change: Unanswered) => ({ id: change.requestId, value: change })

function toChange(earlier: EarlierChange): Unanswered {
  const { requestId, sentAt } = earlier
  return {
    ...('change' in earlier ? cardToWanted(earlier) : batchToChange(earlier, earlier.decision, earlier)),
    requestId,
    sentAt,
  }
}

const cardToWanted = ({ about, place, done: said, success, change }: EarlierCardChange): AnyWanted =>
  ({
    kind: change.method,
    params: change.params,
    thing: about,
    done: said,
    success,
    place: place && ('voucherID' in place ? { to: `/card/details/${place.voucherID}` } : place),
  }) as AnyWanted
