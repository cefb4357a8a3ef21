/** Forgets everything at the end of the process: for tests. */
import type { SimulatedPurchase } from './purchase-document.ts'
import type { Delivery, SimulatorStorage } from './storage.ts'

export function createMemoryStorage(): SimulatorStorage {
  const purchases = new Map<string, SimulatedPurchase>()
  const deliveries: Delivery[] = []
  const keys = new Map<string, Promise<string>>()

  return {
    async insertPurchase(purchase) {
      purchases.set(purchase.id, structuredClone(purchase))
    },

    async findPurchase(id) {
      return structuredClone(purchases.get(id) ?? null)
    },

    async changePurchase(id, change) {
      const held = purchases.get(id)
      if (!held) return null
      const changed = change(structuredClone(held))
      purchases.set(id, structuredClone(changed.purchase))
      for (const delivery of changed.deliveries) {
        deliveries.push({
          ...delivery,
          id: String(deliveries.length + 1),
          purchaseId: id,
          attempts: 0,
          scheduledAt: delivery.dueAt,
          lastStatus: null,
        })
      }
      return changed.told
    },

    async purchasesToSettle(now) {
      return [...purchases.values()]
        .filter(({ settling }) => settling !== null && settling.at * 1000 <= now.getTime())
        .map(({ id, companyId }) => ({ id, companyId }))
    },

    async claimDelivery(now, leaseUntil) {
      const heads = new Map<string, Delivery>()
      for (const delivery of deliveries) {
        if (delivery.state === 'waiting' && !heads.has(delivery.purchaseId)) {
          heads.set(delivery.purchaseId, delivery)
        }
      }
      const [next] = [...heads.values()]
        .filter((delivery) => delivery.dueAt <= now)
        .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
      if (!next) return null
      next.attempts += 1
      next.dueAt = leaseUntil
      return { ...next }
    },

    async recordAttempt(id, result) {
      const delivery = deliveries.find((candidate) => candidate.id === id)
      if (delivery) Object.assign(delivery, result)
    },

    async deliveriesOf(purchaseId) {
      return deliveries
        .filter((delivery) => delivery.purchaseId === purchaseId)
        .map((delivery) => ({ ...delivery }))
    },

    signingKey(companyId, generate) {
      const held = keys.get(companyId) ?? generate()
      keys.set(companyId, held)
      return held
    },
  }
}
