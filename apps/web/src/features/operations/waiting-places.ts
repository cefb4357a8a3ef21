import type { Studio } from '@apogee/contracts/operations/studio.ts'

type Waiting = Studio['waiting'][number]

const places: Record<Exclude<Waiting['kind'], 'handIns' | 'chargebacks'>, string> = {
  refunds: '/admin/review',
  exceptions: '/admin/review',
  differences: '/admin/reconciliation',
  overdue: '/admin/invoices?status=overdue',
  unpaid: '/admin/invoices?status=issued',
  questions: '/community?show=unanswered',
  lessons: '/admin?tab=courses',
  sellers: '/platform',
  payouts: '/admin/payouts',
  signals: '/platform?tab=signals',
}

/** Returns the URL where the task is handled. */
export function waitingPlace({ kind, courseId, orderId }: Waiting): string {
  if (kind === 'handIns') return `/course/${courseId ?? 0}/hand-ins`
  if (kind === 'chargebacks') return orderId === undefined ? places.exceptions : `/admin/orders/${orderId}`
  return places[kind]
}
