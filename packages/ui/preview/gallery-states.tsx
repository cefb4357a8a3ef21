import { useState } from 'react'
import { Avatar } from '../src/art/avatar.tsx'
import { Badge } from '../src/badge.tsx'
import { Breadcrumb } from '../src/navigation/breadcrumb.tsx'
import { Button, IconButton } from '../src/button.tsx'
import { Card } from '../src/card.tsx'
import { Checkbox, Switch } from '../src/fields/checkbox.tsx'
import { Chip } from '../src/fields/chip.tsx'
import { Cover } from '../src/art/cover.tsx'
import { ConfirmDialog, Drawer } from '../src/feedback/dialog.tsx'
import { FileDrop } from '../src/fields/file-drop.tsx'
import { Icon } from '../src/icons/icon.tsx'
import { LinkButton } from '../src/navigation/link-button.tsx'
import { LoadMore } from '../src/navigation/load-more.tsx'
import { PasswordField } from '../src/fields/password-field.tsx'
import { MediaFrame } from '../src/player/player.tsx'
import { Price } from '../src/figures/price.tsx'
import { Progress } from '../src/figures/progress.tsx'
import { RadioGroup } from '../src/fields/radio-group.tsx'
import { Rating } from '../src/figures/rating.tsx'
import { Select } from '../src/fields/select.tsx'
import { Loading, SkeletonRows } from '../src/feedback/skeleton.tsx'
import { EmptyState } from '../src/feedback/state.tsx'
import { Table } from '../src/figures/table.tsx'
import { Tabs } from '../src/navigation/tabs.tsx'
import { TextArea, TextField } from '../src/fields/text-field.tsx'
import { BottomBar, BottomBarLink } from '../src/navigation/top-bar.tsx'
import { GalleryLink, Row, Section } from './section.tsx'
import '../src/figures/rows.css'

const countries = ['Malaysia', 'Singapore'].map((name) => ({ value: name, label: name }))
const longTitle =
  'Reading Contracts, Invoices and the Small Print of Platforms before You Sign: a Course for Shops, Stalls and Services'
const longWord = 'https://orbit-academy.example/pemasaran-digital/perniagaan-kecil-dan-sederhana/2026'

export function Links() {
  return (
    <Section title="Links, rows and facts">
      <p>
        A sentence with{' '}
        <a className="ap-link" href="#gallery">
          a link
        </a>{' '}
        in it, and{' '}
        <a className="ap-link" data-shown="focus" href="#gallery">
          one that has the focus
        </a>
        .
      </p>
      <Row>
        <a className="ap-link" data-standalone="" href="#gallery">
          A link that stands alone
        </a>
        <LinkButton href="#gallery" size="sm" variant="quiet" icon="arrow-left">
          Back
        </LinkButton>
        <Button variant="primary" data-shown="focus">
          Focused
        </Button>
        <Button data-shown="focus">Focused</Button>
        <IconButton icon="share" label="Share" data-shown="focus" />
      </Row>
      <ul className="ap-panel ap-rows" data-clip="" data-inset="">
        {['Tan Wei Jian', 'Priya Nair'].map((name) => (
          <li key={name}>
            <Avatar name={name} size="sm" />
            <div>
              <a className="ap-row-link" href="#gallery">
                A row that is one link
              </a>
              <p className="ap-meta">
                <span>{name}</span>
                <span>
                  <Icon name="message" size="sm" />3 replies
                </span>
              </p>
            </div>
            <Badge tone="info">New</Badge>
          </li>
        ))}
      </ul>
      <ul className="ap-rows">
        <li>
          <Icon name="certificate" />
          <div>
            <a className="ap-row-link" href="#gallery">
              A row on the page’s own ground
            </a>
            <p className="ap-meta">Orbit Academy Sdn Bhd</p>
          </div>
          <IconButton icon="trash" label="Delete the row" />
        </li>
      </ul>
      <dl className="ap-facts">
        {[
          ['Instructor', 'Priya Nair'],
          ['Lessons', '5'],
          ['Duration', '14m'],
          ['Last accessed', '21 Nov 2026'],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

export function Held() {
  return (
    <Section title="Disabled, busy, read-only, in error">
      <div className="ap-gallery-two">
        <Select label="Country, disabled" options={countries} disabled />
        <Select
          label="Country, in error"
          options={countries}
          placeholder="Choose"
          error="Country is required"
        />
        <TextArea label="Description, read-only" readOnly defaultValue="Written by somebody else." rows={2} />
        <TextArea label="Description, in error" error="Description is required" rows={2} />
        <PasswordField
          label="Password, in error"
          showLabel="Show"
          hideLabel="Hide"
          error="Password must be at least 8 characters"
        />
        <TextField
          label="Price (RM), in error"
          prefix="RM"
          defaultValue="-4"
          error="Price must be 0 or more"
        />
        <TextField label="Title, focused" data-shown="focus" defaultValue="Git Without Fear" />
        <FileDrop
          label="Course image, disabled"
          prompt="Drop a picture here or"
          browseLabel="browse"
          disabled
          onFile={() => undefined}
        />
      </div>
      <Row>
        <Checkbox label="Locked" disabled />
        <Checkbox label="Locked, checked" disabled defaultChecked />
        <Switch label="Locked, on" disabled defaultChecked />
      </Row>
      <RadioGroup
        legend="Which value comes back?"
        layout="rows"
        defaultValue="b"
        options={[
          { value: 'a', label: 'undefined' },
          { value: 'b', label: 'null' },
          { value: 'c', label: 'An answer that cannot be chosen', disabled: true },
        ]}
      />
      <Row>
        <Chip pressed>Chosen</Chip>
        <Chip pressed={false}>Not chosen</Chip>
        <Chip pressed={false} disabled>
          Disabled
        </Chip>
      </Row>
      <Row>
        <Button busy busyLabel="Saving...">
          Save
        </Button>
        <Button variant="danger" busy busyLabel="Deleting...">
          Delete course
        </Button>
        <Button variant="quiet" disabled>
          Cancel
        </Button>
        <Button variant="danger" disabled>
          Delete course
        </Button>
      </Row>
    </Section>
  )
}

const people = [
  { id: 1, name: 'Aisyah Rahman', courses: 6, paid: '447.00' },
  { id: 2, name: 'Tan Wei Jian', courses: 12, paid: '1,204.00' },
]

export function Ends() {
  return (
    <Section title="Ends of lists, and what lists are before and without rows">
      <Table
        caption="People"
        rows={people}
        rowKey={({ id }) => id}
        columns={[
          { id: 'name', header: 'Name', phone: 'main', cell: ({ name }) => name },
          {
            id: 'courses',
            header: 'Courses',
            align: 'end',
            cell: ({ courses }) => courses,
          },
          { id: 'paid', header: 'Paid (RM)', align: 'end', phoneLabel: 'RM', cell: ({ paid }) => paid },
        ]}
      />
      <div className="ap-gallery-two">
        <Loading label="Loading...">
          <div className="ap-panel" data-clip="">
            <SkeletonRows count={3} />
          </div>
        </Loading>
        <EmptyState
          title="No Users Found"
          text="Nobody has joined yet."
          action={<Button size="sm">Invite</Button>}
        />
      </div>
      <LoadMore
        status="50 of 128 courses"
        label="Show more"
        busy
        busyLabel="Loading..."
        onMore={() => undefined}
      />
      <LoadMore
        status="50 of 128 courses"
        label="Show more"
        error="The rest could not be loaded."
        onMore={() => undefined}
      />
      <LoadMore status="128 of 128 courses" label="Show more" />
    </Section>
  )
}

export function LongTexts() {
  const [tab, setTab] = useState<string | null>('first')
  return (
    <Section title="Long texts">
      <Breadcrumb
        as={GalleryLink}
        label="Breadcrumb of a long name"
        places={[
          ['#gallery', 'Courses'],
          ['#gallery', 'Business'],
        ]}
        current={longTitle}
      />
      <ul className="ap-grid">
        <Card
          layout="compact"
          cover={<Cover id={8} title={longTitle} category="Business" />}
          meta="Business"
          metaEnd={<Rating value="4.8" label="Rated 4.8 of 5" />}
          title={<a href="#gallery">{longTitle}</a>}
          text={longWord}
          byline="Nurul Huda binti Omar Abdullah al-Haj"
          footer={<Progress value={100} label="Course progress, done" />}
        />
        <Card
          cover={
            <Cover id={9} title="In the cart" category="Design">
              <Badge solid icon="check">
                Member
              </Badge>
            </Cover>
          }
          meta="Design"
          title={<a href="#gallery">A course that lies in the cart</a>}
          footer={<Price sen={123_456_700} freeLabel="Free" />}
          actions={
            <>
              <Button size="sm">Buy Now</Button>
              <Button size="sm" variant="quiet" disabled icon="check">
                In Cart
              </Button>
            </>
          }
        />
      </ul>
      <Tabs
        label="Many tabs"
        value={tab}
        onChange={setTab}
        tabs={['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((id) => ({
          id,
          label: `The ${id} of six long tabs`,
          panel: longWord,
        }))}
      />
      <Row>
        <Button>{longTitle}</Button>
        <Avatar name="Broken Picture" image="/broken.png" size="lg" />
      </Row>
    </Section>
  )
}

export function Questions() {
  const [open, setOpen] = useState<'failed' | 'busy' | 'drawer' | null>(null)
  const close = () => setOpen(null)
  const question = {
    onClose: close,
    onConfirm: close,
    title: 'Delete this course?',
    text: 'Are you sure you want to delete this course? Its modules and lessons go with it.',
    confirmLabel: 'Delete course',
    cancelLabel: 'Cancel',
    closeLabel: 'Close',
  }
  return (
    <Section title="Questions that fail or take time, the drawer of the other side">
      <Row>
        <Button onClick={() => setOpen('failed')}>A deletion that failed</Button>
        <Button onClick={() => setOpen('busy')}>A deletion under way</Button>
        <Button onClick={() => setOpen('drawer')}>Open at the left</Button>
      </Row>
      <ConfirmDialog {...question} open={open === 'failed'} error="Failed to delete course" />
      <ConfirmDialog
        {...question}
        open={open === 'busy'}
        onConfirm={() => undefined}
        busy
        busyLabel="Deleting..."
      />
      <Drawer open={open === 'drawer'} onClose={close} side="start" title="Filters" closeLabel="Close">
        <Checkbox label="Free courses" />
      </Drawer>
    </Section>
  )
}

export function Frames() {
  return (
    <Section title="A document’s frame, a bar of six">
      <MediaFrame>
        <EmptyState title="PDF document" text="Shown in the frame of the player." />
      </MediaFrame>
      <BottomBar label="Quick navigation for admins">
        <BottomBarLink href="#gallery" icon="home" label="Home" aria-current="page" />
        <BottomBarLink href="#gallery" icon="book" label="Courses" />
        <BottomBarLink href="#gallery" icon="market" label="Market" />
        <BottomBarLink href="#gallery" icon="cart" label="Cart" count={12} countLabel="12 courses" />
        <BottomBarLink href="#gallery" icon="admin" label="Admin" />
        <BottomBarLink href="#gallery" icon="user" label="Profile" />
      </BottomBar>
    </Section>
  )
}
