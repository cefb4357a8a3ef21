import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

let server: Server | undefined

afterEach(() => {
  server?.close()
  server = undefined
})

/** Answers `/readyz` with these statuses and repeats the last one. */
async function listen(statuses: number[]): Promise<string> {
  server = createServer((_request, response) => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0]
    response.writeHead(status ?? 500).end('{"status":"starting"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP port')
  return String(address.port)
}

async function wait(environment: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'wait-until-ready.ts')], {
    env: { ...process.env, HOST: '0.0.0.0', ...environment },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

test('waiting for a process ends with exit code 0 when the process can serve', async () => {
  const PORT = await listen([503, 503, 200])
  expect(await wait({ PORT, MAINPID: String(process.pid) })).toEqual({ code: 0, said: '' })
})

test('waiting for a process that has ended fails at once and says what it answered last', async () => {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(ended, 'exit')
  const PORT = await listen([503])
  expect(await wait({ PORT, MAINPID: String(ended.pid) })).toEqual({
    code: 1,
    said: `http://127.0.0.1:${PORT}/readyz is not ready: its process has ended (503 {"status":"starting"})\n`,
  })
})
