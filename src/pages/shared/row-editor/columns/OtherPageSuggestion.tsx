// Suggests another page for a file whose columns are unclear on this page. To find that page, reads the file as every
// other row type that the user can upload.
import { m } from '#words/messages.js'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { guessRowType, type Trial } from '#domain/files/opened-file.ts'
import type { RowTypeName } from '#domain/row-types.ts'
import { type FileDestination, destinationsOf, tryReadingAs } from '#flows/opened-file.ts'
import { passToPage } from '#services/files/opened-file.ts'
import { useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'

interface OtherPageSuggestionProps {
  /** Nothing is suggested if this is not a File. */
  readonly file: unknown
  /** The row type of this page. */
  readonly currentType: RowTypeName
}

export function OtherPageSuggestion({ file, currentType }: OtherPageSuggestionProps) {
  const session = useSession()
  const navigate = useNavigate()
  const [suggestion, setSuggestion] = useState<{ readonly destination: FileDestination; readonly trial: Trial }>()
  const permissions = session?.permissions
  useEffect(() => {
    if (!(file instanceof File) || !permissions) return undefined
    const abortController = new AbortController()
    const tryOtherRowTypes = async () => {
      const destinations = destinationsOf(permissions).filter((destination) => destination.kind !== currentType)
      const trials: Trial[] = []
      // One after the other, since only one file can be read at a time.
      for (const destination of destinations) {
        trials.push(await tryReadingAs(file, destination.kind, abortController.signal))
        if (abortController.signal.aborted) return
      }
      const bestType = guessRowType(trials, file.name)
      const destination = destinations.find((each) => each.kind === bestType)
      const trial = trials.find((each) => each.kind === bestType)
      if (destination && trial) setSuggestion({ destination, trial })
    }
    void tryOtherRowTypes()
    return () => abortController.abort()
  }, [file, currentType, permissions])
  if (!suggestion || !(file instanceof File)) return null
  const { destination, trial } = suggestion
  return (
    <Banner
      kind="info"
      title={m.rows_looksLikeFileFor({ title: destination.title })}
      actions={
        <Button
          size="small"
          onClick={() => {
            passToPage(file, destination.kind)
            void navigate(destination.path)
          }}
        >
          {m.rows_openItThere({ title: destination.title })}
        </Button>
      }
    >
      {m.rows_rowsFitThere({ sound: trial.valid, rows: trial.rows })}
    </Banner>
  )
}
