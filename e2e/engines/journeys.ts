/**
 * Contains the journeys that both engines must pass. The service worker answers the requests of their pages, and WebKit judges these
 * by another policy.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { codeAt } from '../../apps/server/src/features/accounts/second-factor/authenticator-codes.ts'
import { messageJourneys } from './messages.ts'
import { savedFileJourneys } from './saved-files.ts'
import { tabJourneys } from './tabs.ts'
import { teachingJourneys } from './teaching.ts'
import type { Screen } from './screen.ts'
import type { Journeys, Visit } from './visit.ts'

const typescript = 'TypeScript from First Principles'
const git = 'Git Without Fear'
const card = join(import.meta.dirname, '../../content/demo-school/media/git-card.pdf')
/** Python's engine has 13 MB, which WebKit compiles slowly. */
const engineOfPythonMs = 90_000
const isFit = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
const printed = (text: string) =>
  `[...document.querySelectorAll('[aria-label="What your code printed"]')].some((one) => one.textContent.includes(${JSON.stringify(text)}))`

/** Opens an exercise, and runs code that prints or a solution that is checked. */
async function openExercise({ screen, school }: Visit, title: string): Promise<void> {
  await screen.signIn(await school.demoToken('superadmin'))
  await screen.openThroughWorker(await school.lessonOf(title, 'video'))
  await screen.waitFor('document.querySelector(\'[aria-label="Exercise code"]\') !== null')
}

/** Opens the page in a narrow window and makes the window wide. The page must fit both. */
async function expectFit(screen: Screen, path: string): Promise<void> {
  for (const width of [screen.driver.narrowestWidth, 1440]) {
    await screen.driver.setWidth(width)
    if (width !== 1440) await screen.openThroughWorker(path)
    await screen.waitFor(`innerWidth === ${width} && document.querySelector('h1') !== null && ${isFit}`)
  }
}

export const journeys: Journeys = {
  async 'public pages fit the window and draw thin lines under links'({ screen, school }) {
    const sale = `/sp/${await school.courseNamed(typescript)}`
    for (const path of ['/', '/marketplace', sale, '/login', '/register']) await expectFit(screen, path)
    await screen.waitFor(
      "[...document.querySelectorAll('a')].every((one) => getComputedStyle(one).textDecorationThickness === '1px')",
    )
  },

  async 'Back returns to the place of a page, and a typed address opens at the top'({ screen, school }) {
    const sale = `/sp/${await school.courseNamed(typescript)}`
    // The link would scroll out of a narrow window.
    await screen.driver.setWidth(1440)
    await screen.openThroughWorker(sale)
    await screen.read('(scrollTo(0, 1200), true)')
    await screen.waitFor('scrollY > 1000')
    await screen.press('link', /^Marketplace$/)
    await screen.waitForPath(/^\/marketplace/)
    await screen.read('(history.back(), true)')
    await screen.waitForPath(/^\/sp\//)
    await screen.waitFor('scrollY > 1000')
    await screen.read('(history.forward(), true)')
    await screen.waitForPath(/^\/marketplace/)
    await screen.open('/login')
    await screen.open(sale)
    await screen.waitFor('scrollY === 0')
  },

  async 'a learner signs in by typing'({ screen, school }) {
    const { email, password } = await school.newLearner()
    await screen.signOut()
    await screen.openThroughWorker('/login')
    await screen.fill(/^Email/, email)
    await screen.fill(/^Password/, password)
    await screen.press('button', /^Sign In$/)
    await screen.waitFor("location.pathname !== '/login' && localStorage.getItem('authToken') !== null")
  },

  async 'a learner buys a course'({ screen, school }) {
    const { token } = await school.newLearner()
    await screen.signIn(token)
    await screen.openThroughWorker(`/sp/${await school.courseNamed('Colour With Reasons')}`)
    await screen.press('button', /^Buy Now/)
    await screen.waitForText('Payment simulator – no real money')
    await screen.press('option', /^Card/)
    await screen.press('button', /^Pay RM/)
    await screen.waitForText('Payment Successful')
  },

  async 'a text lesson is read'({ screen, school }) {
    await screen.signIn(await school.demoToken('superadmin'))
    await screen.openThroughWorker(await school.lessonOf(typescript, 'reading'))
    await screen.waitFor("(document.querySelector('.lesson-text')?.textContent ?? '').length > 500")
  },

  async 'a PDF lesson is drawn, and opens in a tab of its own'({ screen, school }) {
    await screen.signIn(await school.demoToken('superadmin'))
    await screen.openThroughWorker(await school.lessonOf(typescript, 'pdf'))
    const isDrawn = `(${hasDrawnPage.toString()})()`
    // Scripts cannot read the frame of a browser's own viewer, so the test only checks that there is a frame.
    await screen.waitFor(
      screen.driver.engine === 'WebKit' ? isDrawn : "document.querySelector('.reading-mode iframe') !== null",
    )
    // Firefox shows the file in a page of its own. Its driver cannot wait for that page.
    if (screen.driver.engine === 'Firefox') return
    const address = await screen.read<string>(
      "[...document.querySelectorAll('a[target=_blank]')].find((one) => one.href.includes('/media/')).href",
    )
    await screen.driver.setWidth(1440)
    await screen.driver.open(address)
    // Scripts cannot read the viewer's document, so the test looks at a picture of the window. A blank page shows only the viewer's
    // frame.
    await screen.waitForPicture(hasInk)
  },

  async 'a video lesson plays'({ screen, school }) {
    await screen.signIn(await school.demoToken('superadmin'))
    await screen.openThroughWorker(await school.lessonOf(typescript, 'video'))
    await screen.press('button', /^Play/)
    await screen.waitFor("(document.querySelector('video')?.currentTime ?? 0) > 0.2")
  },

  async 'a quiz stores an answer and shows its result'({ screen, school }) {
    const { token } = await school.newLearner()
    await screen.signIn(token)
    await screen.openThroughWorker('/assessment/1')
    await screen.press('button', /^Start Assessment$/)
    await screen.press('option', /ringgit are left/)
    await screen.waitForText('All answers saved')
    await screen.press('button', /^Submit Assessment$/)
    await screen.press('button', /^Submit anyway$/)
    await screen.waitForPath(/^\/assessment\/1\/attempts\/1$/)
  },

  async 'an exercise in JavaScript runs'(visit) {
    await openExercise(visit, git)
    await visit.screen.fill(/^Exercise code/, "console.log('sum', 2 + 3)")
    await visit.screen.press('button', /^Run Code/)
    await visit.screen.waitFor(printed('sum 5'))
  },

  async 'an exercise in SQL runs'(visit) {
    await openExercise(visit, 'SQL for People with Questions')
    await visit.screen.fill(/^Exercise code/, 'SELECT outlet, item, sold FROM sales WHERE sold > 40')
    await visit.screen.press('button', /^Run Code/)
    await visit.screen.waitForText('Right: this is the result that was asked for.')
  },

  async 'an exercise in Python runs'(visit) {
    await openExercise(visit, 'Python for Spreadsheet Users')
    await visit.screen.press('button', /^Run Code/)
    await visit.screen.waitForText('1 of 4 checks passed', engineOfPythonMs)
  },

  async 'a SCORM package reports its result'({ screen, school, course }) {
    const learner = await school.newLearner()
    await school.enrol(learner, course.id)
    await screen.signIn(learner.token)
    await screen.openThroughWorker(course.package)
    await screen.waitForText('Score: 90%')
  },

  async 'the editor takes what is typed'({ screen, school, course }) {
    await screen.signIn(await school.demoToken('instructor'))
    await screen.openThroughWorker(`/course/${course.id}/manage/texts/${course.text}`)
    const words = `Nothing falls in ${screen.driver.engine}.`
    await screen.fill(/^Text of /, words)
    await screen.waitFor(
      `document.querySelector('[role=textbox][contenteditable]').textContent.includes(${JSON.stringify(words)})`,
    )
  },

  async 'a dialog has no bar to scroll sideways'({ screen, school }) {
    await screen.signIn(await school.demoToken('admin'))
    await screen.openThroughWorker('/admin/coupons')
    await screen.press('button', /^New coupon$/)
    await screen.waitFor(
      "[...document.querySelectorAll('dialog[open] .ap-modal-frame')].some((one) => one.clientHeight === one.offsetHeight)",
    )
  },

  async 'the bars of a chart end above their names'({ screen, school }) {
    await screen.signIn(await school.demoToken('admin'))
    await screen.openThroughWorker('/admin?tab=analytics')
    await screen.waitFor(`(${barsEndAboveNames.toString()})()`)
  },

  async 'a course is kept on this device without an answer to a question of the browser'({ screen, school }) {
    const learner = await school.newLearner()
    const id = await school.courseNamed(git)
    await school.enrol(learner, id)
    await screen.signIn(learner.token)
    await screen.openThroughWorker(`/course/${id}`)
    await screen.press('button', /^Download for offline, /)
    await screen.waitForText('Kept on this device, ')
  },

  async 'pages inside fit the window'({ screen, school, course }) {
    await screen.signIn(await school.demoToken('instructor'))
    const paths = ['/dashboard', `/course/${course.id}`, `/course/${course.id}/manage`, '/settings']
    for (const path of [...paths, '/notifications', course.package]) await expectFit(screen, path)
  },

  async 'pages with letters of twice the size fit the window'({ screen }) {
    // The layout of a narrow window depends only on the browser's own text size, which a driver cannot set.
    await screen.driver.setWidth(1440)
    await screen.signOut()
    for (const path of ['/', '/marketplace', '/login']) {
      await screen.openThroughWorker(path)
      await screen.read("((document.documentElement.style.fontSize = '200%'), true)")
      await screen.waitFor(isFit)
    }
  },

  async 'a note is kept with its lesson'({ screen, school }) {
    const learner = await school.newLearner()
    await school.enrol(learner, await school.courseNamed(git))
    await screen.signIn(learner.token)
    const lesson = await school.lessonOf(git, 'video')
    await screen.openThroughWorker(lesson)
    const words = `Ink of ${screen.driver.engine}`
    await screen.press('button', /^Notes$/)
    await screen.press('button', /^Add a note at /)
    await screen.fill(/^Note at /, words)
    await screen.press('button', /^Done$/)
    await screen.waitForText(words)
    await screen.open(lesson)
    await screen.waitForText(words)
  },

  async 'a press right after loading is answered'({ screen, school }) {
    const sale = `/sp/${await school.courseNamed(typescript)}`
    // The button would be below the visible area of a narrow window.
    await screen.driver.setWidth(1440)
    await screen.signOut()
    await screen.openThroughWorker(sale)
    await screen.pressEarly(sale, /^Add to Cart/)
    await screen.waitForText('In Cart')
  },

  async 'the second factor is turned on'({ screen, school }) {
    await screen.signIn((await school.newLearner()).token)
    await screen.openThroughWorker('/settings')
    await screen.press('button', /^Turn on$/)
    const key = "document.querySelector('.second-factor-key')"
    await screen.waitFor(`${key} !== null`)
    const secret = await screen.read<string>(`${key}.innerText`)
    await screen.fill(/^Code that the app shows/, codeAt(secret.replaceAll(/\s/g, ''), new Date()))
    await screen.press('button', /^Turn on$/)
    await screen.waitForText('Save your recovery codes')
  },

  async 'a file is uploaded in the studio'({ screen, school, course }) {
    await screen.signIn(await school.demoToken('instructor'))
    await screen.openThroughWorker(`/course/${course.id}/manage`)
    await screen.press('button', /^One /)
    const content = JSON.stringify((await readFile(card)).toString('base64'))
    await screen.waitFor("document.querySelector('input[type=file][multiple]') !== null")
    await screen.read(`(${chooseFile.toString()})(${content}, 'card-${screen.driver.engine}.pdf')`)
    await screen.waitForText('All files are uploaded')
    // The engine does not render the text of a row below the window.
    await screen.waitFor(
      `[...document.querySelectorAll('.authoring-resource-title')].some((one) => one.textContent === 'card-${screen.driver.engine}')`,
    )
  },

  ...teachingJourneys,
  ...messageJourneys,
  ...tabJourneys,
  ...savedFileJourneys,
}

/** A page with text has tens of thousands of dark pixels. The viewer's frame alone has about one thousand. */
async function hasInk(picture: Buffer): Promise<boolean> {
  const pixels = await sharp(picture).greyscale().raw().toBuffer()
  return pixels.filter((value) => value < 100).length > 5_000
}

/** Runs in the page. Returns whether our own viewer has drawn anything on a page of the file. */
function hasDrawnPage(): boolean {
  return [...document.querySelectorAll('canvas')].some((canvas) => {
    const context = canvas.width > 0 ? canvas.getContext('2d') : null
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    return data.some((value, index) => index % 4 === 0 && value < 128 && data[index + 3] === 255)
  })
}

/** Runs in the page. */
function barsEndAboveNames(): boolean {
  const bars = [...document.querySelectorAll('.ap-bars > li')]
  return (
    bars.length > 0 &&
    bars.every((bar) => {
      const drawing = bar.querySelector('svg')?.getBoundingClientRect()
      const name = bar.lastElementChild?.getBoundingClientRect()
      return drawing && name && drawing.height > 0 && drawing.bottom <= name.top + 1
    })
  )
}

/** Runs in the page. Chooses a PDF file, as the file dialog would. */
function chooseFile(content: string, name: string): boolean {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  const chosen = new DataTransfer()
  chosen.items.add(new File([bytes], name, { type: 'application/pdf' }))
  const field = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
  if (!field) return false
  field.files = chosen.files
  return field.dispatchEvent(new Event('change', { bubbles: true }))
}
