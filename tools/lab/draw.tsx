// Draws the diagrams for the documentation from the machines.
import { renderToStaticMarkup } from 'react-dom/server'
import { catalogue } from '#tools/lab/catalogue/all.ts'
import { Chart } from './Chart.tsx'
import { drawMachine } from './chart.ts'

/** One picture for each machine, by file name. Uploads that share a machine share its picture. */
export async function drawAllMachines(): Promise<ReadonlyMap<string, string>> {
  const pictures = new Map<string, string>()
  for (const { machine, title } of catalogue) {
    const name = `${machine.id}.svg`
    if (pictures.has(name)) continue
    const drawing = await drawMachine(machine, title)
    pictures.set(name, `${renderToStaticMarkup(<Chart drawing={drawing} />)}\n`)
  }
  return pictures
}
