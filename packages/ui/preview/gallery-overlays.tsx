import { useState } from 'react'
import { logoutIcon, settingsIcon } from '../src/icons/more-icons.ts'
import { Avatar } from '../src/art/avatar.tsx'
import { Button, IconButton } from '../src/button.tsx'
import { ConfirmDialog, Dialog, Drawer } from '../src/feedback/dialog.tsx'
import { IconLink } from '../src/navigation/link-button.tsx'
import { Logo } from '../src/art/logo.tsx'
import { Menu, MenuItem, MenuSeparator } from '../src/navigation/menu.tsx'
import { Notice, NoticeProvider, useNotify } from '../src/feedback/notice.tsx'
import { Player } from '../src/player/player.tsx'
import type { PlayerLabels } from '../src/player/player.tsx'
import { Price } from '../src/figures/price.tsx'
import { TextArea, TextField } from '../src/fields/text-field.tsx'
import { BottomBar, BottomBarLink, PurchaseBar, TopBar, TopBarLink } from '../src/navigation/top-bar.tsx'
import { Row, Section } from './section.tsx'

export function Notices() {
  const [shown, setShown] = useState(true)
  return (
    <Section title="Notices">
      {shown && (
        <Notice
          link={<a href="#gallery">Go to cart</a>}
          dismissLabel="Dismiss"
          onDismiss={() => setShown(false)}
        >
          Pricing a Small Business has been added to your cart!
        </Notice>
      )}
      <Notice tone="danger" dismissLabel="Dismiss" onDismiss={() => undefined}>
        Payment URL not found in response
      </Notice>
      <Notice tone="info" quiet>
        Confirm your email to invite people.
      </Notice>
      <Notice tone="warning" quiet>
        This course has no lessons yet.
      </Notice>
      <NoticeProvider label="Notices" dismissLabel="Dismiss">
        <NotifyButton />
      </NoticeProvider>
    </Section>
  )
}

function NotifyButton() {
  const notify = useNotify()
  return (
    <Row>
      <Button
        onClick={() => notify({ text: 'Sales link copied to clipboard!', link: <a href="#gallery">Open</a> })}
      >
        Show a notice
      </Button>
    </Row>
  )
}

type OverlayName = 'dialog' | 'confirm' | 'drawer' | null

export function Overlays() {
  const [open, setOpen] = useState<OverlayName>(null)
  const close = () => setOpen(null)
  return (
    <Section title="Dialogs and menus">
      <Row>
        <Button onClick={() => setOpen('dialog')}>Add Module</Button>
        <Button onClick={() => setOpen('confirm')}>Delete this course</Button>
        <Button onClick={() => setOpen('drawer')}>Open the drawer</Button>
        <Menu label="Account menu" trigger={<Avatar name="Aisyah Rahman" />}>
          <MenuItem as="a" href="#gallery" icon="user">
            Your Profile
          </MenuItem>
          <MenuItem as="a" href="#gallery" icon={settingsIcon}>
            Settings
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={logoutIcon}>Logout</MenuItem>
        </Menu>
      </Row>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Add Module"
        closeLabel="Close"
        footer={
          <>
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
            <Button variant="primary" disabled>
              Add Module
            </Button>
          </>
        }
      >
        <div className="ap-gallery-stack">
          <TextField label="Title" required />
          <TextArea label="Description" />
        </div>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        onConfirm={close}
        title="Delete this course?"
        text="Are you sure you want to delete this course? Its modules and lessons go with it."
        confirmLabel="Delete course"
        cancelLabel="Cancel"
        closeLabel="Close"
      />
      <Drawer open={open === 'drawer'} onClose={close} title="Menu" closeLabel="Close">
        <p>Links stand here.</p>
      </Drawer>
    </Section>
  )
}

const playerLabels: PlayerLabels = {
  player: 'Video player',
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  seek: 'Seek',
  captionsOn: 'Captions on',
  captionsOff: 'Captions off',
  speed: 'Speed',
  chapter: 'Chapter',
  settings: 'Player settings',
  captions: 'Captions',
  noCaptions: 'Off',
  captionSize: 'Caption size',
  captionSizes: { small: 'Small', medium: 'Medium', large: 'Large' },
  captionPlace: 'Place of captions',
  captionPlaces: { below: 'Below the picture', over: 'Over the picture' },
  quality: 'Quality',
  automatic: 'Auto',
  soundOnly: 'Audio only',
  fullScreen: 'Full screen',
  exitFullScreen: 'Exit full screen',
  pictureInPicture: 'Picture in picture',
  exitPictureInPicture: 'Exit picture in picture',
  close: 'Close small player',
  loading: 'Loading video',
  position: (at, of) => `${at} of ${of}`,
}

export function Players() {
  return (
    <Section title="Player">
      <Player src="/lesson.webm" type="video/webm" labels={playerLabels} />
    </Section>
  )
}

export function Bars() {
  return (
    <Section title="Bars">
      <TopBar
        label="Main"
        brand={
          <a href="#gallery">
            <Logo name="Apogee" />
          </a>
        }
        links={
          <>
            <TopBarLink href="#gallery" aria-current="page">
              Marketplace
            </TopBarLink>
            <TopBarLink href="#gallery">Courses</TopBarLink>
            <TopBarLink href="#gallery">Store</TopBarLink>
          </>
        }
        end={<IconLink href="#gallery" icon="cart" label="Cart, 2 courses" count={2} />}
      />
      <PurchaseBar label="Purchase" note="One payment" price={<Price sen={24900} freeLabel="Free" />}>
        <IconButton icon="cart" label="Add to Cart" outlined />
        <Button variant="primary">Buy Now</Button>
      </PurchaseBar>
      <BottomBar label="Quick navigation">
        <BottomBarLink href="#gallery" icon="home" label="Home" />
        <BottomBarLink href="#gallery" icon="book" label="Courses" />
        <BottomBarLink href="#gallery" icon="market" label="Market" aria-current="page" />
        <BottomBarLink href="#gallery" icon="cart" label="Cart" count={2} countLabel="2 courses" />
        <BottomBarLink href="#gallery" icon="user" label="Profile" />
      </BottomBar>
    </Section>
  )
}
