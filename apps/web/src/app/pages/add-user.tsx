import type { CurrentUser } from '@apogee/contracts/accounts.ts'
import { Disclosure } from '@apogee/ui/disclosure.tsx'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx'
import { accountsMessages } from '#web/features/accounts/messages.en.ts'
import {
  InviteForm,
  OpenInvitations,
  usePlaceOfInvitation,
} from '#web/features/administration/invite-form.tsx'
import { peopleMessages } from '#web/features/administration/people-messages.en.ts'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'

/** /admin/register for those who look after a business or the platform: inviting first, founding a business second. */
export function AddUser({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const text = useText(peopleMessages)
  const accounts = useText(accountsMessages)
  const place = usePlaceOfInvitation(user)
  const [isFounding, setFounding] = useState(false)
  const title = place ? text.inviteTo(place) : text.addUser
  return (
    <AuthFrame title={title} lead={text.inviteLead} wide>
      <Head title={title} />
      <InviteForm user={user} isAside={isFounding} />
      <OpenInvitations user={user} />
      <Disclosure title={text.newBusiness} onToggle={(event) => setFounding(event.currentTarget.open)}>
        <div className="grid gap-6">
          <h2 className="ap-h3">{accounts.adminTitle}</h2>
          {children}
        </div>
      </Disclosure>
      <p className="text-sm">
        <Link className="ap-link" to="/admin">
          {accounts.backToAdmin}
        </Link>
      </p>
    </AuthFrame>
  )
}
