// The global search (`/` or Ctrl+K). A combobox shows the results of all sources. The arrow keys choose a result, Enter
// opens it.
import { m } from '#words/messages.js'
import { CornerDownLeft, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { cx } from '#ui/cx.ts'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { type SearchSection, useServerResults } from './server-results.ts'
import { ranks } from './rank.ts'
import { searchSources } from './sources.ts'
import { useLocalResults } from './local-results.ts'

interface CommandPaletteProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly permissions: PermissionMap
}

export function CommandPalette({ open, onClose, permissions }: CommandPaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.common_search()} transient>
      <SearchBox permissions={permissions} onClose={onClose} />
    </Dialog>
  )
}

// A child of the dialog, so that it starts empty each time the dialog opens.
function SearchBox({ permissions, onClose }: Omit<CommandPaletteProps, 'open'>) {
  const navigate = useNavigate()
  const [searchText, setSearchText] = useState('')
  const [selectedIndex, setSelectedIndex] = useState(0)
  const [wasEnterPressed, setWasEnterPressed] = useState(false)
  const serverResults = useServerResults(searchText.trim(), permissions)
  const localSections = useLocalResults(searchText.trim())
  const sections = sortByBestResult([
    ...localSections,
    ...searchSources.map((source) => ({ ...source, results: source.find(searchText.trim(), permissions) })),
    ...serverResults.sections,
  ])
  const allResults = sections.flatMap((section) => section.results)
  const activeIndex = Math.min(selectedIndex, allResults.length - 1)
  // After Enter, the search waits for a better result from the server, unless the user has chosen a result with the
  // arrow keys or the first result already fits well.
  const hasChosenResult = selectedIndex !== 0
  const bestRank = allResults[0]?.rank ?? ranks.search
  const fitsWell = bestRank <= ranks.startsWith
  const waitsForBetterResult = serverResults.isPending && !hasChosenResult && !fitsWell

  const choose = (index: number) => {
    const result = allResults[index]
    if (!result) return
    onClose()
    result.prepare?.()
    if (result.to !== undefined) void navigate(result.to)
  }
  const chooseActive = useEffectEvent(() => choose(activeIndex))
  useEffect(() => {
    if (wasEnterPressed && !waitsForBetterResult) chooseActive()
  }, [wasEnterPressed, waitsForBetterResult])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrowSteps[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step !== undefined) {
      if (allResults.length === 0) return
      // After the last result comes the first result, and before the first comes the last.
      setSelectedIndex((activeIndex + step + allResults.length) % allResults.length)
      setWasEnterPressed(false)
    } else if (waitsForBetterResult) setWasEnterPressed(true)
    else choose(activeIndex)
  }

  const emptyText = serverResults.isPending ? m.common_searching() : m.app_nothingFound({ words: searchText })
  return (
    <>
      <div className="flex items-center gap-2.5 rounded-md border border-line-strong px-3 focus-within:outline-2 focus-within:outline-offset-0 focus-within:outline-accent">
        <Search aria-hidden className="size-4 text-muted" />
        <input
          dir="auto"
          role="combobox"
          aria-label={m.common_search()}
          aria-expanded="true"
          aria-controls="search-results"
          aria-activedescendant={allResults.length > 0 ? `search-${activeIndex}` : undefined}
          placeholder={m.app_searchPlaceholder()}
          value={searchText}
          onChange={(event) => {
            setSearchText(event.target.value)
            setSelectedIndex(0)
            setWasEnterPressed(false)
          }}
          onKeyDown={onKeyDown}
          className="h-10 flex-1 bg-transparent outline-none"
        />
      </div>
      <div id="search-results" role="listbox" aria-label={m.common_results()} className="mt-3 grid gap-3">
        {sections.map(({ key, label, results }) => (
          <div key={key} role="group" aria-label={label}>
            <p aria-hidden className="mb-1 px-2.5 text-xs font-medium text-muted">
              {label}
            </p>
            {results.map((result) => {
              const index = allResults.indexOf(result)
              return (
                <div
                  key={result.key}
                  id={`search-${index}`}
                  role="option"
                  aria-selected={index === activeIndex}
                  onMouseMove={() => setSelectedIndex(index)}
                  onClick={() => choose(index)}
                  className={cx(
                    'flex min-h-control cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1',
                    index === activeIndex && 'bg-accent-tint',
                  )}
                >
                  <result.icon aria-hidden className="size-4 text-muted" />
                  <span className="flex-1">{result.label}</span>
                  <span className="text-sm text-muted">{result.hint}</span>
                  {index === activeIndex && <CornerDownLeft aria-hidden className="size-3.5 text-muted" />}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className={allResults.length === 0 ? 'py-6 text-center text-muted' : 'sr-only'}>
        {allResults.length > 0 ? m.app_countFound({ count: allResults.length }) : emptyText}
      </p>
    </>
  )
}

const arrowSteps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** Sorts sections by their best result, and the results of a section by rank. */
const sortByBestResult = (sections: readonly SearchSection[]): readonly SearchSection[] =>
  sections
    .filter(({ results }) => results.length > 0)
    .map((section) => ({ ...section, results: section.results.toSorted((a, b) => a.rank - b.rank) }))
    .toSorted((a, b) => bestRankOf(a) - bestRankOf(b))

/** The results are sorted by rank already. */
const bestRankOf = ({ results: [best] }: SearchSection): number => best?.rank ?? 0
