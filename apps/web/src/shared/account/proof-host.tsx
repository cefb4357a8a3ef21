import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'
import { proofQuestion } from '../../platform/session/proof.ts'
import { useStore } from '../../platform/session/store.ts'

/** The dialog is rarely needed, so its code loads with the first question. */
const ProofDialog = lazyWithRetry(async () => (await import('./proof-dialog.tsx')).ProofDialog)

export function ProofHost() {
  const question = useStore(proofQuestion)
  return question ? (
    <Suspense>
      <ProofDialog question={question} />
    </Suspense>
  ) : null
}
