import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from '../support/journey.ts'
import { as, newLearner, postAs } from '../support/people.ts'
import { enrol, lessonsOf } from '../support/school.ts'

/** Creates a course with a learner and one published lesson, a package. */
export async function packageLesson(
  request: APIRequestContext,
  author: { token: string },
  zip: Buffer,
  title = 'Played in a frame',
) {
  const post = postAs(request, author)
  const course = await post('/courses', { title, description: 'To play', price: 0 })
  const module = await post('/course-content', { courseId: course.id, title: 'One', isPublished: true })
  const upload = await request.post('/api/upload?purpose=package', {
    ...as(author),
    multipart: { file: { name: 'p.zip', mimeType: 'application/zip', buffer: zip } },
  })
  const { url } = (await upload.json()) as { url: string }
  const { id } = await post(`/course-content/${module.id}/packages`, { filePath: url, title })
  await request.put(`/api/course-resources/${id}`, { ...as(author), data: { isPublished: true } })
  // The second lesson is never opened, so no dialog says that the course is completed.
  const unopened = await post(`/course-content/${module.id}/texts`, { title: 'Not opened' })
  const document = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }],
  }
  const published = await request.put(`/api/course-resources/${unopened.id}/text`, {
    ...as(author),
    data: { document },
  })
  expect(published.ok(), await published.text()).toBe(true)
  await request.put(`/api/courses/${course.id}/state`, { ...as(author), data: { state: 'published' } })
  const learner = await newLearner(request, 'Nurul Huda')
  await enrol(request, learner, course.id)
  const [lesson] = await lessonsOf(request, course.id, learner)
  return { courseId: course.id, path: lesson?.path ?? '', learner }
}

/** Waits until a frame or a window of the package contains the element, and returns the element. */
export async function anywhere(
  page: Page,
  find: (frame: Pick<Page, 'locator'>) => Locator,
): Promise<Locator> {
  let found: Locator | undefined
  await expect
    .poll(async () => {
      for (const place of page
        .context()
        .pages()
        .flatMap((one) => one.frames())) {
        const locator = find(place)
        if (await locator.count().catch(() => 0)) found = locator
      }
      return found !== undefined
    })
    .toBe(true)
  if (!found) throw new Error('no frame has the element')
  return found
}
