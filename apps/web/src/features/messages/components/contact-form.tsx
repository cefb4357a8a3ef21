import type { MessageTopic } from '@apogee/contracts/messages/message-choices.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useSession } from '#web/platform/session/session.tsx'
import './contact.css'
import { contactMessages } from '../messages/contact.en.ts'

const rules = () =>
  import('@apogee/contracts/messages/messages.forms.ts').then(({ messageForm }) => messageForm)

const words = {
  contact: { title: 'formContact', label: 'textContact', send: 'sendContact' },
  support: { title: 'formSupport', label: 'textSupport', send: 'sendSupport' },
  testimonial: { title: 'formTestimonial', label: 'textTestimonial', send: 'sendTestimonial' },
  partner: { title: 'formPartner', label: 'textPartner', send: 'sendPartner' },
} as const satisfies Record<MessageTopic, Record<string, keyof (typeof contactMessages)['texts']>>

/** The form is open to everyone; a signed-in person's name and address are filled in. */
export function ContactForm({ topic }: { topic: MessageTopic }) {
  const text = useText(contactMessages)
  const [sentBy, setSentBy] = useState<string | null>(null)
  return (
    <section className="ap-panel contact-panel" data-padded="" aria-labelledby="contact-form">
      {sentBy === null ? (
        <>
          <h2 className="ap-h3" id="contact-form">
            {text[words[topic].title]}
          </h2>
          <Letter topic={topic} onSent={setSentBy} />
        </>
      ) : (
        <Confirmation email={sentBy} onAnother={() => setSentBy(null)} />
      )}
    </section>
  )
}

/** Returns a message that begins with the signed-in person's name and address and, after a purchase, with its number. */
function useLetter(topic: MessageTopic, onSent: (email: string) => void) {
  const text = useText(contactMessages)
  const refusalText = useRefusalText()
  const { user } = useSession()
  const letter = usePageForm({
    schema: rules,
    values: { name: '', email: '', text: '', website: '' },
    save: (typed) => call('sendMessage', { body: { ...typed, topic } }),
    failed: (error) => refusalText(error, text.sendFailed),
    onSaved: (_, { email }) => onSent(email),
  })
  const { form } = letter
  // The purchase number is filled in only if it is valid, because the URL could contain any text.
  const order = useSearchParams()[0].get('order') ?? ''
  useEffect(() => {
    if (/^[\w-]{16,64}$/.test(order) && form.getValues('text') === '') {
      form.setValue('text', `${text.aboutOrder(order)}\n\n`)
    }
  }, [form, order, text])
  useEffect(() => {
    if (!user) return
    if (form.getValues('name') === '') form.setValue('name', user.name ?? '')
    if (form.getValues('email') === '') form.setValue('email', user.email)
  }, [form, user])
  return letter
}

function Letter({ topic, onSent }: { topic: MessageTopic; onSent: (email: string) => void }) {
  const text = useText(contactMessages)
  const { form, field, clearError, page } = useLetter(topic, onSent)
  return (
    <form className="contact-form" method="post" noValidate onSubmit={page.onSubmit} onChange={clearError}>
      {page.error ? <Notice tone="danger">{page.error}</Notice> : null}
      <noscript>
        <p className="contact-note">{text.needsScript}</p>
      </noscript>
      <TextField label={text.name} autoComplete="name" {...field('name')} />
      <TextField
        label={text.email}
        hint={text.emailHint}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <TextArea label={text[words[topic].label]} rows={7} {...field('text')} />
      <div className="vh" aria-hidden="true">
        <TextField label={text.website} tabIndex={-1} autoComplete="off" {...form.register('website')} />
      </div>
      <Button type="submit" variant="primary" block busy={page.busy} busyLabel={text.sending}>
        {text[words[topic].send]}
      </Button>
      <p className="contact-note">
        {text.privacyNote}{' '}
        <Link className="ap-link" to="/privacy">
          {text.privacyLink}
        </Link>
      </p>
    </form>
  )
}

/** Takes the focus, because the pressed button has disappeared. */
function Confirmation({ email, onAnother }: { email: string; onAnother: () => void }) {
  const text = useText(contactMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="contact-form" role="status">
      <h2 className="ap-h3" id="contact-form" tabIndex={-1} ref={heading}>
        {text.sent}
      </h2>
      <p className="text-secondary">{text.sentHint(email)}</p>
      <Button onClick={onAnother}>{text.another}</Button>
    </div>
  )
}
