// The columns of the audit trail, on screen and in files, and the link to the subject of an entry.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { isAudited, isSuccess, resultToWords } from '#contract/audit-actions.ts'
import { canCall } from '#contract/methods.ts'
import type { AuditEntry } from '#contract/users.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import type { Column } from '#domain/columns.ts'
import { capitalise } from '#domain/texts/sentences.ts'

export interface TrailRow extends AuditEntry {
  /** The result as text. */
  readonly result: string
  /** The message of a refusal, and the changes with one line per field. */
  readonly details: readonly string[]
  /** The changes as one text, for files and sorting. On screen, the cell of this column shows `details`. */
  readonly changed: string
  /** Device and network address. */
  readonly from: string
}

export function entryToRow(entry: AuditEntry): TrailRow {
  const result = resultToWords(entry.resultCode)
  const changeTexts = (entry.changes ?? []).map(changeToText)
  // Many refusals only repeat the result.
  const refusal = entry.refusal === result ? undefined : entry.refusal
  return {
    ...entry,
    who: entry.who === '' ? m.audit_notLoggedIn() : entry.who,
    what: isAudited(entry.method) ? capitalise(entry.what) : entry.what,
    result,
    details: refusal ? [refusal, ...changeTexts] : changeTexts,
    changed: changeTexts.join('; '),
    from: commas([entry.device, entry.address]),
  }
}

type FieldChange = NonNullable<AuditEntry['changes']>[number]

/** 'Email: from a@b.com to c@d.com', or the value alone if there was none before. */
function changeToText({ field, before, after }: FieldChange): string {
  if (before === null) return m.audit_fieldValue({ field, value: after ?? '' })
  return m.audit_fieldChanged({ field, before, after: after ?? m.audit_none() })
}

export const trailColumns: readonly Column<TrailRow>[] = [
  { key: 'at', label: m.audit_when(), format: 'instant' },
  { key: 'who', label: m.audit_who(), format: 'text' },
  { key: 'what', label: m.audit_what(), format: 'text' },
  { key: 'changed', label: m.common_details(), format: 'text', onlyOn: 'screen' },
  { key: 'result', label: m.common_result(), format: 'shortText' },
  { key: 'from', label: m.common_from(), format: 'text', onlyOn: 'screen', wideOnly: true },
  { key: 'changed', label: m.audit_changes(), format: 'text', onlyOn: 'files' },
  { key: 'refusal', label: m.audit_reasonShown(), format: 'text', onlyOn: 'files' },
  { key: 'address', label: m.audit_address(), format: 'text', onlyOn: 'files' },
  { key: 'device', label: m.audit_device(), format: 'text', onlyOn: 'files' },
  { key: 'method', label: m.audit_operation(), format: 'text', onlyOn: 'files' },
  { key: 'subjectType', label: m.audit_subjectType(), format: 'text', onlyOn: 'files' },
  { key: 'subjectId', label: m.audit_subjectNumber(), format: 'text', onlyOn: 'files' },
  { key: 'resultCode', label: m.audit_resultCode(), format: 'text', onlyOn: 'files' },
]

export function resultTone({ resultCode }: TrailRow): 'positive' | 'neutral' | 'warning' | 'critical' {
  if (isSuccess(resultCode)) return 'positive'
  if (resultCode === INTERNAL_ERROR) return 'critical'
  // A wrong or expired code at login is part of normal use.
  return resultCode.startsWith(VERIFICATION_CODE_PREFIX) ? 'neutral' : 'warning'
}

const INTERNAL_ERROR = '-20500'
/** The results of verification codes at login begin with this. */
const VERIFICATION_CODE_PREFIX = '-201'

// Virtual and physical orders have different pages. The operation of an entry tells the type of the order. An operation
// for both types, such as cancelling, does not tell the type, so its entry has no link.
const virtualOrderMethods = /VirtualCardOrder/
const physicalOrderMethods = /^(batchCardOrder|physicalCardOrderRows|fetchProducerFile)$/

/** The link to the subject of an entry. Undefined if the user cannot open the subject. */
export function subjectLink(
  { method, subjectType, subjectId }: AuditEntry,
  permissions: PermissionMap,
): string | undefined {
  if (subjectId === null) return undefined
  if (subjectType === 'card' && canCall(permissions, 'cardDetails')) return `/card/details/${subjectId}`
  if (subjectType === 'batch' && canCall(permissions, 'batchLoads')) return `/batchloads?batch=${subjectId}`
  if (subjectType === 'payment' && canCall(permissions, 'fundingPayments')) return `/funding?payment=${subjectId}`
  if (subjectType === 'feedException' && canCall(permissions, 'feedExceptions'))
    return `/card/events?event=${subjectId}`
  if (subjectType === 'feedFile' && canCall(permissions, 'feedFiles')) return `/card/events/files?file=${subjectId}`
  if (subjectType === 'order') {
    if (virtualOrderMethods.test(method) && canCall(permissions, 'fetchVirtualCardOrdersBatchLoadDetails'))
      return `/card/virtual-card-orders?order=${subjectId}`
    if (physicalOrderMethods.test(method) && canCall(permissions, 'physicalCardOrderRows'))
      return `/card/physical-orders?order=${subjectId}`
  }
  if (subjectType === 'user' && canCall(permissions, 'saveUser')) return `/user/edituser/${subjectId}`
  return undefined
}
