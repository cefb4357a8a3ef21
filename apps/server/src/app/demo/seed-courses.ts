/** Copies of the media files, and the courses with their modules and resources. Course ids are 1, 2, 3 … */
import { languages, type Language } from '@apogee/domain/languages.ts'
import { createReadStream } from 'node:fs'
import { extname, join } from 'node:path'
import * as courseStore from '#server/features/courses/courses.store.ts'
import { filesOf, type DemoCourse, type DemoMedium, type DemoSchool } from './load-demo-school.ts'
import {
  ByKey,
  daysBefore,
  portraitOf,
  type SeededCourse,
  type SeededResource,
  type Seeding,
} from './seeding.ts'

const parallelCopies = 8
const contentTypes = new ByKey([
  ['.mp4', 'video/mp4'],
  ['.vtt', 'text/vtt'],
  ['.pdf', 'application/pdf'],
])

/** Copies each file once for each seller whose courses show it, and the portraits. */
export async function storeFiles({ dependencies, school, files }: Seeding): Promise<void> {
  const sources = new Map<string, string>()
  for (const { seller, outline } of school.courses)
    for (const { media } of outline.flatMap(({ resources }) => resources))
      for (const file of filesOf(mediumOf(school, media)))
        sources.set(`${seller}/${file}`, join(school.mediaFolder, file))
  for (const { key, portrait } of school.people)
    if (portrait) sources.set(portraitOf(key), join(school.portraitsFolder, portrait))
  const waiting = sources.entries()
  async function copyNext(): Promise<void> {
    for (const [name, path] of waiting) {
      const source = createReadStream(path)
      files.set(name, await dependencies.storage.keep(source, { maxBytes: Number.MAX_SAFE_INTEGER }))
    }
  }
  await Promise.all(Array.from({ length: parallelCopies }, copyNext))
}

/** Removes the copies when the rows that name them were rolled back. */
export async function removeFiles(
  { storage }: Seeding['dependencies'],
  files: Seeding['files'],
): Promise<void> {
  for (const { key } of files.values()) await storage.remove(key)
}

export async function seedCourses(seeding: Seeding): Promise<void> {
  const { tx, school, now, people, sellerIds, courses } = seeding
  await courseStore.restartIds(tx)
  const mediaIds = new Map<string, number>()
  for (const course of school.courses) {
    const { title, description, priceCents, isPrivate, category, language, level, outcomes, faq } = course
    const { allowsOfflineVideo = false } = course
    const id = await courseStore.insertCourse(tx, {
      sellerId: sellerIds.of(course.seller),
      createdBy: people.of(course.createdBy).userId,
      instructorId: people.of(course.instructor).userId,
      title,
      description,
      imageId: null,
      priceCents,
      isPrivate,
      category,
      language: language ?? null,
      level: level ?? null,
      allowsOfflineVideo,
      outcomes,
      faq,
      createdAt: daysBefore(now, course.createdDaysAgo),
    })
    courses.set(course.key, { ...course, id, ...(await seedOutline(seeding, course, id, mediaIds)) })
  }
}

/** `mediaIds` holds the media that are registered already, by 'seller/medium'. */
async function seedOutline(
  seeding: Seeding,
  course: DemoCourse,
  courseId: number,
  mediaIds: Map<string, number>,
): Promise<Pick<SeededCourse, 'modules' | 'resources'>> {
  const { tx, school } = seeding
  const modules = new ByKey<number>()
  const seeded = new ByKey<SeededResource>()
  for (const [order, { key, title, description, isPublished, resources }] of course.outline.entries()) {
    const contentId = await courseStore.insertContent(tx, {
      courseId,
      title,
      description,
      order,
      isPublished,
    })
    modules.set(key, contentId)
    for (const [index, { key, title, fileType, media, isFreePreview, practice }] of resources.entries()) {
      const medium = mediumOf(school, media)
      const name = `${course.seller}/${media}`
      const mediaId = mediaIds.get(name) ?? (await registerMedium(seeding, course, medium))
      mediaIds.set(name, mediaId)
      const isPreview = isFreePreview ?? false
      const id = await courseStore.insertResource(tx, {
        contentId,
        mediaId,
        title,
        fileType,
        order: index,
        isPublished: true,
        isPreview,
      })
      const chapters = medium.kind === 'video' ? medium.chapters : undefined
      if (practice ?? chapters) await courseStore.updateResource(tx, id, { practice, chapters })
      seeded.set(key, { id, seconds: medium.kind === 'video' ? medium.seconds : null })
    }
  }
  return { modules, resources: seeded }
}

/** The file and its captions belong to the course's instructor. */
async function registerMedium(seeding: Seeding, course: DemoCourse, medium: DemoMedium): Promise<number> {
  const { tx, services } = seeding
  const seconds = medium.kind === 'video' ? medium.seconds : null
  const pages = medium.kind === 'pdf' ? medium.pages : null
  const mediaId = await registerFile(seeding, course, medium.file, { seconds, pages })
  if (medium.kind === 'pdf') return mediaId
  // The demo school need not have captions in every language.
  const captions: Partial<Record<Language, string | null>> = medium.captions
  const tracks = []
  for (const language of languages) {
    const file = captions[language]
    if (file) tracks.push({ language, mediaId: await registerFile(seeding, course, file) })
  }
  await services.media.setCaptions(tx, mediaId, tracks)
  return mediaId
}

async function registerFile(
  { tx, services, files, people }: Seeding,
  { seller, instructor }: DemoCourse,
  file: string,
  lesson?: { seconds: number | null; pages: number | null },
): Promise<number> {
  const stored = files.of(`${seller}/${file}`)
  const owner = people.of(instructor)
  const row = await services.media.register(
    tx,
    {
      ownerId: owner.userId,
      businessId: owner.businessId,
      purpose: lesson ? 'lesson' : 'captions',
      contentType: contentTypes.of(extname(file)),
      sizeBytes: stored.bytes,
      sha256: stored.sha256,
      storageKey: stored.key,
      originalName: file,
    },
    lesson ?? { seconds: null, pages: null },
  )
  return row.id
}

function mediumOf({ media }: DemoSchool, key: string): DemoMedium {
  const medium = media[key]
  if (!medium) throw new Error(`the demo school has no medium '${key}'`)
  return medium
}
