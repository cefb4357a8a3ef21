import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { proofQuestion } from '../../platform/session/proof.ts'
import { useStore } from '../../platform/session/store.ts'

/** The dialog is rarely needed, so its code loads with the first question. */
const ProofDialog = lazyOnPress(async () => (await import('./proof-dialog.tsx')).ProofDialog)

export function ReauthenticationHost() {
  const question = useStore(proofQuestion)
  return question ? <ProofDialog question={question} /> : null
}
