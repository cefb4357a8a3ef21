/**
 * Delivery of a video of 100 MB in ranges by the product, in alternation with nginx and the same file (Debian:
 * nginx-light; without it the ratio is left out), and the time to the first bytes of a video. Target: 150 MB a second;
 * first bytes within 300 ms. Then the same through an nginx that sends the file after our check
 * (docs/operations.md#media-through-nginx). Target: 0.95 of nginx alone. The file is in the memory of the operating system.
 */
import { deepStrictEqual } from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { megabytesPerSecond, readRange } from './support/byte-ranges.ts'
import { median, percentile, printTable } from './support/measure.ts'
import { startNginx, startNginxBefore } from './support/nginx-server.ts'
import { newDataFolder, startMeasured } from './support/server-process.ts'

const videoBytes = 100 * 1024 * 1024
const mebibyte = 1024 * 1024
const rounds = 7
const firstBytesRounds = 100
const demoVideo = join(import.meta.dirname, '../content/demo-school/media/git-snapshots.mp4')

/** A valid video, filled up by an MP4 box of free space. */
async function largeVideo(): Promise<Buffer> {
  const start = await readFile(demoVideo)
  const video = Buffer.alloc(videoBytes)
  start.copy(video)
  video.writeUInt32BE(videoBytes - start.length, start.length)
  video.write('free', start.length + 4, 'latin1')
  return video
}

async function upload(origin: string, video: Buffer): Promise<URL> {
  const login = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'superadmin@apogee.test', password: 'Apogee-Demo-1' }),
  })
  const { data } = (await login.json()) as { data: { token: string } }
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(video)], { type: 'video/mp4' }), 'large.mp4')
  const answer = await fetch(`${origin}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.token}` },
    body: form,
  })
  if (answer.status !== 201) throw new Error(`the upload was answered ${answer.status}`)
  const { url } = (await answer.json()) as { url: string }
  return new URL(url, origin)
}

interface Contender {
  url: URL
  processorMs: () => number
}

async function measure(
  { url, processorMs }: Contender,
  load: { rangeBytes: number; atOnce: number },
): Promise<{ speed: number; processorMs: number }> {
  const before = processorMs()
  const speed = await megabytesPerSecond(url, { bytes: videoBytes, ...load })
  return { speed, processorMs: processorMs() - before }
}

const loads = [
  { name: 'the whole file as one range', rangeBytes: videoBytes, atOnce: 1 },
  { name: 'ranges of 1 MiB, four at once', rangeBytes: mebibyte, atOnce: 4 },
]

async function compare(
  product: Contender,
  nginx: Contender | null,
  isMet: (figures: { speed: number; ratio: number }) => boolean,
) {
  const rows = []
  for (const { name, ...load } of loads) {
    const ours: { speed: number; processorMs: number }[] = []
    const peers: { speed: number; processorMs: number }[] = []
    await measure(product, load)
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await measure(product, load))
      if (nginx) peers.push(await measure(nginx, load))
    }
    const speed = median(ours.map((each) => each.speed))
    const peer = median(peers.map((each) => each.speed))
    const ratio = median(peers.map((each, round) => (ours[round]?.speed ?? 0) / each.speed))
    const processor = (all: readonly { processorMs: number }[]) =>
      median(all.map((each) => each.processorMs)).toFixed(0)
    rows.push({
      load: name,
      'MB/s': speed.toFixed(0),
      'nginx, MB/s': nginx ? peer.toFixed(0) : 'not installed',
      ratio: nginx ? ratio.toFixed(2) : '-',
      'processor time, ms': processor(ours),
      'of nginx, ms': nginx ? processor(peers) : '-',
      met: isMet({ speed, ratio }) ? 'yes' : 'no',
    })
  }
  return rows
}

async function firstBytes(url: URL) {
  const taken: number[] = []
  for (let round = 0; round < firstBytesRounds; round += 1) {
    taken.push(await readRange(url, round * mebibyte, round * mebibyte + 65_535))
  }
  const [middle, late] = [median(taken), percentile(taken, 0.95)]
  return [
    {
      'first bytes of 64 KiB': `median ${middle.toFixed(1)} ms, p95 ${late.toFixed(1)} ms`,
      met: late <= 300 ? 'yes' : 'no',
    },
  ]
}

/** What a browser acts upon in the answers to a range, and to the same range of the same and another version. */
async function answersOf(url: URL) {
  const range = { range: 'bytes=10-29' }
  const first = await answerTo(url, range)
  const ifRange = [first.etag ?? '', '"another"']
  return [first, ...(await Promise.all(ifRange.map((tag) => answerTo(url, { ...range, 'if-range': tag }))))]
}

async function answerTo(url: URL, headers: Record<string, string>) {
  const names =
    'content-type content-disposition content-length content-range accept-ranges etag last-modified'
  const guards =
    'x-content-type-options content-security-policy referrer-policy cross-origin-resource-policy vary'
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  const read = Object.fromEntries(
    `${names} ${guards}`.split(' ').map((name) => [name, answer.headers.get(name)]),
  )
  // The rest of its life in seconds, which differs from call to call.
  const caching = answer.headers.get('cache-control')?.replace(/\d+/, 'N')
  return { ...read, status: answer.status, caching, etag: answer.headers.get('etag') }
}

type Answers = Awaited<ReturnType<typeof answersOf>>

async function compareBehindProxy(dataDir: string, path: string, direct: Answers, nginx: Contender) {
  const server = await startMeasured(dataDir, { RATE_LIMITS: 'off', MEDIA_ACCEL_LOCATION: '/stored-media/' })
  try {
    const proxy = await startNginxBefore(server.origin, join(dataDir, 'uploads/files'))
    if (!proxy) return
    try {
      const url = new URL(path, proxy.url)
      deepStrictEqual(await answersOf(url), direct)
      const processorMs = () => server.processorMs() + proxy.processorMs()
      printTable(await compare({ url, processorMs }, nginx, ({ ratio }) => ratio >= 0.95))
      printTable(await firstBytes(url))
    } finally {
      await proxy.stop()
    }
  } finally {
    await server.stop()
  }
}

const folder = await newDataFolder()
const video = await largeVideo()
const file = join(folder.path, 'large.mp4')
await writeFile(file, video)
const nginx = await startNginx(file)
try {
  const server = await startMeasured(folder.path, { RATE_LIMITS: 'off' })
  let path = ''
  let direct: Answers = []
  try {
    const url = await upload(server.origin, video)
    path = `${url.pathname}${url.search}`
    direct = await answersOf(url)
    const product = { url, processorMs: () => server.processorMs() }
    printTable(await compare(product, nginx, ({ speed }) => speed >= 150))
    printTable(await firstBytes(url))
  } finally {
    await server.stop()
  }
  if (nginx) {
    console.log('\nThrough an nginx that sends the file after our check:')
    await compareBehindProxy(folder.path, path, direct, nginx)
  }
} finally {
  await nginx?.stop()
  await folder.remove()
}
