// Files to begin from, with identifiers as text cells so that no spreadsheet rounds them: a batch's header, or an order with two
// rows of sample.
import { FileDown } from 'lucide-react'
import { client } from '#brand/current.ts'
import { identifierKinds, type IdentifierType } from '#domain/cards/identifiers.ts'
import type { UploadKind } from '#domain/uploads.ts'
import { orderSampleName } from '#domain/order/sample.ts'
import { Button } from '#ui/Button.tsx'
import { Menu } from '#ui/Menu.tsx'

interface TemplateLinksProps {
  readonly kind: UploadKind
  readonly identifierType: IdentifierType
}

export function TemplateLinks({ kind, identifierType }: TemplateLinksProps) {
  const naming = identifierKinds[identifierType].label.toLowerCase().replace(' ', '-')
  const stored = kind.order ? orderSampleName(kind.order) : `batch-${kind.type}-${naming}`
  const label = kind.order ? 'Sample file' : 'Template'
  const download = (ending: string) => {
    const link = document.createElement('a')
    link.href = `${client.basePath}templates/${stored}.${ending}`
    link.download = `${kind.order ? stored : `batch-${kind.type}-template`}.${ending}`
    link.click()
  }
  return (
    <Menu
      trigger={<Button icon={<FileDown aria-hidden />}>{label}</Button>}
      label={label}
      align="start"
      items={templates
        .filter(({ ending }) => kind.accepts.includes(ending))
        .map(({ label, ending }) => ({ label, onSelect: () => download(ending) }))}
    />
  )
}

const templates = [
  { label: 'Excel workbook (xlsx)', ending: 'xlsx' },
  { label: 'Comma separated (csv)', ending: 'csv' },
] as const
