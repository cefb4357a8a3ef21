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
import { SellersBarContext } from './studio-places.ts'
import { studioMessages } from './messages/studio-messages.en.ts'
import { useStudioPlaces, type Place, type PlaceGroup } from './use-studio-places.ts'
import './mobile-menu.css'
import './studio-frame.css'

/** Surrounds every page for people who teach or sell with a rail, or on phones with a drawer and a bar. */
export function StudioFrame({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const text = useText(studioMessages)
  const { close } = useText(platformMessages)
  const { groups, current } = useStudioPlaces(user)
  const hasSellersBar = use(SellersBarContext)
  const [isWide, setIsWide] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const all = groups.flatMap(({ places }) => places)
  const here = all.find(({ id }) => id === current)
  return (
    <div className="studio" data-wide={isWide || undefined}>
      <div className="studio-head">
        <button type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <Icon name="menu" />
          <span>{here && here.id !== 'home' ? `${text.studio} · ${here.label}` : text.studio}</span>{' '}
          <span className="vh">{text.open}</span>
        </button>
      </div>
      <nav className="studio-rail" aria-label={text.navigation}>
        <Places groups={groups} current={current} />
        <div className="studio-widen">
          <IconButton
            icon={isWide ? 'arrow-left' : 'arrow-right'}
            label={isWide ? text.narrow : text.widen}
            aria-expanded={isWide}
            onClick={() => setIsWide((now) => !now)}
          />
        </div>
      </nav>
      <div className="studio-page" id="studio-page" tabIndex={-1}>
        {children}
      </div>
      {hasSellersBar ? <SellersBar places={all} current={current} onMore={() => setIsOpen(true)} /> : null}
      <Drawer
        open={isOpen}
        side="start"
        onClose={() => setIsOpen(false)}
        title={text.studio}
        closeLabel={close}
      >
        <nav className="studio-drawer" aria-label={text.navigation}>
          <Places groups={groups} current={current} onLeave={() => setIsOpen(false)} />
        </nav>
        <Outside onLeave={() => setIsOpen(false)} />
      </Drawer>
    </div>
  )
}

function Places({
  groups,
  current,
  onLeave,
}: {
  groups: PlaceGroup[]
  current: string | undefined
  onLeave?: () => void
}) {
  return groups.map(({ id, title, places }) => (
    <div key={id} className="studio-group">
      {title ? <p>{title}</p> : null}
      <ul>
        {places.map((place) => (
          <li key={place.id}>
            <Link
              to={place.to}
              title={place.label}
              aria-current={place.id === current ? 'page' : undefined}
              onClick={onLeave}
            >
              <Icon name={place.icon} />
              <span className="studio-name">{place.label}</span>
              {place.count ? (
                <Badge tone="warning">
                  <span aria-hidden="true">{figure(place.count)}</span>
                  <span className="vh"> {place.inWords}</span>
                </Badge>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
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
  places: Place[]
  current: string | undefined
  onMore: () => void
}) {
  const text = useText(studioMessages)
  const sells = places.some(({ id }) => id === 'orders')
  const shown = ['home', 'courses', 'people', sells ? 'orders' : 'analytics'].flatMap(
    (wanted) => places.find(({ id }) => id === wanted) ?? [],
  )
  return (
    <BottomBar label={text.quick}>
      {shown.map(({ id, to, label, icon }) => (
        <BottomBarLink
          key={id}
          as={Link}
          to={to}
          icon={icon}
          label={label}
          aria-current={id === current ? 'page' : undefined}
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
