/**
 * Measures the server's memory while a large video is sent in parts and joined, and the number of bytes sent twice when the
 * connection is cut several times. Target: it grows by at most 30 MB; at most one part is repeated for each cut.
 */
import { open } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SizeOf } from './measurements.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { callProduct, signInDemo, withSchool, type MeasuredServer } from './support/server-process.ts'

type Size = SizeOf<'large-upload'>

const mebibyte = 1024 * 1024
const mostGrowthMb = 30
const demoVideo = join(import.meta.dirname, '../../content/demo-school/media/git-snapshots.mp4')

interface Part {
  start: number
  end: number
  url: string
}

/** Returns a video of `bytes` bytes: the demo's video, padded by an MP4 box of free space. */
async function largeVideo(bytes: number) {
  const file = await open(demoVideo)
  const head = await file.readFile()
  await file.close()
  const box = Buffer.alloc(16)
  const left = bytes - head.length
  // A box size of 1 means that the real size follows in eight bytes.
  box.writeUInt32BE(1, 0)
  box.write('free', 4, 'latin1')
  box.writeBigUInt64BE(BigInt(left), 8)
  const start = Buffer.concat([head, box])
  return function* read(from: number, to: number): Generator<Buffer> {
    if (from < start.length) yield start.subarray(from, Math.min(to, start.length))
    const zeros = Buffer.alloc(64 * 1024)
    for (let at = Math.max(from, start.length); at < to; at += zeros.length)
      yield zeros.subarray(0, Math.min(zeros.length, to - at))
  }
}

/** Sends one part. After `cutAfter` written bytes, the connection is cut. Returns the number of written bytes. */
function sendPart(
  origin: string,
  { start, end, url }: Part,
  read: (from: number, to: number) => Iterable<Buffer>,
  cutAfter = Infinity,
): Promise<{ sent: number; status: number | null }> {
  return new Promise((resolve, reject) => {
    let sent = 0
    const sending = request(new URL(url, origin), {
      method: 'PUT',
      headers: { 'content-length': String(end - start) },
    })
    sending.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ sent, status: answer.statusCode ?? null }))
    })
    sending.on('error', (error) => {
      if (sent >= cutAfter) resolve({ sent, status: null })
      else reject(error)
    })
    const write = async () => {
      for (const chunk of read(start, end)) {
        sent += chunk.length
        if (!sending.write(chunk)) await new Promise((drained) => sending.once('drain', drained))
        if (sent >= cutAfter) {
          sending.destroy(new Error('cut'))
          return
        }
      }
      sending.end()
    }
    write().catch(reject)
  })
}

async function upload(origin: string, token: string, { bytes, cuts }: Size, whenSent: () => void) {
  const read = await largeVideo(bytes)
  const ask = <T>(call: string, body: unknown) => callProduct<T>(origin, call, { token, body })
  const begun = await ask<{ upload: string } | null>('POST /uploads', {
    name: 'large.mp4',
    size: bytes,
    contentType: 'video/mp4',
  })
  if (!begun) throw new Error('The product takes no parts')
  let sent = 0
  let repeatable = 0
  let cutsLeft = cuts
  const cutEvery = bytes / (cuts + 1)
  let nextCut = cutEvery
  for (;;) {
    const { parts } = await ask<{ parts: Part[] }>('POST /uploads/parts', begun)
    if (parts.length === 0) break
    for (const part of parts) {
      const isCut = cutsLeft > 0 && part.end > nextCut
      const result = await sendPart(
        origin,
        part,
        read,
        isCut ? Math.floor((part.end - part.start) / 2) : undefined,
      )
      sent += result.sent
      if (isCut) {
        cutsLeft -= 1
        repeatable += part.end - part.start
        nextCut += cutEvery
        // A browser does the same after a lost connection: it reads again which parts have arrived.
        break
      }
      if (result.status !== 204 && result.status !== 200)
        throw new Error(`A part was answered ${result.status}`)
    }
  }
  whenSent()
  const joining = performance.now()
  await callProduct(origin, 'POST /uploads/complete', { token, body: begun })
  return { sent, repeatable, cutsMade: cuts - cutsLeft, joinedMs: performance.now() - joining }
}

async function measure(bench: Bench<Size>, server: MeasuredServer): Promise<void> {
  const { bytes, idleMs } = bench.size
  const { token } = await signInDemo(server.origin, 'instructor')
  await pause(idleMs)
  const idle = server.residentMb()
  let peak = idle
  const watch = setInterval(() => {
    peak = Math.max(peak, server.residentMb())
  }, 50)
  try {
    const began = performance.now()
    const usedBefore = server.processorMs()
    let peakOfSending = 0
    let sendingMs = 0
    const { sent, repeatable, cutsMade, joinedMs } = await upload(server.origin, token, bench.size, () => {
      peakOfSending = peak
      peak = server.residentMb()
      sendingMs = server.processorMs() - usedBefore
    })
    const tookMs = performance.now() - began
    const row = (what: string, figure: string, target = '', met = '') => ({ what, figure, target, met })
    const growth = (what: string, mb: number) =>
      row(what, `${mb.toFixed(0)} MB`, `≤ ${mostGrowthMb} MB`, bench.met(what, mb <= mostGrowthMb))
    bench.table([
      row('size', `${(bytes / mebibyte).toFixed(0)} MiB`),
      row('resident memory, idle', `${idle.toFixed(0)} MB`),
      growth('sending adds at most', peakOfSending - idle),
      growth('joining and checking add at most', peak - idle),
      row('cuts', String(cutsMade)),
      row(
        'sent twice',
        `${((sent - bytes) / mebibyte).toFixed(1)} MiB`,
        'one part for each cut',
        bench.met('sent twice', sent - bytes <= repeatable),
      ),
      row(
        'sending; checking and joining',
        `${((tookMs - joinedMs) / 1000).toFixed(0)} s; ${(joinedMs / 1000).toFixed(1)} s`,
      ),
      row("the server's processor time while sending", `${(sendingMs / 1000).toFixed(1)} s`),
    ])
  } finally {
    clearInterval(watch)
  }
}

await runMeasurement('large-upload', (bench) => withSchool((server) => measure(bench, server)))
