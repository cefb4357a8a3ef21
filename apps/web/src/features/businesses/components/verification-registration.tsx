import { sellerKinds } from '@apogee/contracts/businesses/seller-kinds.ts'
import type { SellerRegistrationForm } from '@apogee/contracts/businesses/seller-checks.forms.ts'
import type { OwnSellerChecks } from '@apogee/contracts/businesses/seller-checks.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import '#web/shared/settings/settings-section.css'
import './verification.css'
import { useStoreOwnChecks } from '../api/seller-checks.ts'
import { verificationMessages } from '../messages/verification.en.ts'

const rules = () =>
  import('@apogee/contracts/businesses/seller-checks.forms.ts').then(
    ({ sellerRegistrationForm }) => sellerRegistrationForm,
  )

interface FormProps {
  data: OwnSellerChecks
  onClose: () => void
}

/** `kind` is '' until one is chosen. */
type Typed = Omit<SellerRegistrationForm, 'kind'> & { kind: string }

/** The identity card number must be typed each time. No part of it is stored in the tab. */
export function RegistrationForm({ data, onClose }: FormProps) {
  const text = useText(verificationMessages)
  const store = useStoreOwnChecks()
  const { registration, suggested, sellerKind } = data
  const blank: Typed = {
    kind: registration?.kind ?? (sellerKind === 'person' ? 'individual' : ''),
    legalName: registration?.legalName ?? suggested.name,
    registrationNumber: registration?.number ?? '',
  }
  const draft = useDraft(
    `verification-registration:${useViewer()}`,
    { kind: blank.kind, legalName: blank.legalName },
    null,
  )
  const save = useMutation({
    mutationFn: (body: SellerRegistrationForm) => call('saveSellerRegistration', { body }),
  })
  const { form, field, page } = usePageForm({
    repeatsIssues: true,
    schema: rules,
    values: { ...blank, ...draft.fields } as SellerRegistrationForm,
    save: save.mutateAsync,
    failed: text.saveFailed,
    draft: { ...draft, keep: ({ kind, legalName }) => draft.keep({ kind, legalName }) },
    onSaved: (answer) => {
      store(answer)
      onClose()
    },
  })
  const kind = form.watch('kind')
  const isPerson = kind === 'individual'
  const { readOnly: _, ...kindField } = field('kind')
  const numberLabel = isPerson
    ? text.numberIdentity
    : kind === 'society'
      ? text.numberSociety
      : text.numberSsm
  const hint = isPerson ? text.numberIdentityHint : kind === 'society' ? undefined : text.numberSsmHint
  return (
    <form className="settings-form" method="post" noValidate onSubmit={page.onSubmit}>
      <Select
        label={text.kind}
        placeholder={text.chooseKind}
        options={sellerKinds.map((value) => ({ value, label: text[value] }))}
        {...kindField}
      />
      <TextField
        label={text.legalName}
        autoComplete={isPerson ? 'name' : 'organization'}
        {...field('legalName')}
      />
      <TextField
        label={numberLabel}
        {...(hint !== undefined && { hint })}
        {...(isPerson && { inputMode: 'numeric' as const })}
        autoComplete="off"
        {...field('registrationNumber')}
      />
      <FormEnd page={page} action={text.saveRegistration} onClose={onClose} />
    </form>
  )
}

export function FormEnd({
  page: { busy, error },
  action,
  onClose,
}: {
  page: { busy: boolean; error: string | undefined }
  action: string
  onClose: () => void
}) {
  const text = useText(verificationMessages)
  return (
    <>
      {error ? <Notice tone="danger">{error}</Notice> : null}
      <div className="verify-code">
        <Button type="submit" variant="primary" busy={busy} busyLabel={text.saving}>
          {action}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          {text.cancel}
        </Button>
      </div>
    </>
  )
}
