import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { AskBeforeLeaving } from '#web/platform/drafts/ask-before-leaving.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { saveText } from '#web/platform/edit-conflicts/save-text.ts'
import { useCopy } from '#web/platform/page/use-copy.ts'
import { secondFactorMessages } from '../../messages/security/second-factor.en.ts'
import './second-factor.css'

/** Shows the codes once. A press outside does not close the dialog. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = useText(secondFactorMessages)
  const { close } = useText(platformMessages)
  const list = codes.join('\n')
  const { copied, copy } = useCopy(list, { success: text.codesCopied, failed: text.copyFailed })
  return (
    <Dialog
      open
      busy
      title={text.codesTitle}
      text={text.codesText}
      onClose={onClose}
      closeLabel={close}
      footer={
        <>
          <Button variant="quiet" onClick={() => saveText(text.fileName, `${list}\n`, 'text/plain')}>
            {text.download}
          </Button>
          <Button variant="quiet" onClick={copy}>
            {copied ? text.codesCopied : text.copyCodes}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {text.saved}
          </Button>
        </>
      }
    >
      <AskBeforeLeaving loss="codes" />
      <div className="grid gap-4">
        <ul className="second-factor-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Notice tone="warning">{text.codesWarning}</Notice>
      </div>
    </Dialog>
  )
}
