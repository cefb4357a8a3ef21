/** Renders printed documents as PDF in a worker thread, because drawing takes 50 ms or more of CPU time. */
import { Worker } from 'node:worker_threads'
import type { CardSheet } from './card-sheet.ts'
import type { CertificateSheet } from './certificate-sheet.ts'
import type { Drawn, Order } from './pdf-worker.ts'
import type { Paper } from './pdf.ts'

interface Waiting {
  resolve: (pdf: Buffer) => void
  reject: (error: Error) => void
}

const idleMs = 30_000

let thread: { worker: Worker; waiting: Map<number, Waiting>; idle?: NodeJS.Timeout } | undefined
let count = 0

/** Draws documents in the order in which this function was called. */
export function renderPaper(paper: Paper | CertificateSheet | CardSheet): Promise<Buffer> {
  const { worker, waiting, idle } = (thread ??= startThread())
  clearTimeout(idle)
  count += 1
  const order: Order = { id: count, paper }
  return new Promise((resolve, reject) => {
    waiting.set(order.id, { resolve, reject })
    worker.ref()
    worker.postMessage(order)
  })
}

function startThread() {
  const worker = new Worker(new URL('pdf-worker.ts', import.meta.url))
  const started = { worker, waiting: new Map<number, Waiting>() } as NonNullable<typeof thread>
  worker.on('message', (drawn: Drawn) => {
    const waiting = started.waiting.get(drawn.id)
    started.waiting.delete(drawn.id)
    if ('pdf' in drawn) waiting?.resolve(Buffer.from(drawn.pdf))
    else waiting?.reject(new Error(`a paper could not be drawn: ${drawn.error}`))
    if (started.waiting.size > 0) return
    // The process may exit without waiting for the thread.
    worker.unref()
    started.idle = setTimeout(() => {
      thread = undefined
      void worker.terminate()
    }, idleMs).unref()
  })
  const over = (error: Error) => {
    if (thread === started) thread = undefined
    for (const { reject } of started.waiting.values()) reject(error)
    started.waiting.clear()
  }
  worker.on('error', over)
  worker.on('exit', () => over(new Error('the thread that draws papers has ended')))
  return started
}
