import '@apogee/ui/figures/rows.css'
import { logoutIcon, pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import type { CurrentUser, ListedUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { Badge } from '@apogee/ui/badge.tsx'
import { IconButton } from '@apogee/ui/button.tsx'
import { ConfirmDialog } from '@apogee/ui/feedback/dialog.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Table, TableSubject, type TableColumn } from '@apogee/ui/figures/table.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { EmailText } from '#web/platform/language/email-text.tsx'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useFocusWhenLost } from '#web/platform/page/focus.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { dayInTable } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { peopleMessages } from '../messages/people.en.ts'
import { deletionQuery, rolesFor, usePeopleRefresh, type PeopleMode } from '../api/people.ts'
import '#web/platform/page/admin.css'

const RoleDialog = lazyOnPress(async () => (await import('./role-dialog.tsx')).RoleDialog)
const SignOutDialog = lazyOnPress(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog)

const roleTone = { student: 'neutral', instructor: 'info', admin: 'warning', superadmin: 'warning' } as const

/**
 * Shows User, Role, Join Date, Enrolled Courses or Bookings, and Actions (docs/specification.md#admin-dashboard-admin). Deletion is
 * offered only in lists other than 'enrolled'.
 */
export function UserTable({
  user,
  mode,
  people,
  write,
}: {
  user: CurrentUser
  mode: PeopleMode
  people: readonly ListedUser[]
  write?: WriteTo | undefined
}) {
  const text = useText(peopleMessages)
  const [changing, setChanging] = useState<ListedUser | null>(null)
  const [leaving, setLeaving] = useState<ListedUser | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const focusIsLost = useFocusWhenLost(region)
  const [signingOut, setSigningOut] = useState<ListedUser | null>(null)
  const columns = useColumns({
    user,
    mode,
    write,
    onChange: setChanging,
    onSignOut: setSigningOut,
    onDelete: setLeaving,
  })
  return (
    <div ref={region} tabIndex={-1}>
      <Table
        caption={mode === 'everyone' ? text.users : mode === 'team' ? text.team : text.enrolledUsers}
        rows={people}
        rowKey={({ id }) => id}
        columns={columns}
      />
      {changing ? <RoleDialog user={user} person={changing} onClose={() => setChanging(null)} /> : null}
      {signingOut ? <SignOutDialog person={signingOut} onClose={() => setSigningOut(null)} /> : null}
      {leaving ? (
        <DeleteUserDialog person={leaving} onClose={() => setLeaving(null)} onDeleted={focusIsLost} />
      ) : null}
    </div>
  )
}

/** Renders the button for a message to a learner, with this name. */
export type WriteTo = (person: ListedUser, label: string) => ReactNode

interface RowActions {
  user: CurrentUser
  mode: PeopleMode
  write?: WriteTo | undefined
  onChange: (person: ListedUser) => void
  onSignOut: (person: ListedUser) => void
  onDelete: (person: ListedUser) => void
}

function useColumns(actions: RowActions): TableColumn<ListedUser>[] {
  const { user, mode } = actions
  const text = useText(peopleMessages)
  const nameOf = ({ name }: ListedUser) => name ?? text.unnamed
  const amount: TableColumn<ListedUser> =
    mode === 'enrolled'
      ? {
          id: 'courses',
          header: text.enrolledCourses,
          align: 'end',
          phoneLabel: text.coursesShort,
          cell: ({ courses }) => courses?.length ?? 0,
        }
      : {
          id: 'bookings',
          header: text.bookings,
          align: 'end',
          cell: ({ totalBookings }) => totalBookings,
        }
  return [
    {
      id: 'user',
      header: text.user,
      phone: 'main',
      cell: (person) => (
        <TableSubject
          picture={<Avatar name={person.name} image={person.metadata.avatar} />}
          name={
            <Link className="ap-row-link" to={`/studio/people/${person.id}`}>
              {nameOf(person)}
            </Link>
          }
          detail={<EmailText email={person.email} />}
        />
      ),
    },
    {
      id: 'role',
      header: text.role,
      phoneLabel: null,
      cell: (person) => <RoleCell person={person} isSelf={person.id === user.id} />,
    },
    {
      id: 'joined',
      header: text.joinDate,
      phoneLabel: text.joined,
      cell: ({ createdAt }) => dayInTable(createdAt),
    },
    amount,
    {
      id: 'actions',
      header: text.actions,
      align: 'end',
      phone: 'actions',
      cell: (person) => <Actions {...actions} person={person} />,
    },
  ]
}

/** Offers to write to a learner, and to change the role of, sign out or delete a team member. */
function Actions({
  user,
  mode,
  write,
  person,
  onChange,
  onSignOut,
  onDelete,
}: RowActions & { person: ListedUser }) {
  const text = useText(peopleMessages)
  const called = person.name ?? person.email
  if (mode === 'enrolled') return write?.(person, text.write(called))
  return (
    <>
      {rolesFor(user, person).length > 0 ? (
        <IconButton icon={pencilIcon} label={text.changeRole(called)} onClick={() => onChange(person)} />
      ) : null}
      {person.id === user.id ? null : (
        <>
          <IconButton icon={logoutIcon} label={text.signOutUser(called)} onClick={() => onSignOut(person)} />
          <IconButton icon="trash" label={text.deleteUser(called)} onClick={() => onDelete(person)} />
        </>
      )}
    </>
  )
}

function RoleCell({ person, isSelf }: { person: { role: Role }; isSelf: boolean }) {
  const text = useText(peopleMessages)
  return (
    <span className="admin-role">
      <Badge tone={roleTone[person.role]}>{text[person.role]}</Badge>
      {isSelf ? <Badge>{text.you}</Badge> : null}
    </span>
  )
}

function DeleteUserDialog({
  person,
  onClose,
  onDeleted,
}: {
  person: ListedUser
  onClose: () => void
  onDeleted: () => void
}) {
  const text = useText(peopleMessages)
  const common = useText(platformMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const refresh = usePeopleRefresh()
  const called = person.name ?? person.email
  // The dialog states the consequence; the button is disabled until it is loaded.
  const announced = useQuery(deletionQuery(person.id))
  const removal = useMutation({
    mutationFn: () =>
      call('deleteUser', { params: { id: person.id }, query: { announced: announced.data?.data.outcome } }),
    onSuccess: async ({ data }) => {
      onDeleted()
      onClose()
      notify({ text: data.outcome === 'leftTeam' ? text.leftTeam(called) : text.deleted(called) })
      await refresh()
    },
  })
  const failure = removal.error ?? announced.error
  // A person cannot delete their own account here, so the outcome 'scheduled' does not occur.
  const means = { erased: text.deleteMeans, leftTeam: text.leaveTeamMeans, scheduled: text.deleteMeans }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => {
        if (announced.data) removal.mutate()
        else void announced.refetch()
      }}
      title={text.deleteUser(called)}
      text={
        <>
          {text.deleteQuestion}{' '}
          <span className="mt-2 block" aria-live="polite">
            {announced.data
              ? means[announced.data.data.outcome]
              : announced.isError
                ? null
                : text.deleteAsking}
          </span>
        </>
      }
      confirmLabel={text.deleteIt}
      cancelLabel={common.cancel}
      closeLabel={common.close}
      busy={removal.isPending}
      busyLabel={text.deleting}
      confirmDisabled={announced.isFetching}
      error={failure ? failureText(failure, text.deleteFailed) : undefined}
    />
  )
}
