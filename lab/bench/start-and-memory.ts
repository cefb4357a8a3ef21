/**
 * Measures the start of a built, migrated product, its idle memory, and the memory of concurrent uploads of large files.
 * Target: ready ≤ 1 s; ≤ 160 MB idle; uploads add ≤ 100 MB.
 */
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { SizeOf } from './measurements.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { median } from '../harness/measure.ts'
import {
  firstStartMs,
  signInDemo,
  startMeasured,
  withDataFolder,
  withServer,
  type MeasuredServer,
} from './support/server-process.ts'

type Size = SizeOf<'start-and-memory'>

/** Returns a PDF of one page, up to the position of its table of objects. */
const page = (): Buffer => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ]
  let body = '%PDF-1.4\n'
  let table = 'xref\n0 4\n0000000000 65535 f \n'
  for (const [index, object] of objects.entries()) {
    table += `${String(body.length).padStart(10, '0')} 00000 n \n`
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  return Buffer.from(`${body}${table}trailer\n<< /Size 4 /Root 1 0 R >>\n`)
}

async function readyMs(dataDir: string): Promise<number> {
  const server = await startMeasured(dataDir)
  await server.stop()
  return server.readyMs
}

async function measure(bench: Bench<Size>): Promise<void> {
  const { starts, uploads, uploadBytes, idleMs } = bench.size
  await withDataFolder(async (path) => {
    const ready: number[] = []
    for (let round = 0; round < starts; round += 1) ready.push(await readyMs(path))
    await withServer(path, { RATE_LIMITS: 'off' }, async (server) => {
      await pause(idleMs)
      const idle = server.residentMb()
      const peak = await peakWhile(server, () => uploadAll(server.origin, bench.size))
      const row = (what: string, figure: number, unit: 's' | 'MB', limit = Infinity) => ({
        what,
        figure: `${figure.toFixed(unit === 's' ? 2 : 0)} ${unit}`,
        target: limit === Infinity ? '' : `≤ ${limit} ${unit}`,
        met: limit === Infinity ? '' : bench.met(what, figure <= limit),
      })
      bench.table([
        row('first start, with a new database and the demo school', firstStartMs() / 1000, 's'),
        row(`ready, built and migrated (median of ${starts})`, median(ready) / 1000, 's', 1),
        row('resident memory, idle', idle, 'MB', 160),
        row(
          `${uploads} parallel uploads of ${Math.round(uploadBytes / 1e6)} MB add at most`,
          peak - idle,
          'MB',
          100,
        ),
      ])
    })
  })
}

async function peakWhile(server: MeasuredServer, work: () => Promise<void>): Promise<number> {
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, server.residentMb())
  }, 50)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  return peak
}

async function uploadAll(origin: string, { uploads, uploadBytes }: Size): Promise<void> {
  const { token } = await signInDemo(origin, 'superadmin')
  const statuses = await Promise.all(
    Array.from({ length: uploads }, () => upload(origin, token, uploadBytes)),
  )
  const refused = statuses.filter((status) => status !== 201)
  if (refused.length > 0) throw new Error(`uploads were refused: ${refused.join(', ')}`)
}

/** Uploads a padded PDF as a stream, so that the measurement itself holds no file in memory. */
async function upload(origin: string, token: string, uploadBytes: number): Promise<number> {
  const boundary = 'apogee-bench'
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const start = page()
  // PDF readers look for the position of the table at the end of the file.
  const end = Buffer.from(`startxref\n${start.lastIndexOf('xref\n0 ')}\n%%EOF\n`)
  const filler = Buffer.alloc(64 * 1024, 0x20)
  function* parts() {
    yield head
    yield start
    let left = uploadBytes - start.length - end.length
    while (left > 0) {
      yield left >= filler.length ? filler : filler.subarray(0, left)
      left -= filler.length
    }
    yield end
    yield tail
  }
  const answer = await fetch(`${origin}/api/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + uploadBytes + tail.length),
    },
    body: Readable.toWeb(Readable.from(parts())) as ReadableStream,
    duplex: 'half',
  })
  await answer.text()
  return answer.status
}

await runMeasurement('start-and-memory', measure)
