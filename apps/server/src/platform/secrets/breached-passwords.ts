/**
 * Searches a file of breached passwords in the format of the Have I Been Pwned downloaders: one SHA-1 on each line, `HASH:COUNT`,
 * sorted, up to some 50 GB. Each lookup takes about 35 short reads, and nothing stays in memory.
 */
import { hash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'

export interface BreachedPasswords {
  has(password: string): Promise<boolean>
}

const hashLength = 40
/** The buffer has room for more than two lines, so that it contains the whole first line that begins at or after any offset. */
const readBytes = 256
const samples = 64

/** Opens the file for each lookup, because an operator may replace it while the product runs. */
export function breachedPasswordsIn(path: string): BreachedPasswords {
  return {
    has: (password) =>
      reading(path, (file, size) => isListed(file, size, hash('sha1', password, 'hex').toUpperCase())),
  }
}

/** Returns what is wrong with the file, or null. Only a few lines are checked. */
export async function problemOfBreachedPasswords(path: string): Promise<string | null> {
  try {
    return await reading(path, async (file, size) => {
      const hashes: string[] = []
      for (let sample = 0; sample < samples; sample += 1) {
        // oxlint-disable-next-line no-await-in-loop -- short reads, in the order of the file
        const line = await lineFrom(file, size, Math.floor((size * sample) / samples))
        if (line === 'no line') continue
        if (line.hash === null) return `has a line that is not ${hashLength} hexadecimal digits with a count`
        hashes.push(line.hash)
      }
      if (hashes.length === 0) return 'is empty'
      return hashes.some((found, index) => found < (hashes[index - 1] ?? '')) ? 'is not sorted by hash' : null
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist'
    if (code === 'EACCES' || code === 'EPERM') return 'may not be read by this user'
    if (code === 'EISDIR' || error instanceof NoFile) return 'is not a file'
    throw error
  }
}

class NoFile extends Error {}

async function reading<Result>(
  path: string,
  work: (file: FileHandle, size: number) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, 'r')
  try {
    const facts = await file.stat()
    // A pipe is refused, because opening it could block the start.
    if (!facts.isFile()) throw new NoFile(`${path} is not a file`)
    return await work(file, facts.size)
  } finally {
    await file.close()
  }
}

async function isListed(file: FileHandle, size: number, wanted: string): Promise<boolean> {
  let low = 0
  let high = size
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    // oxlint-disable-next-line no-await-in-loop -- each read decides the next one
    const line = await lineFrom(file, size, middle)
    if (line === 'no line' || line.start >= high) high = middle
    else if (line.hash === null) throw new Error('the file of breached passwords has a line without a hash')
    else if (line.hash === wanted) return true
    else if (line.hash < wanted) low = line.start + 1
    else high = middle
  }
  return false
}

/** Returns the first line that begins at or after this offset. A null `hash` means that the line has another format. */
async function lineFrom(
  file: FileHandle,
  size: number,
  place: number,
): Promise<{ start: number; hash: string | null } | 'no line'> {
  const from = Math.max(0, place - 1)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(readBytes), 0, readBytes, from)
  const text = buffer.toString('latin1', 0, bytesRead)
  const end = text.indexOf('\n')
  const offset = place === 0 ? 0 : end + 1
  if (place > 0 && end === -1) {
    // Either there is no line after the last one, or the line in the middle of a file is far too long.
    return from + bytesRead >= size ? 'no line' : { start: place, hash: null }
  }
  // A file may end with a few empty lines.
  if (from + bytesRead >= size && text.slice(offset).trim() === '') return 'no line'
  const found = /^[0-9A-Fa-f]{40}(?=:\d{1,15}\s|:\d{1,15}$|\s|$)/.exec(text.slice(offset))
  return { start: from + offset, hash: found ? found[0].toUpperCase() : null }
}
