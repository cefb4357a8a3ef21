import type { Studio } from '@apogee/contracts/operations/studio.ts'

/** Where each kind of waiting thing is handled. */
export const waitingPlaces: Record<Studio['waiting'][number]['kind'], string> = {
  refunds: '/admin/review',
  exceptions: '/admin/review',
  differences: '/admin/reconciliation',
  overdue: '/admin/invoices?status=overdue',
  unpaid: '/admin/invoices?status=issued',
  questions: '/community?show=unanswered',
  lessons: '/admin?tab=courses',
  sellers: '/platform',
}
