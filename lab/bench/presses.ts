/**
 * Measures from a press to the next frame, and to its answer on a slow connection: thirteen named presses, each on a separate page,
 * against a separate product with the demo school or the product at PRESSES_ORIGIN (lab/bench/support/measured-presses.ts has the
 * figures). A run changes the demo school: it saves a note, a lesson's state, the order of two lessons and the student's own name.
 */
import type { Locator, Page } from '@playwright/test'
import type { SizeOf } from './measurements.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { measurePresses } from './support/measured-presses.ts'
import { laptop, phone, type Press } from './support/press-pages.ts'
import { callProduct, signInDemo, withSchool } from './support/server-process.ts'

interface School {
  token: string
  /** `unbought` is a course that is on sale and in which the student is not enrolled. */
  unbought: string
  lesson: string
}

const visible = (locator: Locator) => locator.first().waitFor()

const publicPresses: readonly Press[] = [
  {
    name: 'landing page: open the menu',
    path: '/',
    target: (page) => page.getByRole('button', { name: 'Menu' }),
    answer: (page) => visible(page.getByRole('dialog', { name: 'Menu' })),
    isEarly: true,
  },
  {
    name: 'marketplace: choose a category',
    path: '/marketplace',
    target: (page) => page.getByRole('group', { name: 'Category' }).getByRole('link', { name: 'Design' }),
    answer: (page) =>
      visible(
        page
          .getByRole('group', { name: 'Category' })
          .getByRole('link', { name: 'Design' })
          .and(page.locator('[aria-current]')),
      ),
    isEarly: true,
  },
  {
    name: 'marketplace: type a letter into the search',
    path: '/marketplace',
    target: (page) => page.getByLabel('Search courses'),
    key: 'q',
    // Fewer than ten courses of the demo school contain the letter, so the number has one digit.
    answer: (page) => visible(page.getByText(/^\d courses?$/)),
    isEarly: true,
  },
  {
    name: 'marketplace: open a course',
    path: '/marketplace',
    target: (page) => page.locator('main .ap-card-title a').first(),
    answer: (page) => visible(page.getByRole('tablist')),
    isEarly: true,
  },
  {
    name: 'sales page: open a tab',
    path: '/sp/3/',
    target: (page) => page.getByRole('tab', { name: 'Curriculum' }),
    answer: (page) => visible(page.getByRole('tab', { name: 'Curriculum', selected: true })),
    isEarly: true,
  },
  {
    name: 'sales page: add to the cart',
    path: '/sp/3/',
    target: (page) => page.getByRole('button', { name: 'Add to Cart' }).first(),
    answer: (page) => visible(page.getByText(/has been added to your cart!/)),
    isEarly: true,
  },
]

const learnersPresses = ({ token, unbought, lesson }: School): readonly Press[] => [
  {
    name: 'sales page: buy now',
    path: unbought,
    token,
    // The request is never answered, because its answer would open the payment page. The measurement ends when the button shows
    // that it is busy.
    prepare: (page) => page.route(/\/api\/payments\?/, () => undefined),
    target: (page) => page.getByRole('button', { name: 'Buy Now' }).first(),
    answer: (page) => visible(page.getByRole('button', { name: 'Opening payment...' })),
    isEarly: true,
  },
  {
    name: 'lesson: play',
    path: lesson,
    token,
    target: (page) =>
      page.getByRole('group', { name: 'Video player' }).getByRole('button', { name: 'Play' }).first(),
    answer: (page) => page.evaluate(pictureMoves),
  },
  {
    name: 'lesson: mark as complete',
    path: lesson,
    token,
    prepare: async (page) => {
      const undo = page.getByRole('button', { name: 'Mark as Incomplete' })
      if (await undo.isVisible()) await undo.tap()
      await visible(page.getByRole('button', { name: 'Mark as Complete' }))
    },
    target: (page) => page.getByRole('button', { name: 'Mark as Complete' }),
    answer: (page) => visible(page.getByRole('button', { name: 'Mark as Incomplete' })),
  },
  {
    name: 'lesson: open the next one',
    path: lesson,
    token,
    target: (page) => page.getByRole('link', { name: 'Next lesson' }).first(),
    answer: (page) => page.waitForURL((url) => url.pathname !== lesson, { waitUntil: 'commit' }),
  },
  {
    name: 'lesson: begin a note',
    path: lesson,
    token,
    target: (page) => page.getByRole('button', { name: /^Add a note/ }),
    answer: (page) => visible(page.getByRole('textbox', { name: /note/i })),
  },
  {
    name: 'settings: save the name',
    path: '/settings',
    token,
    prepare: (page) => page.getByLabel('Name', { exact: true }).press('x'),
    target: (page) => page.getByRole('button', { name: 'Save', exact: true }).first(),
    answer: (page) => visible(page.getByText('Your name has been saved')),
  },
]

/** The page's content security policy would refuse a text that `waitForFunction` evaluates repeatedly. */
const pictureMoves = `new Promise((resolve) => {
  const look = () => (document.querySelector('video')?.currentTime > 0 ? resolve() : requestAnimationFrame(look))
  look()
})`

const builderPress = (token: string, path: string): Press => ({
  name: 'builder: drag a lesson',
  path,
  token,
  target: (page) => page.getByRole('button', { name: /^Drag / }).last(),
  move: dragUp,
  answer: (page) => visible(page.getByText(/is now 1 of \d/)),
})

/** Drags a row to the upper part of the row above it. */
async function dragUp(page: Page, handle: Locator): Promise<void> {
  const from = await handle.boundingBox()
  const above = await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Drag / }) })
    .nth(-2)
    .boundingBox()
  if (!from || !above) throw new Error('The rows are not on the screen')
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 6)
  await page.mouse.move(above.x + above.width / 2, above.y + above.height / 4 + 6)
  await page.mouse.move(above.x + above.width / 2, above.y + above.height / 4)
  await page.mouse.up()
}

interface EnrolledCourse {
  id: number
  enrollment: { progress: { completedLessons: number; totalLessons: number } }
}

interface Course {
  id: number
  contents: { id: number; resources: { id: number; fileType: string }[] }[]
}

/**
 * Returns the demo student's session, a course to buy, and a lesson with a video that has a lesson after it. The lesson does not
 * complete its course, because the dialog of a completed course would cover the page.
 */
async function schoolAt(origin: string): Promise<School> {
  const { token, user } = await signInDemo(origin, 'student')
  const mine = await callProduct<EnrolledCourse[]>(origin, `GET /courses/enrolled?userId=${user.id}`, {
    token,
  })
  const onSale = await callProduct<{ id: number; price: number }[]>(origin, 'GET /courses')
  const unbought = onSale.find(({ id, price }) => price > 0 && !mine.some((course) => course.id === id))
  if (!unbought) throw new Error('The demo student has bought every course')
  for (const { id, enrollment } of mine) {
    const { completedLessons, totalLessons } = enrollment.progress
    if (totalLessons - completedLessons < 2) continue
    const { contents } = await callProduct<Course>(origin, `GET /courses/${id}`, { token })
    const module = contents.find(
      ({ resources }) => resources[0]?.fileType === 'video' && resources.length > 1,
    )
    const video = module?.resources[0]
    if (module && video)
      return { token, unbought: `/sp/${unbought.id}/`, lesson: `/lesson/${module.id}/resources/${video.id}` }
  }
  throw new Error('The demo student is enrolled in no course with a video and two lessons to complete')
}

/** Creates a course with two lessons, and returns the address of its builder. */
async function builderAt(origin: string, token: string): Promise<string> {
  const make = async (path: string, body: object) =>
    (await callProduct<{ id: number }>(origin, `POST ${path}`, { token, body })).id
  const courseId = await make('/courses', { title: 'Two lessons', description: 'Measured.', draft: true })
  const module = await make('/course-content', { courseId, title: 'One' })
  for (const title of ['First', 'Second']) await make(`/course-content/${module}/texts`, { title })
  return `/course/${courseId}/manage?module=${module}`
}

async function measure(bench: Bench<SizeOf<'presses'>>, origin: string): Promise<void> {
  const presses = [...publicPresses, ...learnersPresses(await schoolAt(origin))]
  await measurePresses(bench, origin, phone, presses)
  if (presses.length >= bench.size.presses) return
  const { token } = await signInDemo(origin, 'instructor')
  await measurePresses(bench, origin, laptop, [builderPress(token, await builderAt(origin, token))])
}

await runMeasurement('presses', (bench) => {
  const origin = process.env['PRESSES_ORIGIN']
  return origin ? measure(bench, origin) : withSchool((server) => measure(bench, server.origin))
})
