/** The search of the studio with the places, settings and actions that this person may use. */
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { settingsIcon, uploadIcon } from '@apogee/ui/icons/more-icons.ts'
import { accountMessages } from '#web/features/accounts/messages/account.en.ts'
import { settingsMessages } from '#web/features/accounts/messages/settings.en.ts'
import { courseExportMessages } from '#web/features/courses/messages/course-export.en.ts'
import { administrationMessages } from '#web/features/courses/messages/selling/administration.en.ts'
import { invoicesMessages } from '#web/features/invoices/messages/invoices.en.ts'
import { peopleMessages } from '#web/features/people/messages/people.en.ts'
import { pricingMessages } from '#web/features/pricing/messages/pricing.en.ts'
import { SearchDialog } from '#web/features/studio-search/components/search-dialog.tsx'
import type { Destination } from '#web/features/studio-search/entries.ts'
import { useText } from '#web/platform/language/messages.ts'
import { sellsHere } from '#web/shared/course/seller.ts'
import { useBusinessSections } from '../business-sections.ts'
import { studioMessages } from './messages/studio-messages.en.ts'
import { useStudioPlaces } from './use-studio-places.ts'

export function StudioSearch({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  return (
    <SearchDialog
      user={user}
      places={[...useRail(user), ...useBusiness(user), ...useSettings()]}
      actions={useActions(user)}
      onClose={onClose}
    />
  )
}

function useRail(user: CurrentUser): Destination[] {
  return useStudioPlaces(user).places.flatMap(({ parts, label, ...place }) =>
    parts.length === 0
      ? [{ title: label, to: place.to, icon: place.icon }]
      : parts.map((part) => ({ title: part.label, detail: label, to: part.to, icon: part.icon })),
  )
}

function useBusiness(user: CurrentUser): Destination[] {
  const { business } = useText(studioMessages)
  const sections = useBusinessSections({
    isOfBusiness: user.role === 'admin' && user.businessId !== null,
    isPaidOut: user.role !== 'superadmin',
  })
  if (!sellsHere(user)) return []
  return sections.map(([id, title]) => ({
    title,
    detail: business,
    to: `/studio/business#${id}-heading`,
    icon: settingsIcon,
  }))
}

function useSettings(): Destination[] {
  const text = useText(settingsMessages)
  const account = useText(accountMessages)
  const sections = [
    ['account', account.yourAccount],
    ['email', text.emailAddress],
    ['display', text.display],
    ['question-mails', text.questionMails],
    ['announcement-mails', text.announcementMails],
    ['password', text.changePassword],
    ['passkeys', text.passkeys],
    ['identities', text.identities],
    ['second-factor', text.secondFactor],
    ['sessions', text.sessions],
    ['data', account.dataTitle],
  ] as const
  return sections.map(([id, title]) => ({
    title,
    detail: text.settings,
    to: `/settings#${id}-heading`,
    icon: settingsIcon,
  }))
}

function useActions(user: CurrentUser): Destination[] {
  const { createCourse } = useText(administrationMessages)
  const { importLink } = useText(courseExportMessages)
  const { newInvoice } = useText(invoicesMessages)
  const { newCoupon } = useText(pricingMessages)
  const { addUser } = useText(peopleMessages)
  const isAdmin = user.role === 'admin' || user.role === 'superadmin'
  return [
    { title: createCourse, to: '/admin?tab=courses&new=course', icon: 'plus' as const },
    { title: importLink, to: '/studio/import', icon: uploadIcon },
    ...(sellsHere(user)
      ? [
          { title: newInvoice, to: '/admin/invoices/new', icon: 'plus' as const },
          { title: newCoupon, to: '/admin/coupons?new=coupon', icon: 'plus' as const },
        ]
      : []),
    ...(isAdmin ? [{ title: addUser, to: '/admin/register', icon: 'user' as const }] : []),
  ]
}
