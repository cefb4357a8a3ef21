/** Inspects all uploaded files: their type by content, and malware. */
import { readQuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { packageMaxBytes, type UploadPurpose } from '@apogee/contracts/limits.ts'
import { readText } from '@apogee/domain/read-text.ts'
import { readFile, stat } from 'node:fs/promises'
import type { VirusScanner } from '#server/adapters/virus-scan/port.ts'
import type { Database, Log } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import { isWhole } from '../file-integrity.ts'
import { nameFits, purposeRules } from '../media.rules.ts'
import { readCaptions } from '../captions/webvtt.ts'
import { typeOfFile } from './type-of-head.ts'

declare const inspected: unique symbol
/**
 * The content type of an inspected file. Inserting the row of an upload requires this type, so that no file becomes an upload
 * without inspection.
 */
export type InspectedType = string & { readonly [inspected]: true }

/** Marks the type of a file that the platform itself provides, as in the demo school, as inspected. */
export const typeOfOwnFile = (contentType: string): InspectedType => contentType as InspectedType

export interface InspectionDependencies {
  database: Database
  /** Null means that no scanner is configured and nothing is scanned. */
  virusScanner: VirusScanner | null
  securityLog: Pick<SecurityLog, 'recordActivity'>
  log: Log
}

export interface InspectedFile {
  purpose: UploadPurpose
  originalName: string
  by: Uploader
}

/** A null `address` means that a job stores the file. */
type Uploader = Pick<Caller, 'userId' | 'businessId'> & { address: Caller['address'] | null }

/** Inspects one file. The storage runs the inspection on a local copy. */
export class Inspection {
  readonly #deps: InspectionDependencies
  readonly #file: InspectedFile
  #type: InspectedType | null = null

  constructor(deps: InspectionDependencies, file: InspectedFile) {
    this.#deps = deps
    this.#file = file
  }

  /**
   * Refuses FILE_EMPTY, the purpose's unsupported kind, FILE_UNREADABLE, FILE_INFECTED and FILE_NOT_CHECKED; throws
   * ScannerUnavailable.
   */
  readonly run = async (path: string): Promise<void> => {
    const { purpose, originalName } = this.#file
    const { size } = await stat(path)
    if (size === 0) refuse('FILE_EMPTY')
    const contentType = await contentTypeOf(purpose, path)
    if (!nameFits(purpose, contentType, originalName)) refuse(purposeRules[purpose].unsupported)
    if (!(await isWhole(path, contentType))) refuse('FILE_UNREADABLE')
    await scan(this.#deps, path, { ...this.#file, contentType, size })
    this.#type = contentType as InspectedType
  }

  /** The type of the file's content. @throws before the file has passed. */
  get contentType(): InspectedType {
    if (this.#type === null) throw new Error('this file was not inspected')
    return this.#type
  }
}

const isVideo = (contentType: string): boolean => contentType.startsWith('video/')

/**
 * Returns whether a file is larger than the scanner accepts, so that it may be stored without a scan, as course archives can.
 * Videos may be delivered without a scan. The limit may have been raised since the upload, but is never below the largest package.
 */
export const isUnscanned = (
  { virusScanner }: Pick<InspectionDependencies, 'virusScanner'>,
  { sizeBytes, contentType }: { sizeBytes: number; contentType: string },
): boolean =>
  virusScanner !== null &&
  sizeBytes > Math.min(virusScanner.maxBytes, packageMaxBytes) &&
  !isVideo(contentType)

async function scan(
  { virusScanner, database, securityLog, log }: InspectionDependencies,
  path: string,
  { purpose, by, contentType, size }: InspectedFile & { contentType: string; size: number },
): Promise<void> {
  if (!virusScanner) return
  if (size > virusScanner.maxBytes) {
    // The files of an archive are scanned one by one when its course is created. Nobody can open the archive itself
    // (`isUnscanned`).
    if (isVideo(contentType) || purpose === 'archive') return
    refuse('FILE_NOT_CHECKED')
  }
  const verdict = await virusScanner.scan(path)
  if (verdict.state === 'clean') return
  const { userId, businessId, address } = by
  const { signature } = verdict
  await securityLog.recordActivity(database.kysely, {
    kind: verdict.state === 'infected' ? 'upload.infected' : 'upload.notChecked',
    actor: { userId, address },
    businessId,
    details: { signature, purpose },
  })
  log.warn({ userId, purpose, signature, state: verdict.state }, 'upload refused by the malware scan')
  refuse(verdict.state === 'infected' ? 'FILE_INFECTED' : 'FILE_NOT_CHECKED')
}

async function contentTypeOf(purpose: UploadPurpose, path: string): Promise<string> {
  if (purpose === 'captions') return 'webVtt' in (await readCaptions(await readFile(path))) ? 'text/vtt' : ''
  if (purpose === 'quiz') return quizTypeOf(await readFile(path))
  const found = await typeOfFile(path)
  if (found !== '' || purposeRules[purpose].kinds['text/plain'] === undefined) return found
  return (await isText(await readFile(path))) ? 'text/plain' : ''
}

/** Accepts UTF-8 without control characters that no text contains. */
const isText = async (bytes: Uint8Array): Promise<boolean> =>
  !('refused' in (await readText(bytes, { encoding: 'utf-8' })))

/** Refuses QUIZ_INVALID with the problem and its place. Bytes that cannot be read as text are refused as invalid JSON. */
async function quizTypeOf(bytes: Uint8Array): Promise<string> {
  const decoded = await readText(bytes)
  const read =
    'refused' in decoded
      ? { problems: [{ path: '', message: `cannot be read as ${decoded.refused} text` }] }
      : readQuizFile(decoded.text)
  if ('problems' in read) {
    refuse('QUIZ_INVALID', {
      issues: read.problems.map(({ path, message }) => ({ path: path || 'file', message })),
    })
  }
  return 'application/json'
}
