// The first rows of a csv that the server streams, for a table on the screen.
import { m } from '#words/messages.js'
import { useQuery } from '@tanstack/react-query'
import { REPORT_FAILED_MESSAGE } from '#domain/reports/words.ts'
import { exportsWorker } from '../files/exports-worker.ts'
import { fetchBeginning } from '../server/file-download.ts'
import { ownerUserOf, useSession } from '../session/session.ts'

export interface FileRows {
  readonly header: readonly string[]
  /** At most `maxRows` rows. */
  readonly rows: readonly (readonly string[])[]
  /**
   * The number of rows in the whole file. Undefined if only its beginning was loaded and the server sends no number.
   */
  readonly total: number | undefined
  /** True if the file has more rows than these. */
  readonly isTruncated: boolean
}

/** Loads the rows once for each address. `refresh` loads the rows again. Loads nothing if the address is undefined. */
export function useFileRows(address: string | undefined, maxRows: number) {
  const session = useSession()
  const query = useQuery<FileRows, Error>({
    queryKey: [session && ownerUserOf(session), 'rows of a file', address, maxRows],
    // Called only if there is an address (`enabled`).
    queryFn: ({ signal }) => readRows(address ?? '', maxRows, signal),
    enabled: address !== undefined && session !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return {
    file: query.data,
    /** Epoch milliseconds. */
    at: query.data && query.dataUpdatedAt,
    failure: query.error ? { text: query.error.message } : undefined,
    refreshing: query.isFetching && !query.isPending,
    refresh: () => void query.refetch(),
  }
}

async function readRows(address: string, maxRows: number, signal: AbortSignal): Promise<FileRows> {
  const response = await fetchBeginning(address, maxRows, signal)
  if (response.kind === 'missing') throw new Error(m.reports_reportNotFound())
  if (response.kind !== 'beginning') throw new Error(REPORT_FAILED_MESSAGE)
  const lines = await exportsWorker.csvRows(response.bytes, { isPart: !response.isWhole })
  const [header, ...rows] = lines ?? []
  if (!header) throw new Error(REPORT_FAILED_MESSAGE)
  const isTruncated = !response.isWhole || rows.length > maxRows
  return {
    header,
    rows: rows.slice(0, maxRows),
    total: isTruncated ? response.totalRows : rows.length,
    isTruncated,
  }
}
