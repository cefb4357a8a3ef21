/** Contains the journeys that save a file. The engine saves the file, and the journey reads its first bytes. */
import type { Screen } from './screen.ts'
import type { Journeys } from './visit.ts'

const byteOrderMark = '\uFEFF'

export const savedFileJourneys: Journeys = {
  async 'lists, a course and personal data are saved as files'({ screen, school, course }) {
    const learner = await school.newLearner()
    await school.enrol(learner, course.id)
    await screen.signIn(await school.demoToken('admin'))
    await screen.openThroughWorker('/admin?tab=users')
    await screen.press('button', /^Export Data$/)
    await expectFile(screen, /\.csv$/, byteOrderMark)

    await screen.signIn(await school.demoToken('instructor'))
    await screen.openThroughWorker(`/course/${course.id}/gradebook`)
    await screen.press('button', /^Download CSV$/)
    await expectFile(screen, /\.csv$/, byteOrderMark)
    await screen.open(`/course/${course.id}/manage`)
    await screen.press('button', /^More actions, Engines$/)
    await screen.press('item', /^Export course$/)
    await screen.press('button', /^Download file$/)
    await expectFile(screen, /\.zip$/, 'PK')

    await screen.signIn(learner.token)
    await screen.openThroughWorker('/settings')
    // While the sections above the button load, they move the button.
    await screen.waitFor("document.querySelector('main [aria-busy=true]') === null")
    await screen.press('button', /^Download my data$/)
    await screen.waitForText('Your download has started')
    await expectFile(screen, /\.(zip|json)$/, '')
  },

  async 'a receipt, an invoice and a certificate are saved as PDF files'({ screen, school }) {
    await screen.signIn(await school.demoToken('student'))
    await screen.openThroughWorker(await school.firstReceipt())
    await screen.press('button', /^Download PDF$/)
    await expectFile(screen, /\.pdf$/, '%PDF-')
    await screen.open(await school.firstCertificate())
    await screen.press('link', /^Download PDF$/)
    await expectFile(screen, /\.pdf$/, '%PDF-')
    await screen.open(await school.sharedInvoice())
    await screen.press('link', /^Invoice \(PDF\)$/)
    await expectFile(screen, /\.pdf$/, '%PDF-')
  },
}

async function expectFile(screen: Screen, name: RegExp, beginning: string): Promise<void> {
  const content = await screen.takeFile(name)
  if (!content.toString('utf8', 0, 20).startsWith(beginning))
    throw new Error(`the file ${String(name)} begins with ${content.toString('utf8', 0, 20)}`)
}
