import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useState, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { accountsMessages } from '#web/features/accounts/messages/accounts.en.ts'
import {
  InviteForm,
  OpenInvitations,
  usePlaceOfInvitation,
} from '#web/features/people/components/invite-form.tsx'
import { peopleMessages } from '#web/features/people/messages/people.en.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import '#web/platform/page/admin.css'

/** Renders /admin/register for admins and superadmins: inviting comes first, registering a business second. */
export function AddUser({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const text = useText(peopleMessages)
  const accounts = useText(accountsMessages)
  const place = usePlaceOfInvitation(user)
  const [isFounding, setFounding] = useState(false)
  // The form stays mounted once opened, so that closing it loses no input.
  const [wasFounding, setWasFounding] = useState(false)
  return (
    <div className="ap-wrap admin">
      <Head title={text.addUser} />
      <header className="grid justify-items-start gap-2">
        <Breadcrumb as={Link} label={text.addUser} places={[['/admin', text.admin]]} current={text.addUser} />
        <h1 className="ap-h2">{text.addUser}</h1>
      </header>
      <div className="admin-add">
        <section className="admin-invite">
          {place ? <h2 className="ap-h3">{text.inviteTo(place)}</h2> : <Skeleton shape="title" width={60} />}
          <p className="text-secondary">{text.inviteLead}</p>
          <InviteForm user={user} isAside={isFounding} />
        </section>
        <OpenInvitations user={user} />
        <Disclosure
          title={text.newBusiness}
          onToggle={({ currentTarget: { open } }) => {
            setFounding(open)
            if (open) setWasFounding(true)
          }}
        >
          {wasFounding ? (
            <div className="grid gap-6">
              <h2 className="ap-h3">{accounts.adminTitle}</h2>
              {children}
            </div>
          ) : null}
        </Disclosure>
      </div>
    </div>
  )
}
