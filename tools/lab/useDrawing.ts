// The drawing of a machine, laid out once and cached.
import { useEffect, useState } from 'react'
import type { AnyStateMachine } from 'xstate'
import { type Drawing, drawMachine } from './chart.ts'

const drawings = new Map<string, Promise<Drawing>>()

/** Undefined while the layout is computed. */
export function useDrawing(machine: AnyStateMachine, title: string): Drawing | undefined {
  const [laidOut, setLaidOut] = useState<{ id: string; drawing: Drawing }>()
  useEffect(() => {
    const drawing = drawings.get(machine.id) ?? drawMachine(machine, title)
    drawings.set(machine.id, drawing)
    let isMounted = true
    void drawing.then((result) => {
      if (isMounted) setLaidOut({ id: machine.id, drawing: result })
    })
    return () => {
      isMounted = false
    }
  }, [machine, title])
  return laidOut?.id === machine.id ? laidOut.drawing : undefined
}
