/** Reads a document's file in parts, so that its first page does not wait for the rest of a large file. */

/** The first request fetches this many bytes, which covers most handouts. */
export const firstBytes = 256 * 1024

export type DocumentFault = 'unreachable' | 'damaged' | 'password' | 'unshown'

export class DocumentError extends Error {
  readonly fault: DocumentFault
  constructor(fault: DocumentFault, options?: ErrorOptions) {
    super(`The document is ${fault}`, options)
    this.fault = fault
  }
}

export interface FileStart {
  /** `length` is the length of the whole file. */
  length: number
  /**
   * `bytes` are the bytes from the file's beginning. They are the whole file if it is small or the server does not support ranges.
   */
  bytes: Uint8Array<ArrayBuffer>
}

export async function readStart(address: string, signal: AbortSignal): Promise<FileStart> {
  const answer = await ask(address, 0, firstBytes, signal)
  const length = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]
  const bytes = await bytesOf(answer)
  return { length: answer.status === 206 && length !== undefined ? Number(length) : bytes.length, bytes }
}

/** Throws a DocumentError when the second attempt fails, too. */
export async function readPart(
  address: string,
  [begin, end]: readonly [number, number],
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readOnce(address, begin, end, signal)
  } catch (error) {
    if (signal.aborted) throw error
    return await readOnce(address, begin, end, signal)
  }
}

async function readOnce(address: string, begin: number, end: number, signal: AbortSignal) {
  const answer = await ask(address, begin, end, signal)
  if (answer.status !== 206) throw new DocumentError('unreachable')
  return bytesOf(answer)
}

async function ask(address: string, begin: number, end: number, signal: AbortSignal): Promise<Response> {
  const headers = { range: `bytes=${begin}-${end - 1}` }
  const answer = await fetch(address, { headers, signal }).catch((cause: unknown) => {
    throw new DocumentError('unreachable', { cause })
  })
  if (!answer.ok) throw new DocumentError('unreachable')
  return answer
}

const bytesOf = async (answer: Response) =>
  new Uint8Array(
    await answer.arrayBuffer().catch((cause: unknown) => {
      throw new DocumentError('unreachable', { cause })
    }),
  )
