/** Stores data in memory only, for tests and for the stand-alone simulator. */
import type { SimulatedPurchase } from '../purchase/purchase-document.ts'
import type {
  Delivery,
  DeliveryState,
  NewDelivery,
  PurchaseChange,
  PurchaseFilter,
  SimulatorStorage,
  Webhook,
} from './storage.ts'

export class MemoryStorage implements SimulatorStorage {
  readonly #purchases = new Map<string, SimulatedPurchase>()
  readonly #deliveries: Delivery[] = []
  readonly #byPurchase = new Map<string, Delivery[]>()
  // The map holds only waiting deliveries, so that the send loop does not scan thousands of finished ones.
  readonly #waiting = new Map<string, Set<Delivery>>()
  readonly #settling = new Set<string>()
  readonly #keys = new Map<string, Promise<string>>()
  readonly #webhooks = new Map<string, Webhook>()

  #keep(purchase: SimulatedPurchase): void {
    this.#purchases.set(purchase.id, structuredClone(purchase))
    if (purchase.settling) this.#settling.add(purchase.id)
    else this.#settling.delete(purchase.id)
  }

  #follow(delivery: Delivery): void {
    const held = this.#waiting.get(delivery.purchaseId)
    if (delivery.state === 'waiting') {
      if (held) held.add(delivery)
      else this.#waiting.set(delivery.purchaseId, new Set([delivery]))
    } else if (held) {
      held.delete(delivery)
      if (held.size === 0) this.#waiting.delete(delivery.purchaseId)
    }
  }

  #schedule(purchaseId: string, wanted: readonly NewDelivery[]): void {
    for (const one of wanted) {
      const delivery = {
        ...one,
        id: String(this.#deliveries.length + 1),
        purchaseId,
        attempts: 0,
        scheduledAt: one.dueAt,
        lastStatus: null,
      }
      this.#deliveries.push(delivery)
      this.#byPurchase.set(purchaseId, [...(this.#byPurchase.get(purchaseId) ?? []), delivery])
      this.#follow(delivery)
    }
  }

  async insertPurchase(purchase: SimulatedPurchase, wanted: readonly NewDelivery[]): Promise<void> {
    this.#keep(purchase)
    this.#schedule(purchase.id, wanted)
  }

  async findPurchase(id: string): Promise<SimulatedPurchase | null> {
    return structuredClone(this.#purchases.get(id) ?? null)
  }

  async changePurchase<ActResult>(
    id: string,
    change: (purchase: SimulatedPurchase) => PurchaseChange<ActResult>,
  ): Promise<ActResult | null> {
    const held = this.#purchases.get(id)
    if (!held) return null
    const changed = change(structuredClone(held))
    this.#keep(changed.purchase)
    this.#schedule(id, changed.deliveries)
    return changed.outcome
  }

  async listPurchases({ limit, status, reference, companyId }: PurchaseFilter): Promise<SimulatedPurchase[]> {
    return [...this.#purchases.values()]
      .filter(({ document }) => status === undefined || document.status === status)
      .filter(({ document }) => reference === undefined || document.reference === reference)
      .filter((purchase) => companyId === undefined || purchase.companyId === companyId)
      .slice(-limit)
      .reverse()
      .map((purchase) => structuredClone(purchase))
  }

  async purchasesToSettle(now: Date): Promise<{ id: string; companyId: string }[]> {
    return [...this.#settling].flatMap((id) => {
      const held = this.#purchases.get(id)
      const isDue = held?.settling && held.settling.at * 1000 <= now.getTime()
      return isDue ? [{ id, companyId: held.companyId }] : []
    })
  }

  async claimDelivery(now: Date, leaseUntil: Date): Promise<Delivery | null> {
    let next: Delivery | null = null
    for (const queue of this.#waiting.values()) {
      let isFirst = true
      for (const delivery of queue) {
        const mayGo = isFirst || !delivery.ordered
        isFirst = false
        if (mayGo && delivery.dueAt <= now && (!next || delivery.dueAt < next.dueAt)) next = delivery
      }
    }
    if (!next) return null
    next.attempts += 1
    next.dueAt = leaseUntil
    return { ...next }
  }

  async recordAttempt(
    id: string,
    result: { state: DeliveryState; dueAt: Date; lastStatus: number | null },
  ): Promise<void> {
    const delivery = this.#deliveries[Number(id) - 1]
    if (delivery) this.#follow(Object.assign(delivery, result))
  }

  async deliveriesOf(purchaseId: string): Promise<Delivery[]> {
    return (this.#byPurchase.get(purchaseId) ?? []).map((delivery) => ({ ...delivery }))
  }

  async sendAgain(deliveryId: string, at: Date): Promise<boolean> {
    const delivery = this.#deliveries[Number(deliveryId) - 1]
    if (!delivery) return false
    this.#follow(Object.assign(delivery, { state: 'waiting', attempts: 0, dueAt: at, scheduledAt: at }))
    return true
  }

  async webhooksOf(companyId: string): Promise<Webhook[]> {
    return [...this.#webhooks.values()].filter((webhook) => webhook.companyId === companyId)
  }

  async putWebhook(webhook: Webhook): Promise<void> {
    this.#webhooks.set(webhook.id, structuredClone(webhook))
  }

  async removeWebhook(companyId: string, id: string): Promise<boolean> {
    return this.#webhooks.get(id)?.companyId === companyId && this.#webhooks.delete(id)
  }

  signingKey(companyId: string, generate: () => Promise<string>): Promise<string> {
    const held = this.#keys.get(companyId) ?? generate()
    this.#keys.set(companyId, held)
    return held
  }

  async replaceSigningKey(companyId: string, privateKey: string): Promise<void> {
    this.#keys.set(companyId, Promise.resolve(privateKey))
  }
}
