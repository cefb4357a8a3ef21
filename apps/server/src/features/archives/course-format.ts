/**
 * Defines `course.json` of an archive (docs/course-format.md). The examination compares what it says about files with the files
 * themselves.
 */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import type { LeftOutReason } from '@apogee/contracts/archives/archives.ts'
import { courseCategories } from '@apogee/contracts/course-choices.ts'
import { courseLevels } from '@apogee/contracts/course-levels.ts'
import { chapters } from '@apogee/contracts/courses/chapters.ts'
import {
  courseDescription,
  courseTitle,
  fileType,
  moduleForm,
  priceCents,
} from '@apogee/contracts/courses/courses.forms.ts'
import { certificateRuleForm } from '@apogee/contracts/achievements/achievements.forms.ts'
import { accessLength } from '@apogee/contracts/courses/access-length.ts'
import { moduleOpening } from '@apogee/contracts/courses/module-opening.ts'
import { practice } from '@apogee/contracts/courses/practice.ts'
import { salesContentForm } from '@apogee/contracts/courses/sales-content.forms.ts'
import { descriptionMaxLength } from '@apogee/contracts/limits.ts'
import { limit, atMost } from '@apogee/contracts/texts.ts'
import { languages } from '@apogee/domain/languages.ts'
import * as z from 'zod/mini'
import { courseLimits } from '#server/features/courses/course-limits.ts'

export const formatName = 'apogee-course'
export const formatVersion = 1
export const courseFile = 'course.json'

const path = z.string().check(z.minLength(1, 'names no file'), atMost(500))
const bytes = z.int().check(z.nonnegative())
const uploadName = z.string().check(atMost(100))

/**
 * Lists the pictures that texts or questions show. `file` is the id that they use, and `path` is the file in the archive. Archives
 * of earlier releases lack the field.
 */
const pictures = z.optional(z.array(z.object({ file: uploadName, path })))

const everyItem = {
  title: moduleForm.shape.title,
  isPublished: z.boolean(),
  /** Everybody can open a preview item before buying. */
  isPreview: z.boolean(),
  practice,
}

const item = z.discriminatedUnion('kind', [
  z.object({
    ...everyItem,
    kind: z.literal('text'),
    /** The file is Markdown. */
    text: path,
    /** This file contains the exact text, if Markdown would lose something. It is used only while the file `text` is unchanged. */
    document: z.nullable(path),
    /** This file contains a draft of the text, which learners do not see yet. */
    draft: z.nullable(path),
    pictures,
    /** Lists the files that the texts offer for download. */
    attachments: pictures,
    /** Lists the videos that the texts play. */
    videos: pictures,
  }),
  z.object({
    ...everyItem,
    kind: z.literal('file'),
    fileType: fileType.check(z.refine((given) => given !== 'quiz', 'A quiz is an item of the kind quiz')),
    file: path,
    chapters,
    /** A question is asked after the video: a quiz file with one question. Absent means that none is asked. */
    recall: z.optional(path),
    /** Lists the pictures of that question. */
    pictures,
  }),
  z.object({
    ...everyItem,
    kind: z.literal('quiz'),
    /** Null means that the quiz is not published yet. */
    quiz: z.nullable(path),
    draft: z.nullable(path),
    pictures,
  }),
])
type StatedItem = z.infer<typeof item>
type StatedText = Extract<StatedItem, { kind: 'text' }>

/** `part` is never in `course.json`. The examination divides a text that is longer than a lesson into several items. */
export type CourseItem =
  | Exclude<StatedItem, StatedText>
  | (StatedText & {
      /** `at` is the index of this part, and `title` is the title of the whole text. */
      part?: { at: number; title: string }
    })

const storedFile = z.object({
  path,
  /** The file had this name when it was uploaded. */
  name: z.string().check(atMost(200)),
  type: z.string().check(atMost(100)),
  bytes,
  sha256: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'))),
  /** A video has at most one caption file for each language. */
  captions: z.array(z.object({ language: z.enum(languages), file: path })).check(limit(languages.length)),
})
export type CourseFile = z.infer<typeof storedFile>

export const courseManifest = z.object({
  course: z.object({
    title: courseTitle,
    description: courseDescription,
    isPrivate: z.boolean(),
    /** The price is in Malaysian sen. */
    priceSen: priceCents,
    category: z.nullable(z.enum(courseCategories)),
    language: z.nullable(z.enum(languages)),
    level: z.nullable(z.enum(courseLevels)),
    /** True means that lessons without an exercise have a scratchpad. */
    hasScratchpad: z.boolean(),
    /** True means that learners may store the videos on a device. */
    allowsOfflineVideo: z.boolean(),
    /**
     * Learners have access for this long. Null means access without an end, and so does a missing field in archives of earlier
     * releases.
     */
    access: z.optional(z.nullable(accessLength)),
    cover: z.nullable(path),
    salesPage: salesContentForm,
    /** The pictures of the certificate are not exported. Archives of earlier releases lack the field. */
    certificate: z.optional(z.omit(certificateRuleForm, { signature: true })),
  }),
  modules: z
    .array(
      z.object({
        title: moduleForm.shape.title,
        description: z.string().check(atMost(descriptionMaxLength)),
        isPublished: z.boolean(),
        /** Null means that the module opens with the enrolment. */
        opening: z.nullable(moduleOpening),
        items: z.array(item),
      }),
    )
    .check(limit(courseLimits.modules, `A course holds at most ${courseLimits.modules} modules`)),
  files: z.array(storedFile),
})
type StatedManifest = z.infer<typeof courseManifest>
export type CourseManifest = Omit<StatedManifest, 'modules'> & {
  modules: (Omit<StatedManifest['modules'][number], 'items'> & { items: CourseItem[] })[]
}

export const manifestText = (manifest: CourseManifest): string =>
  `${JSON.stringify({ format: formatName, version: formatVersion, ...manifest }, null, 2)}\n`

/** The list is shown to people, so it contains at most this many parts. Further parts are only counted. */
export const mostLeftOut = 500

const longestDetail = 200

export interface LeftOutPart {
  path: string
  reason: LeftOutReason
  detail: string
}

/** An archive may contain thousands of files that do not belong to its course. Parts of the course itself are named before them. */
const reasonsOfOthers: ReadonlySet<LeftOutReason> = new Set(['hidden-file', 'unknown-kind', 'unused-file'])

/** Collects the parts of an archive that its import leaves out. */
export class LeftOutParts {
  readonly #ofCourse: LeftOutPart[] = []
  readonly #others: LeftOutPart[] = []
  count = 0

  add(path: string, reason: LeftOutReason, detail = ''): void {
    this.count += 1
    const list = reasonsOfOthers.has(reason) ? this.#others : this.#ofCourse
    if (list.length < mostLeftOut)
      list.push({
        path: cutText(path, 500),
        reason,
        detail: cutText(detail, longestDetail),
      })
  }

  /** Names all details of a path, as many on a line as fit. Each line begins with `before`. */
  addAll(path: string, reason: LeftOutReason, details: readonly string[], before = ''): void {
    let line = before
    for (const detail of details) {
      const longer = line === before ? `${before}${detail}` : `${line}, ${detail}`
      if (longer.length > longestDetail && line !== before) {
        this.add(path, reason, line)
        line = `${before}${detail}`
      } else line = longer
    }
    if (line !== before) this.add(path, reason, line)
  }

  /** Returns the parts of the course first, then files that do not belong to the course. */
  get named(): LeftOutPart[] {
    return [...this.#ofCourse, ...this.#others].slice(0, mostLeftOut)
  }
}

/**
 * Returns the paths of fields in `given` that `read` lacks, such as 'course.price', at most `mostLeftOut` of them. `read` is the
 * parsed form of `given`.
 */
export function unknownFields(given: unknown, read: unknown, at = '', found: string[] = []): string[] {
  if (found.length >= mostLeftOut) return found
  if (Array.isArray(given) && Array.isArray(read)) {
    for (const [index, part] of given.entries()) unknownFields(part, read[index], `${at}.${index}`, found)
    return found
  }
  if (!isObject(given) || !isObject(read)) return found
  for (const key of Object.keys(given)) {
    if (key in read) unknownFields(given[key], read[key], `${at}.${key}`, found)
    else if (found.length < mostLeftOut) found.push(`${at}.${key}`.slice(1, 200).toWellFormed())
  }
  return found
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
