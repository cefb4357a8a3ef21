/**
 * Rules of decisions on payment exceptions. No exception closes while its money is unexplained. All functions are pure, and amounts
 * are in sen.
 */
import type { ExceptionChoice } from '@apogee/contracts/sales/refunds.ts'
import type { PaymentExceptionRow } from './payment-exceptions.store.ts'
import { acceptableReasons, type HoldReason } from '../model/orders.rules.ts'

type Item = Pick<
  PaymentExceptionRow,
  | 'topic'
  | 'state'
  | 'isRefunding'
  | 'receivedCents'
  | 'givenBackCents'
  | 'totalCents'
  | 'reviewReason'
  | 'orderState'
  | 'refundCents'
  | 'refundState'
  | 'refundLines'
  | 'lines'
>

/**
 * Returns the amount concerned. Of held money it is the part that is still held, or after the decision the amount that had arrived;
 * otherwise it is the amount of the refund or of the lines concerned.
 */
export function amountOf(item: Item): number {
  if (item.topic === 'held' || item.topic === 'surplus') {
    return item.state === 'closed' ? (item.receivedCents ?? 0) : moneyLeft(item)
  }
  if (item.topic === 'already_owned') {
    return ownedLines(item).reduce((sum, { leftCents }) => sum + leftCents, 0)
  }
  return item.refundCents ?? 0
}

const moneyLeft = ({
  receivedCents,
  givenBackCents,
}: Pick<Item, 'receivedCents' | 'givenBackCents'>): number =>
  Math.max(0, (receivedCents ?? 0) - givenBackCents)

/** Returns lines that were paid although the buyer had the course by other access. */
export const ownedLines = ({ lines }: Pick<Item, 'lines'>): Item['lines'] =>
  lines.filter(({ isOwnedOtherwise, leftCents }) => isOwnedOtherwise && leftCents > 0)

/**
 * Returns whether held money can be applied to its order without harm. The whole amount must have arrived in ringgit at the right
 * account.
 */
export function canApply(item: Item): boolean {
  const reason = item.reviewReason
  const isAcceptable = reason !== null && (acceptableReasons as readonly HoldReason[]).includes(reason)
  const isOpen = item.orderState !== 'paid' && item.orderState !== 'refunded'
  return isAcceptable && isOpen && item.givenBackCents === 0 && item.receivedCents === item.totalCents
}

/** A payment that was marked as paid by hand moved no money, so no money can be refunded. */
const hasMoved = ({ reviewReason }: Item) => reviewReason !== 'marked_as_paid'

/** Returns the choices that a person has. Money that was kept can still be refunded. A closed exception has no choices. */
export function choicesOf(item: Item): ExceptionChoice[] {
  const { topic } = item
  if (item.state === 'closed') return []
  // These choices send no request to the provider, so only the newest state of the refund matters.
  if (topic === 'refund_stuck') return item.refundState === 'pending' ? ['was_made', 'not_made'] : ['dismiss']
  if (topic === 'refund_over_balance') {
    return item.refundState === 'planned' ? ['approve_refund', 'decline_refund'] : ['dismiss']
  }
  if (item.isRefunding) return []
  const isLeft = moneyLeft(item) > 0
  if (topic === 'held' || topic === 'surplus') {
    const choices: ExceptionChoice[] = []
    if (topic === 'held' && canApply(item)) choices.push('apply')
    if (isLeft && hasMoved(item)) choices.push('give_back')
    if (item.state === 'open') choices.push('keep')
    return choices
  }
  if (topic === 'unnamed_refund') return ['name_lines']
  if (topic === 'chargeback') return ['close_access', 'keep_access']
  if (topic === 'money_back') return ['open_access', 'give_back', 'leave_closed']
  if (topic === 'already_owned') return ownedLines(item).length > 0 ? ['give_back', 'keep'] : ['keep']
  return ['give_back', 'dismiss']
}

/** Returns whether these shares add up to the whole refund and none exceeds the remaining price of its line. */
export function explains(
  item: Pick<Item, 'refundCents' | 'lines'>,
  shares: readonly { courseId: number; amount: number }[],
): boolean {
  const left = new Map(item.lines.map(({ courseId, leftCents }) => [courseId, leftCents]))
  const isOnce = new Set(shares.map(({ courseId }) => courseId)).size === shares.length
  const fits = shares.every(({ courseId, amount }) => amount <= (left.get(courseId) ?? -1))
  return isOnce && fits && shares.reduce((sum, { amount }) => sum + amount, 0) === item.refundCents
}
