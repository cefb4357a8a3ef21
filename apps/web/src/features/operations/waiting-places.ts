import type { Studio } from '@apogee/contracts/operations/studio.ts'

type Waiting = Studio['waiting'][number]

const places: Record<Exclude<Waiting['kind'], 'handIns'>, string> = {
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
export const waitingPlace = ({ kind, courseId }: Waiting): string =>
  kind === 'handIns' ? `/course/${courseId ?? 0}/hand-ins` : places[kind]
