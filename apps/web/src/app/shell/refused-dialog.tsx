import type { ErrorCode } from '@apogee/contracts/refusals.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { useEffect } from 'react'
import { ApiError } from '#web/platform/transfer/client.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { outboxOf, type Shown } from '#web/platform/outbox/outbox.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useCopy } from '#web/platform/page/use-copy.ts'
import { refusedMessages } from './messages/refused-messages.en.ts'

/** Lists offline changes that the server has refused, with the reason and the typed text for copying. */
export function RefusedDialog({ refused, onClose }: { refused: readonly Shown[]; onClose: () => void }) {
  const text = useText(refusedMessages)
  const { close } = useText(platformMessages)
  const { user } = useSession()
  const isEmpty = refused.length === 0
  useEffect(() => {
    if (isEmpty) onClose()
  }, [isEmpty, onClose])
  return (
    <Dialog open onClose={onClose} title={text.title} closeLabel={close}>
      <ul className="grid gap-4">
        {user
          ? refused.map((entry) => (
              <Refused key={`${entry.kind} ${entry.key}`} entry={entry} userId={user.id} />
            ))
          : null}
      </ul>
    </Dialog>
  )
}

function Refused({ entry, userId }: { entry: Shown; userId: number }) {
  const text = useText(refusedMessages)
  const refusalText = useRefusalText()
  const outbox = outboxOf(userId)
  const typed = outbox.textIn(entry)
  const { copy } = useCopy(typed, { success: text.copied, failed: text.copyFailed })
  const { errorCode = 'INTERNAL', message = '' } = entry.refusal ?? {}
  const reason = new ApiError({ status: 400, errorCode: errorCode as ErrorCode, message })
  const { completed, answer, submission, exercise, reply, discussion } = text
  const names: Record<string, string> = { completed, answer, submission, exercise, reply, discussion }
  return (
    <li className="grid gap-2">
      <b className="font-semibold">{names[entry.kind] ?? entry.kind}</b>
      <span className="text-sm text-secondary">{refusalText(reason)}</span>
      {typed ? <blockquote className="whitespace-pre-wrap break-words">{typed}</blockquote> : null}
      <span className="flex flex-wrap gap-2">
        {typed ? (
          <Button size="sm" onClick={copy}>
            {text.copyText}
          </Button>
        ) : null}
        <Button size="sm" variant="quiet" onClick={() => outbox.drop({ name: entry.kind }, entry.key)}>
          {text.discard}
        </Button>
      </span>
    </li>
  )
}
