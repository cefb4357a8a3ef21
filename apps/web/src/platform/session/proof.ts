/** Asks for the password in a dialog over the page, so that unsaved input stays and the refused call is repeated. */
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { ProofReason } from '../transfer/client.ts'
import { createStore } from './store.ts'

export interface ProofQuestion {
  reason: ProofReason
  user: CurrentUser
  /** Ends the question as proven or declined. It does nothing if the question has already ended. */
  end: (isProven: boolean) => void
}

export const proofQuestion = createStore<ProofQuestion | null>(null)

let asked: Promise<boolean> | null = null

/** Opens the question; calls that are refused meanwhile share the answer. */
export function askOverThePage(reason: ProofReason, user: CurrentUser): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    const end = (isProven: boolean) => {
      // A dialog that was closed may answer late, while another question is open. Then its answer is ignored.
      if (proofQuestion.getState() !== question) return
      asked = null
      proofQuestion.setState(null)
      resolve(isProven)
    }
    const question: ProofQuestion = { reason, user, end }
    proofQuestion.setState(question)
  })
  return asked
}
