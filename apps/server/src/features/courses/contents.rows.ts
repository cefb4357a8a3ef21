/** Modules and their resources, as `contentsOf` reads them. */
import type { Language } from '@apogee/domain/languages.ts'
import type { Chapter } from '@apogee/contracts/courses/chapters.ts'
import type { Practice } from '@apogee/contracts/courses/practice.ts'
import type { StreamPreparation } from '@apogee/contracts/courses/streams.ts'
import type { ModuleOpening } from '@apogee/contracts/courses/module-opening.ts'
import type { FileType } from '@apogee/contracts/limits.ts'

export interface ResourceRow {
  id: number
  courseId: number
  contentId: number
  title: string
  fileType: FileType
  order: number
  isPublished: boolean
  isPreview: boolean
  practice: Practice
  chapters: Chapter[] | null
  passPercentage: number | null
  /** Null: the lesson is no text. */
  words: number | null
  /** Whether it is open to the learner that was asked about; false without one. */
  isOpen: boolean
  version: number
  /** When it was added. */
  createdAt: string
  media: {
    id: number
    publicId: string
    seconds: number | null
    pages: number | null
    sizeBytes: number
    isPackage: boolean
    isReported: boolean
  } | null
  captions: { language: Language; publicId: string }[]
  /** Of a video that is prepared in several qualities, or was to be. */
  stream: StreamRow | null
}

export interface StreamRow {
  state: Exclude<StreamPreparation['state'], 'none'>
  percent: number
  problem: StreamPreparation['problem']
  /** Names of the stored files; null: none yet. */
  files: string[] | null
  storyboard: { everySeconds: number; columns: number; tiles: number; width: number; height: number } | null
}

export interface ContentRow {
  id: number
  courseId: number
  title: string
  description: string
  order: number
  type: string
  isPublished: boolean
  /** Null: with the enrolment. */
  opening: ModuleOpening | null
  /** When it opens to the learner that was asked about; null: it is open, or nobody was asked about. */
  opensAt: Date | null
  version: number
  resources: ResourceRow[]
}
