// Downloads a template as xlsx or csv.
import { m } from '#words/messages.js'
import { FileDown } from 'lucide-react'
import { client } from '#brand/current.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'

interface TemplateMenuProps {
  /** 'Template', 'Sample file'. */
  readonly label: string
  /** The template's file name on the server, without extension. */
  readonly storedName: string
  /** The name of the downloaded file, without extension. */
  readonly saveAs: string
  readonly accepts: readonly string[]
}

export function TemplateMenu({ label, storedName, saveAs, accepts }: TemplateMenuProps) {
  const download = (extension: string) => {
    const link = document.createElement('a')
    link.href = `${client.basePath}templates/${storedName}.${extension}`
    link.download = `${saveAs}.${extension}`
    link.click()
  }
  const offeredFormats = formats.filter(({ extension }) => accepts.includes(extension))
  return (
    <Menu
      trigger={<Button icon={<FileDown aria-hidden />}>{label}</Button>}
      label={label}
      align="start"
      items={offeredFormats.map((format) => ({ label: format.label, onSelect: () => download(format.extension) }))}
    />
  )
}

const formats = [
  { label: m.rows_excelWorkbookXlsx(), extension: 'xlsx' },
  { label: m.rows_commaSeparatedCsv(), extension: 'csv' },
] as const
