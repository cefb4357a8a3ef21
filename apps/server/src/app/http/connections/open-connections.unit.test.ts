import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OpenConnections } from './open-connections.ts'

let server: Server
let port: number
let connections: OpenConnections
const waiting: ServerResponse[] = []

beforeEach(async () => {
  server = createServer((request, response) => {
    if (request.url === '/slow') waiting.push(response)
    else response.end('quick')
  })
  server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  connections = new OpenConnections(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP port')
  port = address.port
})

afterEach(async () => {
  server.closeAllConnections()
  await once(server.close(), 'close')
})

async function open(words: string, answer: string | null): Promise<Socket> {
  const accepted = once(server, 'connection')
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  await accepted
  socket.write(words)
  if (answer !== null) expect(String(await once(socket, 'data'))).toContain(answer)
  return socket
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

test.for([
  ['said nothing yet', '', null],
  ['sent half a request', 'GET / HTTP/1.1\r\nHo', null],
  ['is kept after its answer', get('/'), 'quick'],
  ['was upgraded', get('/', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), '101'],
] as const)('a connection that %s is closed', async ([, words, answer]) => {
  const socket = await open(words, answer)
  const closed = once(socket, 'close')
  connections.closeUnused()
  await closed
})

test('a connection that waits for its answer gets it and is closed afterwards', async () => {
  const asked = once(server, 'request')
  const socket = await open(get('/slow'), null)
  await asked
  connections.closeUnused()
  const closed = once(socket, 'close')
  waiting.shift()?.end('at last')
  expect(String(await once(socket, 'data'))).toContain('at last')
  await closed
})
