/**
 * Records purchases made at the payment provider outside the database. CHIP has no call that lists purchases, so without these
 * notes a restore could not find those of the lost minute (docs/decisions/backups.md).
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod/mini'
import { namesIn } from './backup-folder.ts'
import { sealing, unsealing, type BackupKey } from './sealed-file.ts'

const notedSchema = z.object({
  at: z.string(),
  accountId: z.int(),
  purchaseId: z.string(),
  /** This is the order's public id. */
  reference: z.string(),
  amountCents: z.int(),
})
export type NotedPurchase = z.infer<typeof notedSchema>

const notesOfFile = 100
const fileName = /^(\d{4}-\d{2}-\d{2})-[\w-]+\.sealed$/

export class PurchaseJournal {
  readonly #folder: string
  readonly #key: BackupKey
  readonly #onNoted: (file: string) => void
  /**
   * Each process appends to a file of its own, and starts a new one after a limited number of notes, because each copy to a bucket
   * sends the whole file.
   */
  #process = randomUUID()
  #notes = 0

  /**
   * @param folder is the cluster's folder in BACKUP_DIR.
   * @param onNoted receives the file's name in that folder.
   */
  constructor(folder: string, key: BackupKey, onNoted: (file: string) => void = () => undefined) {
    this.#onNoted = onNoted
    this.#folder = join(folder, 'purchases')
    this.#key = key
  }

  /** Resolves when the note has been synced to disk. */
  async note(purchase: NotedPurchase): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const name = `${purchase.at.slice(0, 10)}-${this.#process}.sealed`
    const sealed = await through(Buffer.from(JSON.stringify(purchase)), sealing(this.#key, nameOf(name)))
    try {
      await appendLine(join(this.#folder, name), sealed.toString('base64'))
    } catch (error) {
      // A line that may be truncated must stay the last one of its file, so the next note begins another file.
      this.#process = randomUUID()
      throw error
    }
    this.#notes += 1
    if (this.#notes % notesOfFile === 0) this.#process = randomUUID()
    this.#onNoted(nameOf(name))
  }

  /** Returns the notes since this time, oldest first. A line that a crash truncated at the end of a file is skipped. */
  async since(time: Date): Promise<NotedPurchase[]> {
    const firstDay = time.toISOString().slice(0, 10)
    const noted: NotedPurchase[] = []
    for (const name of (await namesIn(this.#folder)).toSorted()) {
      const day = fileName.exec(name)?.[1]
      if (day === undefined || day < firstDay) continue
      // A file that was changed before has no such notes, and another key may have sealed it.
      if ((await stat(join(this.#folder, name))).mtime < time) continue
      const lines = (await readFile(join(this.#folder, name), 'utf8')).split('\n').slice(0, -1)
      for (const line of lines) {
        const text = await through(Buffer.from(line, 'base64'), unsealing(this.#key, nameOf(name)))
        const purchase = notedSchema.parse(JSON.parse(text.toString('utf8')))
        if (purchase.at >= time.toISOString()) noted.push(purchase)
      }
    }
    return noted.toSorted((one, other) => one.at.localeCompare(other.at))
  }

  async removeBefore(time: Date): Promise<void> {
    const day = time.toISOString().slice(0, 10)
    for (const name of await namesIn(this.#folder))
      if ((fileName.exec(name)?.[1] ?? day) < day) await rm(join(this.#folder, name), { force: true })
  }
}

async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(`${line}\n`)
    await file.datasync()
  } finally {
    await file.close()
  }
}

const nameOf = (file: string) => `purchases/${file}`

const through = (bytes: Buffer, transform: ReturnType<typeof sealing>): Promise<Buffer> =>
  buffer(Readable.from([bytes]).pipe(transform))
