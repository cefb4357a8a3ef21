/**
 * Reads untrusted zip archives. The central directory is validated as a whole before the first byte is unpacked, and no file is
 * written under a name from the archive.
 */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { namesInArchive, plainPath } from '@apogee/domain/archive-names.ts'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { constants, crc32, inflateRawSync } from 'node:zlib'
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl'

export interface ZipLimits {
  entries: number
  /** One entry may have this many bytes when unpacked. */
  entryBytes: number
  /** All entries together may have this many bytes when unpacked. */
  totalBytes: number
  /** An entry of more than 1 MB may be at most this many times as large unpacked as packed. Deflate reaches a ratio of 1,032. */
  ratio: number
  /**
   * An entry with one of these problems is left out, and the others are read. An entry with any other problem refuses the archive.
   */
  leavesOut?: ReadonlySet<ZipProblem>
}

export type ZipProblem =
  | 'not-a-zip'
  | 'damaged'
  | 'too-many-entries'
  | 'entry-too-large'
  | 'archive-too-large'
  | 'ratio-too-high'
  | 'unsafe-name'
  | 'duplicate-name'
  | 'encrypted'
  | 'not-a-file'
  | 'unknown-compression'
  | 'overlapping-entries'

/** The archive is refused, or one of its entries. */
export class ZipRefused extends Error {
  readonly problem: ZipProblem
  /** This is the part of the entry's name that can be shown. Null means that the problem concerns the whole archive. */
  readonly path: string | null

  constructor(problem: ZipProblem, path: string | null = null, cause?: unknown) {
    super(path === null ? problem : `${problem}: ${path}`, { cause })
    this.problem = problem
    this.path = path
  }
}

export interface ZipEntry {
  /** The path is relative, in Unicode's composed form (NFC), with `/` between its segments and without `.` and `..`. */
  readonly path: string
  /** This is the unpacked size. Opening the entry fails when it has more or fewer bytes. */
  readonly bytes: number
}

export interface PackedEntry {
  /** This is the offset in the archive, counted from 0. */
  start: number
  bytes: number
  /** If false, the bytes are stored uncompressed. */
  isDeflated: boolean
}

export interface ZipArchive {
  /** Contains files only, in the order of the archive. Folders follow from the paths. */
  readonly entries: readonly ZipEntry[]
  /** These entries are left out because of `leavesOut`. */
  readonly leftOut: readonly { path: string; problem: ZipProblem }[]
  /** Returns the unpacked bytes. The stream fails with ZipRefused when the entry is damaged. */
  open(entry: ZipEntry): Promise<Readable>
  /** Returns the entry's position in the archive for later reading. Throws ZipRefused when the entry is damaged. */
  locate(entry: ZipEntry): Promise<PackedEntry>
  /**
   * Returns the first bytes of an entry, or all of a shorter one. No more bytes than these are unpacked. Throws ZipRefused when
   * they are damaged.
   */
  head(entry: ZipEntry, bytes: number): Promise<Buffer>
  /** Returns the whole of a small entry. Throws ZipRefused when it has more than `maxBytes`. */
  read(entry: ZipEntry, maxBytes: number): Promise<Buffer>
}

/** A local header has this many bytes before its name. */
const localHeaderBytes = 30
const longestName = 500
/** The limit of the ratio does not apply to smaller entries. */
const ratioFromBytes = 1_000_000

/** Matches characters that no system shows, or that change the direction of a name. */
const invisible = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFD]/u

/**
 * Calls `work` with the archive at `path`, a local file, which stays open until `work` settles. Throws ZipRefused for an archive
 * that exceeds a limit, is damaged, or has an entry that is encrypted, a link, duplicated or named unsafely.
 */
export async function withZip<T>(
  path: string,
  limits: ZipLimits,
  work: (archive: ZipArchive) => Promise<T>,
): Promise<T> {
  const file = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((error: unknown) => {
    throw error instanceof Error && 'syscall' in error ? error : new ZipRefused('not-a-zip', null, error)
  })
  // An error without a listener would end the process. Each read reports its own error.
  file.on('error', () => undefined)
  try {
    const { found, leftOut } = await entriesOf(file, limits)
    return await work({ ...archiveOf(file, found), leftOut })
  } finally {
    file.close()
  }
}

function archiveOf(file: ZipFile, found: ReadonlyMap<ZipEntry, Entry>): Omit<ZipArchive, 'leftOut'> {
  const open = async (entry: ZipEntry): Promise<Readable> => {
    const raw = found.get(entry)
    if (!raw) throw new Error(`${entry.path} is no entry of this archive`)
    try {
      const source = await file.openReadStreamPromise(raw)
      return Readable.from(examined(source, raw, entry.path), { objectMode: false })
    } catch (error) {
      throw new ZipRefused('damaged', entry.path, error)
    }
  }
  return {
    entries: [...found.keys()],
    open,
    async locate(entry) {
      const raw = found.get(entry)
      if (!raw) throw new Error(`${entry.path} is no entry of this archive`)
      try {
        const { fileDataStart: start } = await file.readLocalFileHeaderPromise(raw, { minimal: true })
        if (start + raw.compressedSize > file.fileSize) throw new Error('it ends behind the archive')
        return { start, bytes: raw.compressedSize, isDeflated: raw.compressionMethod === 8 }
      } catch (error) {
        throw new ZipRefused('damaged', entry.path, error)
      }
    },
    async head(entry, bytes) {
      if (entry.bytes <= bytes) return buffer(await open(entry))
      const raw = found.get(entry)
      if (!raw) throw new Error(`${entry.path} is no entry of this archive`)
      try {
        const head = await firstBytes(file, raw, bytes)
        return head ?? (await buffer(await open(entry))).subarray(0, bytes)
      } catch (error) {
        throw new ZipRefused('damaged', entry.path, error)
      }
    },
    async read(entry, maxBytes) {
      if (entry.bytes > maxBytes) throw new ZipRefused('entry-too-large', entry.path)
      return buffer(await open(entry))
    },
  }
}

/** This many packed bytes are enough for the head of an ordinary entry. */
const packedHeadBytes = 8192

/**
 * Unpacks the first bytes of an entry from the beginning of the packed data. A stream would have to be ended early, which the
 * streams of yauzl neither report nor free. Returns null for an unusual entry whose first packed bytes contain too little.
 */
async function firstBytes(file: ZipFile, raw: Entry, bytes: number): Promise<Buffer | null> {
  const end = Math.min(raw.compressedSize, packedHeadBytes)
  const packed = await buffer(await file.openReadStreamPromise(raw, { decodeFileData: false, start: 0, end }))
  const isDeflated = raw.compressionMethod === 8
  // The input ends early, which is no error here. More bytes than the entry declares are an error, because few packed bytes can
  // unpack to very many.
  const found = isDeflated
    ? inflateRawSync(packed, {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: raw.uncompressedSize,
      })
    : packed
  return found.length < bytes ? null : found.subarray(0, bytes)
}

/** Yields the same bytes. Fails with ZipRefused for another length, another checksum, or invalid compressed data. */
async function* examined(source: Readable, raw: Entry, path: string): AsyncGenerator<Buffer> {
  let bytes = 0
  let checksum = 0
  try {
    for await (const chunk of source.iterator() as AsyncIterable<Buffer>) {
      bytes += chunk.length
      checksum = crc32(chunk, checksum)
      if (bytes > raw.uncompressedSize) throw new Error('more bytes than declared')
      yield chunk
    }
  } catch (error) {
    throw new ZipRefused('damaged', path, error)
  }
  if (bytes !== raw.uncompressedSize || checksum !== raw.crc32) throw new ZipRefused('damaged', path)
}

interface FoundEntries {
  found: Map<ZipEntry, Entry>
  leftOut: { path: string; problem: ZipProblem }[]
}

async function entriesOf(file: ZipFile, limits: ZipLimits): Promise<FoundEntries> {
  if (file.entryCount > limits.entries) throw new ZipRefused('too-many-entries')
  const found = new Map<ZipEntry, Entry>()
  const leftOut: FoundEntries['leftOut'] = []
  const names = new EntryNames()
  let totalBytes = 0
  try {
    const packed: Entry[] = []
    for await (const raw of file.eachEntry()) packed.push(raw)
    const shown = await namesOf(packed)
    for (const [at, raw] of packed.entries()) {
      const name = safeName(shown[at] ?? '')
      const isFolder = name === '' || name.endsWith('/')
      const problem = problemOf(limits, () => {
        if (name !== '') names.add(name)
        examine(raw, name, isFolder, limits)
      })
      if (problem !== null) {
        leftOut.push({ path: name, problem })
        continue
      }
      totalBytes += raw.uncompressedSize
      if (totalBytes > limits.totalBytes) throw new ZipRefused('archive-too-large')
      if (!isFolder) found.set({ path: name, bytes: raw.uncompressedSize }, raw)
    }
  } catch (error) {
    if (error instanceof ZipRefused) throw error
    const isEncrypted = error instanceof Error && error.message.includes('encryption')
    throw new ZipRefused(isEncrypted ? 'encrypted' : 'damaged', null, error)
  }
  refuseOverlaps([...found.values()], file.fileSize)
  return { found, leftOut }
}

/** Returns the problem because of which an entry is left out, or null. */
function problemOf({ leavesOut }: ZipLimits, check: () => void): ZipProblem | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof ZipRefused && leavesOut?.has(error.problem)) return error.problem
    throw error
  }
}

/** This is the id of Info-ZIP's extra field that contains the name in UTF-8. */
const unicodePath = 0x70_75
const utf8Flag = 0x8_00

async function namesOf(packed: readonly Entry[]): Promise<string[]> {
  const decoded = await namesInArchive(
    packed.map((raw) => ({
      bytes: raw.fileNameRaw,
      isUtf8: (raw.generalPurposeBitFlag & utf8Flag) !== 0,
    })),
  )
  return packed.map((raw, at) =>
    raw.extraFields.some(({ id }) => id === unicodePath)
      ? getFileNameLowLevel(raw.generalPurposeBitFlag, raw.fileNameRaw, raw.extraFields, false)
      : (decoded[at] ?? '').replaceAll('\\', '/'),
  )
}

/** Returns the path without segments that name nothing. '' is the folder that contains everything. */
function safeName(given: string): string {
  const name = given.normalize('NFC')
  const shown = cutText(name.replaceAll(new RegExp(invisible, 'gu'), '?'), longestName)
  const path = plainPath(name)
  const isUnsafe =
    name.length > longestName ||
    !name.isWellFormed() ||
    invisible.test(name) ||
    validateFileName(name) !== null ||
    path.split('/').includes('..') ||
    name === ''
  if (isUnsafe) throw new ZipRefused('unsafe-name', shown)
  return path
}

function examine(raw: Entry, name: string, isFolder: boolean, limits: ZipLimits): void {
  if (raw.isEncrypted()) throw new ZipRefused('encrypted', name)
  // The upper half contains the Unix mode, whichever system wrote the archive. Links, devices and pipes each have a type of their
  // own.
  const type = (raw.externalFileAttributes >>> 16) & 0o170000
  if (type !== 0 && type !== (isFolder ? 0o040000 : 0o100000)) throw new ZipRefused('not-a-file', name)
  if (raw.compressionMethod !== 0 && raw.compressionMethod !== 8)
    throw new ZipRefused('unknown-compression', name)
  if (isFolder && raw.uncompressedSize > 0) throw new ZipRefused('damaged', name)
  if (raw.uncompressedSize > limits.entryBytes) throw new ZipRefused('entry-too-large', name)
  const isLarge = raw.uncompressedSize > ratioFromBytes
  if (isLarge && raw.uncompressedSize > raw.compressedSize * limits.ratio)
    throw new ZipRefused('ratio-too-high', name)
}

/** Refuses names that a case-insensitive disk could not distinguish, and files whose path is a folder of another entry. */
class EntryNames {
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()

  add(name: string): void {
    const isFolder = name.endsWith('/')
    const key = name.replace(/\/$/, '').toLowerCase()
    if (this.#files.has(key) || (!isFolder && this.#folders.has(key)))
      throw new ZipRefused('duplicate-name', name)
    if (isFolder) this.#folders.add(key)
    else this.#files.add(key)
    for (let at = key.lastIndexOf('/'); at > 0; at = key.lastIndexOf('/', at - 1)) {
      const folder = key.slice(0, at)
      if (this.#files.has(folder)) throw new ZipRefused('duplicate-name', name)
      this.#folders.add(folder)
    }
  }
}

/** Refuses entries that share packed bytes, because they turn a small archive into petabytes. */
function refuseOverlaps(raw: readonly Entry[], fileBytes: number): void {
  const byPlace = raw.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )
  let end = 0
  for (const entry of byPlace) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new ZipRefused('overlapping-entries')
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameLength + entry.compressedSize
  }
  if (end > fileBytes) throw new ZipRefused('damaged')
}
