// The refusals of files. The message names the problem, the hint says what to do.
import type { ReadRefusal } from '#workers/sheets-api.ts'
import type { SheetExtension } from '#domain/batch/types.ts'
import { message } from '#domain/messages/message.ts'
import type { ReadColumns } from '#domain/rows/headings.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import type { EncodingSample } from '#domain/rows/reading.ts'
import type { BytesKind } from '#sheets/sniff.ts'

/** What a file contains, as known after opening a zip or decoding a text. */
type ContentKind = BytesKind | 'xlsx' | 'xlsb' | 'ods' | 'binary'

const labelsOf = ({ activeFields }: RowType): string[] => activeFields.map(({ label }) => label)

export const refusals = {
  wrongType: (accepts: readonly SheetExtension[]): ReadRefusal => ({
    code: 'wrongType',
    message: message('wrongFileType', accepts),
  }),
  contentDiffersFromName: (extension: SheetExtension, content: ContentKind): ReadRefusal => ({
    code: 'contentDiffersFromName',
    message: message('contentDiffers', extension, content),
  }),
  empty: (rowType: RowType): ReadRefusal => ({
    code: 'empty',
    message: message('fileInvalid'),
    hint: message('fileEmpty', labelsOf(rowType)),
  }),
  noRows: (rowType: RowType): ReadRefusal => ({
    code: 'noRows',
    message: message('fileInvalid'),
    hint: message('noRowFound', labelsOf(rowType)),
  }),
  columnsNeeded: (columns: ReadColumns): ReadRefusal => ({
    code: 'columnsNeeded',
    message: message('columnsUncertain'),
    hint: message('chooseColumns'),
    columns,
  }),
  encodingNeeded: (encodings: readonly EncodingSample[]): ReadRefusal => ({
    code: 'encodingNeeded',
    message: message('encodingUnknown'),
    hint: message('chooseEncoding'),
    choices: { encodings },
  }),
  allRowsDone: (rows: number): ReadRefusal => ({
    code: 'noRows',
    message: message('fileInvalid'),
    hint: message('nothingLeftToDo', rows),
  }),
  tooManyRows: (maxRows: number): ReadRefusal => ({ code: 'tooManyRows', message: message('tooManyRows', maxRows) }),
  encrypted: (): ReadRefusal => ({ code: 'encrypted', message: message('workbookProtected') }),
  macros: (): ReadRefusal => ({ code: 'macros', message: message('workbookHasMacros') }),
  brokenWorkbook: (): ReadRefusal => ({ code: 'brokenWorkbook', message: message('workbookDamaged') }),
  noVisibleSheet: (): ReadRefusal => ({ code: 'noVisibleSheet', message: message('noVisibleSheet') }),
  unreadableText: (): ReadRefusal => ({ code: 'unreadableText', message: message('charactersUnreadable') }),
  tooLarge: (maxMebibytes: number): ReadRefusal => ({
    code: 'tooLarge',
    message: message('fileTooLarge', maxMebibytes),
  }),
  farTooManyRows: (maxRows: number): ReadRefusal => ({ code: 'tooLarge', message: message('farTooManyRows', maxRows) }),
  aborted: (): ReadRefusal => ({ code: 'aborted', message: message('fileAborted') }),
  failed: (): ReadRefusal => ({ code: 'failed', message: message('fileFailed'), hint: message('tryFileAgain') }),
}
