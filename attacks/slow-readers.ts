/** Asks for the largest answers and reads none of them: what the product keeps for each reader must not be the whole answer. */
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attack, Scene } from './attack.ts'
import { largeAnswers, type LargeAnswer } from './large-answers.ts'

const readers = 100
/** Of all of them. */
const mostGrowthMib = 64
/** Answers have been made, and as much of them as the system takes has left. */
const settledMs = 4_000
const everyMs = 200

/** The socket is never read, not even by Node. */
function ask(port: number, { path, headers = {} }: LargeAnswer['requests'][number]): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(requestText(path, headers)))
  socket.pause()
  socket.on('error', () => socket.destroy())
  return socket
}

const requestText = (path: string, headers: Readonly<Record<string, string>>) =>
  [
    `GET ${path} HTTP/1.1`,
    ...Object.entries({ host: 'x', 'accept-encoding': 'identity', ...headers }).map((pair) =>
      pair.join(': '),
    ),
    '\r\n',
  ].join('\r\n')

/** The status of an answer that has waited for its reader; 0: there is none yet. */
async function statusOf(socket: Socket): Promise<number> {
  if (socket.destroyed) return 0
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.once('data', (chunk) => resolve(chunk.toString('latin1', 0, 20)))
  socket.resume()
  const first = await Promise.race([promise, pause(everyMs, '')])
  socket.destroy()
  return Number(/^HTTP\/1.1 (\d{3})/.exec(first)?.[1] ?? 0)
}

interface Growth {
  residentMib: number
  liveMib: number
  /** Answers that had begun, by status. */
  statuses: Map<number, number>
}

async function holdAll({ target, drill }: Scene, { requests }: LargeAnswer): Promise<Growth> {
  const before = { live: await target.liveMemoryMib(), resident: await target.memoryMib() }
  const sockets = requests.map((request) => ask(target.port, request))
  try {
    let resident = 0
    for (let waitedMs = 0; waitedMs < settledMs; waitedMs += everyMs) {
      await pause(everyMs)
      resident = Math.max(resident, await target.memoryMib())
    }
    const live = await target.liveMemoryMib()
    const statuses = new Map<number, number>()
    for (const status of await Promise.all(sockets.map(statusOf)))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    return { residentMib: resident - before.resident, liveMib: live - before.live, statuses }
  } finally {
    for (const socket of sockets) socket.destroy()
    await drill.until('the product to answer after slow readers', async () => {
      const { status } = await target.client.send({ method: 'GET', path: '/readyz' })
      return status === 200
    })
  }
}

export const slowReaders: Attack = {
  name: 'slow-readers',
  has: `the accounts of a school and ${readers} connections`,
  tries: 'to fill the memory with answers that nobody reads',
  async run(scene) {
    const { target, drill, form } = scene
    for await (const answer of largeAnswers(scene, readers)) {
      // Code and caches that the first answer of a kind needs are no growth for its readers.
      const [first] = answer.requests
      if (first && !answer.isForOnce) await target.client.send({ method: 'GET', ...first })
      const { residentMib, liveMib, statuses } = await holdAll(scene, answer)
      const begun = (statuses.get(200) ?? 0) + (statuses.get(206) ?? 0)
      const what = `slow readers: ${answer.what}`
      const all = [...statuses].map(([status, count]) => `${count} × ${status || 'waits'}`)
      drill.note(`${what}: answers`, all.join(', '))
      drill.atMost(`${what}: answers that are missing`, Math.max(0, answer.atOnce - begun), 0)
      drill.atMost(`${what}: growth of live memory`, liveMib, mostGrowthMib, 'MiB')
      drill.atMost(
        `${what}: growth of resident memory`,
        residentMib,
        form.isShort ? Infinity : mostGrowthMib,
        'MiB',
      )
    }
  },
}
