/** Reads ranges of a file over plain sockets, because a fetch client would need more processor time than the server. */
import { connect } from 'node:net'

const buffer = Buffer.allocUnsafe(1024 * 1024)

/** Reads one range over a new connection; resolves to the ms until the first byte of the answer's body. */
export function readRange(url: URL, start: number, end: number): Promise<number> {
  const began = performance.now()
  let head = ''
  let firstMs = 0
  let body = 0
  return new Promise((resolve, reject) => {
    const take = (length: number): boolean => {
      if (firstMs > 0) {
        body += length
        return true
      }
      head += buffer.toString('latin1', 0, length)
      const headEnd = head.indexOf('\r\n\r\n')
      if (headEnd >= 0 && head.length > headEnd + 4) {
        firstMs = performance.now() - began
        body = head.length - headEnd - 4
      }
      return true
    }
    const socket = connect({ port: Number(url.port), host: url.hostname, onread: { buffer, callback: take } })
    socket.once('error', reject)
    socket.once('close', () => {
      const expected = end - start + 1
      if (!head.startsWith('HTTP/1.1 206 ') || body !== expected) {
        reject(new Error(`${url.pathname}: ${body} bytes of ${expected} after '${head.slice(0, 40)}'`))
      } else resolve(firstMs)
    })
    socket.write(
      `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nRange: bytes=${start}-${end}\r\nConnection: close\r\n\r\n`,
    )
  })
}

/** Reads the whole file in ranges of this size, `atOnce` at a time; resolves to MB (10⁶ bytes) a second. */
export async function megabytesPerSecond(
  url: URL,
  file: { bytes: number; rangeBytes: number; atOnce: number },
): Promise<number> {
  const starts = Array.from(
    { length: Math.ceil(file.bytes / file.rangeBytes) },
    (_, place) => place * file.rangeBytes,
  )
  const began = performance.now()
  const reader = async (): Promise<void> => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
      await readRange(url, start, Math.min(start + file.rangeBytes, file.bytes) - 1)
    }
  }
  await Promise.all(Array.from({ length: file.atOnce }, reader))
  return file.bytes / 1000 / (performance.now() - began)
}
