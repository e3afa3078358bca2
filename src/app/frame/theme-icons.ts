// The icons of the themes.
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import type { Theme } from '#services/device/theme.ts'

export const themeIcons: Readonly<Record<Theme, LucideIcon>> = { system: Monitor, light: Sun, dark: Moon }
