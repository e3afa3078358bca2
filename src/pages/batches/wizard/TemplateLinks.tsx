// Templates to begin from, with identifiers as text cells so that no spreadsheet rounds them.
import { FileDown } from 'lucide-react'
import { client } from '#brand/current.ts'
import { PAN, type IdentifierType } from '#domain/cards/identifiers.ts'
import { Button } from '#ui/Button.tsx'
import { Menu } from '#ui/Menu.tsx'

export function TemplateLinks({ identifierType }: { readonly identifierType: IdentifierType }) {
  const naming = identifierType === PAN ? 'card-number' : 'tracking-number'
  const download = (ending: string) => {
    const link = document.createElement('a')
    link.href = `${client.basePath}templates/batch-load-${naming}.${ending}`
    link.download = `batch-load-template.${ending}`
    link.click()
  }
  return (
    <Menu
      trigger={<Button icon={<FileDown aria-hidden />}>Template</Button>}
      label="Template"
      align="start"
      items={[
        { label: 'Excel workbook (xlsx)', onSelect: () => download('xlsx') },
        { label: 'Comma separated (csv)', onSelect: () => download('csv') },
      ]}
    />
  )
}
