/** Mails sellers about their sales: each one, daily or never, as they have chosen. Chargebacks are always mailed. */
import type { OrderId } from '@apogee/domain/ids.ts'
import type { SaleMailChoice } from '@apogee/contracts/notifications/notifications.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { moneyBySource } from '#server/features/accounting/accounting.service.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { OriginRule } from '#server/policy/origin.ts'
import { chargebackMail, saleMail, salesDigestMail } from './sale-mails.mail.ts'
import { digestEnd } from './sale-mails.rules.ts'
import * as store from './sale-mails.store.ts'

export const salesDigestTask = 'sale-mails.send-digests'

export class SaleMails {
  readonly #deps: { database: Database; clock: Clock } & OriginRule
  readonly forgetPerson = store.forgetPerson

  constructor(deps: { database: Database; clock: Clock } & OriginRule) {
    this.#deps = deps
  }

  readonly #origin = () => this.#deps.publicUrl ?? this.#deps.ownOrigin()

  readonly #settingsLink = () => `${this.#origin()}/settings`

  /** Mails each seller's people about the seller's own lines: a business's admins, or the lone instructor. */
  async mailSale(tx: Tx, { orderId }: { orderId: OrderId }, at: Date): Promise<void> {
    for (const sold of await store.salesToMail(tx, orderId)) {
      const { userId, email: to, language } = sold
      if (sold.wanted === 'daily') await store.insertWaiting(tx, userId, orderId, at)
      if (sold.wanted !== 'each') continue
      const link = `${this.#origin()}/admin/orders/${sold.orderId}`
      const money = await moneyBySource(tx, store.soldLinesOf(userId, [orderId]))
      const sale = { ...sold, totalCents: salesIn(money, sold) }
      const mail = saleMail(language, { ...sale, link, settingsLink: this.#settingsLink() })
      await queueMail(tx, { to, language, ...mail, occasion: `sale:${orderId}:${userId}`, seller: null })
    }
  }

  async mailChargeback(
    tx: Tx,
    { orderId, lines }: { orderId: OrderId; lines: readonly { lineId: number; cents: number }[] },
    id: string,
  ): Promise<void> {
    for (const taken of await store.chargebacksToMail(tx, orderId, lines)) {
      const { userId, email: to, language } = taken
      const mail = chargebackMail(language, {
        ...taken,
        link: `${this.#origin()}/admin/orders/${taken.orderId}`,
      })
      await queueMail(tx, { to, language, ...mail, occasion: `chargeback:${id}:${userId}`, seller: null })
    }
  }

  /**
   * Sends the daily mails as a job. Idempotent and safe to run concurrently, because the transaction that queues a mail also
   * deletes its waiting sales.
   */
  async mailDigests(stopping?: AbortSignal): Promise<void> {
    const before = digestEnd(this.#deps.clock.now())
    for (const userId of await store.peopleWithWaitingSales(this.#deps.database.kysely, before)) {
      if (stopping?.aborted) return
      await this.#deps.database.transaction((tx) => this.#mailDigest(tx, userId, before))
    }
  }

  async #mailDigest(tx: Tx, userId: number, before: Date): Promise<void> {
    const orderIds = await store.takeWaitingSales(tx, userId, before)
    const person = await store.personOf(tx, userId)
    const sold = await store.salesOfPerson(tx, userId, orderIds)
    const money = await moneyBySource(tx, store.soldLinesOf(userId, orderIds))
    const sales = sold.map((order) => ({ ...order, totalCents: salesIn(money, order) }))
    if (!person || person.wanted === 'never' || sales.length === 0) return
    const { email: to, language, name, isProven } = person
    const links = { link: `${this.#origin()}/admin/orders`, settingsLink: this.#settingsLink() }
    const mail = salesDigestMail(language, { name, isProven, sales, ...links })
    await queueMail(tx, {
      to,
      language,
      ...mail,
      occasion: `sales:${userId}:${orderIds.join('.')}`,
      seller: null,
    })
  }

  readonly read = async ({ userId }: Caller): Promise<{ wanted: SaleMailChoice }> => ({
    wanted: await store.choiceOf(this.#deps.database.kysely, userId),
  })

  async save(caller: Caller, wanted: SaleMailChoice): Promise<{ wanted: SaleMailChoice }> {
    await store.saveChoice(this.#deps.database.kysely, caller.userId, wanted)
    return { wanted }
  }
}

/** Every settled order is posted in the ledger, so an order without amounts there is an error. */
function salesIn(money: Awaited<ReturnType<typeof moneyBySource>>, { source }: store.SoldOrder): number {
  const sold = money.get(source)
  if (!sold) throw new Error(`${source} is not in the ledger`)
  return sold.sales
}
