import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Invitation } from '@apogee/contracts/people/people.ts'
import { invitableRoles, invitationForm, type InvitableRole } from '@apogee/contracts/people/people.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import '#web/platform/page/admin.css'
import { peopleMessages } from '../messages/people.en.ts'
import { invitationsQuery } from '../api/people.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'

/** Returns the name of the business (or the platform) that this manager invites into; null until it is loaded. */
export function usePlaceOfInvitation(user: CurrentUser): string | null {
  const invitations = useInfiniteQuery(invitationsQuery(user))
  if (user.businessId === null) return 'Apogee'
  return invitations.data?.pages[0]?.meta.businessName ?? null
}

/**
 * Invites by e-mail into the manager's business; a superadmin invites superadmins and lone instructors. `isAside` means that
 * another form has the primary action.
 */
export function InviteForm({ user, isAside }: { user: CurrentUser; isAside: boolean }) {
  const text = useText(peopleMessages)
  const queries = useQueryClient()
  const roles: readonly InvitableRole[] =
    user.businessId === null ? ['instructor', 'superadmin'] : ['instructor', 'admin']
  const hints = {
    instructor: user.businessId === null ? text.aloneHint : text.instructorHint,
    admin: text.adminHint,
    superadmin: text.superadminHint,
  }
  const invite = useMutation({
    mutationFn: (invitation: { email: string; role: InvitableRole }) =>
      call('createInvitation', { body: invitation }),
  })
  const { form, field, page } = usePageForm({
    schema: invitationForm,
    values: { email: '', role: 'instructor' },
    save: invite.mutateAsync,
    failed: text.inviteFailed,
    notice: ({ data }) => text.invited(data.email),
    onSaved: ({ data }) => {
      form.reset({ email: '', role: data.role === 'student' ? 'instructor' : data.role })
      void queries.invalidateQueries({ queryKey: ['invitations'] })
    },
  })
  return (
    <form className="admin-invite" method="post" noValidate onSubmit={page.onSubmit}>
      <TextField label={text.email} type="email" autoComplete="off" {...field('email')} />
      <RadioGroup
        legend={text.asWhat}
        value={form.watch('role')}
        onChange={(role) => form.setValue('role', role)}
        options={roles.map((value) => ({ value, label: text[value], hint: hints[value] }))}
      />
      {page.error ? <Notice tone="danger">{page.error}</Notice> : null}
      <div>
        <Button
          type="submit"
          variant={isAside ? 'secondary' : 'primary'}
          busy={page.busy}
          busyLabel={text.sending}
        >
          {text.sendInvitation}
        </Button>
      </div>
    </form>
  )
}

export function OpenInvitations({ user }: { user: CurrentUser }) {
  const text = useText(peopleMessages)
  const common = useText(platformMessages)
  const invitations = useInfiniteQuery(invitationsQuery(user))
  const shown = invitations.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <section aria-labelledby="pending-heading">
      <h2 className="ap-h4" id="pending-heading">
        {text.pending}
      </h2>
      {invitations.isPending ? (
        <Loading label={common.loading}>
          <SkeletonRows count={2} />
        </Loading>
      ) : invitations.isLoadingError ? (
        <LoadFailure
          title={text.loadFailed}
          error={invitations.error}
          onRetry={() => void invitations.refetch()}
        />
      ) : shown.length === 0 ? (
        <p className="text-sm text-secondary">{text.nobodyInvited}</p>
      ) : (
        <ul className="admin-invitations">
          {shown.map((invitation) => (
            <OpenInvitation key={invitation.id} user={user} invitation={invitation} />
          ))}
        </ul>
      )}
      {invitations.hasNextPage ? <ListEnd list={invitations} status={null} label={text.loadMore} /> : null}
    </section>
  )
}

/** Sends an invitation again: mails a new link and invalidates the earlier link. */
function useSendAgain(user: CurrentUser, { email, role, businessId }: Invitation) {
  const text = useText(peopleMessages)
  const queries = useQueryClient()
  const notify = useNotify()
  const failureText = useFailureText()
  return useMutation({
    mutationFn: () =>
      call('createInvitation', {
        body: {
          email,
          role: invitableRoles.find((one) => one === role) ?? 'instructor',
          // A business is specified by superadmins only.
          ...(user.role === 'superadmin' && businessId !== null && { businessId }),
        },
      }),
    onSuccess: async ({ data }) => {
      notify({ text: text.invited(data.email) })
      await queries.invalidateQueries({ queryKey: ['invitations'] })
    },
    onError: (error) => notify({ tone: 'danger', text: failureText(error, text.inviteFailed) }),
  })
}

function OpenInvitation({ user, invitation }: { user: CurrentUser; invitation: Invitation }) {
  const text = useText(peopleMessages)
  const queries = useQueryClient()
  const again = useSendAgain(user, invitation)
  const [isAsking, setIsAsking] = useState(false)
  const { id, email, role, expiresAt } = invitation
  const revocation = useMutation({
    mutationFn: () => call('revokeInvitation', { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invitations'] }),
  })
  return (
    <li>
      <div>
        <p className="font-medium">{email}</p>
        <p className="text-xs text-secondary">
          {text[role]} · {text.expires(dayInMalaysia(expiresAt))}
        </p>
      </div>
      <span className="admin-invitation-ways">
        <Button
          size="sm"
          variant="quiet"
          aria-label={text.sendAgainTo(email)}
          busy={again.isPending}
          busyLabel={text.sending}
          onClick={() => again.mutate()}
        >
          {text.sendAgain}
        </Button>
        <Button size="sm" aria-label={text.revokeOf(email)} onClick={() => setIsAsking(true)}>
          {text.revoke}
        </Button>
      </span>
      {isAsking ? (
        <ConfirmStep
          step={revocation}
          title={text.revokeOf(email)}
          text={text.revokeQuestion}
          action={text.revoke}
          busyLabel={text.revoking}
          failed={text.revokeFailed}
          notice={() => text.revoked(email)}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </li>
  )
}
