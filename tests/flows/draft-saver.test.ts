// When a draft is saved, and what its status shows meanwhile.
import { expect, it, onTestFinished, vi } from 'vitest'
import { createDraftSaver, type SaveResult } from '#flows/open-rows/draft-saver.ts'

function createSaver() {
  const save = vi.fn<() => Promise<SaveResult>>().mockResolvedValue({ ok: true })
  const saver = createDraftSaver(save)
  onTestFinished(() => saver.stop())
  return { save, saver }
}
const isLeavingPrevented = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('shows no status for just opened rows until saving begins, since the table is drawn first', async () => {
  const { save, saver } = createSaver()
  const states: string[] = []
  saver.state.subscribe(() => states.push(saver.state.get().kind))
  saver.request()
  expect(saver.state.get().kind).toBe('clean')
  await vi.waitFor(() => expect(states).toEqual(['unsaved', 'saved']), 20_000)
  expect(save).toHaveBeenCalledTimes(1)
  saver.request()
  expect(saver.state.get().kind).toBe('unsaved')
})

it('saves unsaved rows when the page is left, and asks for confirmation', async () => {
  const { save, saver } = createSaver()
  saver.request()
  expect(isLeavingPrevented()).toBe(true)
  expect(save).toHaveBeenCalledTimes(1)
  await saver.flush()
  expect(saver.state.get().kind).toBe('saved')
  expect(isLeavingPrevented()).toBe(false)
})
