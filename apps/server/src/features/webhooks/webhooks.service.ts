/** Webhooks of a business: endpoints with their secrets, and the messages that are sent to them. */
import { testEvent, webhookLimits, type WebhookEvent } from '@apogee/contracts/webhooks/webhook-events.ts'
import type { Webhook, WebhookDelivery } from '@apogee/contracts/webhooks/webhooks.ts'
import type { Logger } from 'pino'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import {
  isAllowedUrl,
  isOnThisMachine,
  PostFailed,
  postTo,
  type Reach,
} from '#server/platform/secrets/outbound-post.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { resealStored, type ResealSecrets } from '#server/platform/secrets/reseal.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { EventMessages } from './event-messages.ts'
import { headersOf, isListedHost, isSuccess, newSecret, pauseAfter, webhookTimes } from './webhooks.rules.ts'
import * as store from './webhooks.store.ts'

const deliverWebhookTask = 'webhooks.deliver'

/** `attempt` is the number of the attempt that this job makes. */
export interface DeliverWebhook {
  deliveryId: number
  attempt: number
}

interface WebhooksDependencies {
  database: Database
  clock: Clock
  keys: Keys
  log: Logger
  accounts: Accounts
  webhookReach: Reach
  webhookHosts: readonly string[] | null
}

const purpose = 'webhook secret'

/** `isOnThisMachine` means that the request was sent from the server's own machine and not through a proxy. */
export type WebhookSender = Caller & { isOnThisMachine: boolean }

export class Webhooks {
  readonly #deps: WebhooksDependencies
  readonly messages: EventMessages
  readonly forgetPerson = store.deleteDeliveriesOf

  constructor(deps: WebhooksDependencies) {
    this.#deps = deps
    this.messages = new EventMessages(this.#publish.bind(this))
  }

  readonly #now = () => this.#deps.clock.now()

  async listWebhooks(caller: Caller): Promise<Page<Webhook>> {
    const rows = await store.endpointsOf(this.#deps.database.kysely, businessOf(caller))
    return {
      data: rows.map((row) => presentWebhook(row, this.#now())),
      meta: { total: rows.length, nextCursor: null },
    }
  }

  async createWebhook(
    caller: WebhookSender,
    { url, events }: { url: string; events: readonly WebhookEvent[] },
  ): Promise<Webhook & { secret: string }> {
    if (!caller.emailVerified) refuse('EMAIL_NOT_VERIFIED')
    const isLocal = isOnThisMachine(url)
    const reach = this.#reachOf({ isOnThisMachine: isLocal && caller.isOnThisMachine })
    if (!isAllowedUrl(url, reach)) refuse('WEBHOOK_ADDRESS_REFUSED')
    if (!this.#isListed(url)) refuse('WEBHOOK_HOST_NOT_LISTED')
    const businessId = businessOf(caller)
    const secret = newSecret()
    return this.#deps.database.transaction(async (tx) => {
      await store.lockBusinessWebhooks(tx, businessId)
      if ((await store.endpointsOf(tx, businessId)).length >= webhookLimits.perBusiness)
        refuse('TOO_MANY_WEBHOOKS')
      const row = await store.insertEndpoint(tx, {
        businessId,
        url,
        events,
        createdBy: caller.userId,
        createdAt: this.#now(),
        isOnThisMachine: isLocal,
        seal: (id) => this.#seal(id, secret),
      })
      await this.#record(tx, caller, 'webhook.created', row)
      return { ...presentWebhook(row, this.#now()), secret }
    })
  }

  /**
   * Returns where messages of the endpoint may be sent. This machine is allowed only if the endpoint was added from this machine
   * and the configuration allows it.
   */
  readonly #reachOf = ({ isOnThisMachine: isLocal }: { isOnThisMachine: boolean }): Reach =>
    isLocal ? this.#deps.webhookReach : 'public'

  /** Refuses a caller from another machine whose action would send messages to this machine. */
  #refuseFromElsewhere(caller: WebhookSender, endpoint: store.EndpointRow): void {
    if (endpoint.isOnThisMachine && !caller.isOnThisMachine) refuse('WEBHOOK_ADDRESS_REFUSED')
  }

  async updateWebhook(
    caller: WebhookSender,
    id: number,
    { events = null, isEnabled = null }: { events?: WebhookEvent[] | null; isEnabled?: boolean | null },
  ): Promise<Webhook> {
    return this.#deps.database.transaction(async (tx) => {
      const endpoint = await this.#ownLocked(tx, caller, id)
      const { businessId, url } = endpoint
      // Any caller may turn the endpoint off. Every other change needs an allowed host.
      if (isEnabled !== false) {
        if (!this.#isListed(url)) refuse('WEBHOOK_HOST_NOT_LISTED')
        this.#refuseFromElsewhere(caller, endpoint)
      }
      const changed = await store.changeEndpoint(tx, id, { events, isEnabled })
      await this.#deps.accounts.securityLog.recordActivity(tx, {
        kind: 'webhook.changed',
        actor: caller,
        businessId,
        details: { url: new URL(url).origin, isEnabled, events: events === null ? null : events.join(' ') },
      })
      return presentWebhook(changed, this.#now())
    })
  }

  async deleteWebhook(caller: Caller, id: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const row = await this.#ownLocked(tx, caller, id)
      await store.deleteEndpoint(tx, id)
      await this.#record(tx, caller, 'webhook.deleted', row)
    })
  }

  async replaceSecret(caller: Caller, id: number): Promise<Webhook & { secret: string }> {
    const secret = newSecret()
    return this.#deps.database.transaction(async (tx) => {
      await this.#ownLocked(tx, caller, id)
      const row = await store.replaceSecret(tx, id, {
        sealed: this.#seal(id, secret),
        formerUntil: new Date(this.#now().getTime() + webhookTimes.formerSecretMs),
      })
      await this.#record(tx, caller, 'webhook.secretReplaced', row)
      return { ...presentWebhook(row, this.#now()), secret }
    })
  }

  async sendTest(caller: WebhookSender, id: number): Promise<WebhookDelivery> {
    await this.#own(this.#deps.database.kysely, caller, id)
    await this.#deps.accounts.consumeAttempt('webhook.send', `webhook ${id}`)
    return this.#deps.database.transaction(async (tx) => {
      const row = await this.#ownLocked(tx, caller, id)
      if (!row.isEnabled) refuse('WEBHOOK_OFF')
      this.#refuseFromElsewhere(caller, row)
      const message = { type: testEvent, at: this.#now(), data: { webhook: { id } }, userId: null }
      return presentDelivery(await this.#write(tx, id, message))
    })
  }

  async listDeliveries(
    caller: Caller,
    id: number,
    state: WebhookDelivery['state'] | null,
    page: PageRequest,
  ): Promise<Page<WebhookDelivery>> {
    await this.#own(this.#deps.database.kysely, caller, id)
    const { rows, total } = await store.pageOfDeliveries(this.#deps.database.kysely, id, state, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map(presentDelivery), meta }
  }

  async resend(caller: WebhookSender, id: number, deliveryId: number): Promise<WebhookDelivery> {
    await this.#own(this.#deps.database.kysely, caller, id)
    await this.#deps.accounts.consumeAttempt('webhook.send', `webhook ${id}`)
    return this.#deps.database.transaction(async (tx) => {
      const endpoint = await this.#ownLocked(tx, caller, id)
      if (!endpoint.isEnabled) refuse('WEBHOOK_OFF')
      this.#refuseFromElsewhere(caller, endpoint)
      const row = (await store.sendAgain(tx, id, deliveryId, this.#now())) ?? refuse('NOT_FOUND')
      await this.#enqueue(tx, id, row, this.#now())
      return presentDelivery(row)
    })
  }

  readonly deleteLogBefore = (before: Date): Promise<void> =>
    store.deleteDeliveriesBefore(this.#deps.database.kysely, before)

  /**
   * Makes one attempt to deliver a message. Idempotent: a repeated job finds that its attempt was made already. No transaction is
   * open while the endpoint responds.
   */
  async deliver({ deliveryId, attempt }: DeliverWebhook): Promise<void> {
    const due = await store.dueDelivery(this.#deps.database.kysely, deliveryId, attempt)
    if (!due) return
    const at = this.#now()
    const answer = await this.#attempt(due, at)
    await this.#deps.database.transaction((tx) => this.#settle(tx, due, at, answer))
  }

  readonly #isListed = (url: string): boolean => isListedHost(url, this.#deps.webhookHosts)

  async #attempt(due: store.DueDelivery, at: Date): Promise<Answer> {
    if (!due.endpoint.isEnabled) return { failure: 'WEBHOOK_OFF' }
    return this.#isListed(due.endpoint.url) ? this.#send(due, at) : { failure: 'HOST_NOT_LISTED' }
  }

  async #send({ endpoint, messageId: id, body }: store.DueDelivery, at: Date): Promise<Answer> {
    const message = { id, body, timestamp: Math.floor(at.getTime() / 1000) }
    const started = performance.now()
    try {
      const { status, text } = await postTo(endpoint.url, {
        headers: headersOf(message, this.#secretsOf(endpoint, at)),
        body,
        reach: this.#reachOf(endpoint),
        timeoutMs: webhookTimes.timeoutMs,
        keptBytes: webhookLimits.answerBytes,
      })
      // Responses of services on this machine are never shown, because they may contain internal data.
      const shown = endpoint.isOnThisMachine ? {} : { text }
      return { status, ...shown, durationMs: Math.round(performance.now() - started) }
    } catch (error) {
      if (!(error instanceof PostFailed)) throw error
      return { failure: error.code, durationMs: Math.round(performance.now() - started) }
    }
  }

  async #settle(tx: Tx, due: store.DueDelivery, at: Date, answer: Answer): Promise<void> {
    const delivered = answer.status !== undefined && isSuccess(answer.status)
    const isFinal = delivered || !due.endpoint.isEnabled || !this.#isListed(due.endpoint.url)
    const pause = isFinal ? null : pauseAfter(due.attempts + 1 - due.attemptsBefore)
    const nextAttemptAt = pause === null ? null : new Date(at.getTime() + pause)
    const recorded = await store.recordAttempt(tx, due, {
      state: delivered ? 'delivered' : nextAttemptAt ? 'waiting' : 'failed',
      at,
      nextAttemptAt,
      responseStatus: answer.status ?? null,
      responseText: answer.text ?? null,
      failure: answer.failure ?? null,
      durationMs: answer.durationMs ?? null,
    })
    if (!recorded) return
    if (nextAttemptAt)
      await this.#enqueue(tx, due.endpoint.id, { ...due, attempts: due.attempts + 1 }, nextAttemptAt)
    if (due.endpoint.isEnabled) await this.#watch(tx, due.endpoint, delivered ? null : at)
  }

  /** Turns the endpoint off after five days of failures, and notifies the admins of its business by mail and in the product. */
  async #watch(tx: Tx, endpoint: store.EndpointRow, failedAt: Date | null): Promise<void> {
    const since = await store.recordHealth(tx, endpoint.id, failedAt)
    if (!since || !failedAt || failedAt.getTime() - since.getTime() < webhookTimes.mostFailingMs) return
    if (await store.turnOff(tx, endpoint.id)) await this.#record(tx, null, 'webhook.turnedOff', endpoint)
  }

  /** Writes a message to each endpoint that subscribes to the event. */
  async #publish(tx: Tx, businessId: number, message: NewMessage & { type: WebhookEvent }): Promise<void> {
    for (const endpointId of await store.endpointsFor(tx, businessId, message.type))
      await this.#write(tx, endpointId, message)
  }

  async #write(
    tx: Tx,
    endpointId: number,
    { type, at, data, userId }: NewMessage,
  ): Promise<store.DeliveryRow> {
    const row = await store.insertDelivery(tx, {
      endpointId,
      eventType: type,
      userId,
      createdAt: this.#now(),
      publicId: `msg_${newPublicId()}`,
      body: JSON.stringify({ type, timestamp: at.toISOString(), data }),
    })
    await this.#enqueue(tx, endpointId, row, this.#now())
    return row
  }

  /** Enqueues an attempt. Each endpoint has its own queue, so that a slow endpoint occupies one worker at a time. */
  #enqueue(tx: Tx, endpointId: number, { id, attempts }: store.DeliveryRow, runAt: Date): Promise<void> {
    const job: DeliverWebhook = { deliveryId: id, attempt: attempts + 1 }
    return enqueue(tx, deliverWebhookTask, job, { runAt, queueName: `${deliverWebhookTask}:${endpointId}` })
  }

  async #own(
    db: Pick<Database, 'kysely'>['kysely'] | Tx,
    caller: Caller,
    id: number,
  ): Promise<store.EndpointRow> {
    return (await store.endpointOf(db, businessOf(caller), id)) ?? refuse('NOT_FOUND')
  }

  /** Locks the endpoint against concurrent changes and deletion until the transaction ends. */
  async #ownLocked(tx: Tx, caller: Caller, id: number): Promise<store.EndpointRow> {
    return (await store.lockEndpoint(tx, businessOf(caller), id)) ?? refuse('NOT_FOUND')
  }

  readonly #seal = (id: number, secret: string): Buffer => this.#deps.keys.seal(purpose, secret, String(id))

  resealSecrets(): ResealSecrets {
    const { keys, database, log } = this.#deps
    return resealStored(
      {
        name: 'webhook',
        rowsAfter: (id) => store.sealedEndpointsAfter(database.kysely, id),
        reseal: async (row) => {
          const { id, secretEncrypted, formerSecretEncrypted: former } = row
          const current = keys.reseal(purpose, secretEncrypted, String(id))
          const formerAnew = former && keys.reseal(purpose, former, String(id))
          if (!current && !formerAnew) return false
          const to = {
            id,
            secretEncrypted: current ?? secretEncrypted,
            formerSecretEncrypted: formerAnew ?? former,
          }
          await store.replaceSealed(database.kysely, row, to)
          return true
        },
      },
      log,
    )
  }

  /** Returns the secrets for signing: the newest, and the former one while it is valid. */
  #secretsOf(endpoint: store.EndpointRow, at: Date): string[] {
    const { id, secretEncrypted, formerSecretEncrypted, formerValidUntil } = endpoint
    const sealed = [secretEncrypted]
    if (formerSecretEncrypted && formerValidUntil && formerValidUntil > at) sealed.push(formerSecretEncrypted)
    return sealed.map((one) => this.#deps.keys.open(purpose, one, String(id)))
  }

  #record(
    tx: Tx,
    actor: Caller | null,
    kind: 'webhook.created' | 'webhook.deleted' | 'webhook.secretReplaced' | 'webhook.turnedOff',
    { businessId, url }: Pick<store.EndpointRow, 'businessId' | 'url'>,
  ): Promise<void> {
    // The record contains the origin without the path, because the path of an endpoint may contain a secret.
    const { origin } = new URL(url)
    return this.#deps.accounts.securityLog.recordSecurityEvent(tx, {
      kind,
      actor,
      businessId,
      details: { url: origin },
    })
  }
}

interface Answer {
  status?: number
  text?: string
  failure?: string
  durationMs?: number
}

interface NewMessage {
  type: string
  at: Date
  data: object
  userId: number | null
}

const businessOf = ({ businessId }: Caller): number => businessId ?? refuse('NOT_FOUND')

const presentWebhook = (row: store.EndpointRow, now: Date): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  isEnabled: row.isEnabled,
  failingSince: row.failingSince?.toISOString() ?? null,
  formerSecretUntil:
    row.formerValidUntil && row.formerValidUntil > now ? row.formerValidUntil.toISOString() : null,
  createdAt: row.createdAt.toISOString(),
})

function presentDelivery({ attemptsBefore: _, ...row }: store.DeliveryRow): WebhookDelivery {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  }
}
