// The picture on the sign-in page on a wide screen: the programme's cards in the client's accent colour. It uses only
// colours of the theme, so it suits every client, light and dark. It is hidden from screen readers.
import { client } from '#brand/current.ts'

/** The radii of the circles behind the cards. */
const CIRCLE_RADII = [120, 200, 280, 360, 440, 520]
const CARD_SIZE = { width: 420, height: 264, rx: 22 }

export function BrandScene() {
  return (
    <div
      aria-hidden
      className="fixed inset-y-0 inset-e-0 -z-10 hidden w-[56vw] overflow-hidden border-s border-line bg-accent-tint lg:block"
    >
      <svg
        viewBox="0 0 800 900"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 size-full text-accent"
      >
        <defs>
          <linearGradient id="scene-card" x1="0" y1="0" x2="1" y2="1">
            <stop offset="0" stopColor="currentColor" stopOpacity="0.95" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0.72" />
          </linearGradient>
          <radialGradient id="scene-glow" cx="0.5" cy="0.5" r="0.5">
            <stop offset="0" stopColor="currentColor" stopOpacity="0.16" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </radialGradient>
        </defs>
        <circle cx="420" cy="430" r="420" fill="url(#scene-glow)" />
        {CIRCLE_RADII.map((radius) => (
          <circle key={radius} cx="420" cy="430" r={radius} fill="none" stroke="currentColor" strokeOpacity="0.07" />
        ))}
        <g transform="translate(420 430) rotate(-14)">
          {/* Two blank cards behind the front card. */}
          <BlankCard x={-150} y={-190} opacity={0.55} />
          <BlankCard x={-180} y={-140} opacity={0.85} />
          {/* The front card. An opaque colour hides the blank cards below its transparent gradient. */}
          <rect x="-210" y="-90" {...CARD_SIZE} className="fill-accent-tint" />
          <rect x="-210" y="-90" {...CARD_SIZE} fill="url(#scene-card)" />
          <g className="fill-on-accent">
            {/* The chip, four groups of digits, a line of text, and the client's name. */}
            <rect x="-176" y="-44" width="54" height="42" rx="8" fillOpacity="0.85" />
            <rect x="-176" y="52" width="66" height="12" rx="6" fillOpacity="0.5" />
            <rect x="-98" y="52" width="66" height="12" rx="6" fillOpacity="0.5" />
            <rect x="-20" y="52" width="66" height="12" rx="6" fillOpacity="0.5" />
            <rect x="58" y="52" width="66" height="12" rx="6" fillOpacity="0.5" />
            <rect x="-176" y="112" width="120" height="10" rx="5" fillOpacity="0.35" />
            <text x="176" y="134" textAnchor="end" fontSize="26" fontWeight="600">
              {client.name}
            </text>
          </g>
        </g>
      </svg>
    </div>
  )
}

function BlankCard({ x, y, opacity }: { readonly x: number; readonly y: number; readonly opacity: number }) {
  return (
    <rect
      x={x}
      y={y}
      {...CARD_SIZE}
      className="fill-raised"
      fillOpacity={opacity}
      stroke="currentColor"
      strokeOpacity="0.18"
    />
  )
}
