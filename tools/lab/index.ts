// `#machines`: the catalogue of state machines, its driver, explorer and scenarios, for tests and for scripts in plain Node.
// `npm run machines:build` builds it as JavaScript into dist/machines.
// oxlint-disable house/no-barrels -- the entry of the build, which no source imports
export { catalogue, entryOf } from './catalogue/all.ts'
export { begin, can, possibleSteps, StepRefused, stepToWords, take, type Position } from './catalogue/drive.ts'
export type { Expectation, MachineEntry, Scenario, Step } from './catalogue/entry.ts'
export {
  explore,
  pathsTo,
  pathToWords,
  simplePaths,
  type Exploration,
  type ReachedPosition,
} from './catalogue/explore.ts'
export { play, type PlayedStep } from './catalogue/scenario.ts'
export { ScenarioFault, textToScenario } from './catalogue/scenario-file.ts'
