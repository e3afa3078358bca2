// A state machine as a diagram: states as nested boxes, transitions as arrows, laid out by ELK. Plain data, so that the
// lab and the documentation draw the same diagram.
import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js'
import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate'
import { transitionName, transitionsFrom } from '#tools/lab/catalogue/drive.ts'

/** A state before it has a place in the diagram. */
interface StateContent {
  readonly path: string
  readonly label: string
  readonly description: string
  readonly isCompound: boolean
  readonly isInitial: boolean
  readonly isFinal: boolean
  /**
   * The state's effects and actions, and the transitions that do not leave it. Each line has the names of its
   * transitions.
   */
  readonly contents: readonly { readonly text: string; readonly names: readonly string[] }[]
}

export interface DrawnState extends StateContent {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An arrow before it has a place in the diagram. */
interface ArrowContent {
  readonly from: string
  readonly to: string
  readonly names: string[]
  readonly lines: string[]
}

export interface DrawnArrow {
  readonly id: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
  /** The names of the transitions that the arrow represents. */
  readonly names: readonly string[]
  readonly lines: readonly string[]
  readonly label: { readonly x: number; readonly y: number } | undefined
}

export interface Drawing {
  readonly title: string
  readonly width: number
  readonly height: number
  /** Outer states before inner ones. */
  readonly states: readonly DrawnState[]
  readonly arrows: readonly DrawnArrow[]
}

type StateNode = AnyStateMachine['root']

export const LINE_HEIGHT = 16
const CHARACTER_WIDTH = 6.6
const TITLE_HEIGHT = 30
const widthOf = (text: string): number => Math.ceil(text.length * CHARACTER_WIDTH)

/** Lays out a machine. The same machine always gives the same drawing. */
export async function drawMachine(machine: AnyStateMachine, title: string): Promise<Drawing> {
  const states = new Map<string, StateContent>()
  const arrows = new Map<string, ArrowContent>()
  const root = toElkNode(machine.root, states, arrows)
  const edges: ElkExtendedEdge[] = [...arrows].map(([id, { from, to, lines }]) => ({
    id,
    sources: [from],
    targets: [to],
    labels: [{ text: id, width: Math.max(...lines.map(widthOf)) + 8, height: lines.length * LINE_HEIGHT }],
  }))
  const laidOut: ElkNode = await new ELK().layout({
    id: ROOT,
    children: [...toEverywhereNodes(machine.root, states), ...(root.children ?? [])],
    edges,
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'DOWN',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.spacing.nodeNode': '28',
      'elk.layered.spacing.nodeNodeBetweenLayers': '36',
      'elk.spacing.edgeLabel': '4',
      'elk.randomSeed': '1',
    },
  })
  const placedStates: DrawnState[] = []
  const offsets = new Map<string, { x: number; y: number }>([[ROOT, { x: 0, y: 0 }]])
  const place = (node: ElkNode, offset: { x: number; y: number }) => {
    for (const child of node.children ?? []) {
      const here = { x: offset.x + (child.x ?? 0), y: offset.y + (child.y ?? 0) }
      offsets.set(child.id, here)
      const state = states.get(child.id)
      if (state) placedStates.push({ ...state, ...here, width: child.width ?? 0, height: child.height ?? 0 })
      place(child, here)
    }
  }
  place(laidOut, { x: 0, y: 0 })
  const drawnArrows = (laidOut.edges ?? []).map((edge): DrawnArrow => {
    const { names, lines } = arrows.get(edge.id) ?? { names: [], lines: [] }
    // ELK's types do not have the container, the node whose coordinates the edge uses.
    const { container = ROOT } = edge as { container?: string }
    const offset = offsets.get(container) ?? { x: 0, y: 0 }
    const toDrawingPoint = ({ x, y }: { x: number; y: number }) => ({ x: x + offset.x, y: y + offset.y })
    const [section] = edge.sections ?? []
    const [label] = edge.labels ?? []
    return {
      id: edge.id,
      names,
      lines,
      points: section ? [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(toDrawingPoint) : [],
      label: label ? toDrawingPoint({ x: label.x ?? 0, y: label.y ?? 0 }) : undefined,
    }
  })
  return { title, width: laidOut.width ?? 0, height: laidOut.height ?? 0, states: placedStates, arrows: drawnArrows }
}

const ROOT = '(the machine)'
/** The box with the transitions that are possible in every state. */
export const EVERYWHERE = '(in every state)'

function toEverywhereNodes(root: StateNode, states: Map<string, StateContent>): ElkNode[] {
  const rootState = states.get(ROOT)
  if (!rootState || root.path.length > 0) return []
  states.delete(ROOT)
  if (rootState.contents.length === 0) return []
  states.set(EVERYWHERE, { ...rootState, path: EVERYWHERE, label: 'in every state', isCompound: false })
  return [{ id: EVERYWHERE, ...sizeOf('in every state', rootState.contents) }]
}

function sizeOf(label: string, contents: DrawnState['contents']): { readonly width: number; readonly height: number } {
  return {
    width: Math.max(widthOf(label) + 36, ...contents.map(({ text }) => widthOf(text) + 28), 96),
    height: TITLE_HEIGHT + contents.length * LINE_HEIGHT + (contents.length > 0 ? 6 : 0),
  }
}
const idOf = (node: StateNode): string => node.path.join('.') || ROOT

function toElkNode(node: StateNode, states: Map<string, StateContent>, arrows: Map<string, ArrowContent>): ElkNode {
  const children = Object.values(node.states)
  const entries = new Map<string, string[]>([
    ...node.invoke.map(({ id }): [string, string[]] => [`runs ${id}`, []]),
    ...actionsOf(node.entry).map((name): [string, string[]] => [`on entry: ${name}`, []]),
    ...actionsOf(node.exit).map((name): [string, string[]] => [`on exit: ${name}`, []]),
  ])
  for (const definition of transitionsFrom(node)) {
    const [target] = definition.target ?? []
    const lines = toLines(definition)
    if (!target || !node.parent) {
      const words = lines.join('')
      const text = target ? `${words} → ${target.key}` : words
      entries.set(text, [...(entries.get(text) ?? []), transitionName(definition)])
      continue
    }
    const id = `${idOf(node)} → ${idOf(target)}`
    const arrow = arrows.get(id) ?? { from: idOf(node), to: idOf(target), names: [], lines: [] }
    arrow.names.push(transitionName(definition))
    const isNew = !arrow.lines.join('\n').includes(lines.join('\n'))
    if (isNew) arrow.lines.push(...lines)
    arrows.set(id, arrow)
  }
  const contents = [...entries].map(([text, names]) => ({ text, names }))
  const isInitial = node.parent?.initial.target.includes(node as never) ?? false
  states.set(idOf(node), {
    path: idOf(node),
    label: node.key,
    description: node.description ?? '',
    isCompound: children.length > 0,
    isInitial,
    isFinal: node.type === 'final',
    contents,
  })
  const { width, height: ownHeight } = sizeOf(node.key, contents)
  const inFirstLayer = { 'elk.layered.layering.layerConstraint': 'FIRST' }
  if (children.length === 0)
    return { id: idOf(node), width, height: ownHeight, ...(isInitial && { layoutOptions: inFirstLayer }) }
  return {
    id: idOf(node),
    children: children.map((child) => toElkNode(child, states, arrows)),
    layoutOptions: {
      ...(isInitial && inFirstLayer),
      'elk.padding': `[top=${ownHeight + 10},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${ownHeight})`,
    },
  }
}

/** The names of actions, except those of XState. */
const actionsOf = (actions: readonly unknown[]): readonly string[] =>
  actions.map(nameIn).filter((name) => name !== undefined)

/** The name of an action or a guard, which is a text or an object with a type. Undefined for a function. */
function nameIn(reference: unknown): string | undefined {
  if (typeof reference === 'string') return reference
  return typeof reference === 'object' && reference !== null && 'type' in reference ? String(reference.type) : undefined
}

/** 'verifyRows done [is verified]', followed by '  / setVerification' for its actions. */
const toLines = (definition: AnyTransitionDefinition): readonly string[] => [
  toCondition(definition),
  ...actionsOf(definition.actions).map((name) => `  / ${name}`),
]

function toCondition(definition: AnyTransitionDefinition): string {
  const label = transitionName(definition).split(' · ')[1] ?? ''
  const guard = definition.guard as unknown
  if (guard === undefined) return label
  const name = nameIn(guard) ?? 'guard'
  const params = typeof guard === 'object' && guard !== null && 'params' in guard ? guard.params : undefined
  // If a guard compares with a fixed value, the label shows this value.
  const fixedValue = typeof params === 'function' ? kindOf(params as (args: object) => unknown) : params
  return typeof fixedValue === 'string' ? `${label} [${name} ${fixedValue}]` : `${label} [${name}]`
}

/** The `kind` in the parameters of a guard. Undefined if they have none, or need an event or context to be computed. */
function kindOf(toParams: (args: object) => unknown): unknown {
  try {
    const params = toParams({ event: { output: {} }, context: {} })
    return typeof params === 'object' && params !== null && 'kind' in params ? params.kind : undefined
  } catch {
    return undefined
  }
}
