/** These rules load no database, so that processes that read untrusted files use them, too. */
import type { FileType } from '@apogee/contracts/limits.ts'

/** The limits keep the lists of one course fast without paging. */
export const courseLimits = { modules: 500, items: 2000 } as const

/** A video requires a video file, a quiz a quiz file, and a reading a PDF. Other types accept a video, a PDF or a package. */
export function fileTypeFits(fileType: FileType, contentType: string): boolean {
  const isVideo = contentType.startsWith('video/')
  const isPdf = contentType === 'application/pdf'
  if (fileType === 'video') return isVideo
  if (fileType === 'quiz') return contentType === 'application/json'
  if (fileType === 'other') return isVideo || isPdf || contentType === 'application/zip'
  return isPdf
}
