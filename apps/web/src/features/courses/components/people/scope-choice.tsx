import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { withParameter } from '#web/platform/lists/search-address.ts'
import { useSearchParams } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { administrationMessages } from '../../messages/selling/administration.en.ts'
import { defaultScope, mayWiden, type CourseScope, type Manager } from '#web/shared/course/course-scope.ts'

/** Returns the scope in the address: `?scope=created` for an admin who views their own courses only. */
export function useCourseScope(manager: Manager): CourseScope {
  const [search] = useSearchParams()
  return mayWiden(manager) && search.get('scope') === 'created' ? 'created' : defaultScope(manager)
}

/** Selects the whole business, or the user's own courses; renders nothing without a choice. */
export function ScopeChoice({ manager }: { manager: Manager }) {
  const text = useText(administrationMessages)
  const scope = useCourseScope(manager)
  const [, setSearch] = useSearchParams()
  if (!mayWiden(manager)) return null
  const choose = (next: 'created' | 'business') =>
    setSearch(withParameter('scope', next === 'created' ? next : ''), { replace: true })
  return (
    <SegmentedControl
      label={text.scope}
      value={scope === 'business' ? 'business' : 'created'}
      onChange={choose}
      options={[
        { value: 'business', label: text.wholeBusiness },
        { value: 'created', label: text.createdByMe },
      ]}
    />
  )
}
