// What has to be known of an xlsx before its sheet can be read: which sheet, which strings, which styles are dates.
import { isBuiltInDateFormat, isDateFormat } from './cells.ts'
import { toPlainXml } from './plain-xml.ts'
import { createXmlDecoder } from './xml-text.ts'
import { attribute, tagsOf } from './xml.ts'
import { BrokenFileError, type Budget, type ZipEntry, inflateWhole, partName } from './zip.ts'

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

/** Throws BrokenFileError where the parts do not lead to a sheet. */
export async function planXlsx(
  parts: ReadonlyMap<string, ZipEntry>,
  budget: Budget,
): Promise<XlsxPlan | 'noVisibleSheet'> {
  const textOf = async (name: string): Promise<string> => {
    const entry = parts.get(partName(name))
    return entry ? toPlainXml(createXmlDecoder()(await inflateWhole(entry, budget))) : ''
  }
  const relationsOf = async (name: string): Promise<Relation[]> => {
    const [, folder = '', file = ''] = /^(.*\/)?([^/]*)$/.exec(name) ?? []
    return toRelations(await textOf(`${folder}_rels/${file}.rels`), folder)
  }
  // Nearly always it is there; only otherwise the package is asked where it is.
  const workbookName = parts.has(WORKBOOK)
    ? WORKBOOK
    : ((await relationsOf('')).find(({ type }) => type === 'officeDocument')?.target ?? '')
  const workbook = await textOf(workbookName)
  const relations = await relationsOf(workbookName)
  const partOf = (type: string): string | undefined => relations.find((each) => each.type === type)?.target
  const sheets = tagsOf(workbook, 'sheet')
  if (sheets.length === 0) throw new BrokenFileError('no sheets')
  const targetOf = (tag: string) => relations.find(({ id }) => id === attribute(tag, 'r:id'))
  // A sheet that is a chart, or a dialog, has no rows to read.
  const visible = sheets.find((tag) => !HIDDEN.has(attribute(tag, 'state') ?? '') && !isNoTable(targetOf(tag)?.type))
  if (visible === undefined) return 'noVisibleSheet'
  const sheet = parts.get(partName(targetOf(visible)?.target ?? ''))
  if (!sheet) throw new BrokenFileError('the first sheet is missing')
  return {
    sheet,
    sheetName: attribute(visible, 'name') ?? '',
    otherSheets: sheets.length - 1,
    strings: parts.get(partName(partOf('sharedStrings') ?? 'xl/sharedStrings.xml')),
    is1904: /^(1|true)$/.test(tagsOf(workbook, 'workbookPr').map((tag) => attribute(tag, 'date1904'))[0] ?? ''),
    dateStyles: readDateStyles(await textOf(partOf('styles') ?? 'xl/styles.xml')),
  }
}

/** All other words, of programs that know only these two, are those of a visible sheet. */
const HIDDEN: ReadonlySet<string> = new Set(['hidden', 'veryHidden'])

const isNoTable = (type: string | undefined): boolean => type !== undefined && type !== 'worksheet'

interface Relation {
  readonly id: string
  /** The last word of its type: 'worksheet'. */
  readonly type: string
  readonly target: string
}

const toRelations = (xml: string, folder: string): Relation[] =>
  tagsOf(xml, 'Relationship').map((tag) => ({
    id: attribute(tag, 'Id') ?? '',
    type: attribute(tag, 'Type')?.split('/').at(-1) ?? '',
    target: resolve(attribute(tag, 'Target') ?? '', folder),
  }))

function readDateStyles(styles: string): boolean[] {
  const own = new Map<number, boolean>()
  // Only these are the cells' own: a format within <dxfs> belongs to a condition and may have the same number.
  for (const tag of tagsOf(inside(styles, 'numFmts'), 'numFmt')) {
    own.set(Number(attribute(tag, 'numFmtId')), isDateFormat((attribute(tag, 'formatCode') ?? '').slice(0, MAX_FORMAT)))
  }
  return tagsOf(inside(styles, 'cellXfs'), 'xf').map((tag) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0)
    return own.get(id) ?? isBuiltInDateFormat(id)
  })
}

/** The inside of the only element of a name; nothing where there is none. */
function inside(xml: string, name: string): string {
  const from = xml.indexOf(`<${name}`)
  const to = from < 0 ? -1 : xml.indexOf(`</${name}>`, from)
  return to < 0 ? '' : xml.slice(from, to)
}

// A relation's target: absolute, or beside the part that has it.
function resolve(target: string, folder: string): string {
  const path: string[] = []
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}
