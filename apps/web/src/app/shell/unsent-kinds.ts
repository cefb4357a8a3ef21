import { lateAnswer } from '#web/features/assessments/late-answers.ts'
import { lateSubmission } from '#web/features/assessments/late-submission.ts'
import { lateRepetition } from '#web/features/assessments/late-repetitions.ts'
import { lateDiscussion, lateReply } from '#web/features/community/late-posts.ts'
import { completion, exerciseCode, pagesRead, playback } from '#web/features/learning/late-progress.ts'
import { packageReport } from '#web/features/scorm/late-report.ts'

/** Lists every kind of entry in the outbox. A page must load a kind to send its entries. */
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
