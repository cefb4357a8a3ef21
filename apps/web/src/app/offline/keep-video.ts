/**
 * Stores a video in parts (docs/decisions/offline-study.md): a lost connection costs one part, and the service worker reads only
 * the parts that are watched.
 */

/** The size must equal the one in apps/web/service-worker/service-worker.ts. */
export const partBytes = 2_097_152

const partAddress = (pathname: string, part: number): string => `${pathname}?part=${part}`

interface KeptVideo {
  cache: Cache
  /** The address includes the signature. */
  address: string
  sizeBytes: number
}

/** Returns the bytes of the stored parts. */
export async function keptBytesOf({ cache, address, sizeBytes }: KeptVideo): Promise<number> {
  const { pathname } = new URL(address, location.origin)
  let bytes = 0
  for (let part = 0; part * partBytes < sizeBytes; part += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a look-up each
    if (await cache.match(partAddress(pathname, part))) bytes += lengthOf(part, sizeBytes)
  }
  return bytes
}

const lengthOf = (part: number, sizeBytes: number): number =>
  Math.min(partBytes, sizeBytes - part * partBytes)

/** Requests the missing parts. @throws when a part fails to load or `signal` aborts. Parts that are already stored stay. */
export async function keepVideo(
  { cache, address, sizeBytes }: KeptVideo,
  { signal, onBytes }: { signal?: AbortSignal | undefined; onBytes: (bytes: number) => void },
): Promise<void> {
  const { pathname } = new URL(address, location.origin)
  for (let part = 0; part * partBytes < sizeBytes; part += 1) {
    const key = partAddress(pathname, part)
    const length = lengthOf(part, sizeBytes)
    // oxlint-disable-next-line no-await-in-loop -- one request at a time: the person may be watching meanwhile
    if (!(await cache.match(key)))
      await keepPart({ cache, address, sizeBytes }, { key, part, length, signal })
    onBytes(length)
  }
}

async function keepPart(
  { cache, address, sizeBytes }: KeptVideo,
  {
    key,
    part,
    length,
    signal,
  }: { key: string; part: number; length: number; signal: AbortSignal | undefined },
): Promise<void> {
  const from = part * partBytes
  const answer = await fetch(address, {
    headers: { range: `bytes=${from}-${from + length - 1}` },
    // Without this option, the browser's own cache would store the video a second time.
    cache: 'no-store',
    ...(signal && { signal }),
  })
  if (answer.status !== 206) {
    await answer.body?.cancel()
    throw new Error(`${key} answered ${answer.status}`)
  }
  const bytes = await answer.arrayBuffer()
  if (bytes.byteLength !== length) throw new Error(`${key} has ${bytes.byteLength} bytes, not ${length}`)
  const type = answer.headers.get('content-type') ?? 'video/mp4'
  const headers = {
    'content-type': type,
    'content-length': String(length),
    'x-total-bytes': String(sizeBytes),
  }
  await cache.put(key, new Response(bytes, { headers }))
}
