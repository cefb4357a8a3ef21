import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { useText } from '../../platform/language/messages.ts'
import type { ProofQuestion } from '../../platform/session/proof.ts'
import { setupMessages } from './setup-messages.en.ts'

/**
 * Asks for the setup of a second factor while the page has unsaved input. The person sets it up in another tab, and then the
 * refused call is sent again.
 */
export function SetupDialog({ question: { end } }: { question: ProofQuestion }) {
  const text = useText(setupMessages)
  return (
    <FormDialog
      title={text.title}
      text={text.text}
      width="sm"
      action={text.sendAgain}
      onSubmit={(event) => {
        event.preventDefault()
        // React events bubble through the component tree. The component that rendered the dialog may be inside another form, which
        // must not be submitted.
        event.stopPropagation()
        end(true)
      }}
      onClose={() => end(false)}
    >
      <LinkButton as="a" href="/settings#second-factor-heading" target="_blank" rel="noopener">
        {text.setUp}
      </LinkButton>
    </FormDialog>
  )
}
