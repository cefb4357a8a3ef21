/** Reads content/demo-school. Problems are reported with file and path: `people.json: 3.business: …`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as z from 'zod/mini'
import * as schema from './demo-school.schema.ts'

export const demoSchoolFolder = join(import.meta.dirname, '../../../../../content/demo-school')

export type DemoSchool = ReturnType<typeof loadDemoSchool>
export type DemoCourse = DemoSchool['courses'][number]
export type DemoMedium = z.infer<typeof schema.catalogue>[string]

/** Throws an error that lists all problems of the first invalid file, or all references to missing keys. */
export function loadDemoSchool(folder = demoSchoolFolder) {
  const files = new Map<string, unknown>()
  function read<Shape extends z.ZodMiniType>(file: string, shape: Shape): z.infer<Shape> {
    const content = parseFile(folder, file, shape)
    files.set(file, content)
    return content
  }
  const { courses, highlights } = read('school.json', schema.school)
  const school = {
    highlights,
    courses: courses.map((key) => {
      const course = read(`courses/${key}/course.json`, schema.course)
      const description = read(`courses/${key}/description.md`, schema.description)
      /** The Markdown of each lesson is stored by the key of the lesson. */
      const texts = new Map(
        textLessonsOf(course).map((lesson) => [
          lesson,
          read(`courses/${key}/texts/${lesson}.md`, schema.lessonText),
        ]),
      )
      return { key, ...course, description, texts }
    }),
    sellers: read('sellers.json', schema.sellers),
    people: read('people.json', schema.people),
    invitations: read('invitations.json', schema.invitations),
    enrolments: read('enrolments.json', schema.enrolments),
    assessments: read('assessments.json', schema.assessments),
    groups: read('groups.json', schema.groups),
    discussions: read('discussions.json', schema.discussions),
    reviews: read('reviews.json', schema.reviews),
    messages: read('messages.json', schema.messages),
    invoices: read('invoices.json', schema.invoices),
    learners: read('learners.json', schema.learners),
    pastSales: read('past-sales.json', schema.pastSales),
    media: read('media/catalogue.json', schema.catalogue),
    mediaFolder: join(folder, 'media'),
    portraitsFolder: join(folder, 'portraits'),
  }
  const problems = [
    ...readdirSync(join(folder, 'courses'))
      .filter((name) => !courses.includes(name))
      .map((name) => `courses/${name}: not listed in school.json`),
    ...school.courses.flatMap(({ key, texts }) =>
      readdirSync(join(folder, 'courses', key))
        .flatMap((name) => (name === 'texts' ? readdirSync(join(folder, 'courses', key, name)) : []))
        .filter((name) => !texts.has(basename(name, '.md')))
        .map((name) => `courses/${key}/texts/${name}: the course has no such text lesson`),
    ),
    ...brokenReferences(files, {
      course: courses,
      person: school.people.map(({ key }) => key),
      seller: school.sellers.map(({ key }) => key),
      group: school.groups.map(({ key }) => key),
      medium: Object.keys(school.media),
      'list of names': Object.keys(school.learners.names),
    }),
    ...school.enrolments.flatMap(({ course, completed, resumeAt }, index) =>
      [...completed, ...(resumeAt ? [resumeAt.resource] : [])]
        .filter((key) => !resourcesOf(school.courses, course).includes(key))
        .map((key) => `enrolments.json: ${index}: course '${course}' has no resource '${key}'`),
    ),
    ...school.assessments.flatMap(({ course, module }, index) =>
      module === undefined || publishedModulesOf(school.courses, course).includes(module)
        ? []
        : [`assessments.json: ${index}: course '${course}' has no published module '${module}'`],
    ),
    ...Object.values(school.media)
      .flatMap(filesOf)
      .filter((file) => !existsSync(join(folder, 'media', file)))
      .map((file) => `media/catalogue.json: file '${file}' is missing`),
    ...school.people
      .flatMap(({ portrait }) => portrait ?? [])
      .filter((file) => !existsSync(join(folder, 'portraits', file)))
      .map((file) => `people.json: portrait '${file}' is missing`),
  ]
  if (problems.length > 0) fail(folder, problems)
  return school
}

export type LessonTexts = z.infer<typeof schema.lesson>
export type HandoutTexts = z.infer<typeof schema.handout>

/** Returns the scripts of the videos by media key. Only the tools that make the videos need them. */
export const loadLessons = (folder = demoSchoolFolder): Map<string, LessonTexts> =>
  parseFolder(folder, 'lessons', schema.lesson)

/** Returns the texts of the documents by media key. Only the tools that make the documents need them. */
export const loadHandouts = (folder = demoSchoolFolder): Map<string, HandoutTexts> =>
  parseFolder(folder, 'handouts', schema.handout)

/** Returns the names of the media file and of its captions. */
export function filesOf(medium: DemoMedium): string[] {
  const { en, ms } = medium.kind === 'video' ? medium.captions : {}
  return [medium.file, en, ms].filter((file) => file != null)
}

function textLessonsOf({ outline }: z.infer<typeof schema.course>): string[] {
  const lessons = outline.flatMap(({ resources }) => resources)
  return lessons.flatMap(({ key, fileType }) => (fileType === 'reading' ? [key] : []))
}
function resourcesOf(courses: readonly DemoCourseFile[], key: string): string[] {
  const course = courses.find((each) => each.key === key)
  return course?.outline.flatMap(({ resources }) => resources.map((resource) => resource.key)) ?? []
}
function publishedModulesOf(courses: readonly DemoCourseFile[], key: string | null): string[] {
  const course = courses.find((each) => each.key === key)
  return course?.outline.filter(({ isPublished }) => isPublished).map((module) => module.key) ?? []
}
type DemoCourseFile = z.infer<typeof schema.course> & { key: string }

function parseFile<Shape extends z.ZodMiniType>(folder: string, file: string, shape: Shape): z.infer<Shape> {
  let content: unknown
  try {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    content = file.endsWith('.json') ? JSON.parse(text) : text.trimEnd()
  } catch (error) {
    fail(folder, [`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`])
  }
  const parsed = z.safeParse(shape, content, { error: z.locales.en().localeError })
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.map(({ path, message }) => ({ place: path.join('.'), message }))
  fail(
    folder,
    places.map(({ place, message }) => [file, place, message].filter(Boolean).join(': ')),
  )
}

function parseFolder<Shape extends z.ZodMiniType>(folder: string, name: string, shape: Shape) {
  const files = readdirSync(join(folder, name)).map((file) => `${name}/${file}`)
  return new Map(files.map((file) => [basename(file, '.json'), parseFile(folder, file, shape)]))
}

function fail(folder: string, problems: readonly string[]): never {
  throw new Error(`The demo school in ${folder} is not valid:\n${problems.join('\n')}`)
}

type Kind = 'course' | 'person' | 'seller' | 'group' | 'medium' | 'list of names'

/** These fields contain a key, or a list of keys, of another entry. */
const kindOfField: Readonly<Record<string, Kind>> = {
  author: 'person',
  business: 'seller',
  by: 'person',
  course: 'course',
  createdBy: 'person',
  from: 'person',
  group: 'group',
  instructor: 'person',
  invitedBy: 'person',
  lists: 'list of names',
  media: 'medium',
  members: 'person',
  owner: 'person',
  person: 'person',
  seller: 'seller',
}

function brokenReferences(
  files: ReadonlyMap<string, unknown>,
  known: Record<Kind, readonly string[]>,
): string[] {
  const problems: string[] = []
  function check(file: string, path: readonly string[], value: unknown, kind: Kind | undefined): void {
    if (typeof value === 'string' && kind && !known[kind].includes(value))
      problems.push(`${file}: ${path.join('.')}: there is no ${kind} '${value}'`)
    if (typeof value !== 'object' || value === null) return
    const entries: [string, unknown][] = Object.entries(value)
    for (const [field, inner] of entries)
      check(file, [...path, field], inner, Array.isArray(value) ? kind : kindOfField[field])
  }
  for (const [file, content] of files) check(file, [], content, undefined)
  return problems
}

/** @throws for a key that the school does not have. */
export function mediumOf({ media }: DemoSchool, key: string): DemoMedium {
  const medium = media[key]
  if (!medium) throw new Error(`the demo school has no medium '${key}'`)
  return medium
}
