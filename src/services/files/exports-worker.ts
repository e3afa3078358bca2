// Starts the exports worker on demand and makes sure that every call ends. If a file cannot be made, a notice informs
// the user.
import { m } from '#words/messages.js'
import * as Comlink from 'comlink'
import type { Column } from '#domain/columns.ts'
import type { Zone } from '#domain/instants.ts'
import type {
  Bytes,
  CsvToExport,
  DetailsToPrint,
  ExportsApi,
  NamedCode,
  PictureFormat,
  SheetOfTable,
  SheetOfTexts,
  SheetsToPrint,
  StatementToPrint,
  TableToExport,
} from '#workers/exports-api.ts'
import { notify } from '../notices.ts'

export interface TableOf<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly zone: Zone
}

/**
 * Each function returns the bytes of a file. If the file cannot be made, the function shows a notice and returns
 * undefined. The tables are cast, because the API of the worker has no type parameter for the type of a row.
 */
export const exportsWorker = {
  csv: <Row>(table: TableOf<Row> & Pick<CsvToExport, 'dropsFirstComma'>) =>
    callWorker((api) => api.csv(table as unknown as CsvToExport)),
  xlsx: <Row>(table: TableOf<Row> & { readonly name: string }) =>
    callWorker((api) => api.xlsx(table as unknown as SheetOfTable)),
  csvForUpload: (header: readonly string[], rows: readonly (readonly string[])[], textColumns: readonly number[]) =>
    callWorker((api) => api.csvForUpload(header, rows, textColumns)),
  csvOfTexts: (header: readonly string[], rows: readonly (readonly string[])[]) =>
    callWorker((api) => api.csvOfTexts(header, rows)),
  xlsxOfTexts: (sheet: SheetOfTexts) => callWorker((api) => api.xlsxOfTexts(sheet)),
  decodeBase64: (text: string) => callWorker((api) => api.decodeBase64(text)),
  picture: (text: string, format: PictureFormat) =>
    callWorker((api) => api.picture(text, format), failureText(RELOAD_ADVICE)),
  pictures: (codes: readonly NamedCode[]) => callWorker((api) => api.pictures(codes), failureText(RELOAD_ADVICE)),
  counterSheets: (sheets: SheetsToPrint) => callWorker((api) => api.counterSheets(sheets), failureText(RELOAD_ADVICE)),
  statementPdf: <Row>(statement: TableOf<Row> & Omit<StatementToPrint, keyof TableToExport>) =>
    callWorker((api) => api.statementPdf(statement as unknown as StatementToPrint)),
  detailsPdf: (details: DetailsToPrint) => callWorker((api) => api.detailsPdf(details)),
  /** The cells of a small xls from the server. Undefined if it cannot be read. */
  xlsCells: (bytes: Bytes) => callWorker((api) => api.xlsCells(bytes), m.device_fileCouldNotBeRead()),
  /** The lines of a csv from the server. Undefined if it cannot be read. `isPart`: true if the file has more bytes. */
  csvRows: (bytes: Bytes, options: { readonly isPart: boolean }) =>
    callWorker((api) => api.csvRows(Comlink.transfer(bytes, [bytes.buffer]), options), m.device_fileCouldNotBeRead()),
}

const TIMEOUT_MS = 60_000
/** `advice`: what the user can do about it. */
const failureText = (advice: string) => m.device_fileCreationFailed({ solution: advice })
const FEWER_DAYS_ADVICE = m.device_chooseFewerDays()
const RELOAD_ADVICE = m.device_reloadPageFirst()

// The API is stored with its worker, because Comlink ends a worker when its last proxy is garbage-collected.
let running: { readonly worker: Worker; readonly api: Comlink.Remote<ExportsApi> } | undefined

async function callWorker<Output>(
  request: (api: Comlink.Remote<ExportsApi>) => Promise<Output>,
  failureMessage = failureText(FEWER_DAYS_ADVICE),
): Promise<Output | undefined> {
  running ??= startWorker()
  const { worker: usedWorker, api } = running
  let timer: ReturnType<typeof setTimeout> | undefined
  let onWorkerError = () => {}
  const failure = new Promise<never>((_, reject) => {
    onWorkerError = () => reject(new Error('the exports worker died'))
    timer = setTimeout(() => reject(new Error('the exports worker hangs')), TIMEOUT_MS)
    usedWorker.addEventListener('error', onWorkerError)
  })
  try {
    return await Promise.race([request(api), failure])
  } catch {
    // A failed worker is not used again. The next file gets a new worker.
    usedWorker.terminate()
    if (running?.worker === usedWorker) running = undefined
    notify({ kind: 'error', text: failureMessage })
    return undefined
  } finally {
    clearTimeout(timer)
    usedWorker.removeEventListener('error', onWorkerError)
  }
}

function startWorker() {
  const worker = new Worker(new URL('../../../workers/exports.ts', import.meta.url), {
    type: 'module',
    name: 'exports',
  })
  return { worker, api: Comlink.wrap<ExportsApi>(worker) }
}
