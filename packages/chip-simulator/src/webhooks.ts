/** A seller's webhook has an address, the events that it wants and its own key (docs/chip.md#webhooks). */
import { randomUUID } from 'node:crypto'

import { isRecord } from './wire.ts'
import { generatePrivateKey, publicKeyOf } from './callbacks.ts'
import { Complaints, type ErrorBody } from './purchase/purchase-order.rules.ts'
import type { SimulatorStorage, Webhook, WebhookDocument } from './storage/storage.ts'

type Wishes = Pick<WebhookDocument, 'title' | 'callback' | 'events' | 'all_events'>

interface WebhooksDependencies {
  storage: SimulatorStorage
  now: () => Date
  /** True refuses addresses on ports other than 80 and 443, as CHIP does. */
  strictPorts: boolean
}

export class Webhooks {
  readonly #deps: WebhooksDependencies

  constructor(deps: WebhooksDependencies) {
    this.#deps = deps
  }

  #now(): number {
    return Math.floor(this.#deps.now().getTime() / 1000)
  }

  async #held(companyId: string, id: string): Promise<Webhook | undefined> {
    return (await this.#deps.storage.webhooksOf(companyId)).find((webhook) => webhook.id === id)
  }

  async list(companyId: string): Promise<WebhookDocument[]> {
    return (await this.#deps.storage.webhooksOf(companyId)).map(({ document }) => document)
  }

  async find(companyId: string, id: string): Promise<WebhookDocument | null> {
    return (await this.#held(companyId, id))?.document ?? null
  }

  async create(companyId: string, body: unknown): Promise<WebhookDocument | { errors: ErrorBody }> {
    const wishes = readWishes(body, null, this.#deps.strictPorts)
    if ('errors' in wishes) return wishes
    const privateKey = await generatePrivateKey()
    const document: WebhookDocument = {
      id: randomUUID(),
      type: 'webhook',
      created_on: this.#now(),
      updated_on: this.#now(),
      ...wishes,
      public_key: publicKeyOf(privateKey),
    }
    await this.#deps.storage.putWebhook({ id: document.id, companyId, document, privateKey })
    return document
  }

  /**
   * Changes a webhook. `whole` clears the fields that the request lacks; otherwise they stay. Null means that the webhook does not
   * exist.
   */
  async change(
    companyId: string,
    id: string,
    body: unknown,
    whole: boolean,
  ): Promise<WebhookDocument | { errors: ErrorBody } | null> {
    const webhook = await this.#held(companyId, id)
    if (!webhook) return null
    const wishes = readWishes(body, whole ? null : webhook.document, this.#deps.strictPorts)
    if ('errors' in wishes) return wishes
    const document = { ...webhook.document, ...wishes, updated_on: this.#now() }
    await this.#deps.storage.putWebhook({ ...webhook, document })
    return document
  }

  remove(companyId: string, id: string): Promise<boolean> {
    return this.#deps.storage.removeWebhook(companyId, id)
  }
}

function readWishes(
  body: unknown,
  kept: Wishes | null,
  strictPorts: boolean,
): Wishes | { errors: ErrorBody } {
  const given: Record<string, unknown> = { ...kept, ...(isRecord(body) ? body : {}) }
  const complaints = new Complaints()
  const text = (name: string, limit: number): string => {
    const value = given[name]
    if (value === undefined) complaints.add([name], 'required')
    else if (typeof value !== 'string') complaints.add([name], 'invalid')
    else if (value.trim() === '') complaints.add([name], 'blank')
    else if (value.length > limit) complaints.add([name], 'max_length')
    else return value
    return ''
  }
  const title = text('title', 100)
  const callback = text('callback', 500)
  if (callback !== '') {
    const url = URL.canParse(callback) ? new URL(callback) : null
    if (!url || !['http:', 'https:'].includes(url.protocol) || (strictPorts && url.port !== ''))
      complaints.add(['callback'], 'invalid')
  }
  const isAll = given['all_events'] === true
  const wanted: unknown[] = Array.isArray(given['events']) ? given['events'] : []
  const events = isAll ? [] : wanted.filter((event) => typeof event === 'string')
  if (!isAll && events.length === 0) complaints.add(['events'], 'required')
  if (complaints.any) return { errors: complaints.body }
  return { title, callback, events, all_events: isAll }
}
