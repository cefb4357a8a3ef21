/**
 * Measures presses in the course builder with many modules of 10 lessons each, on a laptop's window, against a separate product
 * with the demo school (lab/bench/support/measured-presses.ts has the figures), and the size and time of the call that the page reads.
 * Target: 100 ms from a press to the next frame.
 */
import { runMeasurement } from './support/frame.ts'
import { measurePresses } from './support/measured-presses.ts'
import { laptop, type Press } from './support/press-pages.ts'
import { median } from '../harness/measure.ts'
import { callProduct, signInDemo, withSchool, type MeasuredServer } from './support/server-process.ts'

const lessonsInModule = 10

/** Creates an unpublished course, because publishing does not change the measured page. */
async function makeCourse(origin: string, token: string, modules: number): Promise<number> {
  const { id: courseId } = await callProduct<{ id: number }>(origin, 'POST /courses', {
    token,
    body: { title: 'A course of many modules', description: 'Measured by the bench.', draft: true },
  })
  for (let place = 0; place < modules; place += 1) {
    const module = await callProduct<{ id: number }>(origin, 'POST /course-content', {
      token,
      body: { courseId, title: `Module ${place + 1}` },
    })
    for (let lesson = 0; lesson < lessonsInModule; lesson += 1) {
      await callProduct(origin, `POST /course-content/${module.id}/texts`, {
        token,
        body: { title: `Lesson ${place + 1}.${lesson + 1}` },
      })
    }
  }
  return courseId
}

function pressesIn(
  courseId: number,
  { modules, firstModule, token }: { modules: number; firstModule: number; token: string },
): readonly Press[] {
  const path = `/course/${courseId}/manage`
  const opened = { path: `${path}?module=${firstModule}`, token }
  const middle = Math.ceil(modules / 2)
  const named = (start: string, title: string) => new RegExp(`^${start}.*${title}$`)
  return [
    {
      name: 'choose a module',
      path,
      token,
      target: (page) => page.getByRole('button', { name: new RegExp(`^Module ${middle} `) }),
    },
    { name: 'add a module', path, token, target: (page) => page.getByRole('button', { name: 'Add Module' }) },
    {
      name: 'move a module down',
      path,
      token,
      target: (page) => page.getByRole('button', { name: `Move Module ${middle} down` }),
    },
    {
      name: 'open the menu of a module',
      path,
      token,
      target: (page) => page.getByRole('button', { name: named('More', `Module ${middle}`) }),
    },
    {
      name: 'publish a lesson',
      ...opened,
      target: (page) => page.getByRole('switch', { name: named('Publish', 'Lesson 1\\.5') }),
    },
    {
      // The last lesson has no other direction to move in than up.
      name: 'move a lesson',
      ...opened,
      target: (page) =>
        page.getByRole('button', { name: /^Move Lesson 1\.5 (up|down)$/, disabled: false }).last(),
    },
    {
      name: 'rename a lesson',
      ...opened,
      target: (page) => page.getByRole('button', { name: named('Rename', 'Lesson 1\\.5') }),
    },
    {
      name: 'begin to select',
      ...opened,
      target: (page) => page.getByRole('button', { name: 'Select', exact: true }),
    },
    {
      name: 'select a module',
      ...opened,
      prepare: (page) => page.getByRole('button', { name: 'Select', exact: true }).click(),
      target: (page) => page.getByRole('checkbox', { name: named('', `Module ${middle}`) }),
    },
  ]
}

async function measureCall(server: MeasuredServer, token: string, courseId: number, times: number) {
  const taken: number[] = []
  let bytes = 0
  const before = server.processorMs()
  for (let time = 0; time < times; time += 1) {
    const began = performance.now()
    const answer = await fetch(`${server.origin}/api/courses/${courseId}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    bytes = (await answer.arrayBuffer()).byteLength
    taken.push(performance.now() - began)
  }
  return {
    call: 'GET /courses/{id}',
    'answer, kB': (bytes / 1000).toFixed(0),
    'median, ms': median(taken).toFixed(0),
    'processor time of the server, ms': ((server.processorMs() - before) / times).toFixed(0),
  }
}

await runMeasurement('course-builder', (bench) =>
  withSchool(async (server) => {
    const { origin } = server
    const { modules, calls } = bench.size
    const { token } = await signInDemo(origin, 'instructor')
    const courseId = await makeCourse(origin, token, modules)
    const { contents } = await callProduct<{ contents: { id: number }[] }>(
      origin,
      `GET /courses/${courseId}`,
      { token },
    )
    bench.table([await measureCall(server, token, courseId, calls)], `A course with ${modules} modules`)
    const presses = pressesIn(courseId, { modules, firstModule: contents[0]?.id ?? 0, token })
    await measurePresses(bench, origin, laptop, presses)
  }),
)
