// What has to be known of an xlsx before its sheet can be read: which sheet, which strings, which styles are dates.
import { isBuiltInDateFormat, isDateFormat } from './cells.ts'
import { UnusualError, attribute, tagsOf } from './xml.ts'
import { type Budget, type ZipEntry, inflateWhole } from './zip.ts'

export interface XlsxPlan {
  readonly sheet: ZipEntry
  readonly sheetName: string
  readonly otherSheets: number
  readonly strings: ZipEntry | undefined
  readonly is1904: boolean
  /** By the number of a cell's style: whether it shows a date or a time. */
  readonly dateStyles: readonly boolean[]
}

const WORKBOOK = 'xl/workbook.xml'
/** Characters that a number format can have. */
const MAX_FORMAT = 255

/** Throws UnusualError where the parts are not written the way that spreadsheet programs write them. */
export async function planXlsx(
  parts: ReadonlyMap<string, ZipEntry>,
  budget: Budget,
): Promise<XlsxPlan | 'noVisibleSheet'> {
  const textOf = async (name: string): Promise<string | undefined> => {
    const entry = parts.get(name)
    const text = entry && new TextDecoder().decode(await inflateWhole(entry, budget))
    if (text?.includes('<!')) throw new UnusualError('a comment, a section or a document type')
    return text
  }
  const workbook = await textOf(WORKBOOK)
  const relations = await textOf('xl/_rels/workbook.xml.rels')
  if (!workbook || !relations) throw new UnusualError('parts are missing')
  const sheets = tagsOf(workbook, 'sheet')
  const targets = new Map<string, { type: string; target: string }>()
  for (const tag of tagsOf(relations, 'Relationship')) {
    const type = attribute(tag, 'Type') ?? ''
    targets.set(attribute(tag, 'Id') ?? '', { type, target: resolve(attribute(tag, 'Target') ?? '') })
  }
  if (sheets.length === 0) throw new UnusualError('no sheets')
  const visible = sheets.find((tag) => (attribute(tag, 'state') ?? 'visible') === 'visible')
  if (!visible) return 'noVisibleSheet'
  const relation = targets.get(attribute(visible, 'r:id') ?? '')
  const sheet = relation?.type.endsWith('/worksheet') ? parts.get(relation.target) : undefined
  if (!sheet) throw new UnusualError('the first sheet is no table')
  const partOf = (type: string) => [...targets.values()].find((each) => each.type.endsWith(type))?.target
  const stylesName = partOf('/styles')
  const styles = stylesName === undefined ? '' : ((await textOf(stylesName)) ?? '')
  return {
    sheet,
    sheetName: attribute(visible, 'name') ?? '',
    otherSheets: sheets.length - 1,
    strings: parts.get(partOf('/sharedStrings') ?? ''),
    is1904: /^(1|true)$/.test(tagsOf(workbook, 'workbookPr').map((tag) => attribute(tag, 'date1904'))[0] ?? ''),
    dateStyles: readDateStyles(styles),
  }
}

function readDateStyles(styles: string): boolean[] {
  const own = new Map<number, boolean>()
  for (const tag of tagsOf(styles, 'numFmt')) {
    own.set(Number(attribute(tag, 'numFmtId')), isDateFormat((attribute(tag, 'formatCode') ?? '').slice(0, MAX_FORMAT)))
  }
  const from = styles.indexOf('<cellXfs')
  const to = from < 0 ? -1 : styles.indexOf('</cellXfs>', from)
  const cells = to < 0 ? '' : styles.slice(from, to)
  return tagsOf(cells, 'xf').map((tag) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0)
    return own.get(id) ?? isBuiltInDateFormat(id)
  })
}

// A relation's target: absolute, or beside the workbook.
const resolve = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
