/** The file `course.json` of an archive (docs/course-format.md). What it says of files is examined against the archive. */
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
import { courseLimits } from '#server/features/courses/courses.service.ts'

export const formatName = 'apogee-course'
export const formatVersion = 1
export const courseFile = 'course.json'

const path = z.string().check(z.minLength(1, 'names no file'), atMost(500))
const bytes = z.int().check(z.nonnegative())
const uploadName = z.string().check(atMost(100))

/** What texts or questions name by `file`; absent in archives of earlier releases. */
const pictures = z.optional(z.array(z.object({ file: uploadName, path })))

const everyItem = {
  title: moduleForm.shape.title,
  isPublished: z.boolean(),
  /** Open to everybody, before buying. */
  isPreview: z.boolean(),
  practice,
}

const item = z.discriminatedUnion('kind', [
  z.object({
    ...everyItem,
    kind: z.literal('text'),
    /** Markdown. */
    text: path,
    /** The same text exactly, where Markdown would lose something. It counts while `text` is what it was. */
    document: z.nullable(path),
    /** A text that learners do not read yet, exactly. */
    draft: z.nullable(path),
    pictures,
    /** The same for files that the texts offer. */
    attachments: pictures,
    /** The same for videos that the texts play. */
    videos: pictures,
  }),
  z.object({
    ...everyItem,
    kind: z.literal('file'),
    fileType: fileType.check(z.refine((given) => given !== 'quiz', 'A quiz is an item of the kind quiz')),
    file: path,
    chapters,
  }),
  z.object({
    ...everyItem,
    kind: z.literal('quiz'),
    /** Null: not published yet. */
    quiz: z.nullable(path),
    draft: z.nullable(path),
    pictures,
  }),
])
export type CourseItem = z.infer<typeof item>

const storedFile = z.object({
  path,
  /** The name of the file that was uploaded. */
  name: z.string().check(atMost(200)),
  type: z.string().check(atMost(100)),
  bytes,
  sha256: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'))),
  /** Of a video: one file for each language. */
  captions: z.array(z.object({ language: z.enum(languages), file: path })).check(limit(languages.length)),
})
export type CourseFile = z.infer<typeof storedFile>

export const courseManifest = z.object({
  course: z.object({
    title: courseTitle,
    description: courseDescription,
    isPrivate: z.boolean(),
    /** Ringgit Malaysia in sen. */
    priceSen: priceCents,
    category: z.nullable(z.enum(courseCategories)),
    language: z.nullable(z.enum(languages)),
    level: z.nullable(z.enum(courseLevels)),
    /** Whether lessons without an exercise have a scratchpad. */
    hasScratchpad: z.boolean(),
    /** Whether learners may keep the videos on a device. */
    allowsOfflineVideo: z.boolean(),
    /** How long access lasts; null, or absent in archives of earlier releases: for ever. */
    access: z.optional(z.nullable(accessLength)),
    cover: z.nullable(path),
    salesPage: salesContentForm,
    /** What its certificate needs and prints, without pictures; absent in archives of earlier releases. */
    certificate: z.optional(z.omit(certificateRuleForm, { signature: true })),
  }),
  modules: z
    .array(
      z.object({
        title: moduleForm.shape.title,
        description: z.string().check(atMost(descriptionMaxLength)),
        isPublished: z.boolean(),
        /** Null: with the enrolment. */
        opening: z.nullable(moduleOpening),
        items: z.array(item),
      }),
    )
    .check(limit(courseLimits.modules, `A course holds at most ${courseLimits.modules} modules`)),
  files: z.array(storedFile),
})
export type CourseManifest = z.infer<typeof courseManifest>

/** `course.json` as it is written. */
export const manifestText = (manifest: CourseManifest): string =>
  `${JSON.stringify({ format: formatName, version: formatVersion, ...manifest }, null, 2)}\n`

/** A list that somebody reads: what else is left out is not named. */
export const mostLeftOut = 500

/** Dotted paths of the fields of `given` that `read` does not have, `mostLeftOut` of them. */
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
