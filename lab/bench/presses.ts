/**
 * Measures from a press to the next frame on a phone's window: ten named presses, each on a separate page, against a separate
 * product with the demo school or the product at PRESSES_ORIGIN (lab/bench/support/measured-presses.ts has the figures).
 */
import type { SizeOf } from './measurements.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { measurePresses, phone, type Press } from './support/measured-presses.ts'
import { callProduct, signInDemo, withSchool } from './support/server-process.ts'

interface School {
  token: string
  course: string
  lesson: string
}

const publicPresses: readonly Press[] = [
  {
    name: 'landing page: open the menu',
    path: '/',
    target: (page) => page.getByRole('button', { name: 'Menu' }),
  },
  {
    name: 'marketplace: choose a category',
    path: '/marketplace',
    target: (page) => page.getByRole('group', { name: 'Category' }).getByRole('link', { name: 'Design' }),
  },
  {
    name: 'marketplace: show as a list',
    path: '/marketplace',
    target: (page) => page.getByRole('link', { name: 'List', exact: true }),
  },
  {
    name: 'marketplace: type a letter into the search',
    path: '/marketplace',
    target: (page) => page.getByLabel('Search courses'),
    key: 's',
  },
  {
    name: 'marketplace: open a course',
    path: '/marketplace',
    target: (page) => page.locator('main .ap-card-title a').first(),
  },
  {
    name: 'sales page: open a tab',
    path: '/sp/3/',
    target: (page) => page.getByRole('tab', { name: 'Curriculum' }),
  },
  {
    name: 'sales page: add to the cart',
    path: '/sp/3/',
    target: (page) => page.getByRole('button', { name: 'Add to Cart' }).first(),
  },
]

const learnersPresses = ({ token, course, lesson }: School): readonly Press[] => [
  {
    name: 'dashboard: go to the marketplace',
    path: '/dashboard',
    token,
    target: (page) => page.getByRole('link', { name: 'Market', exact: true }),
  },
  {
    name: 'course page: open a tab',
    path: course,
    token,
    target: (page) => page.getByRole('tab', { name: 'Resources' }),
  },
  {
    name: 'lesson: mark as complete',
    path: lesson,
    token,
    target: (page) => page.getByRole('button', { name: /^Mark as / }),
  },
]

/** Returns the demo student's session, one of their courses and its first video. */
async function schoolAt(origin: string): Promise<School> {
  const { token, user } = await signInDemo(origin, 'student')
  const courses = await callProduct<{ id: number }[]>(origin, `GET /courses/enrolled?userId=${user.id}`, {
    token,
  })
  for (const { id } of courses) {
    const { contents } = await callProduct<{
      contents: { id: number; resources: { id: number; fileType: string }[] }[]
    }>(origin, `GET /courses/${id}`, { token })
    for (const { id: module, resources } of contents) {
      const video = resources.find(({ fileType }) => fileType === 'video')
      if (video) return { token, course: `/course/${id}`, lesson: `/lesson/${module}/resources/${video.id}` }
    }
  }
  throw new Error('The demo student is enrolled in no course with a video')
}

async function measure(bench: Bench<SizeOf<'presses'>>, origin: string): Promise<void> {
  const school = await schoolAt(origin)
  await measurePresses(bench, origin, phone, [...publicPresses, ...learnersPresses(school)])
}

await runMeasurement('presses', (bench) => {
  const origin = process.env['PRESSES_ORIGIN']
  return origin ? measure(bench, origin) : withSchool((server) => measure(bench, server.origin))
})
