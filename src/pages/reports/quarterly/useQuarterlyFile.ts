// The file of a quarter: whether it is there, then its bytes and its cells, fetched once. The download saves the bytes that are shown.
import { useQuery } from '@tanstack/react-query'
import type { Cell } from '#domain/columns.ts'
import { REPORT_NOT_FOUND } from '#domain/reports/files.ts'
import { REPORT_FAILED } from '#domain/reports/words.ts'
import { exportsWorker } from '#services/exports-worker.ts'
import { fetchFile, lookForFile, type NoFile } from '#services/host-file.ts'
import { ownerUserOf, useSession } from '#services/session.ts'

export interface QuarterlyFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Undefined where it came, but cannot be shown. */
  readonly rows: readonly (readonly Cell[])[] | undefined
}

/** Undefined as an address: nothing is asked for. */
export function useQuarterlyFile(address: string | undefined) {
  const session = useSession()
  const query = useQuery<QuarterlyFile, NotFetched>({
    queryKey: [session && ownerUserOf(session), 'quarterly report', address],
    queryFn: ({ signal }) => fetchQuarterly(address ?? '', signal),
    enabled: address !== undefined && session !== undefined,
    // A quarter that is over stays as it is.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return {
    file: query.data,
    failure: query.error
      ? { text: query.error.message, why: query.error.why, isMissing: query.error.isMissing }
      : undefined,
    pending: query.isFetching,
    refresh: () => void query.refetch(),
  }
}

/** A failure as the query cache wants it: thrown. */
class NotFetched extends Error {
  /** What the host or the line has to do with it; '' where there is nothing to say. */
  readonly why: string
  readonly isMissing: boolean
  constructor(no: NoFile) {
    super(no.kind === 'missing' ? REPORT_NOT_FOUND : REPORT_FAILED)
    this.isMissing = no.kind === 'missing'
    this.why = no.kind === 'failed' ? no.text : ''
  }
}

async function fetchQuarterly(address: string, signal: AbortSignal): Promise<QuarterlyFile> {
  // Whoever looks through the years fetches only what there is.
  const found = await lookForFile(address, signal)
  if (found.kind !== 'there') throw new NotFetched(found)
  const fetched = await fetchFile(address, signal, () => undefined)
  if (fetched.kind !== 'file') throw new NotFetched(fetched)
  const bytes = new Uint8Array(await fetched.blob.arrayBuffer())
  return { bytes, rows: await exportsWorker.xlsCells(bytes) }
}
