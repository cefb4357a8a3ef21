import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { inboxMessages } from '../messages/inbox.en.ts'
import './inbox.css'

/** Lists the keys of the inbox. */
export function KeysHelp({ open, onChange }: { open: boolean; onChange: (open: boolean) => void }) {
  const text = useText(inboxMessages)
  const { close } = useText(platformMessages)
  const keys = [
    ['J', text.key_j],
    ['K', text.key_k],
    ['T', text.key_t],
    ['E', text.key_e],
    ['?', text.key_help],
  ] as const
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        className="inbox-keys-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        onClick={() => onChange(true)}
      >
        {text.keys}
      </Button>
      <Dialog
        open={open}
        onClose={() => onChange(false)}
        closeLabel={close}
        title={text.keys}
        text={text.keysText}
        width="sm"
      >
        <dl className="inbox-keys">
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  )
}
