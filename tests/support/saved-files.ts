// Collects the files that a page saves, with a simulated browser: jsdom has no downloads and no workers.
import { beforeEach, vi } from 'vitest'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { base64ToBytes } from '#workers/pdf/base64.ts'

interface SavedFile {
  readonly name: string
  readonly type: string
  readonly text: string
}

/**
 * Call this once in a test file; each test begins without saved files. If `fails` is set, the file in a response cannot
 * be decoded.
 */
export function withSavedFiles(): { files: SavedFile[]; fails: boolean } {
  const saved = { files: [] as SavedFile[], fails: false }
  beforeEach(() => {
    Object.assign(saved, { files: [], fails: false })
    vi.spyOn(exportsWorker, 'decodeBase64').mockImplementation((text) =>
      Promise.resolve(saved.fails ? undefined : base64ToBytes(text)),
    )
    const blobs = new Map<string, Blob>()
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        const url = `blob:${blobs.size}`
        blobs.set(url, blob)
        return url
      },
      revokeObjectURL: (url: string) => blobs.delete(url),
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const blob = blobs.get(this.href)
      if (!blob) throw new Error(`${this.href} is not a file that was made here`)
      const name = this.download
      void blob.text().then((text) => saved.files.push({ name, type: blob.type, text }))
    })
  })
  return saved
}
