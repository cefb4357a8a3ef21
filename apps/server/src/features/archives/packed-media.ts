/** Chooses the names of a course's files in an archive. Pure functions. */
import { extensionOf } from '#server/features/media/media.apart.ts'
import type { MediaRow } from '#server/features/media/media.service.ts'

const extensions: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'text/vtt': 'vtt',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

export const extensionOfMedium = ({ contentType, originalName }: MediaRow): string =>
  extensions[contentType] ?? (extensionOf(originalName) || 'bin')

export const numberOfFile = (place: number): string => String(place + 1).padStart(3, '0')
