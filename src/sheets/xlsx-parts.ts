// Finds the parts of an xlsx that are needed to read a sheet: the sheet, the strings, and the number formats of the
// styles.
import { createFormatParser, type NumberFormat } from './number-format.ts'
import { attribute, parseXml, relationId, type XmlHandlers } from './xml.ts'
import { BrokenFileError, type Budget, type ZipEntry, inflatePieces, partName } from './zip.ts'

export interface XlsxPlan {
  readonly sheet: ZipEntry
  readonly sheetName: string
  /** The names of all visible sheets. */
  readonly sheets: readonly string[]
  readonly unreadSheetCount: number
  /** The texts that the cells refer to. Undefined if the file has no such part. */
  readonly strings: ZipEntry | undefined
  readonly is1904: boolean
  /** The number formats, by a cell's style number. */
  readonly formats: readonly NumberFormat[]
}

const WORKBOOK = 'xl/workbook.xml'
/** The name of the package itself, as a source of relations. */
const PACKAGE = ''
/** Maximum length of a number format. */
const MAX_FORMAT = 255

/** Throws BrokenFileError if the parts do not lead to a sheet. */
export async function planXlsx(
  parts: ReadonlyMap<string, ZipEntry>,
  budget: Budget,
  wantedSheet?: string,
): Promise<XlsxPlan | 'noVisibleSheet'> {
  /** Does nothing if there is no such part. */
  const parsePart = async (name: string, open: NonNullable<XmlHandlers['open']>): Promise<void> => {
    const entry = parts.get(partName(name))
    if (entry) await parseXml(inflatePieces(entry, budget), { open })
  }
  /** 'xl/workbook.xml' has its relations in 'xl/_rels/workbook.xml.rels', and PACKAGE in '_rels/.rels'. */
  const relationsOf = async (name: string): Promise<Relation[]> => {
    const { folder = '', file = '' } = /^(?<folder>.*\/)?(?<file>[^/]*)$/.exec(name)?.groups ?? {}
    const relations: Relation[] = []
    await parsePart(`${folder}_rels/${file}.rels`, (element, tag) => {
      if (element !== 'Relationship') return
      const id = attribute(tag, 'Id') ?? ''
      const type = attribute(tag, 'Type')?.split('/').at(-1) ?? ''
      const target = resolve(attribute(tag, 'Target') ?? '', folder)
      relations.push({ id, type, target })
    })
    return relations
  }
  let workbookName = WORKBOOK
  if (!parts.has(WORKBOOK)) {
    // Few files have another path. The relations of the package contain it.
    const packageRelations = await relationsOf(PACKAGE)
    workbookName = packageRelations.find(({ type }) => type === 'officeDocument')?.target ?? ''
  }
  const relations = await relationsOf(workbookName)
  const partOf = (type: string): string | undefined => relations.find((each) => each.type === type)?.target

  const sheets: { name: string; isVisible: boolean; relation: Relation | undefined }[] = []
  let is1904 = false
  let activeIndex = 0
  await parsePart(workbookName, (element, tag) => {
    if (element === 'workbookPr') is1904 = isTrue(attribute(tag, 'date1904'))
    if (element === 'workbookView') activeIndex = Number(attribute(tag, 'activeTab') ?? 0)
    if (element !== 'sheet') return
    const relation = relations.find(({ id }) => id === relationId(tag))
    // A sheet that is a chart or a dialog has no rows. A sheet without a relation counts as a table, so that the file is
    // refused as broken below.
    const isTable = relation === undefined || relation.type === 'worksheet'
    const isVisible = isTable && !HIDDEN.has(attribute(tag, 'state') ?? '')
    sheets.push({ name: attribute(tag, 'name') ?? '', isVisible, relation })
  })
  if (sheets.length === 0) throw new BrokenFileError('no sheets')
  const visibleSheets = sheets.filter(({ isVisible }) => isVisible)
  const activeSheet = sheets[activeIndex]
  const chosenSheet =
    visibleSheets.find(({ name }) => name === wantedSheet) ??
    (activeSheet?.isVisible ? activeSheet : undefined) ??
    visibleSheets[0]
  if (!chosenSheet) return 'noVisibleSheet'
  const sheet = parts.get(partName(chosenSheet.relation?.target ?? ''))
  if (!sheet) throw new BrokenFileError('the sheet is missing')

  /** The codes of formats by their ids. */
  const codes = new Map<number, string>()
  /** The id of the format of each style. */
  const styles: number[] = []
  await parsePart(partOf('styles') ?? 'xl/styles.xml', (element, tag, parent) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0)
    // A format inside <dxfs> belongs to conditional formatting and can have the same number.
    if (element === 'numFmt' && parent === 'numFmts') {
      const code = attribute(tag, 'formatCode') ?? ''
      codes.set(id, code.slice(0, MAX_FORMAT))
    }
    if (element === 'xf' && parent === 'cellXfs') styles.push(id)
  })
  const toFormat = createFormatParser()
  return {
    sheet,
    sheetName: chosenSheet.name,
    sheets: visibleSheets.map(({ name }) => name),
    unreadSheetCount: sheets.length - 1,
    strings: parts.get(partName(partOf('sharedStrings') ?? 'xl/sharedStrings.xml')),
    is1904,
    formats: styles.map((id) => toFormat(id, codes.get(id))),
  }
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** The states of hidden sheets. Spreadsheet programs show a sheet with any other value. */
const HIDDEN: ReadonlySet<string> = new Set(['hidden', 'veryHidden'])

interface Relation {
  readonly id: string
  /** The last part of the URI of its type: 'worksheet'. */
  readonly type: string
  readonly target: string
}

// The path of a relation's target. The target is absolute, or relative to the folder of the part that has the relation.
function resolve(target: string, folder: string): string {
  const fullTarget = target.startsWith('/') ? target : folder + target
  const path: string[] = []
  for (const step of fullTarget.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}
