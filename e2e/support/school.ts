/** Reads the demo school's data that journeys use. */
import { join } from 'node:path'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { open } from './journey.ts'
import { as, demoReader, newLearner, type Person } from './people.ts'

const media = join(import.meta.dirname, '../../content/demo-school/media')

/**
 * The files are examples that an author may upload. The videos are small, because the product prepares a stream of each uploaded
 * video in the background, which takes ten seconds of processor time for one of the demo school.
 */
export const files = {
  video: join(import.meta.dirname, 'media/first-video.mp4'),
  captions: join(media, 'git-snapshots.en.vtt'),
  pdf: join(media, 'git-card.pdf'),
  secondVideo: join(import.meta.dirname, 'media/second-video.mp4'),
}

export const courses = {
  /** The course is paid, with videos, captions and handouts; its seller has its own payment account. */
  sql: 'SQL for People with Questions',
  typescript: 'TypeScript from First Principles',
  /** The first lesson, a video with an exercise in Python, is a free preview. */
  python: 'Python for Spreadsheet Users',
  interfaces: 'Interface Design for Engineers',
  /** The course is paid and of a lone instructor, who uses the platform's account. */
  contract: 'Reading a Contract Before You Sign',
  colour: 'Colour With Reasons',
  prompts: 'Prompts as Specifications',
  /** The course is free, with videos and a PDF. */
  git: 'Git Without Fear',
  /** The course is free and small: one video, one PDF. The same business sells the course about SQL. */
  accessible: 'Accessible Pages in a Week',
} as const

export interface CourseFound {
  id: number
  title: string
  price: number
}

export async function courseNamed(request: APIRequestContext, title: string): Promise<CourseFound> {
  const response = await request.get('/api/courses', { params: { limit: 100 } })
  const { data } = (await response.json()) as { data: CourseFound[] }
  const course = data.find((candidate) => candidate.title === title)
  if (!course) throw new Error(`The demo school has no course '${title}'`)
  return course
}

interface ResourceFound {
  id: number
  courseContentId: number
  title: string
  fileType: string
  progress?: { completed: boolean; position: number; watchTime: number }
}

/** Returns the lessons of a course in order, each with its URL. */
export async function lessonsOf(request: APIRequestContext, courseId: number, reader?: Person) {
  const response = await request.get(`/api/courses/${courseId}`, reader && as(reader))
  const { data } = (await response.json()) as { data: { contents: { resources: ResourceFound[] }[] } }
  return data.contents
    .flatMap((content) => content.resources)
    .map((resource) => ({
      ...resource,
      path: `/lesson/${resource.courseContentId}/resources/${resource.id}`,
    }))
}

/** Returns the page of a course's learners, for its teachers. */
export async function rosterPage(request: APIRequestContext): Promise<string> {
  return `/course/${(await courseNamed(request, courses.typescript)).id}/people`
}

export async function learnerPage(request: APIRequestContext): Promise<string> {
  const { id } = await courseNamed(request, courses.typescript)
  const response = await request.get(
    `/api/courses/${id}/learners?limit=1`,
    as(await demoReader(request, 'instructor')),
  )
  const { data } = (await response.json()) as { data: { userId: number }[] }
  return `/course/${id}/people/${data[0]?.userId}`
}

/** Returns the page on which a superadmin sees a business as a seller. */
export async function sellerPage(request: APIRequestContext, name: string): Promise<string> {
  const response = await request.get(
    `/api/platform/sellers?search=${encodeURIComponent(name)}`,
    as(await demoReader(request, 'superadmin')),
  )
  const { data } = (await response.json()) as { data: { id: number; name: string | null }[] }
  return `/platform/sellers/${data.find((seller) => seller.name === name)?.id}`
}

/** Enrols the person in a free course by a call. */
export async function enrol(request: APIRequestContext, person: Person, courseId: number): Promise<void> {
  const response = await request.post(`/api/courses/${courseId}/enroll`, {
    ...as(person),
    data: { userId: person.id, courseId },
  })
  expect(response.ok(), await response.text()).toBe(true)
}

/**
 * Puts courses into the stored cart (docs/specification.md#9-business-constants-and-limits), for journeys that start at
 * the checkout.
 */
export async function putIntoCart(page: Page, chosen: readonly CourseFound[]): Promise<void> {
  const cart = { state: { items: chosen.map((course) => ({ ...course, quantity: 1 })) }, version: 0 }
  await page.goto('/robots.txt')
  await page.evaluate((kept) => localStorage.setItem('cart-storage', kept), JSON.stringify(cart))
}

/** Returns a quiz of this course that its author can edit. If the course has none, the function creates one. */
export async function quizOf(request: APIRequestContext, title: string): Promise<number> {
  const instructor = await demoReader(request, 'instructor')
  const course = await courseNamed(request, title)
  const answer = await request.get(`/api/courses/${course.id}`, as(instructor))
  const { data } = (await answer.json()) as {
    data: { contents: { id: number; resources: { id: number; fileType: string }[] }[] }
  }
  const known = data.contents
    .flatMap(({ resources }) => resources)
    .find(({ fileType }) => fileType === 'quiz')
  if (known) return known.id
  const made = await request.post(`/api/course-content/${data.contents[0]?.id}/quizzes`, {
    ...as(instructor),
    data: { title: 'Check yourself' },
  })
  return ((await made.json()) as { data: { id: number } }).data.id
}

/** Creates a text that no learner sees, in a course of the demo instructor. */
export async function newText(request: APIRequestContext, title: string): Promise<number> {
  const instructor = await demoReader(request, 'instructor')
  const course = await courseNamed(request, title)
  const answer = await request.get(`/api/courses/${course.id}`, as(instructor))
  const { data } = (await answer.json()) as {
    data: { contents: { id: number; resources: { id: number; words?: number }[] }[] }
  }
  const known = data.contents.flatMap(({ resources }) => resources).find(({ words }) => words !== undefined)
  if (known) return known.id
  const made = await request.post(`/api/course-content/${data.contents[0]?.id}/texts`, {
    ...as(instructor),
    data: { title: 'Labels in words' },
  })
  return ((await made.json()) as { data: { id: number } }).data.id
}

const newestOf = async (request: APIRequestContext, list: 'groups' | 'discussions') => {
  const { token } = await demoReader(request, 'student')
  const answer = await request.get(`/api/community/${list}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await answer.json()) as { data: { id: number }[] }
  return data[0]?.id
}
export const firstGroup = async (request: APIRequestContext) =>
  `/community/groups/${await newestOf(request, 'groups')}`
export const firstDiscussion = async (request: APIRequestContext) =>
  `/community/discussions/${await newestOf(request, 'discussions')}`

export const certificatePage = async (request: APIRequestContext) => {
  const student = await demoReader(request, 'student')
  const answer = await request.get('/api/certificates', {
    headers: { authorization: `Bearer ${student.token}` },
  })
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return `/certificates/${data[0]?.id}`
}

/** Opens the course import and discards an earlier import of the same person. */
export async function openImport(page: Page): Promise<void> {
  await open(page, '/studio/import')
  const another = page.getByRole('button', { name: /^(Choose another file|Import another|Discard)$/ })
  const chooser = page.getByLabel('Zip archive')
  await expect(another.or(chooser).first()).toBeAttached()
  if (await another.isVisible()) await another.click()
  await expect(chooser).toBeAttached()
}

/** Creates a text answer that its course's instructor has to grade, and returns its page. */
export async function handInPage(request: APIRequestContext): Promise<string> {
  const instructor = await demoReader(request, 'instructor')
  const send = async (person: Person, path: string, data: object) => {
    const answer = await request.post(`/api${path}`, { ...as(person), data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: { id: number; number: number; questions: { id: number }[] } })
      .data
  }
  const course = await send(instructor, '/courses', { title: 'To grade', description: 'Plans', price: 0 })
  const content = { courseId: course.id, title: 'One', isPublished: true }
  const module = await send(instructor, '/course-content', content)
  const quiz = { title: 'A plan', questions: [{ type: 'hand-in', question: 'Write a plan', points: 10 }] }
  const upload = await request.post('/api/upload?purpose=quiz', {
    ...as(instructor),
    multipart: {
      file: { name: 'q.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(quiz)) },
    },
  })
  const { url } = (await upload.json()) as { url: string }
  const item = { courseContentId: module.id, title: 'A plan', filePath: url, fileType: 'quiz' }
  const resource = await send(instructor, '/course-resources', item)
  const learner = await newLearner(request, 'Siti Sarah')
  await enrol(request, learner, course.id)
  const found = await request.get(`/api/course-resources/${resource.id}/assessment`, as(learner))
  const { data: assessment } = (await found.json()) as { data: { id: number } }
  const attempt = await send(learner, `/assessments/${assessment.id}/attempts`, {})
  const place = `/assessments/${assessment.id}/attempts/${attempt.number}`
  await request.put(`/api${place}/answers/${attempt.questions[0]?.id}`, {
    ...as(learner),
    data: { answer: 'First, then, last.' },
  })
  await send(learner, `${place}/submit`, {})
  const queue = await request.get(`/api/courses/${course.id}/hand-ins`, as(instructor))
  const { data } = (await queue.json()) as { data: { items: { attemptId: number }[] } }
  return `/course/${course.id}/hand-ins/${data.items[0]?.attemptId}`
}
