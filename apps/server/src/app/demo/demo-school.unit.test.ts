import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { courseCategories } from '@apogee/contracts/course-choices.ts'
import { describe, expect, test } from 'vitest'
import { loadDemoSchool, loadLessons, type DemoMedium } from './load-demo-school.ts'
import { learnerAt } from './seed/past-sales.rules.ts'

type DemoVideo = Extract<DemoMedium, { kind: 'video' }>

const { assessments, courses, people, sellers, enrolments, highlights, learners, media, mediaFolder } =
  loadDemoSchool()
const resources = courses.flatMap((course) =>
  course.outline.flatMap((module) => module.resources.map((resource) => ({ course, module, resource }))),
)
const fileLessons = resources.flatMap(({ course, resource }) =>
  resource.fileType === 'reading' ? [] : [{ course, resource }],
)
const videos = Object.values(media).filter((medium): medium is DemoVideo => medium.kind === 'video')
const courseOf = (key: string) => courses.find((course) => course.key === key)

/** Returns the start and end of every cue in seconds. */
function cueTimes(file: string): { start: number; end: number }[] {
  const text = readFileSync(join(mediaFolder, file), 'utf8')
  expect(text.startsWith('WEBVTT\n\n'), file).toBe(true)
  const seconds = (stamp: string): number => {
    const [hours = '', minutes = '', rest = ''] = stamp.split(':')
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
  }
  return [...text.matchAll(/^(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})\n\S/gm)].map(
    ([, start = '', end = '']) => ({
      start: seconds(start),
      end: seconds(end),
    }),
  )
}

describe('the demo school', () => {
  test('the demo school has 26 courses in all six categories', () => {
    expect(courses).toHaveLength(26)
    expect(new Set(courses.map(({ category }) => category))).toEqual(new Set(courseCategories))
  })

  test('demo keys and e-mail addresses are unique', () => {
    for (const keys of [
      courses.map(({ key }) => key),
      people.map(({ key }) => key),
      sellers.map(({ key }) => key),
      people.map(({ email }) => email),
    ]) {
      expect(new Set(keys).size).toBe(keys.length)
    }
    for (const course of courses) {
      const modules = course.outline.map(({ key }) => key)
      const inside = course.outline.flatMap((module) => module.resources.map(({ key }) => key))
      expect(new Set(modules).size, course.key).toBe(modules.length)
      expect(new Set(inside).size, course.key).toBe(inside.length)
    }
  })

  test('free demo courses have ids divisible by three, paid ones have other ids', () => {
    const groups = new Set(
      courses.map(
        ({ priceCents }, index) => `${priceCents === 0 ? 'free' : 'paid'} ${(index + 1) % 3 === 0}`,
      ),
    )
    expect([...groups].sort()).toEqual(['free false', 'free true', 'paid false', 'paid true'])
    expect(courses.filter(({ isPrivate }, index) => isPrivate && (index + 1) % 3 === 0)).toEqual([])
  })

  test('demo prices are whole sen from 0 to 1,000,000; titles and descriptions are within their limits', () => {
    for (const { key, priceCents, title, description } of courses) {
      expect(Number.isInteger(priceCents) && priceCents >= 0 && priceCents <= 1_000_000, key).toBe(true)
      expect(title.length, key).toBeLessThanOrEqual(200)
      expect(description.split('\n\n').length, key).toBeGreaterThanOrEqual(2)
      expect(description.length, key).toBeLessThanOrEqual(20_000)
    }
  })

  test('the names of the many learners give 300 different addresses', () => {
    const addresses = Array.from({ length: 300 }, (_, index) => learnerAt(learners, index).email)
    expect(new Set(addresses).size).toBe(300)
  })

  test('no demo course costs more than RM 8 for each of its items, and one without items costs least', () => {
    const prices = courses.filter(({ priceCents }) => priceCents > 0)
    const least = Math.min(...prices.map(({ priceCents }) => priceCents))
    for (const { key, outline, priceCents } of prices) {
      const quizzes = assessments.filter(({ course }) => course === key).length
      const items = outline.reduce((sum, { resources }) => sum + resources.length, quizzes)
      if (items === 0) expect(priceCents, key).toBe(least)
      else expect(priceCents / items, key).toBeLessThanOrEqual(800)
    }
  })

  test('each demo course has a known seller and an instructor of that seller with a biography', () => {
    for (const { key, seller, instructor, createdBy } of courses) {
      const shop = sellers.find((each) => each.key === seller)
      const teacher = people.find((each) => each.key === instructor)
      const author = people.find((each) => each.key === createdBy)
      const team = shop?.kind === 'business' ? shop.key : null
      expect(shop, key).toBeDefined()
      expect(teacher?.bio, key).toBeTruthy()
      expect([teacher?.business, author?.business], key).toEqual([team, team])
      if (shop?.kind === 'instructor') expect(instructor, key).toBe(shop.owner)
    }
  })

  test('each demo course names its language and its level', () => {
    for (const { key, language, level } of courses) {
      expect(language, key).toBeDefined()
      expect(level, key).toBeDefined()
    }
  })

  test('each demo course has three answered questions and at least three outcomes', () => {
    for (const { key, faq, outcomes } of courses) {
      expect(faq, key).toHaveLength(3)
      expect(outcomes.length, key).toBeGreaterThanOrEqual(3)
    }
  })

  test('each demo enrolment is of an existing person in an existing course and completes published items', () => {
    for (const { person, course, source, daysAgo, lastAccessedDaysAgo, completed, resumeAt } of enrolments) {
      const name = `${person} in ${course}`
      const learner = people.find((each) => each.key === person)
      const found = courseOf(course)
      const published =
        found?.outline
          .filter((module) => module.isPublished)
          .flatMap((module) => module.resources.map(({ key }) => key)) ?? []
      expect(daysAgo, name).toBeLessThanOrEqual(
        Math.min(learner?.joinedDaysAgo ?? 0, found?.createdDaysAgo ?? 0),
      )
      expect(lastAccessedDaysAgo, name).toBeLessThanOrEqual(daysAgo)
      expect(published, name).toEqual(expect.arrayContaining(completed))
      if (found?.isPrivate) expect(source, name).toBe('granted')
      else expect(source === 'free', name).toBe(found?.priceCents === 0)
      if (resumeAt) {
        const lesson = fileLessons.find(
          (each) => each.course === found && each.resource.key === resumeAt.resource,
        )
        const medium = media[lesson?.resource.media ?? '']
        expect(medium?.kind === 'video' && medium.seconds > resumeAt.seconds, name).toBe(true)
      }
    }
  })

  test('the highlighted demo courses match their descriptions', () => {
    const kinds = (key: string) =>
      new Set(resources.filter(({ course }) => course.key === key).map(({ resource }) => resource.fileType))
    const free = courseOf(highlights.freeWithVideo)
    expect([free?.priceCents, free?.isPrivate, kinds(highlights.freeWithVideo).has('video')]).toEqual([
      0,
      false,
      true,
    ])

    const started = enrolments.find(
      ({ person, course }) => person === 'aisyah' && course === highlights.paidInProgress,
    )
    const all = resources.filter(({ course }) => course.key === highlights.paidInProgress)
    expect(courseOf(highlights.paidInProgress)?.priceCents).toBeGreaterThan(0)
    expect(kinds(highlights.paidInProgress)).toEqual(new Set(['video', 'pdf', 'reading']))
    expect(started?.completed.length).toBeGreaterThan(0)
    expect(started?.completed.length).toBeLessThan(all.length)

    const finished = enrolments.find(
      ({ person, course }) => person === 'aisyah' && course === highlights.finished,
    )
    expect(finished?.completed).toHaveLength(
      resources.filter(({ course }) => course.key === highlights.finished).length,
    )

    expect(courseOf(highlights.withoutContents)?.outline).toEqual([])
    expect(kinds(highlights.pdfOnly)).toEqual(new Set(['pdf']))
    expect(courseOf(highlights.withDraftModule)?.outline.some((module) => !module.isPublished)).toBe(true)
    expect(new Set(courses.filter(({ isPrivate }) => isPrivate).map(({ key }) => key))).toEqual(
      new Set(highlights.private),
    )
  })
})

describe('the demo media', () => {
  test('every demo resource names a medium of its own kind, and every medium is used', () => {
    for (const { course, resource } of fileLessons) {
      expect(media[resource.media]?.kind, `${course.key}/${resource.key}`).toBe(resource.fileType)
    }
    expect(new Set(fileLessons.map(({ resource }) => resource.media))).toEqual(new Set(Object.keys(media)))
  })

  test('every demo file exists with the size in the catalogue, and all together are below 56 MB', () => {
    for (const { file, bytes } of Object.values(media))
      expect(statSync(join(mediaFolder, file)).size, file).toBe(bytes)
    const total = Object.values(media).reduce((sum, { bytes }) => sum + bytes, 0)
    expect(total).toBeLessThan(56 * 1024 * 1024)
  })

  test('every video of three and more slides has them as chapters, which make-media.ts writes', () => {
    const lessons = loadLessons()
    for (const [key, medium] of Object.entries(media)) {
      if (medium.kind !== 'video') continue
      const slides = lessons.get(key)?.slides ?? []
      const titles = slides.length < 3 ? undefined : slides.map(({ heading }) => heading)
      expect(
        medium.chapters?.map(({ title }) => title),
        key,
      ).toEqual(titles)
    }
  })

  test('demo videos are MP4 with the index in front, and demo PDFs are PDFs', () => {
    for (const { file, kind } of Object.values(media)) {
      const bytes = readFileSync(join(mediaFolder, file))
      if (kind === 'pdf') expect(bytes.subarray(0, 5).toString('latin1'), file).toBe('%PDF-')
      else {
        expect(bytes.subarray(4, 8).toString('latin1'), file).toBe('ftyp')
        expect(bytes.indexOf('moov', 0, 'latin1'), file).toBeLessThan(bytes.indexOf('mdat', 0, 'latin1'))
      }
    }
  })

  test('captions do not overlap and end before their video does', () => {
    for (const { file, seconds, captions } of videos) {
      for (const name of [captions.en, captions.ms]) {
        if (name === null) continue
        const times = cueTimes(name)
        expect(times.length, name).toBeGreaterThanOrEqual(4)
        times.forEach(({ start, end }, index) => {
          expect(start, name).toBeGreaterThanOrEqual(times[index - 1]?.end ?? 0)
          expect(end, name).toBeGreaterThan(start)
        })
        expect(times.at(-1)?.end, file).toBeLessThan(seconds)
      }
    }
  })

  test("all videos of the demo student's courses and of the free course have Malay captions", () => {
    const studied = new Set([
      highlights.freeWithVideo,
      ...enrolments.filter(({ person }) => person === 'aisyah').map(({ course }) => course),
    ])
    for (const { course, resource } of fileLessons) {
      const medium = media[resource.media]
      if (!studied.has(course.key) || medium?.kind !== 'video') continue
      expect(
        medium.captions.ms !== null && existsSync(join(mediaFolder, medium.captions.ms)),
        resource.media,
      ).toBe(true)
    }
  })
})
