import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { QueueFull } from '#server/platform/resources/bounded-queue.ts'
import { ChildPictures, type ChildPicturesOptions } from './child-pictures.ts'
import { PictureRefused, type Pictures } from './port.ts'
import { childProcessesOf, isAlive } from './testing.ts'

const log = pino({ level: 'silent' })
const silent = new URL('./silent-process.testing.ts', import.meta.url)
const open: Pictures[] = []
let folder: string
let picture: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apogee-pictures-'))
  picture = join(folder, 'picture.png')
  await writeFile(picture, await png(640, 360))
})
afterEach(() => Promise.all(open.splice(0).map((pictures) => pictures.stop())))
afterAll(() => rm(folder, { recursive: true, force: true }))

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#204060' } })
    .png()
    .toBuffer()

function picturesWith(options: Partial<ChildPicturesOptions> = {}): Pictures {
  const pictures = new ChildPictures({ log, ...options })
  open.push(pictures)
  return pictures
}

test('a picture is re-encoded within bounds, and copied in another format, by a single other process', async () => {
  const before = await childProcessesOf(process.pid)
  const pictures = picturesWith()
  const rewritten = await pictures.rewrite(picture, 320)
  expect(rewritten).toMatchObject({ width: 320, height: 180 })
  expect(await sharp(rewritten.bytes).metadata()).toMatchObject({ format: 'png', width: 320, height: 180 })
  const copy = await pictures.copy(picture, { width: 96, format: 'webp' })
  expect(await sharp(copy).metadata()).toMatchObject({ format: 'webp', width: 96 })
  expect(await childProcessesOf(process.pid)).toHaveLength(before.length + 1)
})

test('a damaged file and one of too many pixels have different refusals, and the next picture is processed', async () => {
  const pictures = picturesWith()
  const whole = await png(640, 360)
  const [half, flood] = [join(folder, 'half.png'), join(folder, 'flood.png')]
  await writeFile(half, whole.subarray(0, whole.length / 2))
  whole.writeUInt32BE(60_000, 16)
  whole.writeUInt32BE(60_000, 20)
  await writeFile(flood, whole)
  await expect(pictures.rewrite(half, 100)).rejects.toMatchObject({ problem: 'unreadable' })
  await expect(pictures.rewrite(flood, 100)).rejects.toMatchObject({ problem: 'too many pixels' })
  await expect(pictures.copy(flood, { width: 96, format: 'avif' })).rejects.toMatchObject({
    problem: 'too many pixels',
  })
  expect((await pictures.rewrite(picture, 100)).bytes.length).toBeGreaterThan(0)
})

test('a picture that exceeds the timeout ends with its process', async () => {
  const before = await childProcessesOf(process.pid)
  const pictures = picturesWith({ processFile: silent, timeLimitMs: 50 })
  await expect(pictures.rewrite(picture, 100)).rejects.toBeInstanceOf(PictureRefused)
  await vi.waitFor(async () => expect(await childProcessesOf(process.pid)).toEqual(before), {
    timeout: 10_000,
  })
})

test('a picture is refused at once when the queue is full', async () => {
  const pictures = picturesWith({ processFile: silent, mostWaiting: 1 })
  const hanging = [pictures.rewrite(picture, 1), pictures.rewrite(picture, 2)].map((asked) =>
    asked.catch((error: unknown) => error),
  )
  await expect(pictures.rewrite(picture, 3)).rejects.toBeInstanceOf(QueueFull)
  await pictures.stop()
  expect(await Promise.all(hanging)).toEqual([expect.any(PictureRefused), expect.any(PictureRefused)])
})

test('the process ends when idle, and when the server stops', async () => {
  const before = await childProcessesOf(process.pid)
  await picturesWith({ idleMs: 1 }).rewrite(picture, 100)
  await vi.waitFor(async () => expect(await childProcessesOf(process.pid)).toEqual(before), {
    timeout: 10_000,
  })
  const pictures = picturesWith()
  await pictures.rewrite(picture, 100)
  await pictures.stop()
  expect(await childProcessesOf(process.pid)).toEqual(before)
})

test('a server that is killed leaves no picture process behind', async () => {
  const owner = fork(new URL('./owner-process.testing.ts', import.meta.url), { execArgv: [] })
  onTestFinished(() => void owner.kill('SIGKILL'))
  const [pid] = (await once(owner, 'message')) as [number]
  expect(isAlive(pid)).toBe(true)
  owner.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 })
})
