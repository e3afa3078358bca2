// The lab's frame: the machines of the catalogue and of open portal tabs on the left, the selected machine on the
// right.
import { useEffect, useReducer, useState } from 'react'
import { catalogue, entryOf } from '#tools/lab/catalogue/all.ts'
import { defaultInput } from '#tools/lab/catalogue/drive.ts'
import { play } from '#tools/lab/catalogue/scenario.ts'
import { machineOfFile, ScenarioFault, textToScenario } from '#tools/lab/catalogue/scenario-file.ts'
import { unknownName } from '#tools/lab/catalogue/similar-names.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Page } from '#ui/Page.tsx'
import { Segmented } from '#ui/forms/RadioGroup.tsx'
import { DriveView } from './DriveView.tsx'
import { drive, runToText, startRun, textToRun } from './drive-state.ts'
import { LiveView } from './LiveView.tsx'
import { useLiveActors } from './live.ts'

const [firstEntry] = catalogue
if (!firstEntry) throw new Error('no machines')
const entryOfAddress = () => entryOf(decodeURIComponent(location.hash.slice(1))) ?? firstEntry

/** The steps so far survive a reload of this tab. */
const STORED_RUN = 'lab.run'

export function Lab() {
  const [run, send] = useReducer(drive, undefined, () => {
    const addressedEntry = entryOfAddress()
    return textToRun(addressedEntry, sessionStorage.getItem(STORED_RUN)) ?? startRun(addressedEntry)
  })
  useEffect(() => sessionStorage.setItem(STORED_RUN, runToText(run)), [run])
  const [liveId, setLiveId] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const actors = useLiveActors()
  const liveActor = actors.find(({ id }) => id === liveId)
  const { entry } = run

  useEffect(() => {
    const openEntryOfAddress = () => {
      setRefusal(undefined)
      send({ type: 'chosen', entry: entryOfAddress() })
    }
    addEventListener('hashchange', openEntryOfAddress)
    return () => removeEventListener('hashchange', openEntryOfAddress)
  }, [])

  const openFile = async (file: File) => {
    setRefusal(undefined)
    try {
      const text = await file.text()
      const machineId = machineOfFile(text, file.name)
      const fileEntry = machineId === undefined ? entry : entryOf(machineId)
      if (!fileEntry) {
        const ids = catalogue.map(({ id }) => id)
        throw new ScenarioFault(unknownName(`${file.name}: there is no machine`, machineId ?? '', ids))
      }
      const scenario = textToScenario(fileEntry, text, file.name)
      const report = {
        name: file.name,
        input: scenario.input ?? defaultInput(fileEntry),
        played: play(fileEntry, scenario),
      }
      setLiveId(undefined)
      send({ type: 'opened', entry: fileEntry, report })
    } catch (error) {
      if (!(error instanceof ScenarioFault)) throw error
      setRefusal(error.message)
    }
  }

  return (
    <main>
      <Page
        title={liveActor ? `${liveActor.title}, live` : entry.title}
        description={liveActor ? 'In an open tab of the portal.' : entry.purpose}
        actions={
          <>
            <label className="flex min-h-9 cursor-pointer items-center rounded-md border border-line-strong px-3 text-sm font-semibold focus-within:outline-2 focus-within:outline-accent">
              Open a scenario…
              <input
                type="file"
                accept=".json"
                className="sr-only"
                aria-label="Open a scenario"
                onChange={(event) => {
                  const [file] = event.target.files ?? []
                  if (file) void openFile(file)
                  event.target.value = ''
                }}
              />
            </label>
            <ThemeChoice />
          </>
        }
      >
        {refusal !== undefined && (
          <Banner kind="critical" title="This is not a scenario that can run" onClose={() => setRefusal(undefined)}>
            <p className="break-words whitespace-pre-line">{refusal}</p>
          </Banner>
        )}
        <div className="grid min-w-0 gap-5 lg:grid-cols-[13rem_minmax(0,1fr)]">
          <nav aria-label="Machines" className="grid content-start gap-1">
            {catalogue.map(({ id, title }) => {
              const isShown = !liveActor && id === entry.id
              return (
                <Button
                  key={id}
                  kind={isShown ? 'primary' : 'quiet'}
                  className="justify-start"
                  aria-current={isShown ? 'page' : undefined}
                  onClick={() => {
                    setLiveId(undefined)
                    location.hash = id
                  }}
                >
                  {title}
                </Button>
              )
            })}
            <h2 className="mt-4 px-3 text-sm font-semibold">Open portal tabs</h2>
            {actors.length === 0 && (
              <p className="px-3 text-sm text-muted">None. Run npm run dev and open the portal beside this page.</p>
            )}
            {[...new Set(actors.map(({ tab }) => tab))].map((tab, index) => (
              <section key={tab} className="grid gap-1" aria-label={`Tab ${index + 1}`}>
                <h3 className="px-3 pt-2 text-sm break-words text-muted">
                  Tab {index + 1}: {actors.findLast((actor) => actor.tab === tab)?.page}
                </h3>
                {actors
                  .filter((actor) => actor.tab === tab)
                  .map(({ id, title, states }) => (
                    <Button
                      key={id}
                      kind={id === liveId ? 'primary' : 'quiet'}
                      className="h-auto min-h-8 justify-start py-1 text-left whitespace-normal!"
                      onClick={() => setLiveId(id)}
                    >
                      {title}: {states.join(', ')}
                    </Button>
                  ))}
              </section>
            ))}
          </nav>
          {liveActor ? <LiveView key={liveActor.id} actor={liveActor} /> : <DriveView run={run} send={send} />}
        </div>
      </Page>
    </main>
  )
}

type Theme = 'system' | 'light' | 'dark'

function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>('system')
  useEffect(() => {
    const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  }, [theme])
  return (
    <Segmented<Theme>
      label="Theme"
      labelHidden
      value={theme}
      onChange={setTheme}
      choices={[
        { value: 'system', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  )
}
