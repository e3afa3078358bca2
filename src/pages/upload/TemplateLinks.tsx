// Template files, with identifiers as text cells so that no spreadsheet rounds them: the header of a batch, or an order
// with two sample rows.
import { identifierKinds, type IdentifierType } from '#domain/cards/identifiers.ts'
import type { UploadKind } from '#domain/uploads.ts'
import { orderSampleName } from '#domain/order/sample.ts'
import { TemplateMenu } from '#pages/shared/rows/TemplateMenu.tsx'
import * as say from '#words/pages/upload.ts'

interface TemplateLinksProps {
  readonly kind: UploadKind
  readonly identifierType: IdentifierType
}

export function TemplateLinks({ kind, identifierType }: TemplateLinksProps) {
  const { order, type, accepts } = kind
  if (order) {
    const name = orderSampleName(order)
    return <TemplateMenu label={say.sampleFile} stored={name} saveAs={name} accepts={accepts} />
  }
  const naming = identifierKinds[identifierType].label.toLowerCase().replace(' ', '-')
  return (
    <TemplateMenu
      label={say.template}
      stored={`batch-${type}-${naming}`}
      saveAs={`batch-${type}-template`}
      accepts={accepts}
    />
  )
}
