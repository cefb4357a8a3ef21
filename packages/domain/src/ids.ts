/**
 * Each kind of row id has its own type, so that ids of different kinds cannot be mixed up. Ids are numbers at run time. Only the
 * row types of stores, the schemas of the contract and tests may create one from a number.
 */
declare const kind: unique symbol

interface Brand<Kind extends string> {
  readonly [kind]: Kind
}

/** The value is `orders.id`. Buyers and sellers see `orders.public_id`, a string. */
export type OrderId = number & Brand<'order'>

/** The value is `payments.id`, our row for one purchase at the provider. */
export type PaymentId = number & Brand<'payment'>

export type RefundId = number & Brand<'refund'>
