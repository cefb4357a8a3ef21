/** Receives and stores the provider's callbacks, and forwards them to the product unchanged. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GenuineCallback } from '../../harness/forgeries.ts'
import { LocalServer } from '../../harness/local-server.ts'

export interface CallbackRecorder {
  origin: string
  seen: readonly GenuineCallback[]
  /** While true, callbacks are answered with 503, so that the provider retries them later, and nothing is forwarded. */
  isHolding: boolean
  close(): Promise<void>
}

export async function startCallbackRecorder(product: string): Promise<CallbackRecorder> {
  const seen: GenuineCallback[] = []
  const recorder = { origin: '', seen, isHolding: false, close: () => server.close() }
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const account = Number(/\/callback\/(\d+)/.exec(request.url ?? '')?.[1])
    const signature = String(request.headers['x-signature'] ?? '')
    seen.push({ account, body, signature })
    response.writeHead(recorder.isHolding ? 503 : await pass({ account, body, signature }))
    response.end('{}')
  }
  const pass = async ({ account, body, signature }: GenuineCallback): Promise<number> => {
    const answer = await fetch(`${product}/api/payments/callback/${account}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signature },
      body: new Uint8Array(body),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const server = new LocalServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  await server.listen()
  recorder.origin = server.origin
  return recorder
}
