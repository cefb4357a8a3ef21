/**
 * Delivery of a video of 100 MB in ranges by the product, in alternation with nginx and the same file (Debian:
 * nginx-light; without it the ratio is left out), and the time to the first bytes of a video. Target: 150 MB a second;
 * first bytes within 300 ms. The file is in the memory of the operating system.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { megabytesPerSecond, readRange } from './support/byte-ranges.ts'
import { median, percentile, printTable } from './support/measure.ts'
import { startNginx } from './support/nginx-server.ts'
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

async function compare(product: Contender, nginx: Contender | null) {
  const rows = []
  for (const { name, ...load } of loads) {
    const ours = []
    const peers = []
    await measure(product, load)
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await measure(product, load))
      if (nginx) peers.push(await measure(nginx, load))
    }
    const speed = median(ours.map((each) => each.speed))
    const peer = median(peers.map((each) => each.speed))
    const processor = (all: readonly { processorMs: number }[]) =>
      median(all.map((each) => each.processorMs)).toFixed(0)
    rows.push({
      load: name,
      'MB/s': speed.toFixed(0),
      'nginx, MB/s': nginx ? peer.toFixed(0) : 'not installed',
      ratio: nginx ? (speed / peer).toFixed(2) : '-',
      'processor time, ms': processor(ours),
      'of nginx, ms': nginx ? processor(peers) : '-',
      met: speed >= 150 ? 'yes' : 'no',
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

const folder = await newDataFolder()
try {
  const server = await startMeasured(folder.path, { RATE_LIMITS: 'off' })
  try {
    const video = await largeVideo()
    const url = await upload(server.origin, video)
    const file = join(folder.path, 'large.mp4')
    await writeFile(file, video)
    const nginx = await startNginx(file)
    try {
      printTable(await compare({ url, processorMs: () => server.processorMs() }, nginx))
      printTable(await firstBytes(url))
    } finally {
      await nginx?.stop()
    }
  } finally {
    await server.stop()
  }
} finally {
  await folder.remove()
}
