import { administrationMessages } from '#web/features/administration/messages.en.ts'
import { SalesList } from '#web/features/administration/sales-list.tsx'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const text = useText(administrationMessages)
  const { user } = useSession()
  return (
    <>
      <Head title={text.courseSales} />
      {user ? <SalesList user={user} /> : null}
    </>
  )
}
