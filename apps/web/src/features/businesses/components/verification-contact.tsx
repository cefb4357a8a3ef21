import type { SellerContactForm } from '@apogee/contracts/businesses/seller-checks.forms.ts'
import type { OwnSellerChecks } from '@apogee/contracts/businesses/seller-checks.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import '#web/shared/settings/settings-section.css'
import { useStoreOwnChecks } from '../api/seller-checks.ts'
import { verificationMessages } from '../messages/verification.en.ts'
import { FormEnd } from './verification-registration.tsx'

const codeRules = () =>
  import('@apogee/contracts/businesses/seller-checks.forms.ts').then(({ contactCodeForm }) => contactCodeForm)

const rules = () =>
  import('@apogee/contracts/businesses/seller-checks.forms.ts').then(
    ({ sellerContactForm }) => sellerContactForm,
  )

export function ContactForm({ data, onClose }: { data: OwnSellerChecks; onClose: () => void }) {
  const text = useText(verificationMessages)
  const store = useStoreOwnChecks()
  const { email, phone } = data.contact ?? data.suggested
  const draft = useDraft(`verification-contact:${useViewer()}`, { email, phone }, null)
  const save = useMutation({
    mutationFn: (body: SellerContactForm) => call('saveSellerContact', { body }),
  })
  const { field, page } = usePageForm({
    repeatsIssues: true,
    schema: rules,
    values: draft.fields,
    save: save.mutateAsync,
    failed: text.saveFailed,
    draft,
    onSaved: (answer) => {
      store(answer)
      onClose()
    },
  })
  return (
    <form className="settings-form" method="post" noValidate onSubmit={page.onSubmit}>
      <TextField
        label={text.email}
        hint={text.emailHint}
        type="email"
        autoComplete="email"
        {...field('email')}
      />
      <TextField label={text.phone} hint={text.phoneHint} type="tel" autoComplete="tel" {...field('phone')} />
      <FormEnd page={page} action={text.saveContact} onClose={onClose} />
    </form>
  )
}

export function SendCode({ isSent }: { isSent: boolean }) {
  const text = useText(verificationMessages)
  const store = useStoreOwnChecks()
  const send = useAnnouncedMutation({
    mutationFn: () => call('sendContactCode'),
    onSuccess: store,
    failed: text.sendCodeFailed,
  })
  return (
    <Button
      size="sm"
      {...(!isSent && { variant: 'primary' as const })}
      busy={send.isPending}
      busyLabel={text.sendingCode}
      onClick={() => send.mutate()}
    >
      {isSent ? text.sendCodeAgain : text.sendCode}
    </Button>
  )
}

/** Proves the address by the mailed code. */
export function CodeForm({ email }: { email: string }) {
  const text = useText(verificationMessages)
  const store = useStoreOwnChecks()
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => call('confirmContactCode', { body }),
  })
  const { field, page } = usePageForm({
    repeatsIssues: true,
    schema: codeRules,
    values: { code: '' },
    save: confirm.mutateAsync,
    failed: text.confirmFailed,
    onSaved: store,
  })
  return (
    <form className="settings-form" method="post" noValidate onSubmit={page.onSubmit}>
      <p className="text-sm" role="status">
        {text.codeSent(email)}
      </p>
      <TextField label={text.code} inputMode="numeric" autoComplete="one-time-code" {...field('code')} />
      {page.error ? <Notice tone="danger">{page.error}</Notice> : null}
      <div>
        <Button type="submit" variant="primary" size="sm" busy={page.busy} busyLabel={text.confirming}>
          {text.confirmCode}
        </Button>
      </div>
    </form>
  )
}
