import { Button } from '@apogee/ui/button.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useRef, useState, type FormEvent } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { Head } from '#web/platform/page/head.tsx'
import { NeedsScript } from '#web/platform/page/needs-script.tsx'
import { useNavigate } from '#web/platform/router/router.tsx'
import { writtenCode } from '../gift-code.ts'
import { openedGiftMessages } from '../messages/opened-gift.en.ts'
import { GiftArt } from './gift-art.tsx'
import './gifts.css'

/** Asks for the code of a printed card. */
export function GiftCodePage({ title, lead }: { title: string; lead: string }) {
  const text = useText(openedGiftMessages)
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = writtenCode(typed)
    setMissing(code === '')
    if (code === '') field.current?.focus()
    else navigate(`/gift/${code}`)
  }
  return (
    <div className="ap-wrap ap-section" data-width="narrow">
      <Head title={title} />
      <div className="ap-panel gifts-code" data-padded="">
        <div className="gifts-choice">
          <h1 className="ap-h2">{title}</h1>
          <p className="text-secondary">{lead}</p>
          <NeedsScript />
          <form className="gifts-choice" method="post" noValidate onSubmit={submit}>
            <TextField
              ref={field}
              label={text.code}
              name="code"
              value={typed}
              maxLength={100}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              error={isMissing ? text.codeNeeded : undefined}
              onChange={(event) => {
                setTyped(event.target.value)
                setMissing(false)
              }}
            />
            <div>
              <Button type="submit" variant="primary" size="lg">
                {text.open}
              </Button>
            </div>
          </form>
        </div>
        <div className="gifts-code-art" data-theme="space">
          <GiftArt />
        </div>
      </div>
    </div>
  )
}
