// Finds a cheap path through a graph that covers all required names, so that a replay covers a state machine with little
// repetition. It first always takes the nearest new edge. It then removes sections of the path if the names that only
// they cover are cheaper to cover by a detour elsewhere. Has no side effects, and is deterministic.

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
type Path = readonly Edge[]
type EdgesByName = ReadonlyMap<string, readonly Edge[]>

/** Consecutive edges from `start` that cover every required name that can be reached. */
export function findCoveringPath(start: Node, isRequired: (name: string) => boolean): Path {
  const edgesByName = new Map<string, Edge[]>()
  for (const edge of pathsFrom(start).nodes.flatMap(({ edges }) => edges))
    for (const name of edge.names.filter(isRequired)) edgesByName.set(name, [...(edgesByName.get(name) ?? []), edge])
  return shorten(start, coverGreedily(start, new Set(edgesByName.keys())), edgesByName)
}

/** Always takes the nearest edge that covers a new name; edges from which no path leads back come last. */
function coverGreedily(start: Node, names: ReadonlySet<string>): Path {
  const missing = new Set(names)
  const path: Edge[] = []
  while (missing.size > 0) {
    const current = path.at(-1)?.to ?? start
    const isNew = (edge: Edge) => edge.names.some((name) => missing.has(name))
    const edges = pathsFrom(current).nodes.flatMap((node) => node.edges.filter(isNew))
    const safe = edges.filter(({ to }) => pathsTo(current).costs[to.number] !== undefined)
    const next = cheapest(safe.length > 0 ? safe : edges, (edge) => distance(current, edge.from) + edge.cost)
    if (!next) break
    for (const edge of [...pathBetween(current, next.from), next]) {
      path.push(edge)
      for (const name of edge.names) missing.delete(name)
    }
  }
  return path
}

/** Longer sections are removed in several steps. */
const MAX_SECTION_LENGTH = 16

/** A cheaper path with the same coverage: removes sections as long as this saves costs. */
function shorten(start: Node, longPath: Path, edgesByName: EdgesByName): Path {
  let path = longPath
  for (let previousCost = Number.POSITIVE_INFINITY; costOf(path) < previousCost;) {
    previousCost = costOf(path)
    for (let begin = 0; begin < path.length; begin += 1) {
      for (let length = MAX_SECTION_LENGTH; length > 0; length -= 1)
        path = withoutSection(start, path, begin, begin + length, edgesByName)
    }
  }
  return path
}

/** The path without this section, if that is cheaper. */
function withoutSection(start: Node, path: Path, begin: number, end: number, edgesByName: EdgesByName) {
  const [head, tail] = [path.slice(0, begin), path.slice(end)]
  const from = head.at(-1)?.to ?? start
  const to = tail[0]?.from ?? from
  if (distance(from, to) >= costOf(path.slice(begin, end))) return path
  return withDetours(start, [...head, ...pathBetween(from, to), ...tail], edgesByName, costOf(path)) ?? path
}

/**
 * The path with a detour to each name that it does not cover, inserted where it is cheapest. Undefined if the cost
 * reaches `limit`.
 */
function withDetours(start: Node, shortPath: Path, edgesByName: EdgesByName, limit: number) {
  const covered = new Set(shortPath.flatMap(({ names }) => names))
  let [path, cost] = [shortPath, costOf(shortPath)]
  for (const [name, edges] of edgesByName) {
    if (covered.has(name)) continue
    const nodes = [start, ...path.map(({ to }) => to)]
    const index = cheapest([...nodes.keys()], (candidate) => detourTo(nodes[candidate] ?? start, name, edges).cost) ?? 0
    const node = nodes[index] ?? start
    const { edge, cost: extraCost } = detourTo(node, name, edges)
    cost += extraCost
    if (!edge || cost >= limit) return undefined
    const detour = [...pathBetween(node, edge.from), edge, ...pathBetween(edge.to, node)]
    for (const { names } of detour) for (const coveredName of names) covered.add(coveredName)
    path = [...path.slice(0, index), ...detour, ...path.slice(index)]
  }
  return cost < limit ? path : undefined
}

interface Detour {
  readonly edge: Edge | undefined
  readonly cost: number
}
const detourCache = new WeakMap<Node, Map<string, Detour>>()

/** The cheapest round trip from a node over one of the edges. */
function detourTo(node: Node, name: string, edges: readonly Edge[]): Detour {
  const cachedDetours = detourCache.get(node) ?? new Map<string, Detour>()
  detourCache.set(node, cachedDetours)
  const cached = cachedDetours.get(name)
  if (cached) return cached
  const [there, back] = [pathsFrom(node).costs, pathsTo(node).costs]
  const roundTrip = (edge: Edge) =>
    (there[edge.from.number] ?? Number.POSITIVE_INFINITY) +
    edge.cost +
    (back[edge.to.number] ?? Number.POSITIVE_INFINITY)
  const edge = cheapest(edges, roundTrip)
  const detour = { edge, cost: edge ? roundTrip(edge) : Number.POSITIVE_INFINITY }
  cachedDetours.set(name, detour)
  return detour
}

const costOf = (path: Path) => path.reduce((sum, { cost }) => sum + cost, 0)

/** The first item with the lowest finite cost. */
function cheapest<T>(items: readonly T[], costOfItem: (item: T) => number): T | undefined {
  let [best, lowest]: [T | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const item of items) {
    const cost = costOfItem(item)
    if (cost < lowest) [best, lowest] = [item, cost]
  }
  return best
}

const distance = (from: Node, to: Node): number => pathsFrom(from).costs[to.number] ?? Number.POSITIVE_INFINITY

/** The cheapest path between two nodes. */
function pathBetween(from: Node, to: Node): Path {
  const { lastEdges } = pathsFrom(from)
  const path: Edge[] = []
  for (let edge = lastEdges[to.number]; edge; edge = lastEdges[edge.from.number]) path.unshift(edge)
  return path
}

/** The cheapest paths between one node and all others: their costs and last edges. */
interface Paths {
  /** The reachable nodes, the nearest first. */
  readonly nodes: readonly Node[]
  /** The cost of the path for each node number. */
  readonly costs: readonly (number | undefined)[]
  readonly lastEdges: readonly (Edge | undefined)[]
}
const [forwards, backwards] = [new WeakMap<Node, Paths>(), new WeakMap<Node, Paths>()]

/** The paths from this node. */
const pathsFrom = (node: Node) =>
  searchPaths(
    node,
    forwards,
    (visited) => visited.edges,
    (edge) => edge.to,
  )
/** The paths to this node. Searched backwards, since distances are needed from many nodes but only to a few. */
const pathsTo = (node: Node) =>
  searchPaths(
    node,
    backwards,
    (visited) => visited.edgesTo,
    (edge) => edge.from,
  )

/** Dijkstra's algorithm. Costs are small integers, so each cost has a list of open edges. */
function searchPaths(
  start: Node,
  cache: WeakMap<Node, Paths>,
  edgesOf: (node: Node) => readonly Edge[],
  endOf: (edge: Edge) => Node,
): Paths {
  const cached = cache.get(start)
  if (cached) return cached
  const nodes: Node[] = []
  const costs: (number | undefined)[] = []
  const lastEdges: (Edge | undefined)[] = []
  const openEdges: Edge[][] = []
  const visit = (node: Node, cost: number, edge?: Edge) => {
    nodes.push(node)
    costs[node.number] = cost
    lastEdges[node.number] = edge
    for (const next of edgesOf(node))
      if (costs[endOf(next).number] === undefined) (openEdges[cost + next.cost] ??= []).push(next)
  }
  visit(start, 0)
  for (let cost = 0; cost < openEdges.length; cost += 1)
    for (const edge of openEdges[cost] ?? [])
      if (costs[endOf(edge).number] === undefined) visit(endOf(edge), cost, edge)
  const paths = { nodes, costs, lastEdges }
  cache.set(start, paths)
  return paths
}
