/** Runs in the child process that read-package.ts starts. */
import { answerApart } from '../apart/answer-apart.ts'
import { examinePackage, issueOf } from './examine-package.ts'
import type { ReadPackage } from './read-package.ts'

answerApart(async (path: string): Promise<ReadPackage> => {
  try {
    return { examined: await examinePackage(path) }
  } catch (error) {
    const issue = issueOf(error)
    if (issue) return { issue }
    throw error
  }
})
