import type { Language } from '@apogee/domain/languages.ts'
import { randomBytes } from 'node:crypto'
import type { CourseCategory } from '@apogee/contracts/course-choices.ts'
import type { FileType } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { TestPerson } from './testing.ts'

export interface TestResource {
  type?: FileType
  title?: string
  /** Null means that the length is unknown. */
  seconds?: number | null
  pages?: number | null
  isPublished?: boolean
  isPreview?: boolean
  captions?: Language[]
}

export interface TestContent {
  title?: string
  isPublished?: boolean
  resources?: TestResource[]
}

export interface TestCourse {
  id: number
  /** Modules, and the ids of the resources in each, are in the order of the course. */
  contents: { id: number; resources: number[] }[]
}

export interface CourseForm {
  owner: TestPerson
  instructor?: TestPerson
  title?: string
  description?: string
  priceCents?: number
  isPrivate?: boolean
  isDraft?: boolean
  isArchived?: boolean
  category?: CourseCategory | null
  contents?: TestContent[]
}

/** The owner's business sells the course. If the owner has no business, the owner does. */
export async function makeCourse({ kysely }: Database, form: CourseForm): Promise<TestCourse> {
  const { owner } = form
  await sql`
    INSERT INTO sellers (business_id, user_id)
    VALUES (${owner.businessId}, ${owner.businessId === null ? owner.id : null}) ON CONFLICT DO NOTHING`.execute(
    kysely,
  )
  const inserted = await sql<{ id: number }>`
    INSERT INTO courses (seller_id, created_by, instructor_id, title, description, price_cents, is_private, is_draft, category, archived_at)
    SELECT s.id, ${owner.id}, ${form.instructor?.id ?? owner.id}, ${form.title ?? 'A course'},
           ${form.description ?? 'About a subject'}, ${form.priceCents ?? 0}, ${form.isPrivate ?? false}, ${form.isDraft ?? false},
           ${form.category ?? null}, CASE WHEN ${form.isArchived ?? false} THEN now() END
      FROM sellers s WHERE s.business_id = ${owner.businessId} OR s.user_id = ${owner.id} RETURNING id`.execute(
    kysely,
  )
  const id = idOf(inserted.rows)
  const contents = []
  for (const [order, content] of (form.contents ?? []).entries()) {
    contents.push(await makeContent(kysely, id, owner.id, order, content))
  }
  return { id, contents }
}

async function makeContent(
  kysely: Database['kysely'],
  courseId: number,
  ownerId: number,
  order: number,
  content: TestContent,
): Promise<{ id: number; resources: number[] }> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO course_contents (course_id, title, sort_order, is_published)
    VALUES (${courseId}, ${content.title ?? `Module ${order + 1}`}, ${order}, ${content.isPublished ?? true})
    RETURNING id`.execute(kysely)
  const id = idOf(inserted.rows)
  const resources = []
  for (const [place, resource] of (content.resources ?? []).entries()) {
    resources.push(await makeResource(kysely, id, ownerId, place, resource))
  }
  return { id, resources }
}

async function makeResource(
  kysely: Database['kysely'],
  contentId: number,
  ownerId: number,
  order: number,
  resource: TestResource,
): Promise<number> {
  const type = resource.type ?? 'video'
  const mediaId = await makeMedia(kysely, ownerId, {
    purpose: 'lesson',
    contentType: type === 'video' ? 'video/mp4' : 'application/pdf',
    seconds: type === 'video' ? (resource.seconds === undefined ? 60 : resource.seconds) : null,
    pages: type === 'video' ? null : resource.pages === undefined ? 1 : resource.pages,
  })
  for (const language of resource.captions ?? []) {
    const captionId = await makeMedia(kysely, ownerId, { purpose: 'captions', contentType: 'text/vtt' })
    await sql`INSERT INTO media_captions (media_id, language, caption_media_id)
              VALUES (${mediaId}, ${language}, ${captionId})`.execute(kysely)
  }
  const inserted = await sql<{ id: number }>`
    INSERT INTO course_resources (content_id, media_id, title, file_type, sort_order, is_published, is_preview)
    VALUES (${contentId}, ${mediaId}, ${resource.title ?? `Lesson ${order + 1}`}, ${type}, ${order},
            ${resource.isPublished ?? true}, ${resource.isPreview ?? false}) RETURNING id`.execute(kysely)
  return idOf(inserted.rows)
}

async function makeMedia(
  kysely: Database['kysely'],
  ownerId: number,
  media: { purpose: string; contentType: string; seconds?: number | null; pages?: number | null },
): Promise<number> {
  const name = randomBytes(16).toString('base64url')
  const inserted = await sql<{ id: number }>`
    INSERT INTO media (public_id, owner_id, purpose, content_type, size_bytes, sha256, storage_key, seconds, pages)
    VALUES (${name}, ${ownerId}, ${media.purpose}, ${media.contentType}, 1000, ${randomBytes(32)}, ${`test/${name}`},
            ${media.seconds ?? null}, ${media.pages ?? null}) RETURNING id`.execute(kysely)
  return idOf(inserted.rows)
}

function idOf(rows: { id: number }[]): number {
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a row that must exist was not returned')
  return id
}
