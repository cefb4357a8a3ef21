/** Encrypts and authenticates files (docs/decisions/backups.md). */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

const magic = Buffer.from('APOGEEB1')
const keyIdBytes = 8
const saltBytes = 32
const headerBytes = magic.length + keyIdBytes + saltBytes
const frameBytes = 65_536
const tagBytes = 16

/** The message names the file and what to do. It contains no secret. */
export class BackupUnreadable extends Error {}

/** Holds the operator's secret. Each file has a key of its own that is derived from it. */
export class BackupKey {
  /** Identifies a key without revealing it. */
  readonly id: Buffer
  readonly #secret: Buffer

  constructor(secret: string) {
    this.#secret = Buffer.from(secret, 'utf8')
    this.id = Buffer.from(hkdfSync('sha256', this.#secret, '', 'apogee backup key id', keyIdBytes))
  }

  ofFile(salt: Buffer): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, salt, 'apogee backup file', 32))
  }
}

/**
 * Returns a nonce with the number of the frame and whether it is the last one, so that authentication fails for a truncated or
 * reordered file.
 */
function nonceOf(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(frame), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/**
 * Header and name are authenticated with every frame, so that authentication fails for a file that was exchanged with another one.
 */
const contextOf = (header: Buffer, name: string) => Buffer.concat([header, Buffer.from(name, 'utf8')])

/** Collects chunks and returns whole frames. The rest at the end is the last frame. */
class Frames {
  #held: Buffer[] = []
  #length = 0
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  /** Yields the frames that are certainly not the last one. */
  *add(chunk: Buffer): Generator<Buffer> {
    this.#held.push(chunk)
    this.#length += chunk.length
    if (this.#length <= this.#size) return
    let all = Buffer.concat(this.#held)
    while (all.length > this.#size) {
      yield all.subarray(0, this.#size)
      all = all.subarray(this.#size)
    }
    this.#held = [all]
    this.#length = all.length
  }

  rest(): Buffer {
    return Buffer.concat(this.#held)
  }
}

export function sealing(key: BackupKey, name: string): Transform {
  const salt = randomBytes(saltBytes)
  const header = Buffer.concat([magic, key.id, salt])
  const fileKey = key.ofFile(salt)
  const context = contextOf(header, name)
  const frames = new Frames(frameBytes)
  let number = 0
  const seal = (plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast), {
      authTagLength: tagBytes,
    })
    number += 1
    cipher.setAAD(context)
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }
  let hasBegun = false
  const begin = (stream: Transform) => {
    if (!hasBegun) stream.push(header)
    hasBegun = true
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      begin(this)
      for (const frame of frames.add(chunk)) this.push(seal(frame, false))
      done()
    },
    flush(done) {
      begin(this)
      done(null, seal(frames.rest(), true))
    },
  })
}

/** Returns a transform that emits only authenticated data. It fails with `BackupUnreadable`. */
export function unsealing(key: BackupKey, name: string): Transform {
  const frames = new Frames(frameBytes + tagBytes)
  let start = Buffer.alloc(0)
  let opened: { fileKey: Buffer; context: Buffer } | undefined
  let number = 0
  const unseal = (sealed: Buffer, isLast: boolean) => {
    if (!opened || sealed.length < tagBytes) throw damaged(name)
    const { fileKey, context } = opened
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast), {
      authTagLength: tagBytes,
    })
    number += 1
    decipher.setAAD(context)
    decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
    } catch (error) {
      throw damaged(name, error)
    }
  }
  /** Returns the bytes after the header, or undefined while the header is incomplete. */
  const afterHeader = (chunk: Buffer) => {
    if (opened) return chunk
    start = Buffer.concat([start, chunk])
    if (start.length < headerBytes) return undefined
    const header = start.subarray(0, headerBytes)
    if (!header.subarray(0, magic.length).equals(magic)) throw damaged(name)
    if (!header.subarray(magic.length, magic.length + keyIdBytes).equals(key.id)) throw otherKey(name)
    opened = {
      fileKey: key.ofFile(header.subarray(magic.length + keyIdBytes)),
      context: contextOf(header, name),
    }
    return start.subarray(headerBytes)
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        const sealed = afterHeader(chunk)
        if (sealed) for (const frame of frames.add(sealed)) this.push(unseal(frame, false))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        done(null, unseal(frames.rest(), true))
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

const damaged = (name: string, cause?: unknown) =>
  new BackupUnreadable(`The backup file ${name} is damaged or incomplete.`, { cause })
const otherKey = (name: string) =>
  new BackupUnreadable(
    `The backup file ${name} was made with another key: give BACKUP_KEY the key of that time.`,
  )

/** Writes the file compressed and sealed. The file appears atomically. It has been synced to disk when the promise resolves. */
export async function writeSealed(
  path: string,
  { key, name, signal }: { key: BackupKey; name: string; signal?: AbortSignal | undefined },
  source: Readable,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${dirname(path)}/.new-${randomUUID()}`
  try {
    const sink = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline([source, createGzip({ level: 1 }), sealing(key, name), sink], { signal })
    await rename(draft, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

export async function readSealed(
  path: string,
  { key, name, signal }: { key: BackupKey; name: string; signal?: AbortSignal | undefined },
  sink: Writable,
): Promise<void> {
  await pipeline([createReadStream(path), unsealing(key, name), createGunzip(), sink], { signal })
}

export async function readSealedText(path: string, as: { key: BackupKey; name: string }): Promise<string> {
  const chunks: Buffer[] = []
  const collect = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  collect.resume()
  await readSealed(path, as, collect)
  return Buffer.concat(chunks).toString('utf8')
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
