/**
 * Measures the start of a built, migrated product, its idle memory, and the memory of 20 concurrent uploads of 100 MB.
 * Target: ready ≤ 1 s; ≤ 160 MB idle; uploads add ≤ 100 MB.
 */
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { median, printTable } from './support/measure.ts'
import { newDataFolder, startMeasured, type MeasuredServer } from './support/server-process.ts'

const uploadBytes = 100 * 1024 * 1024
const uploads = 20
const starts = 5

/** A PDF of one page, up to the place of its table of objects. */
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

const row = (what: string, figure: string, target = '') => ({ what, figure, target })

async function measure() {
  const folder = await newDataFolder()
  try {
    const first = await startMeasured(folder.path)
    await first.stop()
    const ready: number[] = []
    for (let round = 0; round < starts; round += 1) {
      const server = await startMeasured(folder.path)
      ready.push(server.readyMs)
      await server.stop()
    }
    const server = await startMeasured(folder.path, { RATE_LIMITS: 'off' })
    try {
      await pause(5000)
      const idle = server.residentMb()
      const peak = await peakWhile(server, () => uploadAll(server.origin))
      return [
        row('first start, with a new database and the demo school', `${(first.readyMs / 1000).toFixed(2)} s`),
        row(
          `ready, built and migrated (median of ${starts})`,
          `${(median(ready) / 1000).toFixed(2)} s`,
          '≤ 1 s',
        ),
        row('resident memory, idle', `${idle.toFixed(0)} MB`, '≤ 160 MB'),
        row(
          `${uploads} parallel uploads of 100 MB add at most`,
          `${(peak - idle).toFixed(0)} MB`,
          '≤ 100 MB',
        ),
      ]
    } finally {
      await server.stop()
    }
  } finally {
    await folder.remove()
  }
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

async function uploadAll(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'superadmin@apogee.test', password: 'Apogee-Demo-1' }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  const statuses = await Promise.all(Array.from({ length: uploads }, () => upload(origin, data.token)))
  const refused = statuses.filter((status) => status !== 201)
  if (refused.length > 0) throw new Error(`uploads were refused: ${refused.join(', ')}`)
}

/** A PDF padded to the limit, streamed so that the bench itself uses no memory. */
async function upload(origin: string, token: string): Promise<number> {
  const boundary = 'apogee-bench'
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const start = page()
  // Readers look for the place of the table at the end of the file.
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

printTable(await measure())
