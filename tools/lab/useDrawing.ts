// The drawing of a machine, laid out once and cached.
import { useEffect, useState } from 'react'
import type { AnyStateMachine } from 'xstate'
import { type Drawing, drawMachine } from './chart.ts'

const drawings = new Map<string, Promise<Drawing>>()

/** Undefined while the layout is computed. */
export function useDrawing(machine: AnyStateMachine, title: string): Drawing | undefined {
  const [drawn, setDrawn] = useState<{ id: string; drawing: Drawing }>()
  useEffect(() => {
    const drawing = drawings.get(machine.id) ?? drawMachine(machine, title)
    drawings.set(machine.id, drawing)
    let isMounted = true
    void drawing.then((done) => {
      if (isMounted) setDrawn({ id: machine.id, drawing: done })
    })
    return () => {
      isMounted = false
    }
  }, [machine, title])
  return drawn?.id === machine.id ? drawn.drawing : undefined
}
