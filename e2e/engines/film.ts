/**
 * Takes pictures of what a person sees from the first page to the result of a quiz: one after each press, and one when the result
 * of the press is visible.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Driver } from './driver.ts'
import type { School } from './school.ts'
import { Screen, type Kind } from './screen.ts'

const course = 'SQL for People with Questions'

/** Writes no picture that looks like the picture before it. */
export class FilmingScreen extends Screen {
  readonly #folder: string
  #count = 0
  #last: Buffer | null = null

  constructor(driver: Driver, origin: string, folder: string) {
    super(driver, origin)
    this.#folder = folder
  }

  async #take(words: string): Promise<void> {
    const picture = await this.driver.picture()
    if (this.#last?.equals(picture)) return
    this.#last = picture
    if (this.#count === 0) await rm(this.#folder, { recursive: true, force: true })
    this.#count += 1
    const name = `${String(this.#count).padStart(2, '0')} ${words.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()}.png`
    await mkdir(this.#folder, { recursive: true })
    await writeFile(join(this.#folder, name), picture)
  }

  override async open(path: string): Promise<void> {
    await super.open(path)
    await this.#take(`open ${path}`)
  }

  override async press(kind: Kind, name: RegExp): Promise<void> {
    await super.press(kind, name)
    await this.#take(`press ${name.source}`)
  }

  override async fill(name: RegExp, text: string): Promise<void> {
    await super.fill(name, text)
    await this.#take(`fill ${name.source}`)
  }

  override async waitForText(text: string, limitMs?: number): Promise<void> {
    await super.waitForText(text, limitMs)
    await this.#take(`then ${text}`)
  }

  override async waitForPath(pattern: RegExp): Promise<void> {
    await super.waitForPath(pattern)
    await this.#take(`then ${pattern.source}`)
  }
}

/** Walks as a new person from the landing page to a purchase, a lesson and a quiz. */
export async function filmedWalk(screen: Screen, school: School): Promise<void> {
  await screen.signOut()
  await screen.open('/')
  await screen.open(`/marketplace?search=${encodeURIComponent(course)}`)
  await screen.press('link', /^View Course/)
  await screen.waitForPath(/^\/sp\//)
  await screen.press('button', /^Buy Now/)
  await screen.waitForPath(/^\/login$/)
  await screen.press('link', /^Sign up$/)
  await screen.waitForPath(/^\/register$/)
  await screen.fill(/^Full name/, 'Hakim Yusof')
  await screen.fill(/^Email/, `film-${randomBytes(4).toString('hex')}@apogee.test`)
  await screen.fill(/^Password/, 'Orbit-Walk-7')
  await screen.fill(/^Confirm password/, 'Orbit-Walk-7')
  await screen.press('option', /Terms of Service/)
  await screen.press('button', /^Create Account$/)
  await screen.waitForText('Payment simulator')
  await screen.press('option', /^Card/)
  await screen.press('button', /^Pay RM/)
  await screen.waitForText('Payment Successful')
  await screen.waitForPath(/^\/dashboard$/)
  await screen.press('link', new RegExp(course))
  await screen.waitForPath(/^\/course\//)
  await screen.press('link', /Rows in, rows out/)
  await screen.waitForPath(/^\/lesson\//)
  await screen.press('button', /^Play/)
  await screen.waitFor("(document.querySelector('video')?.currentTime ?? 0) > 0.2")
  await screen.press('button', /^Mark as Complete$/)
  await screen.waitForText('Mark as Incomplete')
  await screen.open(await school.lessonOf(course, 'quiz'))
  await screen.press('button', /^Start quiz/)
  await screen.waitForPath(/^\/assessment\//)
  await screen.waitForText('Question 1 of')
  await screen.press('option', /./)
  await screen.waitForText('All answers saved')
  await screen.press('button', /^Submit Assessment$/)
  await screen.press('button', /^Submit anyway$/)
  await screen.waitForPath(/\/attempts\/1$/)
  await screen.waitForText('%')
}
