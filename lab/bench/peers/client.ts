import { Agent, request, type IncomingHttpHeaders } from 'node:http'

const agent = new Agent({ keepAlive: true })

export const closeConnections = () => agent.destroy()

export interface Answer {
  text: string
  headers: IncomingHttpHeaders
}

/** Sends one request on a kept connection. @throws for any answer other than 2xx. */
export function ask(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: object } = {},
): Promise<Answer> {
  const text = body && JSON.stringify(body)
  const all = { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: all }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      answer.on('end', () => {
        const received = Buffer.concat(chunks).toString('utf8')
        const { statusCode = 0 } = answer
        if (statusCode >= 200 && statusCode < 300) resolve({ text: received, headers: answer.headers })
        else reject(new Error(`${method} ${url} answered ${statusCode}: ${received.slice(0, 500)}`))
      })
    })
    sent.on('error', reject).end(text)
  })
}
