import type { PeriodicTask, TaskHandler } from '#server/platform/jobs/jobs.ts'
import type { Assessments } from './assessments.service.ts'

const sweepTask = 'assessments.sweep'

export const assessmentsTasks = (assessments: Assessments): Record<string, TaskHandler> => ({
  [sweepTask]: async () => assessments.grader.sweep(),
})

export const assessmentsPeriodicTasks: readonly PeriodicTask[] = [{ task: sweepTask, everyMinutes: 1 }]
