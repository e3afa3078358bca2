// The lab's frame: the machines of the catalogue and of open portal tabs on the left, the selected one beside them.
import { useEffect, useReducer, useState } from 'react'
import { catalogue, entryOf } from '#tools/lab/catalogue/all.ts'
import { ScenarioFault, textToScenario } from '#tools/lab/catalogue/scenario.ts'
import type { Step } from '#tools/lab/catalogue/entry.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Page } from '#ui/Page.tsx'
import { Segmented } from '#ui/forms/RadioGroup.tsx'
import { DriveView } from './DriveView.tsx'
import { drive, startOf } from './drive-state.ts'
import { LiveView } from './LiveView.tsx'
import { useLiveActors } from './live.ts'

const [first] = catalogue
if (!first) throw new Error('no machines')
const fromAddress = () => entryOf(decodeURIComponent(location.hash.slice(1))) ?? first

export function Lab() {
  const [driven, send] = useReducer(drive, undefined, () => startOf(fromAddress()))
  const [liveId, setLiveId] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const actors = useLiveActors()
  const live = actors.find(({ id }) => id === liveId)
  const { entry } = driven

  useEffect(() => {
    const follow = () => send({ type: 'chosen', entry: fromAddress() })
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  const openFile = async (file: File) => {
    setRefusal(undefined)
    try {
      const text = await file.text()
      const scenario = textToScenario(text, file.name)
      const named = (JSON.parse(text) as { machine?: string }).machine
      const machine = (named !== undefined && entryOf(named)) || entry
      const input = scenario.input ?? Object.keys(machine.inputs)[0] ?? ''
      if (!Object.hasOwn(machine.inputs, input))
        throw new ScenarioFault(`${machine.title} does not begin with '${input}'`)
      const steps = scenario.steps.filter((step): step is Step => !('expect' in step))
      setLiveId(undefined)
      send({ type: 'replayed', entry: machine, input, steps })
    } catch (error) {
      if (!(error instanceof ScenarioFault)) throw error
      setRefusal(error.message)
    }
  }

  return (
    <main>
      <Page
        title={live ? `${live.title}, live` : entry.title}
        description={live ? 'In an open tab of the portal.' : entry.purpose}
        actions={
          <>
            <label className="grid">
              <span className="sr-only">Open a scenario</span>
              <input
                type="file"
                accept=".json"
                className="max-w-56 text-sm"
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
        {refusal !== undefined && <Banner kind="critical" title={refusal} onClose={() => setRefusal(undefined)} />}
        <div className="grid min-w-0 gap-5 lg:grid-cols-[13rem_minmax(0,1fr)]">
          <nav aria-label="Machines" className="grid content-start gap-1">
            {catalogue.map((each) => (
              <Button
                key={each.id}
                kind={!live && each.id === entry.id ? 'primary' : 'quiet'}
                className="justify-start"
                aria-current={!live && each.id === entry.id ? 'page' : undefined}
                onClick={() => {
                  setLiveId(undefined)
                  location.hash = each.id
                }}
              >
                {each.title}
              </Button>
            ))}
            <h2 className="mt-4 px-3 text-sm font-semibold">Open portal tabs</h2>
            {actors.length === 0 && (
              <p className="px-3 text-sm text-muted">None. Run npm run dev and open the portal beside this page.</p>
            )}
            {actors.map(({ id, title, states }) => (
              <Button
                key={id}
                kind={id === liveId ? 'primary' : 'quiet'}
                className="justify-start text-left"
                onClick={() => setLiveId(id)}
              >
                {title}: {states.join(', ')}
              </Button>
            ))}
          </nav>
          {live ? <LiveView key={live.id} actor={live} /> : <DriveView driven={driven} send={send} />}
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
