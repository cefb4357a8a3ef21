/**
 * Lets people download a copy of their own data: an address for one person, and the archive at that address
 * (docs/decisions/personal-data.md).
 */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { languages, type Language } from '@apogee/domain/languages.ts'
import * as z from 'zod/mini'
import { OneDownloadEach } from '#server/platform/zip/one-download-each.ts'
import { SealedAddresses } from '#server/platform/secrets/sealed-address.ts'
import { createBoundedQueue } from '#server/platform/resources/bounded-queue.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import type { WrittenZip } from '#server/platform/zip/write-zip.ts'
import type { ZipText } from '#server/platform/zip/zip-texts.ts'
import { sessionOf, type Caller } from '#server/policy/caller.ts'
import type { PersonalTables } from '#server/policy/personal-data/table-entry.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import { dataExportedMail } from './data-exports.mail.ts'
import * as store from './data-owner.store.ts'
import type { OwnSection } from './own-data.ts'

export interface DataExportsDependencies {
  database: Database
  clock: Clock
  keys: Keys
  temporaryFolder: string
  personalTables: PersonalTables
  accounts: Pick<Accounts, 'consumeAttempt' | 'sessions'>
  media: Pick<Media, 'ownFiles' | 'openFile'>
  securityLog: Pick<SecurityLog, 'recordActivity'>
  /** The origin of links in mails. Null means that no address is configured and the own origin is used. */
  publicUrl: string | null
  ownOrigin: () => string
}

export const dataExportPath = '/data-exports'

const sealedExport = z.object({
  userId: z.int(),
  /** The address is valid as long as this session, so that signing out other sessions blocks their downloads. */
  sessionId: z.int(),
  language: z.enum(languages),
})

/** The purposes of the files in the archive. Files of a course are in the export of that course instead. */
const ownPurposes = ['avatar', 'discussion', 'hand-in'] as const

export class DataExports {
  readonly #deps: DataExportsDependencies
  readonly #addresses
  readonly #downloads = new OneDownloadEach()
  /** One export is written at a time, because each holds all rows of one person in memory. */
  readonly #writing = createBoundedQueue({
    name: 'copies of own data',
    concurrency: 1,
    mostWaiting: 20,
    longestWaitMs: 30_000,
  })

  constructor(deps: DataExportsDependencies) {
    this.#deps = deps
    this.#addresses = new SealedAddresses(deps, {
      path: dataExportPath,
      purpose: 'data export',
      lifetimeMs: 5 * 60_000,
      content: sealedExport,
    })
  }

  /** Returns the address of a new export. Refuses DATA_EXPORT_RUNNING, and TOO_MANY_ATTEMPTS after five exports in a day. */
  async begin(caller: Caller, asked: Language | undefined): Promise<{ url: string; name: string }> {
    const { accounts, clock, database, securityLog } = this.#deps
    const { userId } = caller
    const sessionId = sessionOf(caller)
    const now = clock.now()
    if (this.#downloads.isRunning(userId)) refuse('DATA_EXPORT_RUNNING')
    const owner = (await store.ownerById(database.kysely, userId)) ?? refuse('UNAUTHENTICATED')
    const attempt = await accounts.consumeAttempt('data.export', String(userId))
    await database.transaction(async (tx) => {
      await securityLog.recordActivity(tx, { kind: 'export.account', actor: caller, subjectId: userId })
      await this.#mailOwner(tx, owner, { at: now, address: caller.address, attempt })
    })
    const url = this.#addresses.addressOf({ userId, sessionId, language: asked ?? owner.language })
    return { url, name: this.#name() }
  }

  /** Sends one mail for each export, so that the owner notices a stolen session. */
  async #mailOwner(
    tx: Tx,
    { id, name, language, provenEmail: to }: store.OwnerRow,
    { attempt, ...asked }: { at: Date; address: string; attempt: number },
  ): Promise<void> {
    if (to === null) return
    const link = `${this.#deps.publicUrl ?? this.#deps.ownOrigin()}/forgot-password`
    const mail = dataExportedMail(language, { name, link, ...asked })
    await queueMail(tx, { to, language, ...mail, occasion: `data-exported:${id}:${attempt}`, seller: null })
  }

  readonly #name = () => `apogee-data-${dayInMalaysia(this.#deps.clock.now())}.zip`

  /**
   * Writes the archive at an address. Refuses NOT_FOUND for a forged or expired address, and if its session or account has ended.
   */
  async open(key: string): Promise<WrittenZip & { name: string }> {
    const { accounts, database } = this.#deps
    const { userId, sessionId, language } = this.#addresses.open(key) ?? refuse('NOT_FOUND')
    if (!(await accounts.sessions.isLive(userId, sessionId))) refuse('NOT_FOUND')
    const owner = (await store.ownerById(database.kysely, userId)) ?? refuse('NOT_FOUND')
    if (this.#downloads.isRunning(userId)) refuse('DATA_EXPORT_RUNNING')
    const { zip } = await this.#downloads.start(userId, async () => ({
      zip: await this.#writing.run(() => this.#write(owner, language)),
    }))
    return { ...zip, name: this.#name() }
  }

  async #write(owner: store.DataOwner, language: Language): Promise<WrittenZip> {
    const { fileNameOf, overviewPage, readOwnData, writeZipWithTexts } = await import('./export-tools.ts')
    const db = this.#deps.database.kysely
    const sections = await readOwnData(db, owner, this.#deps.personalTables)
    const files = await this.#deps.media.ownFiles(db, owner.id, ownPurposes)
    const overview = overviewPage({ language, at: this.#deps.clock.now(), sections, files })
    return writeZipWithTexts(this.#deps.temporaryFolder, [
      { path: 'index.html', text: () => [overview] },
      ...sections.filter(({ tables }) => tables.length > 0).map(textOf),
      ...files.map((file) => ({
        path: fileNameOf(file),
        bytes: file.sizeBytes,
        open: () => this.#deps.media.openFile(file.storageKey),
      })),
    ])
  }
}

const textOf = ({ section, tables }: OwnSection): ZipText => ({
  path: `${section}.json`,
  text: () => jsonOf(tables),
})

/**
 * Yields the text that `JSON.stringify` with two spaces would write, in parts, so that memory never holds a second copy of all
 * rows.
 */
function* jsonOf(tables: OwnSection['tables']): Generator<string> {
  yield '{'
  for (const [nth, { table, rows }] of tables.entries()) {
    yield `${nth > 0 ? ',' : ''}\n  ${JSON.stringify(table)}: [`
    for (const [place, row] of rows.entries())
      yield `${place > 0 ? ',' : ''}\n    ${JSON.stringify(row, null, 2).replaceAll('\n', '\n    ')}`
    yield '\n  ]'
  }
  yield '\n}\n'
}
