/** Describes the rows of modules and resources that `contentsOf` reads. */
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
  isAssignment: boolean
  /** Null means that the lesson is not a text. */
  words: number | null
  /** True means that a question is asked after this video. */
  hasRecall: boolean
  /** True means that the lesson is open to the learner for whom the rows are read. Without a learner, this is false. */
  isOpen: boolean
  version: number
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
  /** A video in several qualities has a stream, which may still be in preparation. */
  stream: StreamRow | null
}

export interface StreamRow {
  state: Exclude<StreamPreparation['state'], 'none'>
  percent: number
  problem: StreamPreparation['problem']
  /** Contains the names of the stored files. Null means that none exist yet. */
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
  /** Null means that the module opens with the enrolment. */
  opening: ModuleOpening | null
  /**
   * The module opens at this time to the learner for whom the rows are read. Null means that it is open, or that there is no
   * learner.
   */
  opensAt: Date | null
  /** That learner must finish this item first. Null means that they wait for none. */
  opensAfter: { id: number; title: string } | null
  version: number
  resources: ResourceRow[]
}
