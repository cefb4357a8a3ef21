/** Forgets everything at the end of the process: for tests, and for the simulator that stands alone. */
import type { SimulatedPurchase } from './purchase-document.ts'
import type { Delivery, NewDelivery, SimulatorStorage, Webhook } from './storage.ts'

export function createMemoryStorage(): SimulatorStorage {
  const purchases = new Map<string, SimulatedPurchase>()
  const deliveries: Delivery[] = []
  const byPurchase = new Map<string, Delivery[]>()
  // Thousands of purchases may be held: the loop that sends looks only at what waits, never at all there ever was.
  const waiting = new Map<string, Set<Delivery>>()
  const settling = new Set<string>()
  const keys = new Map<string, Promise<string>>()
  const webhooks = new Map<string, Webhook>()

  function keep(purchase: SimulatedPurchase): void {
    purchases.set(purchase.id, structuredClone(purchase))
    if (purchase.settling) settling.add(purchase.id)
    else settling.delete(purchase.id)
  }

  function follow(delivery: Delivery): void {
    const held = waiting.get(delivery.purchaseId)
    if (delivery.state === 'waiting') {
      if (held) held.add(delivery)
      else waiting.set(delivery.purchaseId, new Set([delivery]))
    } else if (held) {
      held.delete(delivery)
      if (held.size === 0) waiting.delete(delivery.purchaseId)
    }
  }

  function schedule(purchaseId: string, wanted: readonly NewDelivery[]): void {
    for (const one of wanted) {
      const delivery = {
        ...one,
        id: String(deliveries.length + 1),
        purchaseId,
        attempts: 0,
        scheduledAt: one.dueAt,
        lastStatus: null,
      }
      deliveries.push(delivery)
      byPurchase.set(purchaseId, [...(byPurchase.get(purchaseId) ?? []), delivery])
      follow(delivery)
    }
  }

  return {
    async insertPurchase(purchase, wanted) {
      keep(purchase)
      schedule(purchase.id, wanted)
    },

    async findPurchase(id) {
      return structuredClone(purchases.get(id) ?? null)
    },

    async changePurchase(id, change) {
      const held = purchases.get(id)
      if (!held) return null
      const changed = change(structuredClone(held))
      keep(changed.purchase)
      schedule(id, changed.deliveries)
      return changed.told
    },

    async listPurchases({ limit, status, reference, companyId }) {
      return [...purchases.values()]
        .filter(({ document }) => status === undefined || document.status === status)
        .filter(({ document }) => reference === undefined || document.reference === reference)
        .filter((purchase) => companyId === undefined || purchase.companyId === companyId)
        .slice(-limit)
        .reverse()
        .map((purchase) => structuredClone(purchase))
    },

    async purchasesToSettle(now) {
      return [...settling].flatMap((id) => {
        const held = purchases.get(id)
        const isDue = held?.settling && held.settling.at * 1000 <= now.getTime()
        return isDue ? [{ id, companyId: held.companyId }] : []
      })
    },

    async claimDelivery(now, leaseUntil) {
      let next: Delivery | null = null
      for (const queue of waiting.values()) {
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
    },

    async recordAttempt(id, result) {
      const delivery = deliveries[Number(id) - 1]
      if (delivery) follow(Object.assign(delivery, result))
    },

    async deliveriesOf(purchaseId) {
      return (byPurchase.get(purchaseId) ?? []).map((delivery) => ({ ...delivery }))
    },

    async sendAgain(deliveryId, at) {
      const delivery = deliveries[Number(deliveryId) - 1]
      if (!delivery) return false
      follow(Object.assign(delivery, { state: 'waiting', attempts: 0, dueAt: at, scheduledAt: at }))
      return true
    },

    async webhooksOf(companyId) {
      return [...webhooks.values()].filter((webhook) => webhook.companyId === companyId)
    },

    async putWebhook(webhook) {
      webhooks.set(webhook.id, structuredClone(webhook))
    },

    async removeWebhook(companyId, id) {
      return webhooks.get(id)?.companyId === companyId && webhooks.delete(id)
    },

    signingKey(companyId, generate) {
      const held = keys.get(companyId) ?? generate()
      keys.set(companyId, held)
      return held
    },

    async replaceSigningKey(companyId, privateKey) {
      keys.set(companyId, Promise.resolve(privateKey))
    },
  }
}
