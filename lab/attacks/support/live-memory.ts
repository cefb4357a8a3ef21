/** Reads the memory of a Node process after a garbage collection, through the process's inspector. */

interface HeapUsage {
  usedSize: number
  embedderHeapUsedSize?: number
  backingStorageSize?: number
}

interface Reply {
  id?: number
  result?: unknown
  error?: { message: string }
}

/** A second collection is needed to free the memory that finalizers of the first one release. */
const collections = 2
const longestWaitMs = 60_000

/**
 * Returns the MiB of objects and buffers that are still reachable. Unlike resident memory, this figure does not depend on when
 * garbage was last collected. https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#method-getHeapUsage
 */
export async function liveMemoryMib(inspectorPort: number): Promise<number> {
  const listed = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`, {
    signal: AbortSignal.timeout(longestWaitMs),
  })
  const [target] = (await listed.json()) as { webSocketDebuggerUrl: string }[]
  if (!target) throw new Error(`no process to inspect on port ${inspectorPort}`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  try {
    await opened(socket)
    for (let nth = 0; nth < collections; nth += 1) await ask(socket, 'HeapProfiler.collectGarbage')
    const usage = (await ask(socket, 'Runtime.getHeapUsage')) as HeapUsage
    return (usage.usedSize + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0)) / 2 ** 20
  } finally {
    socket.close()
  }
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')), { once: true })
  })
}

let lastId = 0

function ask(socket: WebSocket, method: string): Promise<unknown> {
  const id = ++lastId
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), longestWaitMs)
    const listen = ({ data }: MessageEvent) => {
      const reply = JSON.parse(String(data)) as Reply
      if (reply.id !== id) return
      clearTimeout(timer)
      socket.removeEventListener('message', listen)
      if (reply.error) reject(new Error(`${method}: ${reply.error.message}`))
      else resolve(reply.result)
    }
    socket.addEventListener('message', listen)
    socket.send(JSON.stringify({ id, method }))
  })
}
