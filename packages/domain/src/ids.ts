/**
 * Ids of rows, one type for each kind, so that an id of one kind is not taken for another. They are numbers at run time. The
 * row types of stores and the schemas of the contract declare them; no other code but tests makes one of a number.
 */
declare const kind: unique symbol

interface Brand<Kind extends string> {
  readonly [kind]: Kind
}

/** `orders.id`. Buyers and sellers see `orders.public_id`, a string. */
export type OrderId = number & Brand<'order'>

/** `payments.id`: our row for one purchase at the provider. */
export type PaymentId = number & Brand<'payment'>

/** `refunds.id`. */
export type RefundId = number & Brand<'refund'>
