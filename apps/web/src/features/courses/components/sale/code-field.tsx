import { Select } from '@apogee/ui/fields/select.tsx'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { shareCodesQuery } from '../../api/share-codes.ts'
import { shareMessages } from '../../messages/selling/share.en.ts'

/**
 * Lists the seller's codes that apply to the course now, or with null the codes that apply to all courses. Instructors of a business
 * do not see its codes.
 */
export function CodeField({
  courseId,
  value,
  onChange,
}: {
  courseId: number | null
  value: string
  onChange: (code: string) => void
}) {
  const text = useText(shareMessages)
  const { user } = useSession()
  const seesCodes = user !== null && (user.role !== 'instructor' || user.businessId === null)
  const { data = [] } = useQuery({ ...shareCodesQuery(user, courseId), enabled: seesCodes })
  if (!seesCodes) return null
  const noCodes = courseId === null ? text.noCodesForAll : text.noCodes
  return (
    <Select
      label={text.code}
      hint={data.length === 0 ? noCodes : undefined}
      value={value}
      placeholder={text.withoutCode}
      options={data.map((code) => ({ value: code, label: code }))}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
