/** Checks by the container format whether a file is complete. The check decodes nothing. */
import { open, type FileHandle } from 'node:fs/promises'

/** A PDF ends with the position of its cross-reference table. The position is searched backwards in steps of this many bytes. */
const pdfStepBytes = 65_536
/**
 * A PDF without the position of its cross-reference table counts as whole if its last bytes, of this number, contain the end mark.
 */
const pdfEndBytes = 4096
/** Each step also reads this many bytes of the previous step, so that a position at the border of two steps is found. */
const pdfOverlapBytes = 40
/** The limit on top-level boxes of an MP4. A file of 100 MB has few; a fragmented one has some thousands. */
const mostBoxes = 100_000

/** Returns false for a truncated or unfinished file. Kinds without a container format are accepted. */
export async function isWhole(path: string, contentType: string): Promise<boolean> {
  const check = checks[contentType]
  if (!check) return true
  const file = await open(path, 'r')
  try {
    return await check(file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

type Check = (file: FileHandle, size: number) => Promise<boolean>

const checks: Readonly<Record<string, Check>> = {
  'video/mp4': mp4IsWhole,
  'video/webm': webmIsWhole,
  'application/pdf': pdfIsWhole,
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** Checks ISO/IEC 14496-12: consecutive boxes reach to the end of the file, and one of them is `moov`, which players need. */
async function mp4IsWhole(file: FileHandle, size: number): Promise<boolean> {
  let hasMovie = false
  let position = 0
  for (let boxes = 0; position < size && boxes < mostBoxes; boxes += 1) {
    const head = await bytesAt(file, position, 16)
    if (head.length < 8) return false
    const short = head.readUInt32BE(0)
    hasMovie ||= head.toString('latin1', 4, 8) === 'moov'
    // A box of length 0 extends to the end of the file. A length of 1 means that the 64-bit number after the type is the length.
    if (short === 0) return hasMovie
    if (short === 1 && head.length < 16) return false
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short
    if (length < 8) return false
    position += length
  }
  return hasMovie && position === size
}

const segmentId = Buffer.from([0x18, 0x53, 0x80, 0x67])

/** Checks RFC 8794: the EBML header, then one segment with a length that the file contains. A streamed segment has no length. */
async function webmIsWhole(file: FileHandle, size: number): Promise<boolean> {
  const head = await bytesAt(file, 0, 12)
  const header = lengthAt(head, 4)
  if (!header || header.value === null) return false
  const start = 4 + header.bytes + header.value
  const segment = await bytesAt(file, start, 12)
  if (!segment.subarray(0, 4).equals(segmentId)) return false
  const content = lengthAt(segment, 4)
  if (!content) return false
  const begin = start + 4 + content.bytes
  return content.value === null ? begin < size : begin + content.value <= size
}

/** Reads an EBML length. The leading zeros of the first byte give its number of bytes. A null `value` means unknown. */
function lengthAt(bytes: Buffer, place: number): { bytes: number; value: number | null } | undefined {
  const first = bytes[place]
  if (first === undefined || first === 0) return undefined
  const count = Math.clz32(first) - 23
  if (bytes.length < place + count) return undefined
  let value = first & (0xff >> count)
  let isUnknown = value === 0xff >> count
  for (const byte of bytes.subarray(place + 1, place + count)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { bytes: count, value: isUnknown ? null : value }
}

/**
 * Searches backwards, because mail programs and scanners append lines after the end. A linearized file also begins with a
 * `startxref` whose position is 0, so position 0 does not prove that the file is whole.
 */
async function pdfIsWhole(file: FileHandle, size: number): Promise<boolean> {
  for (let end = size; end > 0; end -= pdfStepBytes) {
    const start = Math.max(0, end - pdfStepBytes)
    const part = (await bytesAt(file, start, end - start + pdfOverlapBytes)).toString('latin1')
    for (const [, place] of part.matchAll(/startxref\s+(\d{1,12})/g))
      if (Number(place) > 0 && Number(place) < size) return true
    if (end === size && part.slice(-pdfEndBytes).includes('%%EOF')) return true
  }
  return false
}
