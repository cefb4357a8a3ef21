/** Mail to those who sell: about each sale, once a day, or never. */
import type { SaleMailChoice } from '@apogee/contracts/notifications.ts'
import type { Transaction } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { queueMail } from '#server/platform/mail-outbox.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { OriginRule } from '#server/policy/origin.ts'
import { saleMail, salesDigestMail } from './sale-mails.mail.ts'
import { digestEnd } from './sale-mails.rules.ts'
import * as store from './sale-mails.store.ts'

type Tx = Transaction<DB>

export type SaleMails = ReturnType<typeof createSaleMails>

export const salesDigestTask = 'sale-mails.send-digests'

export function createSaleMails({
  database,
  clock,
  publicUrl,
  ownOrigin,
}: { database: Database; clock: Clock } & OriginRule) {
  const origin = () => publicUrl ?? ownOrigin()
  const settingsLink = () => `${origin()}/settings`

  /** Each seller's people hear of their own lines: a business's admins, or whoever teaches alone. */
  async function mailSale(tx: Tx, { orderId }: { orderId: number }, at: Date): Promise<void> {
    for (const sale of await store.salesToMail(tx, orderId)) {
      const { userId, email: to, language } = sale
      if (sale.wanted === 'daily') await store.insertWaiting(tx, userId, orderId, at)
      if (sale.wanted !== 'each') continue
      const link = `${origin()}/admin/orders/${sale.orderId}`
      const mail = saleMail(language, { ...sale, link, settingsLink: settingsLink() })
      await queueMail(tx, { to, language, ...mail, occasion: `sale:${orderId}:${userId}` })
    }
  }

  /** Idempotent and safe to run concurrently: what waits is taken out in the transaction that mails it. */
  async function mailDigests(): Promise<void> {
    const before = digestEnd(clock.now())
    for (const userId of await store.peopleWithWaitingSales(database.kysely, before))
      await database.transaction((tx) => mailDigest(tx, userId, before))
  }

  async function mailDigest(tx: Tx, userId: number, before: Date): Promise<void> {
    const orderIds = await store.takeWaitingSales(tx, userId, before)
    const person = await store.personOf(tx, userId)
    const sales = await store.salesOfPerson(tx, userId, orderIds)
    if (!person || person.wanted === 'never' || sales.length === 0) return
    const { email: to, language, name, isProven } = person
    const links = { link: `${origin()}/admin/orders`, settingsLink: settingsLink() }
    const mail = salesDigestMail(language, { name, isProven, sales, ...links })
    await queueMail(tx, { to, language, ...mail, occasion: `sales:${userId}:${orderIds.join('.')}` })
  }

  const read = async ({ userId }: Caller): Promise<{ wanted: SaleMailChoice }> => ({
    wanted: await store.choiceOf(database.kysely, userId),
  })

  async function save(caller: Caller, wanted: SaleMailChoice): Promise<{ wanted: SaleMailChoice }> {
    await store.saveChoice(database.kysely, caller.userId, wanted)
    return { wanted }
  }

  return { mailSale, mailDigests, read, save, forgetPerson: store.forgetPerson }
}
