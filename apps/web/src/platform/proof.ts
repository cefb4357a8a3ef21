/** Asks for the password in a dialog over the page: unsaved input is kept, and the refused call is repeated. */
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { ProofReason } from './client.ts'
import { createStore } from './store.ts'

export interface ProofQuestion {
  reason: ProofReason
  user: CurrentUser
  /** Ends the question: proven, or declined. Does nothing once it has ended. */
  end: (isProven: boolean) => void
}

export const proofQuestion = createStore<ProofQuestion | null>(null)

let asked: Promise<boolean> | null = null

/** Calls that are refused meanwhile share the answer. */
export function askOverThePage(reason: ProofReason, user: CurrentUser): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    const end = (isProven: boolean) => {
      // A late answer of a dialog that was closed: another question may be open.
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
