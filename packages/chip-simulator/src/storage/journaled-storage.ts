/** Appends every change of another storage to a file, so that a killed provider recovers its purchases when it restarts. */
import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { SimulatedPurchase } from '../purchase/purchase-document.ts'
import type {
  Delivery,
  NewDelivery,
  PurchaseChange,
  PurchaseFilter,
  SimulatorStorage,
  Webhook,
} from './storage.ts'

type AttemptResult = Parameters<SimulatorStorage['recordAttempt']>[1]

type Entry =
  | { kind: 'inserted'; purchase: SimulatedPurchase; deliveries: readonly NewDelivery[] }
  | { kind: 'changed'; purchase: SimulatedPurchase; deliveries: readonly NewDelivery[] }
  | { kind: 'attempted'; id: string; result: AttemptResult }
  | { kind: 'sent again'; id: string; at: Date }
  | { kind: 'webhook put'; webhook: Webhook }
  | { kind: 'webhook removed'; companyId: string; id: string }
  | { kind: 'key'; companyId: string; privateKey: string }

/** Records every change of the inner storage except the start of an attempt, so a killed provider sends that callback again. */
export class JournaledStorage implements SimulatorStorage {
  readonly #inner: SimulatorStorage
  readonly #file: number

  private constructor(inner: SimulatorStorage, file: number) {
    this.#inner = inner
    this.#file = file
  }

  /** `inner` must be empty; it receives everything that the file records. The caller closes the result. */
  static async open(path: string, inner: SimulatorStorage): Promise<JournaledStorage> {
    for (const line of existsSync(path) ? finishedLines(path) : [])
      await apply(inner, deserialize(Buffer.from(line, 'base64')) as Entry)
    return new JournaledStorage(inner, openSync(path, 'a'))
  }

  close(): void {
    closeSync(this.#file)
  }

  #append(entry: Entry): void {
    writeSync(this.#file, `${serialize(entry).toString('base64')}\n`)
  }

  async insertPurchase(purchase: SimulatedPurchase, deliveries: readonly NewDelivery[]): Promise<void> {
    this.#append({ kind: 'inserted', purchase, deliveries })
    await this.#inner.insertPurchase(purchase, deliveries)
  }

  changePurchase<ActResult>(
    id: string,
    change: (purchase: SimulatedPurchase) => PurchaseChange<ActResult>,
  ): Promise<ActResult | null> {
    return this.#inner.changePurchase(id, (held) => {
      const changed = change(held)
      this.#append({ kind: 'changed', purchase: changed.purchase, deliveries: changed.deliveries })
      return changed
    })
  }

  async recordAttempt(id: string, result: AttemptResult): Promise<void> {
    this.#append({ kind: 'attempted', id, result })
    await this.#inner.recordAttempt(id, result)
  }

  async sendAgain(id: string, at: Date): Promise<boolean> {
    this.#append({ kind: 'sent again', id, at })
    return this.#inner.sendAgain(id, at)
  }

  async putWebhook(webhook: Webhook): Promise<void> {
    this.#append({ kind: 'webhook put', webhook })
    await this.#inner.putWebhook(webhook)
  }

  async removeWebhook(companyId: string, id: string): Promise<boolean> {
    this.#append({ kind: 'webhook removed', companyId, id })
    return this.#inner.removeWebhook(companyId, id)
  }

  async signingKey(companyId: string, generate: () => Promise<string>): Promise<string> {
    return this.#inner.signingKey(companyId, async () => {
      const privateKey = await generate()
      this.#append({ kind: 'key', companyId, privateKey })
      return privateKey
    })
  }

  async replaceSigningKey(companyId: string, privateKey: string): Promise<void> {
    this.#append({ kind: 'key', companyId, privateKey })
    await this.#inner.replaceSigningKey(companyId, privateKey)
  }

  findPurchase(id: string): Promise<SimulatedPurchase | null> {
    return this.#inner.findPurchase(id)
  }

  listPurchases(wanted: PurchaseFilter): Promise<SimulatedPurchase[]> {
    return this.#inner.listPurchases(wanted)
  }

  purchasesToSettle(now: Date): Promise<{ id: string; companyId: string }[]> {
    return this.#inner.purchasesToSettle(now)
  }

  claimDelivery(now: Date, leaseUntil: Date): Promise<Delivery | null> {
    return this.#inner.claimDelivery(now, leaseUntil)
  }

  deliveriesOf(purchaseId: string): Promise<Delivery[]> {
    return this.#inner.deliveriesOf(purchaseId)
  }

  webhooksOf(companyId: string): Promise<Webhook[]> {
    return this.#inner.webhooksOf(companyId)
  }
}

/** Cuts off an unfinished line of a killed writer; its change was never confirmed to a client. */
function finishedLines(path: string): string[] {
  const written = readFileSync(path, 'utf8')
  const lines = written.split('\n')
  const unfinished = lines.pop() ?? ''
  if (unfinished !== '') truncateSync(path, written.length - unfinished.length)
  return lines
}

async function apply(storage: SimulatorStorage, entry: Entry): Promise<void> {
  switch (entry.kind) {
    case 'inserted':
      return storage.insertPurchase(entry.purchase, entry.deliveries)
    case 'changed':
      await storage.changePurchase(entry.purchase.id, () => ({ ...entry, outcome: null }))
      return
    case 'attempted':
      return storage.recordAttempt(entry.id, entry.result)
    case 'sent again':
      await storage.sendAgain(entry.id, entry.at)
      return
    case 'webhook put':
      return storage.putWebhook(entry.webhook)
    case 'webhook removed':
      await storage.removeWebhook(entry.companyId, entry.id)
      return
    case 'key':
      return storage.replaceSigningKey(entry.companyId, entry.privateKey)
  }
}
