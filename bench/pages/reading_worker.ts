// A worker of the browser that reads one file once, and says how long it took.
import { doJob, type ReadingJob } from '../reading-job.ts'

addEventListener('message', ({ data }: MessageEvent<ReadingJob & { readonly bytes: Uint8Array<ArrayBuffer> }>) => {
  void doJob(data, data.bytes).then((ms) => postMessage(ms))
})
