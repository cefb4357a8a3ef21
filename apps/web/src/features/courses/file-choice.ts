/** Checks a lesson's file before the upload (docs/specification.md#5-validation-rules). The server checks again. */
import { uploadMaxBytes } from '@apogee/contracts/limits.ts'

export type ContentKind = 'video' | 'document' | 'quiz'
/** Files of these types are used unchanged; a quiz file is parsed. */
type FileKind = Exclude<ContentKind, 'quiz'>

/**
 * Each type's file dialog offers these file types
 * (docs/specification.md#course-content-management-coursecourseidmanage-instructoradmin).
 */
export const acceptedFiles: Record<ContentKind, string> = {
  video: 'video/*',
  document: '.pdf,.doc,.docx',
  quiz: '.json,application/json',
}

type ChosenFile = Pick<File, 'name' | 'size' | 'type'>

const kindByType: Partial<Record<string, FileKind>> = {
  'video/mp4': 'video',
  'video/webm': 'video',
  'application/pdf': 'document',
}
const kindByExtension: Partial<Record<string, FileKind>> = { mp4: 'video', webm: 'video', pdf: 'document' }

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Returns the problem of a file for the chosen type; without a MIME type, its extension is used. */
export function problemOfFile(
  { name, size, type }: ChosenFile,
  kind: FileKind,
): 'fileTooLarge' | 'fileUnsupported' | null {
  const actual = type === '' ? kindByExtension[extensionOf(name)] : kindByType[type]
  if (actual !== kind) return 'fileUnsupported'
  return size > uploadMaxBytes ? 'fileTooLarge' : null
}

export const isQuizFile = ({ name }: ChosenFile): boolean => extensionOf(name) === 'json'
