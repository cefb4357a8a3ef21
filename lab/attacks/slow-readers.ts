/** Requests the largest answers and reads none of them. The product must not buffer a whole answer for each reader. */
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attack, Scene } from './attack.ts'
import { largeAnswers, type LargeAnswer } from './large-answers.ts'

const readers = 100
/** Memory may grow by this many MiB for all readers of one kind of answer together. */
const mostGrowthMib = 64
/** The short form runs on busy machines. Its bound in MiB is a quarter of the answers' total size. */
const mostGrowthInShortMib = 256
const everyMs = 200
/**
 * When memory has not changed for this long, in ms, the answers are complete and the operating system has taken all that it can.
 */
const quietMs = 2_000
const mostMs = 20_000
/** The attack waits this long, in ms, for the first bytes of answers. */
const longestWaitMs = 120_000

/** Returns a socket that is never read, not even by Node. */
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

/** Returns the statuses of answers that wait for their readers; null means no answer yet. Waits for `atOnce` of them. */
async function statusesOf(sockets: readonly Socket[], atOnce: number): Promise<(number | null)[]> {
  const found: (number | null)[] = sockets.map(() => null)
  sockets.forEach((socket, nth) => {
    socket.once('data', (chunk) => {
      found[nth] = Number(/^HTTP\/1.1 (\d{3})/.exec(chunk.toString('latin1', 0, 20))?.[1] ?? 0)
      socket.destroy()
    })
    socket.resume()
  })
  for (let waitedMs = 0; waitedMs < longestWaitMs; waitedMs += everyMs) {
    await pause(everyMs)
    if (found.filter((status) => status !== null).length >= atOnce) break
  }
  return found
}

interface Growth {
  /** `mostResidentMib` includes garbage, whose amount does not depend on the waiting readers. */
  mostResidentMib: number
  /** `residentMib` is the resident memory after a garbage collection. */
  residentMib: number
  liveMib: number
  /** Counts the answers that have begun, by status. */
  statuses: Map<number | null, number>
}

/** Reads the figure until it no longer grows, and returns the largest value. */
async function largest(read: () => Promise<number>): Promise<number> {
  const figures = [await read()]
  let changedMs = 0
  for (let waitedMs = 0; waitedMs < mostMs && waitedMs < changedMs + quietMs; waitedMs += everyMs) {
    await pause(everyMs)
    const figure = await read()
    if (Math.abs(figure - (figures.at(-1) ?? 0)) > 1) changedMs = waitedMs
    figures.push(figure)
  }
  return Math.max(...figures)
}

async function holdAll({ target, drill }: Scene, { requests, atOnce }: LargeAnswer): Promise<Growth> {
  const before = { live: await target.liveMemoryMib(), resident: await target.memoryMib() }
  const sockets = requests.map((request) => ask(target.port, request))
  try {
    const most = await largest(() => target.memoryMib())
    const live = await target.liveMemoryMib()
    const resident = await target.memoryMib()
    const statuses = new Map<number | null, number>()
    for (const status of await statusesOf(sockets, atOnce))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    return {
      mostResidentMib: most - before.resident,
      residentMib: resident - before.resident,
      liveMib: live - before.live,
      statuses,
    }
  } finally {
    for (const socket of sockets) socket.destroy()
    await drill.until('the product to answer after slow readers', async () => {
      const { status } = await target.client.exchange({ method: 'GET', path: '/readyz' })
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
      // The first answer of each kind loads code and fills caches. Readers do not cause this growth, so one answer is read before
      // the measurement.
      const [first] = answer.requests
      if (first && !answer.isForOnce) await target.client.send({ method: 'GET', ...first })
      const { mostResidentMib, residentMib, liveMib, statuses } = await holdAll(scene, answer)
      const begun = (statuses.get(200) ?? 0) + (statuses.get(206) ?? 0)
      const what = `slow readers: ${answer.what}`
      const all = [...statuses].map(([status, count]) => `${count} × ${status ?? 'waits'}`)
      drill.note(`${what}: answers`, all.join(', '))
      drill.atMost(`${what}: answers that are missing`, Math.max(0, answer.atOnce - begun), 0)
      drill.atMost(
        `${what}: growth of live memory`,
        liveMib,
        form.isShort ? mostGrowthInShortMib : mostGrowthMib,
        'MiB',
      )
      const mostResidentGrowth = form.isShort ? Infinity : mostGrowthMib
      drill.atMost(`${what}: growth of resident memory`, residentMib, mostResidentGrowth, 'MiB')
      drill.note(`${what}: its largest, with garbage`, `${mostResidentMib.toFixed(0)} MiB`)
    }
  },
}
