export const purchaseFilters = ['paid', 'unpaid', 'refunded'] as const
export type PurchaseFilter = (typeof purchaseFilters)[number]
