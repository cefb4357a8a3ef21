/** Asks for the password in a dialog over the page: unsaved input is kept, and the refused call is repeated. */
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { ProofReason } from './client.ts'
import { createStore } from './store.ts'

export interface ProofQuestion {
  reason: ProofReason
  user: CurrentUser
  /** Ends the question: proven, or declined. */
  end: (isProven: boolean) => void
}

export const proofQuestion = createStore<ProofQuestion | null>(null)

let asked: Promise<boolean> | null = null

/** Calls that are refused meanwhile share the answer. */
export function askOverThePage(reason: ProofReason, user: CurrentUser): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    const end = (isProven: boolean) => {
      asked = null
      proofQuestion.setState(null)
      resolve(isProven)
    }
    proofQuestion.setState({ reason, user, end })
  })
  return asked
}
