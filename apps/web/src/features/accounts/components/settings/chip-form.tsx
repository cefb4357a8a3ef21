import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { PasswordField } from '@apogee/ui/fields/password-field.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { SettingsFormEnd, SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { ChipAccount } from './chip-account.tsx'
import { settingsMessages } from '../../messages/settings.en.ts'
import { chipAccountQuery } from '../../api/settings.ts'
import '#web/shared/settings/settings-section.css'

const rules = () =>
  import('@apogee/contracts/businesses/businesses.forms.ts').then(
    ({ chipCredentialsForm }) => chipCredentialsForm,
  )

/** Allows admins, superadmins and lone instructors (docs/product-choices.md#accounts). */
const mayConnect = ({ role, businessId }: CurrentUser): boolean =>
  role === 'admin' || role === 'superadmin' || (role === 'instructor' && businessId === null)

/** Edits the account that receives the payments (docs/specification.md#settings). */
export function ChipSection({ user }: { user: CurrentUser }) {
  const text = useText(settingsMessages)
  return (
    <SettingsSection headingId="chip-heading" title={text.chipTitle}>
      {mayConnect(user) ? (
        <>
          <p className="text-sm text-secondary">{text.chipLead}</p>
          <ChipAccount user={user} />
          <ChipForm userId={user.id} />
        </>
      ) : (
        <p className="text-sm text-secondary">
          {user.role === 'student' ? text.chipForStudents : text.chipForOthers}
        </p>
      )}
    </SettingsSection>
  )
}

const nothing = { chipSecret: '', chipBrandId: '' }

function ChipForm({ userId }: { userId: number }) {
  const text = useText(settingsMessages)
  const queries = useQueryClient()
  const update = useMutation({
    mutationFn: (credentials: typeof nothing) => call('updateChipCredentials', { body: credentials }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: chipAccountQuery(userId).queryKey })
      void queries.invalidateQueries({ queryKey: ['security-log'] })
    },
  })
  const { form, field, page } = usePageForm({
    repeatsIssues: true,
    schema: rules,
    values: nothing,
    save: update.mutateAsync,
    failed: text.updateFailed,
    onSaved: () => form.reset(nothing),
  })
  const { chipSecret, chipBrandId } = form.watch()
  return (
    <form className="settings-form" method="post" noValidate onSubmit={page.onSubmit}>
      <PasswordField
        label={text.chipSecret}
        hint={text.chipSecretHint}
        autoComplete="off"
        showLabel={text.show}
        hideLabel={text.hide}
        {...field('chipSecret')}
      />
      <TextField label={text.chipBrandId} autoComplete="off" spellCheck={false} {...field('chipBrandId')} />
      <SettingsFormEnd
        page={page}
        variant="primary"
        action={text.update}
        busyLabel={text.updating}
        disabled={chipSecret.trim() === '' || chipBrandId.trim() === ''}
        result={
          update.data === undefined ? null : update.data.status === 'unverified' ? (
            <Notice tone="warning">{text.unverified}</Notice>
          ) : (
            <div role="alert">
              <Notice quiet>
                <span>{text.updated}</span>{' '}
                {update.data.secretEndsWith ? (
                  <span>{text.secretEndsWith(update.data.secretEndsWith)}</span>
                ) : null}
              </Notice>
            </div>
          )
        }
      />
    </form>
  )
}
