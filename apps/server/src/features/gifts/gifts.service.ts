import type { Gift, GiftState, OpenedGift } from '@apogee/contracts/gifts/gifts.ts'
import type { GiftForm } from '@apogee/contracts/gifts/gifts.forms.ts'
import { giftMaxDaysAhead } from '@apogee/contracts/gifts/gift-limits.ts'
import type { OrderId } from '@apogee/domain/ids.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import type { Logger } from 'pino'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import { renderPaper } from '#server/platform/pdf/render-pdf.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { resealStored, type ResealSecrets } from '#server/platform/secrets/reseal.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { emit } from '#server/events.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { OpenPurchase, PurchaseForm, Sales } from '#server/features/sales/sales.service.ts'
import { digestOfCode, newGiftCode, printedCode } from './gift-codes.ts'
import { giftMail } from './gifts.mail.ts'
import { giftSheet } from './gifts.card.ts'
import * as store from './gifts.store.ts'

interface GiftsDependencies {
  database: Database
  clock: Clock
  keys: Keys
  log: Logger
  accounts: Pick<Accounts, 'consumeAttempt' | 'returnAttempt' | 'countWithin'>
  enrolments: Pick<Enrolments, 'isEnrolled'>
  media: Pick<Media, 'urlFor'>
  sales: Pick<Sales, 'startPurchase' | 'buyerDetails' | 'gifts'>
  publicUrl: string | null
  ownOrigin: () => string
}

const purpose = 'code of a gift'
/** A gift with a day is mailed from this hour of that day in Malaysia. */
const mailHour = 8
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The texts of a gift that was never paid are removed after this time. */
const unpaidLifeMs = 30 * dayMs

export class Gifts {
  readonly #deps: GiftsDependencies

  constructor(deps: GiftsDependencies) {
    this.#deps = deps
  }

  /** Starts a purchase whose courses somebody else takes. */
  async buy(
    buyer: Caller,
    courseIds: readonly number[],
    gift: GiftForm,
    form: Omit<PurchaseForm, 'customer' | 'gift' | 'cohorts'>,
  ): Promise<OpenPurchase> {
    this.#refuseDay(gift, 'gift.')
    const { sales } = this.#deps
    return sales.startPurchase(buyer, courseIds, {
      ...form,
      customer: (await sales.buyerDetails.readDetails(buyer)) ?? {},
      gift: (tx, { id }) =>
        store.insertGift(tx, { orderId: id, giverId: buyer.userId }, gift, this.#newCode(id)),
    })
  }

  /** Refuses a day that is past or too far away. `within` is the path of the form. */
  #refuseDay({ sendOn }: GiftForm, within: string): void {
    if (sendOn === null) return
    const now = this.#deps.clock.now()
    const last = new Date(now.getTime() + giftMaxDaysAhead * dayMs)
    if (sendOn >= dayInMalaysia(now) && sendOn <= dayInMalaysia(last)) return
    refuse('VALIDATION', {
      issues: [{ path: `${within}sendOn`, message: 'must be within the next 365 days' }],
    })
  }

  async read(buyer: Caller, publicId: string, origin: string): Promise<Gift> {
    return this.#present(await this.#giftOf(this.#deps.database.kysely, buyer, publicId), origin)
  }

  async #giftOf(db: Db, { userId }: Caller, publicId: string): Promise<store.GiftRow> {
    const found = await store.giftOfBuyer(db, userId, publicId)
    return found ?? refuse('GIFT_NOT_FOUND')
  }

  /** Locks the buyer's gift. Refuses one that cannot be taken now, and one that a recipient has passed on. */
  async #lockOpen(tx: Tx, buyer: Caller, publicId: string): Promise<store.GiftRow> {
    const { orderId } = await this.#giftOf(tx, buyer, publicId)
    const gift = await this.#lock(tx, orderId)
    if (!gift || !canBeTaken(gift) || isPassedOn(gift)) return refuse('GIFT_NOT_OPEN')
    return gift
  }

  async #lock(tx: Tx, orderId: OrderId): Promise<store.GiftRow | undefined> {
    await this.#deps.sales.gifts.lock(tx, orderId)
    return store.giftOfOrder(tx, orderId)
  }

  /** Changes the recipient. The former code opens nothing any more when the address is another one. */
  async update(buyer: Caller, publicId: string, form: GiftForm, origin: string): Promise<Gift> {
    await this.#deps.database.transaction(async (tx) => {
      const gift = await this.#lockOpen(tx, buyer, publicId)
      if (form.sendOn !== gift.sendOn) this.#refuseDay(form, '')
      await this.#save(tx, gift, form, buyer.userId)
    })
    return this.read(buyer, publicId, origin)
  }

  async #save(tx: Tx, gift: store.GiftRow, form: GiftForm, giverId: number): Promise<void> {
    const isMoved = form.recipientEmail.toLowerCase() !== gift.recipientEmail.toLowerCase()
    const code = isMoved || giverId !== gift.giverId ? this.#newCode(gift.orderId) : null
    await store.saveGift(tx, gift.orderId, { ...form, giverId }, code)
    await this.mailIfDue(tx, gift.orderId)
  }

  /** Mails the gift now, whatever its day, and again if it was mailed before. */
  async send(buyer: Caller, publicId: string, origin: string): Promise<Gift> {
    await this.#deps.database.transaction(async (tx) => {
      const gift = await this.#lockOpen(tx, buyer, publicId)
      if (gift.recipientEmail === '') refuse('GIFT_WITHOUT_ADDRESS')
      if (!(await this.#mail(tx, gift))) refuse('GIFT_JUST_SENT')
    })
    return this.read(buyer, publicId, origin)
  }

  async printCard(
    buyer: Caller,
    publicId: string,
    asked: Language | undefined,
    origin: string,
  ): Promise<{ name: string; pdf: Buffer }> {
    const gift = await this.#giftOf(this.#deps.database.kysely, buyer, publicId)
    if (!canBeTaken(gift) || isPassedOn(gift)) refuse('GIFT_NOT_OPEN')
    const language = asked ?? gift.language
    const { code, link } = this.#waysIn(gift, origin)
    const titles = givenCourses(gift).map(({ title }) => title)
    const sheet = giftSheet(language, { ...gift, titles, code, link, at: this.#deps.clock.now() })
    return { name: `apogee-gift-${language}.pdf`, pdf: await renderPaper(sheet) }
  }

  /** Shows a gift to whoever has its code. Once it is taken, only its learner and its giver read the names and the message. */
  async open(caller: MaybeCaller, typed: string, address: string): Promise<OpenedGift> {
    const userId = caller?.userId ?? null
    const gift = await this.#find(typed, address, userId)
    const owned = await this.#ownedBy(this.#deps.database.kysely, userId, gift)
    const isOpen = canBeTaken(gift)
    const isReader = gift.learnerId === null || userId === gift.learnerId || userId === gift.giverId
    return {
      state: isOpen ? 'open' : gift.learnerId === null ? 'returned' : 'taken',
      from: isReader ? gift.giverName : null,
      recipientName: isReader ? gift.recipientName : '',
      message: isReader ? gift.message : '',
      language: gift.language,
      isFromCaller: userId === gift.giverId,
      isTakenByCaller: userId !== null && userId === gift.learnerId,
      canBePassedOn: isOpen && userId !== null && mayPassOn(gift, userId, owned),
      courses: (gift.learnerId === null ? gift.courses : givenCourses(gift)).map((course) => ({
        id: course.id,
        title: course.title,
        image: this.#imageOf(course, caller),
        isOwned: owned.has(course.id),
      })),
    }
  }

  #imageOf({ imagePublicId: publicId, isListed }: store.GiftCourse, caller: MaybeCaller): string {
    if (publicId === null) return ''
    return this.#deps.media.urlFor(caller, { publicId, purpose: 'cover', isHidden: !isListed })
  }

  async #ownedBy(db: Db, userId: number | null, { courses }: store.GiftRow): Promise<Set<number>> {
    if (userId === null) return new Set()
    const ids = courses.map(({ id }) => id)
    return this.#deps.enrolments.isEnrolled(db, userId, ids)
  }

  /** Finds a paid gift. Unknown codes count as guesses of the network address. */
  async #find(typed: string, address: string, userId: number | null): Promise<store.GiftRow> {
    const attempt = await this.#deps.accounts.consumeAttempt('gift.code', address)
    const gift = known(await store.giftByCode(this.#deps.database.kysely, digestOfCode(typed)), userId)
    await this.#deps.accounts.returnAttempt(attempt)
    return gift
  }

  /** Enrols the caller in the courses. Taking again has the same answer. */
  async take(caller: Caller, typed: string, address: string): Promise<{ courseIds: number[] }> {
    const { orderId } = await this.#find(typed, address, caller.userId)
    return this.#deps.database.transaction(async (tx) => {
      const gift = await this.#lockForRecipient(tx, caller, { orderId, typed })
      if (gift.giverId === caller.userId) refuse('GIFT_IS_YOURS')
      if (gift.learnerId === caller.userId) return { courseIds: givenCourses(gift).map(({ id }) => id) }
      const courseIds = await this.#deps.sales.gifts.give(tx, orderId, caller.userId)
      await store.setTaken(tx, orderId, this.#deps.clock.now())
      await emit(tx, 'gift.taken', { orderId, buyerId: gift.buyerId, giverId: gift.giverId })
      return { courseIds }
    })
  }

  /**
   * Gives the gift another recipient and another code. The caller must have one of its courses. The code that the caller has used
   * keeps leading them, and nobody else, to the gift.
   */
  async passOn(
    caller: Caller,
    typed: string,
    form: GiftForm,
    { origin, address }: { origin: string; address: string },
  ): Promise<{ link: string; code: string }> {
    this.#refuseDay(form, 'gift.')
    const { userId } = caller
    const { orderId } = await this.#find(typed, address, userId)
    const passedOn = await this.#deps.database.transaction(async (tx) => {
      const gift = await this.#lockForRecipient(tx, caller, { orderId, typed })
      if (gift.learnerId !== null) refuse('GIFT_TAKEN')
      if (!mayPassOn(gift, userId, await this.#ownedBy(tx, userId, gift))) refuse('GIFT_NOT_PASSED_ON')
      await this.#save(tx, gift, form, userId)
      return (await store.giftOfOrder(tx, orderId)) ?? refuse('GIFT_CODE_UNKNOWN')
    })
    return this.#waysIn(passedOn, origin)
  }

  /** Locks a gift for somebody with its code. The code may have been replaced since it was looked up. */
  async #lockForRecipient(
    tx: Tx,
    { userId }: Caller,
    { orderId, typed }: { orderId: OrderId; typed: string },
  ): Promise<store.GiftRow> {
    await this.#deps.sales.gifts.lock(tx, orderId)
    const gift = known(await store.giftByCode(tx, digestOfCode(typed)), userId)
    if (gift.learnerId !== null && gift.learnerId !== userId) refuse('GIFT_TAKEN')
    if (gift.learnerId === null && !canBeTaken(gift)) refuse('GIFT_RETURNED')
    return gift
  }

  /** Mails the gifts whose day has come. */
  async mailDue(signal: AbortSignal): Promise<void> {
    const { database, clock, log } = this.#deps
    const today = dayInMalaysia(clock.now())
    let due = await store.unmailedAfter(database.kysely, today, 0)
    while (due.length > 0 && !signal.aborted) {
      for (const orderId of due) {
        if (signal.aborted) break
        // One gift that cannot be mailed must not keep the others waiting.
        await database
          .transaction((tx) => this.mailIfDue(tx, orderId))
          .catch((error: unknown) => log.error({ err: error, orderId }, 'a gift cannot be mailed'))
      }
      due = await store.unmailedAfter(database.kysely, today, due.at(-1) ?? 0)
    }
    await store.forgetRecipients(database.kysely, new Date(clock.now().getTime() - unpaidLifeMs))
  }

  /** Mails a gift for the first time if its day has come. Does nothing for an order that is no gift. */
  async mailIfDue(tx: Tx, orderId: OrderId): Promise<void> {
    if (!(await store.giftOfOrder(tx, orderId))) return
    const gift = await this.#lock(tx, orderId)
    if (!gift || gift.mailedAt !== null || gift.recipientEmail === '' || !canBeTaken(gift)) return
    const from = gift.sendOn === null ? 0 : startOfDay(gift.sendOn).getTime() + mailHour * hourMs
    if (from <= this.#deps.clock.now().getTime()) await this.#mail(tx, gift)
  }

  /** Mails unless the buyer or the recipient has reached a limit. Returns whether the mail was queued. */
  async #mail(tx: Tx, gift: store.GiftRow): Promise<boolean> {
    const { accounts, clock, publicUrl, ownOrigin } = this.#deps
    const { orderId, recipientEmail: to, language } = gift
    const isProven = await store.isProvenAddress(tx, to)
    const address = to.toLowerCase()
    // A proven address gets one mail a day about each gift, and any other one mail about all gifts.
    const recipient = isProven ? `${orderId}|${address}` : address
    const limits = [
      ['gift.mails', String(orderId)],
      ['gift.mail', String(gift.giverId)],
      ['gift.recipient', recipient],
    ] as const
    for (const [kind, subject] of limits) if (!(await accounts.countWithin(tx, kind, subject))) return false
    const now = clock.now()
    const mail = giftMail(language, {
      ...gift,
      titles: givenCourses(gift).map(({ title }) => title),
      ...this.#waysIn(gift, publicUrl ?? ownOrigin()),
    })
    const occasion = `gift:${orderId}:${now.getTime()}:${address}`
    await queueMail(tx, { to, language, ...mail, occasion, seller: null })
    await store.setMailed(tx, orderId, now)
    return true
  }

  /** The job that mails gifts removes what the person wrote, once their gifts have been mailed. */
  readonly mailAtOnce = store.endWaiting

  #newCode(orderId: OrderId): store.GiftCode {
    const code = newGiftCode()
    return { digest: digestOfCode(code), sealed: this.#deps.keys.seal(purpose, code, String(orderId)) }
  }

  #waysIn({ orderId, codeSealed }: store.GiftRow, origin: string): { code: string; link: string } {
    const code = printedCode(this.#deps.keys.open(purpose, codeSealed, String(orderId)))
    return { code, link: `${origin}/gift/${code}` }
  }

  resealSecrets(): ResealSecrets {
    const { keys, database, log } = this.#deps
    return resealStored(
      {
        name: 'gift',
        rowsAfter: (id) => store.sealedCodesAfter(database.kysely, id),
        reseal: async (row) => {
          const sealed = keys.reseal(purpose, row.codeSealed, String(row.id))
          if (sealed) await store.replaceSealed(database.kysely, row, sealed)
          return sealed !== null
        },
      },
      log,
    )
  }

  #present(gift: store.GiftRow, origin: string): Gift {
    const isHidden = isPassedOn(gift)
    const isOpen = canBeTaken(gift) && !isHidden
    const { code, link } = isOpen ? this.#waysIn(gift, origin) : { code: null, link: null }
    return {
      id: gift.publicId,
      state: stateOf(gift),
      recipientName: isHidden ? '' : gift.recipientName,
      recipientEmail: isHidden ? '' : gift.recipientEmail,
      message: isHidden ? '' : gift.message,
      language: gift.language,
      sendOn: isHidden ? null : gift.sendOn,
      mailedAt: isHidden ? null : (gift.mailedAt?.toISOString() ?? null),
      takenAt: gift.takenAt?.toISOString() ?? null,
      code,
      link,
      isPassedOn: isHidden,
      courses: gift.courses.map(({ id, title }) => ({ id, title })),
    }
  }
}

const isPassedOn = ({ giverId, buyerId }: store.GiftRow): boolean => giverId !== buyerId

/** A recipient with one of the courses passes the gift on once, and may correct the new recipient until it is taken. */
const mayPassOn = (gift: store.GiftRow, userId: number, owned: ReadonlySet<number>): boolean =>
  isPassedOn(gift) ? userId === gift.giverId : userId !== gift.buyerId && owned.size > 0

/** Refuses a gift that is not paid, and the former code of one that somebody else has passed on. */
const known = (gift: store.GiftRow | undefined, userId: number | null): store.GiftRow =>
  gift?.isPaid && (!gift.isFormerCode || gift.giverId === userId) ? gift : refuse('GIFT_CODE_UNKNOWN')

const givenCourses = ({ courses }: Pick<store.GiftRow, 'courses'>) => courses.filter(({ isGiven }) => isGiven)

/** Is true of a paid gift that nobody has taken, unless its buyer has taken it back or is about to. */
export const canBeTaken = (gift: store.GiftRow): boolean =>
  gift.isPaid && gift.learnerId === null && !gift.isReturning && givenCourses(gift).length > 0

function stateOf(gift: store.GiftRow): GiftState {
  if (!gift.isPaid) return 'unpaid'
  if (gift.learnerId !== null) return 'taken'
  if (givenCourses(gift).length === 0) return 'returned'
  return gift.mailedAt === null ? 'waiting' : 'sent'
}
