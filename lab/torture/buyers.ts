/**
 * Simulates concurrent buyers over HTTP, as in a browser: with declined cards, in two tabs, or without returning from the payment
 * page.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { defaultLanguage } from '@apogee/domain/languages.ts'
import type { ProviderProxy } from './provider-proxy.ts'
import type { Random } from '../harness/random.ts'
import type { Buyer, School } from '../harness/school.ts'

export interface Ledger {
  /** Holds the public ids that a server has returned. Each must exist at the end. */
  promised: Set<string>
  /** Holds the purchases that a server has reported as paid. They must stay paid. */
  seenPaid: Set<string>
  /** Holds answers that the product must never give. */
  surprises: string[]
  counts: Map<string, number>
}

export interface ShoppingDependencies {
  servers: readonly string[]
  school: School
  line: ProviderProxy
  ledger: Ledger
}

interface Page {
  id: string
  url: string
}

interface Cart {
  courseIds: number[]
  bundleIds: number[]
  isGift: boolean
}

interface Answered {
  status: number
  body: {
    payment_url?: string
    payment_id?: string
    purchase_id?: string
    status?: string
    errorCode?: string
    data?: { code?: string | null }
  }
}

const customerInfo = {
  address: '1 Jalan Ujian',
  city: 'Kuala Lumpur',
  state: 'WP',
  postalCode: '50000',
  country: 'Malaysia',
}
const gift = {
  recipientName: 'A friend',
  recipientEmail: '',
  message: '',
  language: defaultLanguage,
  sendOn: null,
}
const patience = 25
/** A person can act on answers with these statuses. */
const expected = new Set([200, 201, 404, 409, 422, 429, 502, 503])

export class Shopping {
  readonly #deps: ShoppingDependencies

  constructor(deps: ShoppingDependencies) {
    this.#deps = deps
  }

  #count(what: string): void {
    this.#deps.ledger.counts.set(what, (this.#deps.ledger.counts.get(what) ?? 0) + 1)
  }

  /** Sends one request to any server. Returns null when none answers. */
  async #ask(chance: Random, method: string, path: string, token: string | null, body?: object) {
    try {
      const response = await fetch(`${chance.pick(this.#deps.servers)}/api${path}`, {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      })
      const answered: Answered = {
        status: response.status,
        body: (await response.json()) as Answered['body'],
      }
      // A 500 is expected only while the database is down; the checks at the end show whether it did harm.
      if (answered.status === 500) this.#count('answered 500')
      else if (!expected.has(answered.status)) {
        this.#deps.ledger.surprises.push(`${method} ${path.split('?')[0]} answered ${answered.status}`)
      }
      return answered
    } catch {
      this.#count('no answer from a server')
      return null
    }
  }

  async #pressBuy(
    buyer: Buyer,
    { isGift, ...cart }: Cart,
    code: string | null,
    chance: Random,
  ): Promise<Page | null> {
    let wanted = code
    for (let tries = 0; tries < patience; tries += 1) {
      const path = isGift ? '/gifts/payments' : '/payments/bulk'
      const answered = await this.#ask(chance, 'POST', path, buyer.token, {
        ...cart,
        ...(isGift ? { gift } : { customerInfo }),
        ...(wanted !== null && { code: wanted }),
      })
      const { payment_url: url, payment_id, purchase_id } = answered?.body ?? {}
      const id = payment_id ?? purchase_id
      if (url && id) {
        this.#deps.ledger.promised.add(id)
        return { id, url }
      }
      if (answered?.body.errorCode === 'CODE_DOES_NOT_APPLY') wanted = null
      else if (answered?.status === 409 || answered?.status === 404 || answered?.status === 422) {
        this.#count(`refused: ${answered.body.errorCode}`)
        return null
      }
      await pause(chance.between(100, 600))
    }
    this.#count('gave up buying')
    return null
  }

  /** Presses a button in the payer's browser on the provider's page. */
  async #press(url: string, button: 'pay' | 'decline', slowSeconds = 0): Promise<void> {
    const form = new URLSearchParams({ method: 'fpx', bank: 'Maybank', slow: String(slowSeconds) })
    const response = await fetch(`${url}${button}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    })
    await response.arrayBuffer()
    if (response.status !== 303) throw new Error(`the payment page answered ${response.status} to ${button}`)
    this.#count(button === 'pay' ? 'pressed Pay' : 'pressed Decline')
  }

  async look({ id }: Page, chance: Random): Promise<string | null> {
    const answered = await this.#ask(chance, 'GET', `/payments/check/${id}`, null)
    const status = answered?.body.status ?? null
    if (status === 'paid') this.#deps.ledger.seenPaid.add(id)
    else if (status !== null && status !== 'refunded' && this.#deps.ledger.seenPaid.has(id)) {
      this.#deps.ledger.surprises.push(`${id} was paid, and then ${status}`)
    }
    return status
  }

  async #waitForEnd(page: Page, chance: Random): Promise<void> {
    for (let tries = 0; tries < 6; tries += 1) {
      const status = await this.look(page, chance)
      if (status === 'paid' || status === 'refunded' || status === 'cancelled') return
      await pause(chance.between(200, 900))
    }
  }

  async #behave(page: Page, chance: Random): Promise<void> {
    const mood = chance.next()
    if (mood < 0.58) await this.#press(page.url, 'pay')
    else if (mood < 0.66) await Promise.all([this.#press(page.url, 'pay'), this.#press(page.url, 'pay')])
    else if (mood < 0.74) {
      await this.#press(page.url, 'decline')
      if (chance.chance(0.5)) await this.look(page, chance)
      await this.#press(page.url, 'pay')
    } else if (mood < 0.8) await this.#press(page.url, 'pay', chance.between(1, 3))
    else if (mood < 0.86) await this.#press(page.url, 'decline')
    else return
    if (chance.chance(0.6)) await this.#waitForEnd(page, chance)
  }

  /** Pays another payment page of the same order, which a repeated or lost request has created. */
  async #payTwice({ id }: Page, chance: Random): Promise<void> {
    const others = this.#deps.line.madeFor(id)
    const first = others[0]
    if (!first) return
    const spare = others.length > 1 && chance.chance(0.5) ? others[1] : await this.#deps.line.makeAgain(first)
    if (!spare) return
    this.#deps.line.onlyByCallback.add(spare.id)
    await this.#press(spare.url, 'pay')
    this.#count('paid a second page')
  }

  async #refundAsSeller({ id }: Page, courseIds: number[], chance: Random): Promise<void> {
    const some = chance.some(courseIds, chance.between(1, courseIds.length))
    const answered = await this.#ask(
      chance,
      'POST',
      `/payments/${id}/refunds`,
      this.#deps.school.superadmin,
      {
        courseIds: some,
        reason: 'Torture',
      },
    )
    this.#count(`refund asked for: ${answered?.body.errorCode ?? answered?.status ?? 'no answer'}`)
  }

  /** Refunds the purchase in the provider's portal, as a seller can. */
  async #refundInPortal({ id }: Page, provider: string, chance: Random): Promise<void> {
    const [purchase] = this.#deps.line.madeFor(id)
    if (!purchase) return
    const response = await fetch(`${provider}/api/v1/purchases/${purchase.id}/refund/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${purchase.secret}`, 'content-type': 'application/json' },
      body: chance.chance(0.7) ? '{}' : '{"amount": 50}',
    })
    await response.arrayBuffer()
    if (response.ok) this.#count('given back in the portal')
  }

  /** Opens a chargeback, as the buyer's bank can. The seller may win the dispute. */
  async #dispute({ id }: Page, provider: string, chance: Random): Promise<void> {
    const [purchase] = this.#deps.line.madeFor(id)
    if (!purchase) return
    for (const step of chance.chance(0.5) ? ['charge-back'] : ['charge-back', 'win-chargeback']) {
      const response = await fetch(`${provider}/simulator/purchases/${purchase.id}/${step}`, {
        method: 'POST',
      })
      await response.arrayBuffer()
      if (!response.ok) return
      this.#count(step === 'charge-back' ? 'charged back' : 'won a chargeback')
      await pause(chance.between(0, 1_500))
    }
  }

  /** Lets two people take the gift at the same time, as soon as its buyer sees the code. */
  async #takeGift(buyer: Buyer, { id }: Page, chance: Random): Promise<void> {
    const shown = await this.#ask(chance, 'GET', `/gifts/${id}`, buyer.token)
    const code = shown?.body.data?.code
    if (!code) return
    const takers = [chance.pick(this.#deps.school.buyers), chance.pick(this.#deps.school.buyers)]
    await Promise.all(
      takers.map(async ({ token }, nth) => {
        const answered = await this.#ask(chance.named(`taker ${nth}`), 'POST', '/gifts/take', token, { code })
        this.#count(`gift: ${answered?.body.errorCode ?? answered?.status ?? 'no answer'}`)
      }),
    )
  }

  /** Simulates one visit: a cart, sometimes a change of the cart, a payment, and sometimes a refund. */
  async shop(buyer: Buyer, provider: string, chance: Random): Promise<void> {
    const { courses, bundles, codes } = this.#deps.school
    const one = chance.pick(courses)
    const from = chance.chance(0.6) ? courses.filter(({ seller }) => seller === one.seller) : courses
    const bundle = chance.chance(0.15) ? chance.pick(bundles) : null
    const cart = {
      courseIds: bundle ? [] : chance.some(from, chance.between(1, 4)).map(({ id }) => id),
      bundleIds: bundle ? [bundle.id] : [],
      isGift: chance.chance(0.12),
    }
    const code = chance.chance(0.25) ? chance.pick(codes) : null
    const pages = await Promise.all(
      Array.from({ length: chance.chance(0.2) ? 2 : 1 }, (_, tab) =>
        this.#pressBuy(buyer, cart, code, chance.named(`tab ${tab}`)),
      ),
    )
    let page = pages.find((opened) => opened !== null)
    if (!page) return
    this.#count('orders')
    let bought = bundle?.courseIds ?? cart.courseIds
    if (cart.courseIds.length > 1 && chance.chance(0.15)) {
      // The buyer orders another cart while the first page is open in another tab; both may be paid.
      bought = cart.courseIds.slice(1)
      const changed = { ...cart, courseIds: bought }
      const other = await this.#pressBuy(buyer, changed, code, chance.named('changed mind'))
      if (other && other.id !== page.id) {
        this.#count('orders')
        if (chance.chance(0.5)) await this.#press(page.url, 'pay')
        page = other
      }
    }
    if (!page.url.startsWith(provider)) {
      this.#count('free orders')
      return
    }
    await this.#behave(page, chance)
    if (cart.isGift && chance.chance(0.8)) await this.#takeGift(buyer, page, chance)
    if (chance.chance(0.04)) await this.#payTwice(page, chance)
    if (chance.chance(0.07)) await this.#refundInPortal(page, provider, chance)
    else if (chance.chance(0.12)) await this.#refundAsSeller(page, bought, chance)
    else if (chance.chance(0.03)) await this.#dispute(page, provider, chance)
  }
}
