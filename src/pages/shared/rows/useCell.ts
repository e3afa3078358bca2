// Subscribes a component to an observable value.
import { useSyncExternalStore } from 'react'
import type { Cell } from '#services/cell.ts'

export const useCell = <T>(cell: Cell<T>): T => useSyncExternalStore(cell.subscribe, cell.get)
