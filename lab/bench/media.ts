/**
 * Measures the delivery of a large video in ranges by the product, in alternation with nginx and the same file, and the time to the
 * first bytes of a video. Target: 150 MB a second; first bytes within 300 ms. Then measures the same through an nginx that sends
 * the file after the product's check (docs/operations.md#media-through-nginx). Target: 0.95 of nginx alone. The file is in the
 * memory of the operating system.
 */
import { deepStrictEqual } from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { megabytesPerSecond, readRange } from './support/byte-ranges.ts'
import type { SizeOf } from './measurements.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { median, percentile } from '../harness/measure.ts'
import { startNginx, startNginxBefore } from './support/nginx-server.ts'
import { signInDemo, withDataFolder, withServer } from './support/server-process.ts'

type Size = SizeOf<'media'>

const mebibyte = 1024 * 1024
const demoVideo = join(import.meta.dirname, '../../content/demo-school/media/git-snapshots.mp4')

/** Returns a valid video, padded by an MP4 box of free space. */
async function largeVideo(videoBytes: number): Promise<Buffer> {
  const start = await readFile(demoVideo)
  const video = Buffer.alloc(videoBytes)
  start.copy(video)
  video.writeUInt32BE(videoBytes - start.length, start.length)
  video.write('free', start.length + 4, 'latin1')
  return video
}

async function upload(origin: string, video: Buffer): Promise<URL> {
  const { token } = await signInDemo(origin, 'superadmin')
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(video)], { type: 'video/mp4' }), 'large.mp4')
  const answer = await fetch(`${origin}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
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

async function measure({ url, processorMs }: Contender, load: Load): Promise<Measured> {
  const before = processorMs()
  const speed = await megabytesPerSecond(url, load)
  return { speed, processorMs: processorMs() - before }
}

interface Load {
  bytes: number
  rangeBytes: number
  atOnce: number
}

interface Measured {
  speed: number
  processorMs: number
}

async function compare(
  bench: Bench<Size>,
  [product, nginx]: readonly [Contender, Contender],
  {
    heading,
    target,
    isMet,
  }: { heading: string; target: string; isMet: (figures: { speed: number; ratio: number }) => boolean },
): Promise<void> {
  const { videoBytes, rounds } = bench.size
  const loads = [
    { name: 'the whole file as one range', rangeBytes: videoBytes, atOnce: 1 },
    { name: 'ranges of 1 MiB, four at once', rangeBytes: mebibyte, atOnce: 4 },
  ]
  const rows = []
  for (const { name, rangeBytes, atOnce } of loads) {
    const load = { bytes: videoBytes, rangeBytes, atOnce }
    const ours: Measured[] = []
    const peers: Measured[] = []
    await measure(product, load)
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await measure(product, load))
      peers.push(await measure(nginx, load))
    }
    const speed = median(ours.map((each) => each.speed))
    const ratio = median(peers.map((each, round) => (ours[round]?.speed ?? 0) / each.speed))
    const processor = (all: readonly Measured[]) => median(all.map((each) => each.processorMs)).toFixed(0)
    rows.push({
      load: name,
      'MB/s': speed.toFixed(0),
      'nginx alone, MB/s': median(peers.map((each) => each.speed)).toFixed(0),
      ratio: ratio.toFixed(2),
      'processor time, ms': processor(ours),
      'of nginx alone, ms': processor(peers),
      target,
      met: bench.met(`${heading}: ${name}`, isMet({ speed, ratio })),
    })
  }
  bench.table(rows, heading)
}

async function firstBytes(bench: Bench<Size>, url: URL, heading: string): Promise<void> {
  const taken: number[] = []
  for (let round = 0; round < bench.size.firstBytes; round += 1) {
    taken.push(await readRange(url, round * mebibyte, round * mebibyte + 65_535))
  }
  const [middle, late] = [median(taken), percentile(taken, 0.95)]
  bench.table([
    {
      [`first bytes of 64 KiB, ${heading}`]: `median ${middle.toFixed(1)} ms, p95 ${late.toFixed(1)} ms`,
      target: '≤ 300 ms',
      met: bench.met(`first bytes, ${heading}`, late <= 300),
    },
  ])
}

/** Returns the headers that a browser evaluates, for a range, and for the same range of the same and of another version. */
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
  // The remaining lifetime in seconds differs between requests, so it is replaced.
  const caching = answer.headers.get('cache-control')?.replace(/\d+/, 'N')
  return { ...read, status: answer.status, caching, etag: answer.headers.get('etag') }
}

type Answers = Awaited<ReturnType<typeof answersOf>>

interface Uploaded {
  /** `path` is valid at any origin. */
  path: string
  answers: Answers
}

async function measureDirect(
  bench: Bench<Size>,
  dataDir: string,
  video: Buffer,
  nginx: Contender,
): Promise<Uploaded> {
  return withServer(dataDir, { RATE_LIMITS: 'off' }, async (server) => {
    const url = await upload(server.origin, video)
    const answers = await answersOf(url)
    const product = { url, processorMs: () => server.processorMs() }
    await compare(bench, [product, nginx], {
      heading: 'From Node',
      target: '≥ 150 MB/s',
      isMet: ({ speed }) => speed >= 150,
    })
    await firstBytes(bench, url, 'from Node')
    return { path: `${url.pathname}${url.search}`, answers }
  })
}

async function measureBehindProxy(
  bench: Bench<Size>,
  dataDir: string,
  uploaded: Uploaded,
  nginx: Contender,
): Promise<void> {
  const environment = { RATE_LIMITS: 'off', MEDIA_ACCEL_LOCATION: '/stored-media/' }
  await withServer(dataDir, environment, async (server) => {
    const proxy = await startNginxBefore(server.origin, join(dataDir, 'uploads/files'))
    try {
      const url = new URL(uploaded.path, proxy.url)
      deepStrictEqual(await answersOf(url), uploaded.answers)
      const product = { url, processorMs: () => server.processorMs() + proxy.processorMs() }
      await compare(bench, [product, nginx], {
        heading: 'Through an nginx that sends the file after our check',
        target: '0.95 of nginx alone',
        isMet: ({ ratio }) => ratio >= 0.95,
      })
      await firstBytes(bench, url, 'through nginx')
    } finally {
      await proxy.stop()
    }
  })
}

await runMeasurement('media', (bench) =>
  withDataFolder(async (dataDir) => {
    const video = await largeVideo(bench.size.videoBytes)
    const file = join(dataDir, 'large.mp4')
    await writeFile(file, video)
    const nginx = await startNginx(file)
    try {
      const uploaded = await measureDirect(bench, dataDir, video, nginx)
      await measureBehindProxy(bench, dataDir, uploaded, nginx)
    } finally {
      await nginx.stop()
    }
  }),
)
