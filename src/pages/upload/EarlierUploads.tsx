// The same rows were uploaded before: who, when, in which state; and why once more (contract "Batches"). Of a file that comes
// each week the last reason is offered.
import type { EarlierUpload } from '#machines/upload-steps.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { TextArea } from '#ui/TextArea.tsx'

interface EarlierBatchesProps {
  readonly batches: readonly EarlierUpload[]
  readonly reason: string
  readonly onReason: ((reason: string) => void) | undefined
  readonly error: string | undefined
}

export function EarlierUploads({ batches, reason, onReason, error }: EarlierBatchesProps) {
  // The newest comes first.
  const last = batches.find((batch) => batch.reason)?.reason ?? ''
  return (
    <div className="grid gap-4">
      <Banner
        kind="warning"
        title={
          batches.length === 1
            ? 'The same rows were uploaded before'
            : `The same rows were uploaded ${batches.length} times before`
        }
      >
        <ul className="mt-1 grid gap-0.5">
          {batches.map((batch) => (
            <li key={batch.batchLoadFileID}>
              Batch <span className="figures">{batch.batchLoadFileID}</span> by {batch.uploadedBy},{' '}
              <Instant value={batch.uploadedAt} /> · {batch.state}
            </li>
          ))}
        </ul>
      </Banner>
      <TextArea
        label="Why these rows are submitted again"
        hint="3 to 255 characters. The approver reads it."
        className="max-w-prose"
        value={reason}
        maxLength={255}
        error={error}
        readOnly={onReason === undefined}
        onChange={(event) => onReason?.(event.target.value)}
      />
      {onReason !== undefined && last !== '' && last !== reason && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button size="small" onClick={() => onReason(last)}>
            Use the last reason
          </Button>
          <span className="text-sm wrap-anywhere text-muted">“{last}”</span>
        </div>
      )}
    </div>
  )
}
