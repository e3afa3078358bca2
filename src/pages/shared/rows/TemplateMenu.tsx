// Downloads a template as xlsx or csv.
import { m } from '#words/messages.js'
import { FileDown } from 'lucide-react'
import { client } from '#brand/current.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'

interface TemplateMenuProps {
  /** 'Template', 'Sample file'. */
  readonly label: string
  /** Its file name in the portal and when saved; without extension. */
  readonly stored: string
  readonly saveAs: string
  readonly accepts: readonly string[]
}

export function TemplateMenu({ label, stored, saveAs, accepts }: TemplateMenuProps) {
  const download = (ending: string) => {
    const link = document.createElement('a')
    link.href = `${client.basePath}templates/${stored}.${ending}`
    link.download = `${saveAs}.${ending}`
    link.click()
  }
  return (
    <Menu
      trigger={<Button icon={<FileDown aria-hidden />}>{label}</Button>}
      label={label}
      align="start"
      items={templates
        .filter(({ ending }) => accepts.includes(ending))
        .map(({ label: words, ending }) => ({ label: words, onSelect: () => download(ending) }))}
    />
  )
}

const templates = [
  { label: m.rows_excelWorkbookXlsx(), ending: 'xlsx' },
  { label: m.rows_commaSeparatedCsv(), ending: 'csv' },
] as const
