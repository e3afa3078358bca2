// A file whose headings do not say which column is which: its maker chooses, or takes another file.
import { rowKindOf } from '#domain/row-kinds.ts'
import { optionsToRules } from '#flows/upload/row-rules.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import type { UnsureFile, UploadContext } from '#machines/upload-steps.ts'
import { ColumnMapping } from '#pages/shared/rows/ColumnMapping.tsx'
import * as say from '#words/pages/upload.ts'
import { useOptions } from './useOptions.ts'

interface ColumnsStepProps {
  readonly wizard: UploadWizard
  readonly context: UploadContext
  readonly unsure: UnsureFile
}

export function ColumnsStep({ wizard, context, unsure: { file, columns } }: ColumnsStepProps) {
  const { actor, kind } = wizard
  const { options } = useOptions(wizard, context)
  return (
    <ColumnMapping
      kind={rowKindOf(optionsToRules(kind.type, options))}
      columns={columns}
      fileName={file.name}
      onUse={(taken) => actor.send({ type: 'columns.chosen', taken, options })}
      onCancel={() => actor.send({ type: 'cancel' })}
      {...(context.file && { cancelLabel: say.keepRows })}
    />
  )
}
