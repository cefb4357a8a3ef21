import { lateAnswer } from '#web/features/assessments/late-answers.ts'
import { lateSubmission } from '#web/features/assessments/late-submission.ts'
import { lateRepetition } from '#web/features/assessments/late-repetitions.ts'
import { lateDiscussion, lateReply } from '#web/features/community/late-posts.ts'
import { completion, exerciseCode, pagesRead, playback } from '#web/features/learning/late-progress.ts'
import { packageReport } from '#web/features/packages/late-report.ts'

/** The list holds every kind of entry in the outbox: any page that has loaded it can send them. */
export const unsentKinds = [
  completion,
  playback,
  pagesRead,
  exerciseCode,
  packageReport,
  lateAnswer,
  lateSubmission,
  lateRepetition,
  lateReply,
  lateDiscussion,
]
