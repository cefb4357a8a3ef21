import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keptCacheOf } from '#web/shared/lesson/kept-course/kept-course.ts'
import { FakeCaches } from '#web/testing/fake-caches.ts'
import { keepVideo, partBytes } from './keep-video.ts'

const address = '/media/8?signature=1'
/**
 * The video has two full parts and a short one. The bytes are chosen so that a byte from a wrong offset or a wrong part is noticed.
 */
const video = Uint8Array.from(
  { length: 2 * partBytes + 5 },
  (_, at) => (at * 7 + Math.floor(at / partBytes)) % 251,
)

interface FetchEvent {
  request: { url: string; method: string; mode: string; destination: string; headers: Headers }
  respondWith: (answer: Promise<Response>) => void
}

let onFetch: (event: FetchEvent) => void
let caches: FakeCaches
let network: ReturnType<typeof vi.fn>
const keptCourse = () => caches.open(keptCacheOf(1, 21)) as unknown as Promise<Cache>

beforeAll(async () => {
  const listeners = new Map<string, (event: FetchEvent) => void>()
  vi.stubGlobal('__RELEASE__', 'test')
  vi.stubGlobal('self', {
    location,
    addEventListener: (name: string, listener: (event: FetchEvent) => void) => listeners.set(name, listener),
  })
  // The service worker is loaded by its path instead of an import, because its types are those of a worker.
  await Promise.all(
    Object.values(import.meta.glob('../../../service-worker/service-worker.ts')).map((load) => load()),
  )
  vi.unstubAllGlobals()
  onFetch = listeners.get('fetch') ?? expect.fail('The worker does not listen to requests')
})

beforeEach(async () => {
  caches = new FakeCaches()
  network = vi.fn<() => Promise<Response>>(async () => new Response('network'))
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('self', { location })
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(headers).get('range') ?? '') ?? []
    return new Response(video.slice(Number(first), Number(last) + 1), { status: 206 })
  })
  const cache = await keptCourse()
  await keepVideo({ cache, address, sizeBytes: video.length }, { onBytes: () => undefined })
  const facts = { courseId: 21, moduleIds: [], hasVideos: true, checkedAt: Date.now() }
  await cache.put('/kept/facts', new Response(JSON.stringify(facts)))
  vi.stubGlobal('fetch', network)
  return () => vi.unstubAllGlobals()
})

async function ask(range?: string): Promise<Response> {
  let answer: Promise<Response> | undefined
  const headers = new Headers(range === undefined ? {} : { range })
  onFetch({
    request: {
      url: new URL(address, location.origin).href,
      method: 'GET',
      mode: 'no-cors',
      destination: 'video',
      headers,
    },
    respondWith: (given) => (answer = given),
  })
  return answer ?? expect.fail('The worker leaves this request to the browser')
}

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
const isSame = (found: Uint8Array, from: number, to: number) =>
  found.length === to - from + 1 && found.every((byte, at) => byte === video[from + at])
const last = video.length - 1

test.each([
  { range: 'bytes=0-', from: 0, to: last },
  { range: 'bytes=0-0', from: 0, to: 0 },
  { range: `bytes=${partBytes - 2}-${partBytes + 1}`, from: partBytes - 2, to: partBytes + 1 },
  { range: `bytes=${partBytes}-${2 * partBytes - 1}`, from: partBytes, to: 2 * partBytes - 1 },
  { range: `bytes=${partBytes - 1}-${2 * partBytes}`, from: partBytes - 1, to: 2 * partBytes },
  { range: `bytes=${2 * partBytes + 1}-`, from: 2 * partBytes + 1, to: last },
  { range: 'bytes=-3', from: last - 2, to: last },
  { range: `bytes=-${partBytes + 6}`, from: last - partBytes - 5, to: last },
  { range: `bytes=10-${10 * partBytes}`, from: 10, to: last },
  { range: `bytes=-${10 * partBytes}`, from: 0, to: last },
])('answers $range with its bytes', async ({ range, from, to }) => {
  const answer = await ask(range)
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to}/${video.length}`)
  expect(answer.headers.get('content-length')).toBe(String(to - from + 1))
  expect(isSame(await bytesOf(answer), from, to)).toBe(true)
  expect(network).not.toHaveBeenCalled()
})

test.each([undefined, 'bytes=-', 'bytes=5-4', 'bytes=0-1,4-5', 'pages=1-2'])(
  'answers %s with the whole video',
  async (range) => {
    const answer = await ask(range)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(video.length))
    expect(isSame(await bytesOf(answer), 0, last)).toBe(true)
  },
)

test.each([`bytes=${video.length}-`, 'bytes=-0'])('refuses %s, which names no byte', async (range) => {
  const answer = await ask(range)
  expect(answer.status).toBe(416)
  expect(answer.headers.get('content-range')).toBe(`bytes */${video.length}`)
})

test('leaves a video of which a part is missing to the network', async () => {
  const cache = await keptCourse()
  await cache.delete(new Request(new URL('/media/8?part=1', location.origin)))
  expect(await (await ask('bytes=0-9')).text()).toBe('network')
})

test('leaves a video of a course whose access has ended to the network', async () => {
  const cache = await keptCourse()
  const facts = { courseId: 21, moduleIds: [], hasVideos: true, checkedAt: Date.now() }
  for (const [accessEndsAt, answered] of [
    [Date.now() + 60_000, 206],
    [Date.now() - 1000, 200],
  ]) {
    await cache.put('/kept/facts', new Response(JSON.stringify({ ...facts, accessEndsAt })))
    expect((await ask('bytes=0-9')).status).toBe(answered)
  }
  expect(network).toHaveBeenCalledOnce()
})
