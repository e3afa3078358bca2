// Fetches the file of a quarter once: first checks that the file exists, then loads its bytes, and reads its cells for
// the preview. The download saves the same bytes.
import { m } from '#words/messages.js'
import { useQuery } from '@tanstack/react-query'
import type { Cell } from '#domain/columns.ts'
import { REPORT_FAILED_MESSAGE } from '#domain/reports/words.ts'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { fetchFile, findFile, type NoFile } from '#services/server/file-download.ts'
import { ownerUserOf, useSession } from '#services/session/session.ts'

export interface QuarterlyFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Undefined if the file cannot be previewed. */
  readonly rows: readonly (readonly Cell[])[] | undefined
}

export interface QuarterlyFileQuery {
  readonly file: QuarterlyFile | undefined
  readonly failure: QuarterlyFileError | undefined
  readonly pending: boolean
  readonly refresh: () => void
}

/** Fetches nothing without an address. */
export function useQuarterlyFile(address: string | undefined): QuarterlyFileQuery {
  const session = useSession()
  const query = useQuery<QuarterlyFile, QuarterlyFileError>({
    queryKey: [session && ownerUserOf(session), 'quarterly report', address],
    queryFn: ({ signal }) => fetchQuarterlyFile(address ?? '', signal),
    enabled: address !== undefined && session !== undefined,
    // A completed quarter does not change.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return {
    file: query.data,
    failure: query.error ?? undefined,
    pending: query.isFetching,
    refresh: () => void query.refetch(),
  }
}

/** An error with the message for the user. The query cache expects failures to be thrown. */
class QuarterlyFileError extends Error {
  /** The reason from the server or the connection, or ''. */
  readonly reason: string
  readonly isMissing: boolean
  constructor(response: NoFile) {
    super(response.kind === 'missing' ? m.reports_reportNotFound() : REPORT_FAILED_MESSAGE)
    this.isMissing = response.kind === 'missing'
    this.reason = response.kind === 'failed' ? response.text : ''
  }
}

async function fetchQuarterlyFile(address: string, signal: AbortSignal): Promise<QuarterlyFile> {
  // The file is checked first, so that browsing the years downloads only existing files.
  const fileCheck = await findFile(address, signal)
  if (fileCheck.kind !== 'exists') throw new QuarterlyFileError(fileCheck)
  const fileResponse = await fetchFile(address, signal)
  if (fileResponse.kind !== 'file') throw new QuarterlyFileError(fileResponse)
  const bytes = new Uint8Array(await fileResponse.blob.arrayBuffer())
  return { bytes, rows: await exportsWorker.xlsCells(bytes) }
}
