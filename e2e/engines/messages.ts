/** Contains the journeys of people who write to each other. */
import type { Screen } from './screen.ts'
import type { Journeys } from './visit.ts'

const bell = (name: string) =>
  `[...document.querySelectorAll('a[href$="/notifications"]')].some((one) => one.getAttribute('aria-label') === '${name}')`

/** Opens the list of notifications and presses one of them. */
async function openNotification(screen: Screen, name: RegExp): Promise<void> {
  await screen.openThroughWorker('/notifications')
  await screen.press('link', name)
}

export const messageJourneys: Journeys = {
  async 'a teacher writes to a learner, who asks back and gets an answer'({ screen, school, course }) {
    const teacher = await school.demoToken('instructor')
    const learner = await school.newLearner()
    await school.enrol(learner, course.id)
    await school.readNotifications(learner.token, 'course.enrolled')
    await screen.signIn(teacher)
    await screen.openThroughWorker(`/course/${course.id}/people/${learner.id}`)
    await screen.press('button', /^Write a message$/)
    await screen.fill(/^Message/, 'How far are you?')
    await screen.press('button', /^Send message$/)
    await screen.waitForText('The message was sent')
    await school.untilNotified(learner.token, 'message.received')

    await screen.signIn(learner.token)
    await screen.openThroughWorker('/dashboard')
    await screen.waitFor(bell('Notifications, 1 unread'))
    await openNotification(screen, /sent you a message about Engines$/)
    await screen.waitForPath(/^\/course\//)
    await screen.waitFor(bell('Notifications'))
    const question = `At the end in ${screen.driver.engine}, ${learner.id}`
    await screen.open(`/course/${course.id}?tab=discussion`)
    await screen.press('button', /^New Discussion$/)
    await screen.fill(/^Title/, question)
    await screen.fill(/^Your question or topic/, 'What comes next?')
    await screen.press('button', /^Start Discussion$/)
    await screen.waitFor(`document.querySelector('h1')?.textContent.includes(${JSON.stringify(question)})`)
    await school.untilNotified(teacher, 'discussion.started')

    await screen.signIn(teacher)
    await openNotification(screen, new RegExp(`asked in “Engines”: ${question}$`))
    await screen.waitForPath(/^\/community\/discussions\//)
    await screen.fill(/^Your reply/, 'The sea comes next.')
    await screen.press('button', /^Post reply$/)
    await school.untilNotified(learner.token, 'discussion.answered')

    await screen.signIn(learner.token)
    await openNotification(screen, /answered your discussion/)
    await screen.waitForText('The sea comes next.')
  },

  async 'a visitor writes to the platform, and opening the message ends its unread mark'({ screen, school }) {
    const words = `A word from ${screen.driver.engine}, ${Date.now()}`
    await screen.signOut()
    await screen.openThroughWorker('/contact')
    await screen.fill(/^Your name/, 'Ravi Kumar')
    await screen.fill(/^Email/, 'ravi.kumar@apogee.test')
    await screen.fill(/^Your message/, words)
    await screen.press('button', /^Send message$/)
    await screen.waitForText('Your message has arrived')
    await screen.signIn(await school.demoToken('superadmin'))
    await screen.openThroughWorker('/platform?tab=messages')
    const row = `[...document.querySelectorAll('summary')].find((one) => one.textContent.includes(${JSON.stringify(words)}))`
    const badge = `${row}?.querySelector('.ap-badge')?.textContent`
    await screen.waitFor(`${badge} === 'Unread'`)
    await screen.press('button', new RegExp(words))
    await screen.waitFor(`${badge} === 'Read'`)
  },
}
