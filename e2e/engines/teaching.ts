/** Contains the journeys of teachers: the outline of a course, and its cohorts. */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { Screen } from './screen.ts'
import type { Journeys } from './visit.ts'

const dayMs = 24 * 3_600_000

export const teachingJourneys: Journeys = {
  async 'a lesson is moved by pointer and by keyboard, and its place is stored'({ screen, school }) {
    const { id, module } = await school.newOutline(['First', 'Second', 'Third'])
    await screen.signIn(await school.demoToken('instructor'))
    const outline = `/course/${id}/manage?module=${module}`
    await screen.openThroughWorker(outline)
    await waitForOrder(screen, 'First Second Third')
    const [third, first] = [/^Drag Third$/, /^Drag First$/]
    await screen.placeOf('button', first)
    const from = await screen.placeOf('button', third)
    const row = (await screen.driver.evaluate(`(${upperPartOfRow.toString()})('Drag First')`)) as typeof from
    await screen.driver.drag([from, { ...from, y: from.y - 6 }, { ...row, y: row.y + 6 }, row])
    await waitForOrder(screen, 'Third First Second')
    await screen.waitForText('Third is now 1 of 3')
    await screen.open(outline)
    await waitForOrder(screen, 'Third First Second')

    await screen.placeOf('button', third)
    await screen.read('(document.querySelector(\'[aria-label="Drag Third"]\').focus(), true)')
    for (const key of ['Enter', 'ArrowDown', 'Enter'] as const) await screen.driver.pressKey(key)
    await waitForOrder(screen, 'First Third Second')
    await screen.waitForText('Third is now 2 of 3')
    await screen.open(outline)
    await waitForOrder(screen, 'First Third Second')
  },

  async 'a cohort is created, a learner moves into it, and reads of it'({ screen, school }) {
    const { id } = await school.newOutline(['Waiting'])
    const learner = await school.newLearner()
    await school.enrol(learner, id)
    await screen.signIn(await school.demoToken('instructor'))
    await screen.openThroughWorker(`/course/${id}/manage?part=cohorts`)
    await screen.press('button', /^Add cohort$/)
    await screen.fill(/^Name/, 'Intake of May')
    await screen.fillDay(/^First day/, dayInMalaysia(new Date(Date.now() + 20 * dayMs)))
    await screen.press('submit', /^Add cohort$/)
    await screen.waitForText('Cohort added')
    await screen.open(`/course/${id}/people`)
    await screen.press('option', /^Select Zainab Idris$/)
    await screen.choose(/^Move to/, 'Intake of May')
    await screen.press('button', /^Move learners$/)
    await screen.waitForText('1 learner moved')

    await screen.signIn(learner.token)
    await screen.openThroughWorker(`/course/${id}`)
    await screen.waitForText('Intake of May')
  },

  async 'the names of a wide gradebook cover no heading that the keyboard reaches'({ screen, school }) {
    const { id } = await school.newGradebook(8)
    await screen.signIn(await school.demoToken('instructor'))
    await screen.driver.setWidth(screen.driver.narrowestWidth)
    await screen.openThroughWorker(`/course/${id}/gradebook`)
    await screen.waitFor(`${headings}.length === 9`)
    await screen.read(`(${headings}[0].focus(), true)`)
    for (let place = 1; place <= 8; place += 1) {
      await screen.driver.pressKey('Tab')
      await screen.waitFor(
        `document.activeElement === ${headings}[${place}] && (${isFreeOfNames.toString()})()`,
      )
    }
  },
}

const headings = "[...document.querySelectorAll('.gradebook-frame thead button')]"

/** Runs in the page. */
function isFreeOfNames(): boolean {
  const box = document.activeElement?.getBoundingClientRect()
  const names = document.querySelector('.gradebook-frame th')?.getBoundingClientRect()
  const frame = document.querySelector('.gradebook-frame')?.getBoundingClientRect()
  if (!box || !names || !frame) return false
  return box.left >= names.right - 1 && box.right <= frame.right + 1
}

function waitForOrder(screen: Screen, titles: string): Promise<void> {
  const rows = "[...document.querySelectorAll('.authoring-resource-title')]"
  return screen.waitFor(`${rows}.map((one) => one.textContent).join(' ') === ${JSON.stringify(titles)}`)
}

/** Runs in the page. Returns the place at which a dropped row comes before the row of this handle. */
function upperPartOfRow(label: string): { x: number; y: number } | null {
  const row = document.querySelector(`[aria-label="${label}"]`)?.closest('li')?.getBoundingClientRect()
  return row ? { x: row.left + row.width / 2, y: row.top + row.height / 4 } : null
}
