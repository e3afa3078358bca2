// Finds a cheap walk through a graph that covers all required names, so that a replay covers a state machine with
// little repetition. It first always takes the nearest new edge. It then removes pieces of the walk if the names that
// only they cover are cheaper to cover from elsewhere. Pure and deterministic.

export interface Edge {
  readonly act: string
  /** The cost of the act. */
  readonly cost: number
  /** The names that this edge covers. */
  readonly names: readonly string[]
  readonly from: Node
  readonly to: Node
}
export interface Node {
  /** Unique in the graph, from 0. */
  readonly number: number
  readonly edges: Edge[]
  readonly edgesTo: Edge[]
}
type Way = readonly Edge[]

/** Consecutive edges from `first` that cover every required name that can be reached. */
export function routeOver(first: Node, isWanted: (name: string) => boolean): Way {
  const shown = new Map<string, Edge[]>()
  for (const edge of waysFrom(first).nodes.flatMap(({ edges }) => edges))
    for (const name of edge.names.filter(isWanted)) shown.set(name, [...(shown.get(name) ?? []), edge])
  return shorten(first, collect(first, new Set(shown.keys())), shown)
}

/** Always takes the nearest edge that covers a new name; edges without a way back come last. */
function collect(first: Node, wanted: ReadonlySet<string>): Way {
  const missing = new Set(wanted)
  const way: Edge[] = []
  while (missing.size > 0) {
    const at = way.at(-1)?.to ?? first
    const isNew = ({ names }: Edge) => names.some((name) => missing.has(name))
    const edges = waysFrom(at).nodes.flatMap((node) => node.edges.filter(isNew))
    const safe = edges.filter(({ to }) => waysTo(at).costs[to.number] !== undefined)
    const next = least(safe.length > 0 ? safe : edges, (edge) => distance(at, edge.from) + edge.cost)
    if (!next) break
    for (const edge of [...wayTo(at, next.from), next]) {
      way.push(edge)
      for (const name of edge.names) missing.delete(name)
    }
  }
  return way
}

/** Longer pieces are removed in several steps. */
const LONGEST_PIECE = 16

/** A cheaper walk with the same coverage: removes pieces as long as this saves costs. */
function shorten(first: Node, whole: Way, shown: ReadonlyMap<string, readonly Edge[]>): Way {
  let way = whole
  for (let before = Number.POSITIVE_INFINITY; costOf(way) < before;) {
    before = costOf(way)
    for (let begin = 0; begin < way.length; begin += 1) {
      for (let length = LONGEST_PIECE; length > 0; length -= 1)
        way = withoutPiece(first, way, begin, begin + length, shown)
    }
  }
  return way
}

/** The walk without this piece, if that is cheaper. */
function withoutPiece(first: Node, way: Way, begin: number, end: number, shown: ReadonlyMap<string, readonly Edge[]>) {
  const [head, tail] = [way.slice(0, begin), way.slice(end)]
  const from = head.at(-1)?.to ?? first
  const to = tail[0]?.from ?? from
  if (distance(from, to) >= costOf(way.slice(begin, end))) return way
  return withDetours(first, [...head, ...wayTo(from, to), ...tail], shown, costOf(way)) ?? way
}

/**
 * The walk with a detour to each name that it does not cover, inserted where it is cheapest. Undefined if the cost
 * reaches `limit`.
 */
function withDetours(first: Node, way: Way, shown: ReadonlyMap<string, readonly Edge[]>, limit: number) {
  const seen = new Set(way.flatMap(({ names }) => names))
  let [now, cost] = [way, costOf(way)]
  for (const [name, edges] of shown) {
    if (seen.has(name)) continue
    const positions = [first, ...now.map(({ to }) => to)]
    const at = least([...positions.keys()], (position) => detourTo(positions[position] ?? first, name, edges).cost) ?? 0
    const { edge, cost: more } = detourTo(positions[at] ?? first, name, edges)
    cost += more
    if (!edge || cost >= limit) return undefined
    const node = positions[at] ?? first
    const detour = [...wayTo(node, edge.from), edge, ...wayTo(edge.to, node)]
    for (const { names } of detour) for (const each of names) seen.add(each)
    now = [...now.slice(0, at), ...detour, ...now.slice(at)]
  }
  return cost < limit ? now : undefined
}

interface Detour {
  readonly edge: Edge | undefined
  readonly cost: number
}
const detours = new WeakMap<Node, Map<string, Detour>>()

/** The cheapest round trip from a node over one of the edges. */
function detourTo(node: Node, name: string, edges: readonly Edge[]): Detour {
  const known = detours.get(node) ?? new Map<string, Detour>()
  detours.set(node, known)
  const before = known.get(name)
  if (before) return before
  const [there, back] = [waysFrom(node).costs, waysTo(node).costs]
  const costs = (edge: Edge) =>
    (there[edge.from.number] ?? Number.POSITIVE_INFINITY) +
    edge.cost +
    (back[edge.to.number] ?? Number.POSITIVE_INFINITY)
  const edge = least(edges, costs)
  const detour = { edge, cost: edge ? costs(edge) : Number.POSITIVE_INFINITY }
  known.set(name, detour)
  return detour
}

const costOf = (way: Way) => way.reduce((sum, { cost }) => sum + cost, 0)

/** The first with the lowest finite cost. */
function least<T>(all: readonly T[], cost: (each: T) => number): T | undefined {
  let [best, lowest]: [T | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const each of all) {
    const ownCost = cost(each)
    if (ownCost < lowest) [best, lowest] = [each, ownCost]
  }
  return best
}

const distance = (from: Node, to: Node): number => waysFrom(from).costs[to.number] ?? Number.POSITIVE_INFINITY

function wayTo(from: Node, to: Node): Way {
  const { last } = waysFrom(from)
  const way: Edge[] = []
  for (let edge = last[to.number]; edge; edge = last[edge.from.number]) way.unshift(edge)
  return way
}

/** The cheapest paths between one node and all others: their costs and last edges. */
interface Ways {
  /** The reachable nodes, the nearest first. */
  readonly nodes: readonly Node[]
  /** The cost of the path for each node number. */
  readonly costs: readonly (number | undefined)[]
  readonly last: readonly (Edge | undefined)[]
}
const [forwards, backwards] = [new WeakMap<Node, Ways>(), new WeakMap<Node, Ways>()]

/** The paths from this node. */
const waysFrom = (node: Node) =>
  settle(
    node,
    forwards,
    (at) => at.edges,
    (edge) => edge.to,
  )
/** The paths to this node. Searched backwards, since distances are needed from many nodes but only to a few. */
const waysTo = (node: Node) =>
  settle(
    node,
    backwards,
    (at) => at.edgesTo,
    (edge) => edge.from,
  )

/** Dijkstra's algorithm. Costs are small integers, so each cost has a list of open edges. */
function settle(
  first: Node,
  known: WeakMap<Node, Ways>,
  edgesOf: (node: Node) => readonly Edge[],
  end: (edge: Edge) => Node,
): Ways {
  const before = known.get(first)
  if (before) return before
  const nodes: Node[] = []
  const costs: (number | undefined)[] = []
  const last: (Edge | undefined)[] = []
  const open: Edge[][] = []
  const visit = (node: Node, cost: number, edge?: Edge) => {
    nodes.push(node)
    costs[node.number] = cost
    last[node.number] = edge
    for (const next of edgesOf(node))
      if (costs[end(next).number] === undefined) (open[cost + next.cost] ??= []).push(next)
  }
  visit(first, 0)
  for (let cost = 0; cost < open.length; cost += 1)
    for (const edge of open[cost] ?? []) if (costs[end(edge).number] === undefined) visit(end(edge), cost, edge)
  const ways = { nodes, costs, last }
  known.set(first, ways)
  return ways
}
