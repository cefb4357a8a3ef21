import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { IconButton } from '@apogee/ui/button.tsx'
import { Drawer } from '@apogee/ui/feedback/dialog.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { BottomBar, BottomBarLink } from '@apogee/ui/navigation/top-bar.tsx'
import { use, useState, type ReactNode } from 'react'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useDestinations } from './destinations.ts'
import { useStudioSearch } from './search-button.tsx'
import { SellersBarContext } from './studio-places.ts'
import { studioMessages } from './messages/studio-messages.en.ts'
import { useStudioPlaces, type Place, type TopPlace } from './use-studio-places.ts'
import './mobile-menu.css'
import './studio-frame.css'

/** Surrounds every page for people who teach or sell with a rail, or on phones with a drawer that the bar or the head opens. */
export function StudioFrame({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const text = useText(studioMessages)
  const { close } = useText(platformMessages)
  const { places, current } = useStudioPlaces(user)
  const hasSellersBar = use(SellersBarContext)
  const [isWide, setIsWide] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const here = current?.part
  const place = here && here.id !== 'home' ? `${text.studio} · ${here.label}` : text.studio
  const { button, search } = useStudioSearch(user)
  return (
    <div className="studio" data-wide={isWide || undefined}>
      <div className="studio-head">
        {hasSellersBar ? (
          <p>{place}</p>
        ) : (
          <button type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            <Icon name="menu" />
            <span>{place}</span> <span className="vh">{text.open}</span>
          </button>
        )}
        {button}
      </div>
      <nav className="studio-rail" aria-label={text.navigation}>
        <Places places={places} current={current?.place} />
        <div className="studio-widen">
          <IconButton
            icon={isWide ? 'arrow-left' : 'arrow-right'}
            label={isWide ? text.narrow : text.widen}
            aria-expanded={isWide}
            onClick={() => setIsWide((now) => !now)}
          />
        </div>
      </nav>
      <div className="studio-page">
        {current && current.place.parts.length > 0 ? <Parts {...current} /> : null}
        <div id="studio-page" tabIndex={-1}>
          {children}
        </div>
      </div>
      {hasSellersBar ? (
        <SellersBar places={places} current={current?.place} onMore={() => setIsOpen(true)} />
      ) : null}
      <Drawer
        open={isOpen}
        side="start"
        onClose={() => setIsOpen(false)}
        title={text.studio}
        closeLabel={close}
      >
        <nav className="studio-drawer" aria-label={text.navigation}>
          <Places places={places} current={current?.place} onLeave={() => setIsOpen(false)} />
        </nav>
        <Outside onLeave={() => setIsOpen(false)} />
      </Drawer>
      {search}
    </div>
  )
}

function Places({
  places,
  current,
  onLeave,
}: {
  places: readonly TopPlace[]
  current: TopPlace | undefined
  onLeave?: () => void
}) {
  return (
    <ul className="studio-places">
      {places.map((place) => (
        <li key={place.id}>
          <Link
            to={place.to}
            title={place.label}
            aria-current={place === current ? 'page' : undefined}
            onClick={onLeave}
          >
            <Icon name={place.icon} />
            <span className="studio-name">{place.label}</span>
            <Count place={place} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Scrolls the row so that the link stands in its middle. The page itself does not move. */
function centre(link: HTMLAnchorElement | null): void {
  const row = link?.closest('ul')
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}

/** Leads to the other pages of the same place. */
function Parts({ place, part }: { place: TopPlace; part: Place }) {
  return (
    <nav className="ap-wrap studio-parts" aria-label={place.label}>
      <ul>
        {place.parts.map((one) => (
          <li key={one.id}>
            <Link
              to={one.to}
              aria-current={one === part ? 'page' : undefined}
              ref={one === part ? centre : undefined}
            >
              {one.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Count({ place: { count, inWords } }: { place: Place }) {
  return count ? (
    <Badge tone="warning">
      <span aria-hidden="true">{figure(count)}</span>
      <span className="vh"> {inWords}</span>
    </Badge>
  ) : null
}

/** Shows the bottom bar that the specification defines, so that its destinations stay within two presses. */
function Outside({ onLeave }: { onLeave: () => void }) {
  const text = useText(studioMessages)
  const { bar } = useDestinations()
  return (
    <nav className="studio-outside" aria-label={text.outside}>
      <p>{text.outside}</p>
      <ul className="shell-menu">
        {bar.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to} onClick={onLeave}>
              <Icon name={icon} /> {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Replaces the learners' bottom bar on phones. */
function SellersBar({
  places,
  current,
  onMore,
}: {
  places: readonly TopPlace[]
  current: TopPlace | undefined
  onMore: () => void
}) {
  const text = useText(studioMessages)
  const wanted = ['home', 'inbox', 'courses', 'people']
  const shown = wanted.flatMap((id) => places.find((place) => place.id === id) ?? [])
  return (
    <BottomBar label={text.quick}>
      {shown.map((place) => (
        <BottomBarLink
          key={place.id}
          as={Link}
          to={place.to}
          icon={place.icon}
          label={place.label}
          {...(place.count && { count: place.count, countLabel: place.inWords })}
          aria-current={place === current ? 'page' : undefined}
        />
      ))}
      <BottomBarLink
        as="button"
        type="button"
        icon="menu"
        label={text.more}
        // Pages inside the studio have a More button too, so this label also names the studio.
        aria-label={`${text.more}: ${text.studio}`}
        aria-haspopup="dialog"
        onClick={onMore}
      />
    </BottomBar>
  )
}
