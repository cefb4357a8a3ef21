/** A seller's webhooks: an address, the events it wants, and a key of its own (docs/chip.md#webhooks). */
import { randomUUID } from 'node:crypto'

import { isRecord } from './wire.ts'
import { generatePrivateKey, publicKeyOf } from './callbacks.ts'
import { Complaints, type ErrorBody } from './purchase-order.rules.ts'
import type { SimulatorStorage, WebhookDocument } from './storage.ts'

export interface Webhooks {
  list(companyId: string): Promise<WebhookDocument[]>
  find(companyId: string, id: string): Promise<WebhookDocument | null>
  create(companyId: string, body: unknown): Promise<WebhookDocument | { errors: ErrorBody }>
  /** `whole`: what is left out is missing, not kept. Null: no such webhook. */
  change(
    companyId: string,
    id: string,
    body: unknown,
    whole: boolean,
  ): Promise<WebhookDocument | { errors: ErrorBody } | null>
  remove(companyId: string, id: string): Promise<boolean>
}

type Wishes = Pick<WebhookDocument, 'title' | 'callback' | 'events' | 'all_events'>

export function createWebhooks(storage: SimulatorStorage, now: () => Date, strictPorts: boolean): Webhooks {
  const seconds = () => Math.floor(now().getTime() / 1000)
  const held = async (companyId: string, id: string) =>
    (await storage.webhooksOf(companyId)).find((webhook) => webhook.id === id)

  return {
    list: async (companyId) => (await storage.webhooksOf(companyId)).map(({ document }) => document),
    find: async (companyId, id) => (await held(companyId, id))?.document ?? null,
    async create(companyId, body) {
      const wishes = readWishes(body, null, strictPorts)
      if ('errors' in wishes) return wishes
      const privateKey = await generatePrivateKey()
      const document: WebhookDocument = {
        id: randomUUID(),
        type: 'webhook',
        created_on: seconds(),
        updated_on: seconds(),
        ...wishes,
        public_key: publicKeyOf(privateKey),
      }
      await storage.putWebhook({ id: document.id, companyId, document, privateKey })
      return document
    },
    async change(companyId, id, body, whole) {
      const webhook = await held(companyId, id)
      if (!webhook) return null
      const wishes = readWishes(body, whole ? null : webhook.document, strictPorts)
      if ('errors' in wishes) return wishes
      const document = { ...webhook.document, ...wishes, updated_on: seconds() }
      await storage.putWebhook({ ...webhook, document })
      return document
    },
    remove: (companyId, id) => storage.removeWebhook(companyId, id),
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
