// The tones of a state. Each tone also has a shape, because some users cannot distinguish the colours (WCAG 1.4.1).
import { Circle, CircleAlert, CircleCheck, CircleDashed, Clock, type LucideIcon, TriangleAlert } from 'lucide-react'

export type Tone = 'neutral' | 'accent' | 'waiting' | 'positive' | 'warning' | 'critical'

interface ToneStyle {
  readonly icon: LucideIcon
  readonly text: string
  readonly tint: string
}

export const toneStyles: Readonly<Record<Tone, ToneStyle>> = {
  neutral: { icon: CircleDashed, text: 'text-muted', tint: 'bg-sunken' },
  accent: { icon: Circle, text: 'text-accent', tint: 'bg-accent-tint' },
  waiting: { icon: Clock, text: 'text-accent', tint: 'bg-accent-tint' },
  positive: { icon: CircleCheck, text: 'text-positive', tint: 'bg-positive-tint' },
  warning: { icon: TriangleAlert, text: 'text-warning', tint: 'bg-warning-tint' },
  critical: { icon: CircleAlert, text: 'text-critical', tint: 'bg-critical-tint' },
}
