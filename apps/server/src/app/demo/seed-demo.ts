/**
 * Puts the demo school into a new database, once: people, sellers, files, courses, enrolments and progress, each
 * through its own feature. Times are relative to now, so the school is always in mid-term.
 */
import { sql, type Transaction } from 'kysely'
import { demoMedia, type DemoMedium } from '../../../demo/media/index.ts'
import { demoDemand } from '../../../demo/learners.ts'
import { demoSchool, type DemoCourse, type DemoEnrolment, type DemoSchool } from '../../../demo/school.ts'
import { insertUser, userByEmail } from '#server/features/accounts/accounts.store.ts'
import * as courseStore from '#server/features/courses/courses.store.ts'
import * as enrolmentStore from '#server/features/enrolments/enrolments.store.ts'
import * as learningStore from '#server/features/learning/learning.store.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { Parts } from '../parts.ts'
import { factOf, keepFact } from '../server-facts.ts'
import type { Services } from '../services.ts'
import { seedCommunity } from './seed-community.ts'
import { seedInvoices } from './seed-invoices.ts'
import { seedInsights } from './seed-insights.ts'
import { seedAchievements, seedNotifications } from './seed-achievements.ts'
import { seedPeople } from './seed-people.ts'
import { seedPurchase } from './seed-purchase.ts'
import { seedAssessments } from './seed-assessments.ts'
import { removeCopies, storeDemoFiles, type DemoFiles } from './seed-files.ts'
import { seedReviews } from './seed-reviews.ts'
import { seedMessages } from './seed-messages.ts'

export const demoPassword = 'Apogee-Demo-1'

const factKey = 'demo-school.loaded'
// Any constant will do, as long as nothing else in this database locks it.
const seedLock = 4_702_011
const dayMs = 24 * 3_600_000

/** What the simulator takes as this seller's own account. Not a secret: it opens nothing. */
const demoAccount = {
  chipSecret: 'simulator-orbit-academy',
  chipBrandId: '8d1e5a34-0b7c-4f29-9e66-2c4a7f10d3b8',
}

type Tx = Transaction<DB>
type Person = Pick<Caller, 'userId' | 'role' | 'businessId'>

/** A seeded course and its items by their keys. */
interface SeededCourse {
  id: number
  resources: Map<string, { id: number; seconds: number | null }>
}

/** Seeds unless it was done before; processes that start together take turns, and one of them does it. */
export async function seedDemoSchool(
  services: Services,
  parts: Parts,
  school: DemoSchool = demoSchool,
): Promise<'seeded' | 'already there'> {
  const { database } = parts
  if (await holdsDemoSchool(database.kysely)) return 'already there'
  const files: DemoFiles = new Map()
  try {
    return await database.transaction(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(${seedLock})`.execute(tx)
      if (await holdsDemoSchool(tx)) return 'already there'
      await createSeeding(tx, services, parts, files).school(school)
      await keepFact(tx, factKey, { courses: school.courses.length })
      return 'seeded'
    })
  } catch (error) {
    await removeCopies(parts.storage, files)
    throw error
  }
}

/** Whether the school was ever put in; it stays true whatever became of it since. */
export async function holdsDemoSchool(db: Tx | Parts['database']['kysely']): Promise<boolean> {
  return (await factOf(db, factKey)) !== undefined
}

function createSeeding(tx: Tx, services: Services, parts: Parts, files: DemoFiles) {
  const started = parts.clock.now().getTime()
  const ago = (days: number) => new Date(started - days * dayMs)

  async function seedSchool(school: DemoSchool): Promise<void> {
    const media = demoMedia()
    await storeDemoFiles(parts, school, media, files)
    const businesses = await openBusinesses(school)
    const people = await enterPeople(school, businesses)
    const sellers = await openSellers(school, people)
    await seedPeople(tx, parts.clock.now(), {
      business: (key) => businesses.get(key),
      person: (key) => people.get(key)?.userId,
    })
    await courseStore.beginIdsAtOne(tx)
    const courses = new Map<string, SeededCourse>()
    const lessons = createLessons(media)
    for (const course of school.courses) {
      courses.set(course.key, await writeCourse(course, { people, sellers, lessons }))
    }
    for (const enrolment of school.enrolments) await enrol(enrolment, people, courses)
    await seedAssessments(tx, services, parts.clock.now(), {
      person: (key) => people.get(key)?.userId,
      course: (key) => courses.get(key)?.id,
    })
    // After everything that enrols, sells or completes: it makes up what is missing to the figures of the business.
    await seedInsights(tx, services, parts, {
      sellerId: of(sellers, demoDemand.seller),
      courseIds: new Map([...courses].map(([key, { id }]) => [key, id])),
    })
    await services.checkout.writePastBooks((work) => work(tx))
    await seedInvoices(tx, parts.clock.now(), {
      sellerId: of(sellers, demoDemand.seller),
      adminId: of(people, 'farid').userId,
      course: (key) => courses.get(key)?.id,
    })
    await seedCommunity(tx, parts.clock.now(), {
      person: (key) => of(people, key).userId,
      course: (key) => of(courses, key).id,
    })
    await seedReviews(tx, parts.clock.now(), {
      person: (key) => of(people, key).userId,
      course: (key) => of(courses, key).id,
    })
    await services.courses.recountForSorting(tx)
    await seedMessages(tx, parts.clock.now(), (key) => people.get(key)?.userId)
    // Count and tell what all those before have written.
    const everybody = [...people.values()].map(({ userId }) => userId)
    await seedAchievements(tx, services, parts, everybody)
    await seedNotifications(tx, services, parts, everybody)
  }

  /** Each on the day the first of its people joined. */
  async function openBusinesses(school: DemoSchool): Promise<Map<string, number>> {
    const opened = new Map<string, number>()
    for (const { key, kind, name, email, phone, address } of school.sellers) {
      if (kind !== 'business') continue
      const joined = school.people.filter(({ business }) => business === key)
      const createdAt = ago(Math.max(0, ...joined.map(({ joinedDaysAgo }) => joinedDaysAgo)))
      opened.set(key, await services.businesses.openBusiness(tx, { name, email, phone, address, createdAt }))
    }
    return opened
  }

  /** All with one password, hashed once. An address that is taken already keeps its owner. */
  async function enterPeople(
    school: DemoSchool,
    businesses: Map<string, number>,
  ): Promise<Map<string, Person>> {
    const passwordHash = await parts.passwords.hash(demoPassword)
    const people = new Map<string, Person>()
    for (const person of school.people) {
      const joinedAt = ago(person.joinedDaysAgo)
      const entered =
        (await insertUser(tx, {
          email: person.email,
          name: person.name,
          role: person.role,
          businessId: person.business === null ? null : of(businesses, person.business),
          passwordHash,
          emailVerifiedAt: joinedAt,
          createdAt: joinedAt,
          bio: [person.headline, person.bio].filter(Boolean).join('\n\n'),
        })) ?? (await userByEmail(tx, person.email))
      if (!entered) throw new Error(`${person.email} could not be entered`)
      people.set(person.key, { userId: entered.id, role: entered.role, businessId: entered.businessId })
    }
    return people
  }

  async function openSellers(school: DemoSchool, people: Map<string, Person>): Promise<Map<string, number>> {
    const sellers = new Map<string, number>()
    for (const seller of school.sellers) {
      const sellerId = await services.businesses.sellerOf(tx, of(people, seller.owner))
      sellers.set(seller.key, sellerId)
      if (seller.hasOwnPaymentAccount) await connectAccount(sellerId)
    }
    return sellers
  }

  /** Only where the provider takes it, which is the simulator: elsewhere the platform's account stands in. */
  async function connectAccount(sellerId: number): Promise<void> {
    const verdict = await parts.payments.checkCredentials({
      secret: demoAccount.chipSecret,
      brandId: demoAccount.chipBrandId,
    })
    if (verdict === 'accepted') await services.businesses.keepAccount(tx, sellerId, demoAccount, true)
    else parts.log.warn({ sellerId, verdict }, 'the demo school’s own payment account was not taken')
  }

  /** Registers each file once for each owner, however many courses show it. */
  function createLessons(media: Record<string, DemoMedium>) {
    const registered = new Map<string, { mediaId: number; seconds: number | null }>()

    async function register(owner: Person, sellerKey: string, file: string, purpose: 'lesson' | 'captions') {
      const kept = files.get(`${sellerKey}/${file}`)
      if (!kept) return null
      const medium = Object.values(media).find((candidate) => candidate.file === file)
      const known = {
        seconds: medium?.kind === 'video' ? medium.seconds : null,
        pages: medium?.kind === 'pdf' ? medium.pages : null,
      }
      const row = await services.media.register(
        tx,
        {
          ownerId: owner.userId,
          businessId: owner.businessId,
          purpose,
          contentType: contentTypeOf(file),
          sizeBytes: kept.bytes,
          sha256: kept.sha256,
          storageKey: kept.key,
          originalName: file,
        },
        known,
      )
      return { mediaId: row.id, seconds: known.seconds }
    }

    return async (owner: Person, sellerKey: string, key: string) => {
      const before = registered.get(`${sellerKey}/${key}`)
      if (before) return before
      const medium = media[key]
      const lesson = medium && (await register(owner, sellerKey, medium.file, 'lesson'))
      if (!medium || !lesson) return null
      registered.set(`${sellerKey}/${key}`, lesson)
      if (medium.kind === 'video') {
        const tracks = []
        for (const language of ['en', 'ms'] as const) {
          const file = medium.captions[language]
          const track = file && (await register(owner, sellerKey, file, 'captions'))
          if (track) tracks.push({ language, mediaId: track.mediaId })
        }
        await services.media.setCaptions(tx, lesson.mediaId, tracks)
      }
      return lesson
    }
  }

  async function writeCourse(
    course: DemoCourse,
    {
      people,
      sellers,
      lessons,
    }: {
      people: Map<string, Person>
      sellers: Map<string, number>
      lessons: ReturnType<typeof createLessons>
    },
  ): Promise<SeededCourse> {
    const instructor = of(people, course.instructor)
    const id = await courseStore.insertCourse(tx, {
      sellerId: of(sellers, course.seller),
      createdBy: of(people, course.createdBy).userId,
      instructorId: instructor.userId,
      title: course.title,
      description: course.description,
      imageId: null,
      priceCents: course.priceCents,
      isPrivate: course.isPrivate,
      category: course.category,
      outcomes: course.outcomes,
      faq: course.faq,
      createdAt: ago(course.createdDaysAgo),
    })
    const resources: SeededCourse['resources'] = new Map()
    for (const [order, module] of course.outline.entries()) {
      const { title, description, isPublished } = module
      const contentId = await courseStore.insertContent(tx, {
        courseId: id,
        title,
        description,
        order,
        isPublished,
      })
      for (const [place, item] of module.resources.entries()) {
        const lesson = await lessons(instructor, course.seller, item.media)
        if (!lesson) {
          parts.log.warn({ course: course.key, medium: item.media }, 'a file of the demo school is missing')
          continue
        }
        const resourceId = await courseStore.insertResource(tx, {
          contentId,
          mediaId: lesson.mediaId,
          title: item.title,
          fileType: item.fileType,
          order: place,
          isPublished: true,
          isPreview: item.isFreePreview ?? false,
        })
        resources.set(item.key, { id: resourceId, seconds: lesson.seconds })
      }
    }
    return { id, resources }
  }

  async function enrol(
    enrolment: DemoEnrolment,
    people: Map<string, Person>,
    courses: Map<string, SeededCourse>,
  ): Promise<void> {
    const { userId } = of(people, enrolment.person)
    const course = of(courses, enrolment.course)
    const { daysAgo, lastAccessedDaysAgo, completed, resumeAt } = enrolment
    const purchase = { buyerId: userId, courseId: course.id, at: ago(daysAgo) }
    const isUnpaid = enrolment.source === 'purchase' && !(await seedPurchase(tx, services, parts, purchase))
    await enrolmentStore.insertOrReactivate(tx, {
      userId,
      courseId: course.id,
      source: isUnpaid ? 'granted' : enrolment.source,
      at: ago(daysAgo),
    })
    await enrolmentStore.touch(tx, userId, course.id, ago(lastAccessedDaysAgo))
    for (const [place, key] of completed.entries()) {
      const item = course.resources.get(key)
      if (!item) continue
      // From the day of enrolment to the last visit, evenly.
      const share = (place + 1) / completed.length
      const at = ago(daysAgo - (daysAgo - lastAccessedDaysAgo) * share)
      await learningStore.ensureRows(tx, userId, [item.id])
      const watched: [number, number][] = item.seconds === null ? [] : [[0, Math.ceil(item.seconds)]]
      await learningStore.keepPlace(tx, userId, item.id, { position: item.seconds ?? 0, watched, at })
      await learningStore.markCompleted(tx, userId, [item.id], { completed: true, at })
    }
    const unfinished = resumeAt && course.resources.get(resumeAt.resource)
    if (resumeAt && unfinished) {
      await learningStore.ensureRows(tx, userId, [unfinished.id])
      await learningStore.keepPlace(tx, userId, unfinished.id, {
        position: resumeAt.seconds,
        watched: [[0, Math.ceil(resumeAt.seconds)]],
        at: ago(lastAccessedDaysAgo),
      })
    }
  }

  return { school: seedSchool }
}

/** What the demo school refers to must be there. */
function of<T>(known: Map<string, T>, key: string): T {
  const found = known.get(key)
  if (found === undefined) throw new Error(`the demo school has no '${key}'`)
  return found
}

function contentTypeOf(file: string): string {
  if (file.endsWith('.mp4')) return 'video/mp4'
  if (file.endsWith('.vtt')) return 'text/vtt'
  return 'application/pdf'
}
