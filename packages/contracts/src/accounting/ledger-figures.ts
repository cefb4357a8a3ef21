/**
 * The figures of a ledger. Each leads to the postings that it sums: `sales` less `refunds`, `chargebacks` and `fees` are `net`.
 * `transfers` is what was paid to the seller.
 */
export const ledgerFigures = ['sales', 'refunds', 'chargebacks', 'fees', 'net', 'transfers'] as const
export type LedgerFigure = (typeof ledgerFigures)[number]
