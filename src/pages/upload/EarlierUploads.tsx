// Warns that the same rows were uploaded before: by whom, when and with which status. Asks for a reason
// (docs/rules/batches.md, "Fingerprint and repeated rows"), and suggests the previous reason, which helps users who
// upload the same file every week.
import { m } from '#words/messages.js'
import type { Ref } from 'react'
import { DUPLICATE_REASON, type UploadTypeInfo } from '#domain/uploads.ts'
import type { EarlierUpload } from '#machines/upload-steps.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'

interface EarlierUploadsProps {
  readonly typeInfo: UploadTypeInfo
  readonly earlierUploads: readonly EarlierUpload[]
  readonly reason: string
  /** Undefined if the reason can no longer be changed. */
  readonly onReason: ((reason: string) => void) | undefined
  readonly error: string | undefined
  /** The reason field. */
  readonly field: Ref<HTMLTextAreaElement>
}

export function EarlierUploads({ typeInfo, earlierUploads, reason, onReason, error, field }: EarlierUploadsProps) {
  // The newest upload is first.
  const lastReason = earlierUploads.find((upload) => upload.reason)?.reason ?? ''
  const hasOtherReason = lastReason !== '' && lastReason !== reason
  const verb = typeInfo.order ? 'ordered' : 'uploaded'
  return (
    <div className="grid gap-4">
      <Banner
        kind="warning"
        title={
          earlierUploads.length === 1
            ? m.upload_sameRowsBefore({ verb })
            : m.upload_sameRowsTimesBefore({ verb, count: earlierUploads.length })
        }
      >
        <ul className="mt-1 grid gap-0.5">
          {earlierUploads.map((upload) => (
            <li key={upload.id}>
              {capitalise(typeInfo.itemName)} <span className="figures">{upload.id}</span>{' '}
              {m.upload_byUser({ by: upload.by })} <Instant value={upload.at} /> · {upload.state}
            </li>
          ))}
        </ul>
      </Banner>
      <TextArea
        ref={field}
        label={m.upload_whySubmittedAgain()}
        hint={m.upload_reasonLengthHint({
          least: DUPLICATE_REASON.minLength,
          most: DUPLICATE_REASON.maxLength,
          isUnapproved: typeInfo.order?.needsApproval === false ? 'yes' : 'no',
        })}
        className="max-w-prose"
        value={reason}
        maxLength={DUPLICATE_REASON.maxLength}
        error={error}
        readOnly={onReason === undefined}
        onChange={(event) => onReason?.(event.target.value)}
      />
      {onReason !== undefined && hasOtherReason && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button size="small" onClick={() => onReason(lastReason)}>
            {m.upload_useLastReason()}
          </Button>
          <span className="text-sm wrap-anywhere text-muted">{m.common_quoted({ name: lastReason })}</span>
        </div>
      )}
    </div>
  )
}
