// The step for a file whose headings do not identify its columns. The maker says what each column contains, or chooses
// another file.
import { m } from '#words/messages.js'
import { batchTypes } from '#domain/batch/types.ts'
import { toRowType } from '#domain/row-types.ts'
import { columnTitle, findStrayAmountColumn } from '#domain/rows/column-map.ts'
import { nameOfFile } from '#flows/open-rows/generated-file.ts'
import { optionsToRules } from '#flows/upload/row-rules.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import { formOptions } from '#machines/upload.ts'
import type { FileToMap, UploadContext } from '#machines/upload-steps.ts'
import { SheetChoiceWithNotes } from '#pages/shared/row-editor/columns/reading-choices.tsx'
import { ColumnMapping } from '#pages/shared/row-editor/columns/ColumnMapping.tsx'
import { OtherPageSuggestion } from '#pages/shared/row-editor/columns/OtherPageSuggestion.tsx'
import { useSharedColumns } from '#pages/shared/row-editor/columns/useSharedColumns.ts'
import { Banner } from '#ui/Banner.tsx'

interface ColumnsStepProps {
  readonly wizard: UploadWizard
  readonly context: UploadContext
  readonly fileToMap: FileToMap
}

export function ColumnsStep({ wizard, context, fileToMap: { file, columns } }: ColumnsStepProps) {
  const { actor, typeInfo } = wizard
  const rowType = toRowType(optionsToRules(typeInfo.type, formOptions(context)))
  const strayAmountColumn = findStrayAmountColumn(rowType, columns)
  const hasOpenRows = context.file !== undefined
  const sharing = useSharedColumns(rowType, columns)
  return (
    <ColumnMapping
      rowType={rowType}
      notice={
        <>
          {context.source && (
            <SheetChoiceWithNotes
              source={context.source}
              onRead={(settings) => actor.send({ type: 'file.read.again', settings })}
            />
          )}
          {strayAmountColumn === undefined ? (
            <OtherPageSuggestion file={file} currentType={typeInfo.type} />
          ) : (
            <Banner
              kind="warning"
              title={m.upload_looksLikeLoadFile({ column: columnTitle(columns, strayAmountColumn) })}
            >
              {m.upload_loadFileHint({ one: typeInfo.noun.one, load: batchTypes.load.title })}
            </Banner>
          )}
        </>
      }
      columns={columns}
      sharing={sharing}
      fileName={nameOfFile(file)}
      onUse={(mapping) => actor.send({ type: 'columns.chosen', mapping })}
      onCancel={() => actor.send({ type: 'cancel' })}
      cancelLabel={hasOpenRows ? m.common_keepRows() : undefined}
    />
  )
}
