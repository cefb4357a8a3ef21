import type { PeriodicTask, TaskHandler } from '#server/platform/jobs/jobs.ts'
import { inviteTask } from './invoices.seats.ts'
import type { Invoices } from './invoices.service.ts'

const remindTask = 'invoices.remind'

export const invoicesTasks = (invoices: Invoices): Record<string, TaskHandler> => ({
  [inviteTask]: () => invoices.seats.sweep(),
  [remindTask]: () => invoices.remind(),
})

export const invoicesPeriodicTasks: readonly PeriodicTask[] = [
  { task: inviteTask, everyMinutes: 60 },
  { task: remindTask, everyMinutes: 60 },
]
