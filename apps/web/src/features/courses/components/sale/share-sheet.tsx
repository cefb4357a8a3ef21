import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState, type ReactNode } from 'react'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useCopy } from '#web/platform/page/use-copy.ts'
import { shareMessages } from '../../messages/selling/share.en.ts'
import { shareLink } from '../../share-addresses.ts'
import { Networks } from './networks.tsx'
import { QrCode } from './qr-code.tsx'
import './share.css'

/** Composes what a seller hands out: a link with a code and a source, a text, the networks, and a QR code. */
export function ShareSheet({
  title,
  note,
  address,
  fileName,
  wordsFor,
  codeField,
  children,
  onClose,
}: {
  title: string
  note?: string | undefined
  /** Holds the link without code and source. */
  address: string
  fileName: string
  /** Returns the proposed text; `code` may be ''. */
  wordsFor: (code: string) => string
  codeField?: ((code: string, setCode: (code: string) => void) => ReactNode) | undefined
  children?: ReactNode
  onClose: () => void
}) {
  const text = useText(shareMessages)
  const common = useText(platformMessages)
  const [code, setCode] = useState('')
  const [source, setSource] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const link = shareLink(address, { code, source })
  const words = typed ?? wordsFor(code)
  const copyLink = useCopy(link, { success: text.linkCopied, failed: text.copyFailed })
  const message = useCopy(`${words} ${link}`, { success: text.textCopied, failed: text.copyFailed })
  return (
    <Dialog open width="lg" title={title} text={note} closeLabel={common.close} onClose={onClose}>
      <div className="share-sheet">
        <div className="share-fields">
          {codeField?.(code, setCode)}
          <TextField
            label={text.source}
            hint={text.sourceHint}
            value={source}
            maxLength={48}
            autoComplete="off"
            autoCapitalize="none"
            onChange={({ target }) => setSource(target.value)}
          />
        </div>
        <div className="share-link">
          <TextField
            label={text.link}
            value={link}
            readOnly
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button size="sm" icon={copyLink.copied ? 'check' : 'link'} onClick={copyLink.copy}>
            {copyLink.copied ? text.copied : text.copyLink}
          </Button>
        </div>
        <div className="share-link">
          <TextArea
            label={text.message}
            rows={2}
            maxLength={280}
            value={words}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button size="sm" icon={message.copied ? 'check' : 'message'} onClick={message.copy}>
            {message.copied ? text.copied : text.copyText}
          </Button>
          <Networks link={link} words={words} />
        </div>
        <QrCode address={link} name={fileName} />
        {children}
      </div>
    </Dialog>
  )
}
