import { ConfirmDialog } from '@apogee/ui/feedback/dialog.tsx'
import type { LeaveQuestion } from './leave-guard.ts'
import { leaveMessages } from './leave-messages.en.ts'
import { platformMessages } from '../language/messages.en.ts'
import { useText } from '../language/messages.ts'

export function LeaveDialog({ question: { loss, stay, leave } }: { question: LeaveQuestion }) {
  const text = useText(leaveMessages)
  const { close } = useText(platformMessages)
  return (
    <ConfirmDialog
      open
      tone="secondary"
      title={text.title}
      text={text[loss]}
      confirmLabel={text.leave}
      cancelLabel={text.stay}
      closeLabel={close}
      onConfirm={leave}
      onClose={stay}
    />
  )
}
