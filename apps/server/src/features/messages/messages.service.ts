import type { MessageState, MessageTopic } from '@apogee/contracts/messages/message-choices.ts'
import type { Message } from '@apogee/contracts/messages/messages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import { keepMsOf } from '#server/policy/personal-data/retention.ts'
import { newMessageMail } from './messages.mail.ts'
import { secondsToWait } from './messages.rules.ts'
import * as store from './messages.store.ts'

export interface MessagesDependencies {
  database: Database
  clock: Clock
  keys: Keys
  limitsOn: boolean
  publicUrl: string | null
  ownOrigin: () => string
}

export interface WrittenMessage {
  topic: MessageTopic
  name: string
  email: string
  text: string
  website?: string | undefined
}

export class Messages {
  readonly #deps: MessagesDependencies

  constructor(deps: MessagesDependencies) {
    this.#deps = deps
  }

  readonly #before = (ms: number) => new Date(this.#deps.clock.now().getTime() - ms)

  /**
   * Stores the message and mails the platform's staff. The sender receives no acknowledgement, because anyone could send it to a
   * stranger's address. Limits messages per address.
   */
  async send(message: WrittenMessage, caller: MaybeCaller, visitor: ClientInfo): Promise<void> {
    const addressDigest = this.#deps.keys.fingerprint('message address', visitor.address)
    const looksAutomated = (message.website ?? '') !== ''
    const { topic, name, email, text: body } = message
    await this.#deps.database.transaction(async (tx) => {
      if (this.#deps.limitsOn) {
        await store.lockAddress(tx, addressDigest)
        const sent = await store.messagesSince(
          tx,
          addressDigest,
          this.#before(keepMsOf('messages.addresses')),
        )
        const retryAfter = secondsToWait(sent, this.#deps.clock.now())
        if (retryAfter !== null) refuse('TOO_MANY_ATTEMPTS', { retryAfter })
      }
      const senderId = caller?.userId ?? null
      const written = { topic, name, email, body, senderId, looksAutomated }
      const id = await store.insertMessage(tx, {
        ...written,
        addressDigest,
        createdAt: this.#deps.clock.now(),
      })
      if (!looksAutomated) await this.#tellReaders(tx, id, { topic, name, email, body })
    })
  }

  async #tellReaders(
    tx: Tx,
    id: number,
    message: { topic: MessageTopic; name: string; email: string; body: string },
  ): Promise<void> {
    const link = `${this.#deps.publicUrl ?? this.#deps.ownOrigin()}/platform`
    for (const { email: to, language } of await store.readers(tx)) {
      const mail = newMessageMail(language, message, link)
      await queueMail(tx, { to, language, ...mail, occasion: `message:${id}:${to}`, seller: null })
    }
  }

  async list(filter: store.MessageFilter, page: PageRequest): Promise<Page<Message>> {
    const { rows, total } = await store.listMessages(this.#deps.database.kysely, filter, page)
    return pageOf(rows.map(presentMessage), total, page)
  }

  async mark(id: number, state: MessageState): Promise<Message> {
    const marked = await store.updateState(this.#deps.database.kysely, id, state)
    return marked ? presentMessage(marked) : refuse('NOT_FOUND')
  }

  readonly deleteBefore = (before: Date) => store.deleteMessages(this.#deps.database.kysely, before)

  readonly forgetAddresses = (before: Date) => store.forgetAddresses(this.#deps.database.kysely, before)

  /**
   * Deletes messages that were sent from the address of an erased person. The caller passes only addresses that the account had
   * verified.
   */
  readonly forgetAddressOf = (tx: Tx, email: string) => store.deleteMessagesFrom(tx, email)

  /** Deletes messages that an erased person wrote while signed in. */
  readonly forgetSender = (tx: Tx, userId: number) => store.deleteMessagesOf(tx, userId)
}

function presentMessage(row: store.MessageRow): Message {
  const { id, topic, name, email, body, state, looksAutomated, createdAt } = row
  return {
    id,
    topic,
    name,
    email,
    text: body,
    state,
    looksAutomated,
    createdAt: createdAt.toISOString(),
    sender:
      row.senderId !== null && row.senderEmail !== null
        ? { id: row.senderId, name: row.senderName, email: row.senderEmail }
        : null,
  }
}
