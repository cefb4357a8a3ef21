/** Holds many connections by sending or reading very slowly. All other clients must still be answered. */
import { connect, type Socket } from 'node:net'
import type { Attack, Scene } from './attack.ts'

const beginnings: readonly ((token: string) => string)[] = [
  // The headers of this request never end.
  () => 'GET /api/courses HTTP/1.1\r\nHost: x\r\nX-A: ',
  // The body of this request never arrives.
  () =>
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"email":"',
  (token) =>
    `POST /api/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4`,
  // The client of this request never reads the answer.
  () => 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n'.repeat(20),
]

function hold(port: number, begin: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(begin))
  // The answer stays in the product's buffers, because the client does not read.
  socket.pause()
  socket.on('error', () => socket.destroy())
  return socket
}

export const slowClients: Attack = {
  name: 'slow-clients',
  has: 'hundreds of connections',
  tries: 'to keep the product busy with requests that never end',
  async run(scene: Scene) {
    const { target, people, drill, form } = scene
    const count = form.isShort ? 200 : 1_500
    const { token } = people.strangers.instructor
    const sockets = Array.from({ length: count }, (_, nth) =>
      hold(target.port, (beginnings[nth % beginnings.length] ?? (() => ''))(token ?? '')),
    )
    try {
      let unanswered = 0
      const asks = form.isShort ? 40 : 400
      for (let nth = 0; nth < asks; nth += 1) {
        // Over the whole time, the client sends one letter after the other.
        sockets[nth % sockets.length]?.write('a')
        const path = nth % 2 === 0 ? '/api/courses' : '/login'
        const { status } = await target.client.send({
          method: 'GET',
          path,
          as: nth % 3 ? undefined : people.victims.student,
        })
        if (status !== 200) unanswered += 1
      }
      drill.note('slow clients: connections held', String(count))
      drill.atMost('slow clients: others not answered', unanswered, 0)
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  },
}
