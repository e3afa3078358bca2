// A page that has a file read by a worker of its own for each reading, which has never done anything before.
import type { ReadingJob } from '../reading-job.ts'

/** @param file base64. @returns milliseconds, without the start of the worker and the loading of its script */
export async function readInWorker(job: ReadingJob, file: string): Promise<number> {
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))
  const worker = new Worker('/reading_worker.js', { type: 'module' })
  try {
    return await new Promise<number>((done, fail) => {
      worker.onmessage = ({ data }: MessageEvent<number>) => done(data)
      worker.onerror = ({ message }) => fail(new Error(message))
      worker.postMessage({ ...job, bytes }, [bytes.buffer])
    })
  } finally {
    worker.terminate()
  }
}

Object.assign(globalThis, { readInWorker })
