/** Seeds copies of the media files, and the courses with their modules and resources. Course ids are 1, 2, 3 … */
import { readMarkdown } from '@apogee/contracts/courses/markdown/read.ts'
import { languages, type Language } from '@apogee/domain/languages.ts'
import { wordsOfText } from '@apogee/domain/text/lesson-text.ts'
import { extname } from 'node:path'
import * as contentStore from '#server/features/courses/outline/contents.store.ts'
import * as courseStore from '#server/features/courses/courses.store.ts'
import { insertLessonText } from '#server/features/courses/lesson-texts/lesson-texts.store.ts'
import { typeOfOwnFile } from '#server/features/media/media.service.ts'
import { mediumOf, type DemoCourse, type DemoMedium } from '../load-demo-school.ts'
import { ByKey, daysBefore, type SeededCourse, type SeededResource, type Seeding } from './seeding.ts'

const contentTypes = new ByKey([
  ['.mp4', 'video/mp4'],
  ['.vtt', 'text/vtt'],
  ['.pdf', 'application/pdf'],
])

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

/** `mediaIds` contains the already registered media by 'seller/medium'. */
async function seedOutline(
  seeding: Seeding,
  course: DemoCourse,
  courseId: number,
  mediaIds: Map<string, number>,
): Promise<Pick<SeededCourse, 'modules' | 'resources'>> {
  const { tx } = seeding
  const modules = new ByKey<number>()
  const seeded = new ByKey<SeededResource>()
  for (const [order, { key, title, description, isPublished, resources }] of course.outline.entries()) {
    const contentId = await contentStore.insertContent(tx, {
      courseId,
      title,
      description,
      order,
      isPublished,
    })
    modules.set(key, contentId)
    for (const [index, lesson] of resources.entries()) {
      const place = { contentId, order: index }
      seeded.set(
        lesson.key,
        lesson.fileType === 'reading'
          ? await seedTextLesson(seeding, course, lesson, place)
          : await seedFileLesson(seeding, course, lesson, { ...place, mediaIds }),
      )
    }
  }
  return { modules, resources: seeded }
}

type DemoLesson = DemoCourse['outline'][number]['resources'][number]
type FileLesson = Exclude<DemoLesson, { fileType: 'reading' }>
type TextLesson = Extract<DemoLesson, { fileType: 'reading' }>
type Place = { contentId: number; order: number }

async function seedFileLesson(
  seeding: Seeding,
  course: DemoCourse,
  { title, fileType, media, isFreePreview, practice }: FileLesson,
  { contentId, order, mediaIds }: Place & { mediaIds: Map<string, number> },
): Promise<SeededResource> {
  const { tx, school } = seeding
  const medium = mediumOf(school, media)
  const name = `${course.seller}/${media}`
  const mediaId = mediaIds.get(name) ?? (await registerMedium(seeding, course, medium))
  mediaIds.set(name, mediaId)
  const id = await contentStore.insertResource(tx, {
    contentId,
    mediaId,
    title,
    fileType,
    order,
    isPublished: true,
    isPreview: isFreePreview ?? false,
  })
  const chapters = medium.kind === 'video' ? medium.chapters : undefined
  if (practice ?? chapters) await contentStore.updateResource(tx, id, { practice, chapters })
  return { id, seconds: medium.kind === 'video' ? medium.seconds : null }
}

/** Publishes the lesson as its author would do after importing the Markdown. */
async function seedTextLesson(
  { tx, now }: Seeding,
  { texts, createdDaysAgo }: DemoCourse,
  { key, title, fileType, isFreePreview, practice }: TextLesson,
  { contentId, order }: Place,
): Promise<SeededResource> {
  const document = readMarkdown(texts.get(key) ?? '')
  const id = await contentStore.insertResource(tx, {
    contentId,
    mediaId: null,
    title,
    fileType,
    order,
    words: wordsOfText(document),
    isPublished: true,
    isPreview: isFreePreview ?? false,
  })
  if (practice) await contentStore.updateResource(tx, id, { practice })
  await insertLessonText(tx, id, { document, at: daysBefore(now, createdDaysAgo) })
  return { id, seconds: null }
}

/** Registers a media file with its captions as uploads of the course's instructor. */
async function registerMedium(seeding: Seeding, course: DemoCourse, medium: DemoMedium): Promise<number> {
  const { tx, services } = seeding
  const seconds = medium.kind === 'video' ? medium.seconds : null
  const pages = medium.kind === 'pdf' ? medium.pages : null
  const mediaId = await registerFile(seeding, course, medium.file, { seconds, pages })
  if (medium.kind === 'pdf') return mediaId
  // The demo school may lack captions in some languages.
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
      contentType: typeOfOwnFile(contentTypes.of(extname(file))),
      sizeBytes: stored.bytes,
      sha256: stored.sha256,
      storageKey: stored.key,
      originalName: file,
    },
    lesson ?? { seconds: null, pages: null },
  )
  return row.id
}
