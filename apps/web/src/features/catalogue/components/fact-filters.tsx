import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { filterIcon } from '@apogee/ui/icons/more-icons.ts'
import { useFocusOnUnmount } from '@apogee/ui/use-focus-on-unmount.ts'
import { useRef, useState } from 'react'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useFactFilters } from '../fact-names.ts'
import { useFilterAddress } from '../filter-address.ts'
import { addressWith, filtersIn } from '../filters.ts'
import { courseFiltersMessages } from '../messages/filters.en.ts'
import '@apogee/ui/fields/chip.css'
import './catalogue.css'

const FiltersDialog = lazyOnPress(async () => (await import('./filters-dialog.tsx')).FiltersDialog)

/** Shows the button of the dialog with course filters, and the active ones, each with a button that removes it. */
export function FactFilters() {
  const text = useText(courseFiltersMessages)
  const { search, change } = useFilterAddress()
  const filters = useFactFilters(filtersIn(search))
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const moveFocusRef = useFocusOnUnmount(opener)
  const used = filters.flatMap(({ name, options, value }) =>
    options.filter((option) => option.value === value).map(({ label }) => ({ name, label })),
  )
  return (
    <>
      <Button
        ref={opener}
        className="catalogue-more"
        size="sm"
        variant="quiet"
        icon={filterIcon}
        aria-haspopup="dialog"
        aria-label={used.length > 0 ? text.filtersOn(used.length) : text.filters}
        onClick={() => setIsOpen(true)}
      >
        <span className="catalogue-word">{text.filters}</span>
        {used.length > 0 ? <b>{used.length}</b> : null}
      </Button>
      {used.length > 0 ? (
        <div className="ap-chips catalogue-used" role="group" aria-label={text.applied}>
          {used.map(({ name, label }) => (
            <span key={name} ref={moveFocusRef}>
              <Link
                className="ap-chip"
                to={addressWith(search, { [name]: null })}
                aria-label={text.remove(label)}
              >
                {label} <Icon name="close" size="sm" />
              </Link>
            </span>
          ))}
        </div>
      ) : null}
      {isOpen ? <FiltersDialog filters={filters} onApply={change} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
