/** Contains the journeys of a person with two tabs of one browser. */
import type { Screen } from './screen.ts'
import type { Journeys } from './visit.ts'

const typescript = 'TypeScript from First Principles'

const textOfEditor = "document.querySelector('[role=textbox][contenteditable]').textContent"

export const tabJourneys: Journeys = {
  async 'a sign-out in one tab leads the other tab to the sign-in form'({ screen, school }) {
    await screen.signIn((await school.newLearner()).token)
    await screen.openThroughWorker('/settings')
    await inNewTab(screen, '/dashboard')
    await screen.press('button', /^Account of /)
    await screen.press('item', /^Logout$/)
    await screen.waitForPath(/^\/login$/)
    await screen.driver.showTab(0)
    await screen.waitForPath(/^\/login$/)
    await screen.waitFor('!document.body.innerText.includes("Zainab Idris")')
  },

  async 'one text in two tabs is a conflict that loses no text'({ screen, school }) {
    const { id, lessons } = await school.newOutline(['Shared'])
    await screen.signIn(await school.demoToken('instructor'))
    const editor = `/course/${id}/manage/texts/${lessons[0]}`
    await screen.openThroughWorker(editor)
    await screen.placeOf('field', /^Text of /)
    await inNewTab(screen, editor)
    await screen.fill(/^Text of /, 'From the second tab.')
    await screen.waitForText('Saved. Learners do not see')
    await screen.driver.showTab(0)
    await screen.fill(/^Text of /, 'From the first tab.')
    await screen.waitForText('You have changed this text in another tab')
    await screen.press('button', /^Keep the text of this tab$/)
    await screen.waitForText('Saved. Learners do not see')
    await screen.waitFor(`${textOfEditor}.includes('From the first tab.')`)
    await screen.open(editor)
    await screen.waitFor(`${textOfEditor}.includes('From the first tab.')`)
  },

  async 'the cart of one tab is the cart of the other'({ screen, school }) {
    const sale = `/sp/${await school.courseNamed(typescript)}`
    await screen.signOut()
    await screen.openThroughWorker('/marketplace')
    await inNewTab(screen, sale)
    await screen.press('button', /^Add to Cart/)
    await screen.waitForText('In Cart')
    await screen.driver.showTab(0)
    await screen.waitFor(countsInCart('Cart, 1 course'))
    await screen.open('/cart')
    await screen.press('button', /^Clear Cart$/)
    await screen.waitForText('Your cart is empty')
    await screen.driver.showTab(1)
    await screen.waitFor(countsInCart('Cart'))
    await screen.placeOf('button', /^Add to Cart/)
  },
}

async function inNewTab(screen: Screen, path: string): Promise<void> {
  await screen.driver.openTab()
  await screen.open(path)
}

const countsInCart = (name: string) =>
  `[...document.querySelectorAll('a[href$="/cart"]')].some((one) => one.getAttribute('aria-label') === '${name}')`
