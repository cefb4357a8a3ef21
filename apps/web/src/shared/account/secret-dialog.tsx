import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { platformMessages } from '../../platform/language/messages.en.ts'
import { useText } from '../../platform/language/messages.ts'
import { useCopy } from '../../platform/page/use-copy.ts'

/** Shows a secret that the server returns only once. A press outside does not close the dialog. */
export function SecretDialog({
  title,
  text,
  label,
  secret,
  words,
  onClose,
}: {
  title: string
  text: string
  label: string
  secret: string
  words: { warning: string; copy: string; copied: string; copyFailed: string; done: string }
  onClose: () => void
}) {
  const { close } = useText(platformMessages)
  const { copied, copy } = useCopy(secret, { success: words.copied, failed: words.copyFailed })
  return (
    <Dialog
      open
      busy
      title={title}
      text={text}
      onClose={onClose}
      closeLabel={close}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {words.done}
          </Button>
          <Button variant="primary" onClick={copy}>
            {copied ? words.copied : words.copy}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextField
          label={label}
          readOnly
          value={secret}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Notice tone="warning">{words.warning}</Notice>
      </div>
    </Dialog>
  )
}
