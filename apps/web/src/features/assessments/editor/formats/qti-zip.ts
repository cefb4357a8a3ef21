/** Implements the part of ZIP that QTI packages need: stored or deflated entries, no ZIP64, no encryption. */
import { quizLimits } from '@apogee/contracts/assessments/quiz-limits.ts'
import { isLeftover, namesInArchive, plainPath, type PackedName } from '@apogee/domain/archive-names.ts'

/**
 * The limit is twice the number of files in the largest quiz that the product writes: its manifest, and for each question a file,
 * its picture and those of its options. Packages of other tools have more files.
 */
const entriesMost = 2 * (1 + quizLimits.questions * (2 + quizLimits.options))
const bytesMost = { xml: 8_388_608, pictures: 134_217_728 }

/** Returns the XML files and pictures of a package by path, or null when it is damaged or exceeds a limit. */
export async function readZip(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Map<string, Uint8Array<ArrayBuffer>> | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  if (end === null) return null
  const count = view.getUint16(end + 10, true)
  if (count > entriesMost) return null
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const entries = entriesOf(bytes, view, view.getUint32(end + 16, true), count)
  if (!entries) return null
  const names = await namesInArchive(entries)
  const left = { ...bytesMost }
  for (const [index, { at }] of entries.entries()) {
    const name = plainPath((names[index] ?? '').replaceAll('\\', '/'))
    if (isLeftover(name)) continue
    const kind = /\.xml$/i.test(name) ? 'xml' : pictureName.test(name) ? 'pictures' : null
    if (kind) {
      const content = await contentOf(bytes, view, at, left[kind])
      if (!content) return null
      left[kind] -= content.length
      files.set(name, content)
    }
  }
  return files
}

type DirectoryEntry = PackedName & { at: number }

/** Returns null for a damaged directory. */
function entriesOf(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  start: number,
  count: number,
): DirectoryEntry[] | null {
  const entries: DirectoryEntry[] = []
  let at = start
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02_01_4b_50) return null
    const nameLength = view.getUint16(at + 28, true)
    const isUtf8 = (view.getUint16(at + 8, true) & 0x8_00) !== 0
    entries.push({ at, isUtf8, bytes: bytes.subarray(at + 46, at + 46 + nameLength) })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

export const pictureName = /\.(png|jpe?g|webp)$/i

/** Returns the offset of the end record, which a comment of up to 65,535 bytes may follow. */
function endOf(view: DataView): number | null {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at -= 1)
    if (view.getUint32(at, true) === 0x06_05_4b_50) return at
  return null
}

async function contentOf(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  at: number,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1
  const method = view.getUint16(at + 10, true)
  const header = view.getUint32(at + 42, true)
  if (isEncrypted || header + 30 > bytes.length || view.getUint32(header, true) !== 0x04_03_4b_50) return null
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
  const packed = bytes.subarray(start, start + view.getUint32(at + 20, true))
  if (method === 0) return packed.length <= most ? packed : null
  return method === 8 ? inflate(packed, most) : null
}

/** Counts the unpacked bytes, because the size that a package declares may be wrong. */
async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length
    if (length > most) {
      await reader.cancel()
      return null
    }
    parts.push(part.value)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Writes a package of stored files; their times are the start of ZIP's calendar. */
export function writeZip(
  files: readonly { name: string; content: string | Uint8Array<ArrayBuffer> }[],
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const file of files) {
    const name = new TextEncoder().encode(file.name)
    const content = typeof file.content === 'string' ? new TextEncoder().encode(file.content) : file.content
    // The fields are version 2.0, names in UTF-8, stored, 1 January 1980, checksum, sizes, length of the name, no extra field.
    const common = fields([
      [20, 2],
      [0x08_00, 2],
      [0, 2],
      [0, 2],
      [0x21, 2],
      [checksum(content), 4],
      [content.length, 4],
      [content.length, 4],
      [name.length, 2],
      [0, 2],
    ])
    directory.push(
      fields([
        [0x02_01_4b_50, 4],
        [20, 2],
      ]),
      common,
      fields([
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [at, 4],
      ]),
      name,
    )
    const entry = [fields([[0x04_03_4b_50, 4]]), common, name, content]
    parts.push(...entry)
    at += lengthOf(entry)
  }
  const end = fields([
    [0x06_05_4b_50, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [lengthOf(directory), 4],
    [at, 4],
    [0, 2],
  ])
  const all = [...parts, ...directory, end]
  const whole = new Uint8Array(lengthOf(all))
  let place = 0
  for (const part of all) {
    whole.set(part, place)
    place += part.length
  }
  return whole
}

const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0)

/** Encodes little-endian numbers of two or four bytes. */
function fields(values: readonly (readonly [value: number, size: number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [, size]) => sum + size, 0)))
  let at = 0
  for (const [value, size] of values) {
    if (size === 4) view.setUint32(at, value, true)
    else view.setUint16(at, value, true)
    at += size
  }
  return new Uint8Array(view.buffer)
}

/** The table holds the CRC-32 of each byte. */
const sums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xed_b8_83_20 : 0)
  return sum
})

/** Computes CRC-32. */
function checksum(content: Uint8Array): number {
  let sum = 0xff_ff_ff_ff
  for (const byte of content) sum = (sum >>> 8) ^ (sums[(sum ^ byte) & 0xff] ?? 0)
  return (sum ^ 0xff_ff_ff_ff) >>> 0
}
