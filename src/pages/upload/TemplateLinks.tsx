// Templates to begin from, with identifiers as text cells so that no spreadsheet rounds them.
import { FileDown } from 'lucide-react'
import { client } from '#brand/current.ts'
import type { BatchKind } from '#domain/batch/kinds.ts'
import { identifierKinds, type IdentifierType } from '#domain/cards/identifiers.ts'
import { Button } from '#ui/Button.tsx'
import { Menu } from '#ui/Menu.tsx'

interface TemplateLinksProps {
  readonly kind: BatchKind
  readonly identifierType: IdentifierType
}

export function TemplateLinks({ kind, identifierType }: TemplateLinksProps) {
  const naming = identifierKinds[identifierType].label.toLowerCase().replace(' ', '-')
  const download = (ending: string) => {
    const link = document.createElement('a')
    link.href = `${client.basePath}templates/batch-${kind.type}-${naming}.${ending}`
    link.download = `batch-${kind.type}-template.${ending}`
    link.click()
  }
  return (
    <Menu
      trigger={<Button icon={<FileDown aria-hidden />}>Template</Button>}
      label="Template"
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
