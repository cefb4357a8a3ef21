import { SegmentedControl } from '@apogee/ui/chip.tsx'
import { useSearchParams } from 'react-router'
import { useText } from '#web/platform/messages.ts'
import { administrationMessages } from './messages.en.ts'
import { defaultScope, mayWiden, type CourseScope, type Manager } from './queries.ts'

/** The scope in the address: `?scope=business` for an admin who looks at everybody's courses. */
export function useCourseScope(manager: Manager): CourseScope {
  const [search] = useSearchParams()
  return mayWiden(manager) && search.get('scope') === 'business' ? 'business' : defaultScope(manager)
}

/** Own courses, or those of the whole business; nothing for those who have no choice. */
export function ScopeChoice({ manager }: { manager: Manager }) {
  const text = useText(administrationMessages)
  const scope = useCourseScope(manager)
  const [, setSearch] = useSearchParams()
  if (!mayWiden(manager)) return null
  const choose = (next: 'created' | 'business') =>
    setSearch(
      (now) => {
        const changed = new URLSearchParams(now)
        if (next === 'business') changed.set('scope', next)
        else changed.delete('scope')
        return changed
      },
      { replace: true },
    )
  return (
    <SegmentedControl
      label={text.scope}
      value={scope === 'business' ? 'business' : 'created'}
      onChange={choose}
      options={[
        { value: 'created', label: text.createdByMe },
        { value: 'business', label: text.wholeBusiness },
      ]}
    />
  )
}
