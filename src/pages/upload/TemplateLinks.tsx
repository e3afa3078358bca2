// The download of a template file: the headings of a batch, or an order with two sample rows. The identifier columns
// are formatted as text, so that no spreadsheet rounds the numbers.
import { m } from '#words/messages.js'
import { identifierTypes, type IdentifierType } from '#domain/cards/identifiers.ts'
import type { UploadTypeInfo } from '#domain/uploads.ts'
import { orderSampleName } from '#domain/order/sample.ts'
import { TemplateMenu } from '#pages/shared/row-editor/toolbar/TemplateMenu.tsx'

interface TemplateLinksProps {
  readonly typeInfo: UploadTypeInfo
  readonly identifierType: IdentifierType
}

export function TemplateLinks({ typeInfo, identifierType }: TemplateLinksProps) {
  const { order, type, accepts } = typeInfo
  if (order) {
    const name = orderSampleName(order)
    return <TemplateMenu label={m.common_template()} storedName={name} saveAs={name} accepts={accepts} />
  }
  return (
    <TemplateMenu
      label={m.common_template()}
      storedName={`batch-${type}-${identifierTypes[identifierType].fileNamePart}`}
      saveAs={`batch-${type}-template`}
      accepts={accepts}
    />
  )
}
