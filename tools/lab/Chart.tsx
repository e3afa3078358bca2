// The diagram of a state machine. Its colours are theme variables with fallback colours, because the documentation uses
// the same picture.
import { type Drawing, type DrawnArrow, type DrawnState, EVERYWHERE, LINE_HEIGHT } from './chart.ts'

interface ChartProps {
  readonly drawing: Drawing
  /** Paths of the current states. */
  readonly current?: readonly string[] | undefined
  /** Names of the transitions that are possible now. */
  readonly possible?: ReadonlySet<string> | undefined
  /** Names of the transitions that the last step took. */
  readonly taken?: ReadonlySet<string> | undefined
}

const colours = {
  surface: 'var(--surface, #f7f8fa)',
  raised: 'var(--raised, #ffffff)',
  line: 'var(--line-strong, #9aa0aa)',
  text: 'var(--text, #20242c)',
  muted: 'var(--muted, #636a76)',
  accent: 'var(--accent, #1f5aa6)',
  tint: 'var(--color-accent-tint, #e8eef7)',
  positive: 'var(--positive, #1c6b3c)',
}
const MARGIN = 16
const FONT = { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontSize: 11 }

export function Chart({ drawing, current = [], possible, taken }: ChartProps) {
  const { title, states, arrows } = drawing
  const isIn = (path: string) =>
    current.some((currentPath) => currentPath === path || currentPath.startsWith(`${path}.`))
  const label = current.length > 0 ? `Chart of ${title}, in ${current.join(', ')}` : `Chart of ${title}`
  const width = Math.ceil(drawing.width) + 2 * MARGIN
  const height = Math.ceil(drawing.height) + 2 * MARGIN
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`}
      style={FONT}
    >
      <defs>
        {(['line', 'accent', 'positive'] as const).map((role) => (
          <marker
            key={role}
            id={`tip-${role}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0,0 L8,4 L0,8 z" fill={colours[role]} />
          </marker>
        ))}
      </defs>
      <rect x={-MARGIN} y={-MARGIN} width="100%" height="100%" fill={colours.surface} />
      {states.map((state) => (
        <State key={state.path} state={state} isCurrent={isIn(state.path)} possible={possible} />
      ))}
      {arrows.map((arrow) => (
        <Arrow key={arrow.id} arrow={arrow} possible={possible} taken={taken} />
      ))}
    </svg>
  )
}

const hasOneOf = (names: readonly string[], transitions: ReadonlySet<string> | undefined) =>
  names.some((name) => transitions?.has(name))

interface StateProps extends Pick<ChartProps, 'possible'> {
  readonly state: DrawnState
  readonly isCurrent: boolean
}

function State({ state, isCurrent, possible }: StateProps) {
  const { path, x, y, width, height, label, description, isCompound, isInitial, isFinal, contents } = state
  const stroke = isCurrent ? colours.accent : colours.line
  // The names of a state that is not current can also be possible, in another state.
  const canTakeTransitions = isCurrent || path === EVERYWHERE
  return (
    <g>
      <title>{description}</title>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx="8"
        fill={isCurrent && !isCompound ? colours.tint : colours.raised}
        fillOpacity={isCompound ? 0.5 : 1}
        stroke={stroke}
        strokeWidth={isCurrent ? 2.5 : 1}
      />
      {isFinal && <rect x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx="6" fill="none" stroke={stroke} />}
      {isInitial && <circle cx={x + 12} cy={y + 15} r="4" fill={stroke} />}
      <text
        x={x + (isInitial ? 22 : 12)}
        y={y + 19}
        fontWeight="bold"
        fontSize="12"
        fill={isCurrent ? colours.accent : colours.text}
      >
        {label}
      </text>
      {contents.map(({ text, names }, index) => (
        <text
          key={text}
          x={x + 12}
          y={y + 34 + index * LINE_HEIGHT}
          fill={canTakeTransitions && hasOneOf(names, possible) ? colours.accent : colours.muted}
        >
          {text}
        </text>
      ))}
    </g>
  )
}

interface ArrowProps extends Pick<ChartProps, 'possible' | 'taken'> {
  readonly arrow: DrawnArrow
}

/** The colour of an arrow: whether it was taken, can be taken, or neither. */
function roleOf({ arrow: { names }, possible, taken }: ArrowProps): 'positive' | 'accent' | 'line' {
  if (hasOneOf(names, taken)) return 'positive'
  return hasOneOf(names, possible) ? 'accent' : 'line'
}

function Arrow({ arrow, possible, taken }: ArrowProps) {
  const { points, lines, label } = arrow
  const role = roleOf({ arrow, possible, taken })
  const [start, ...rest] = points
  if (!start) return null
  const path = [`M${start.x},${start.y}`, ...rest.map(({ x, y }) => `L${x},${y}`)].join(' ')
  const isHighlighted = role !== 'line'
  return (
    <g>
      <path
        d={path}
        fill="none"
        stroke={colours[role]}
        strokeWidth={isHighlighted ? 2 : 1}
        markerEnd={`url(#tip-${role})`}
      />
      {label &&
        lines.map((line, index) => (
          <text
            key={index}
            x={label.x + 4}
            y={label.y + 12 + index * LINE_HEIGHT}
            fill={isHighlighted ? colours[role] : colours.muted}
            stroke={colours.surface}
            strokeWidth="3"
            paintOrder="stroke"
            xmlSpace="preserve"
          >
            {line}
          </text>
        ))}
    </g>
  )
}
