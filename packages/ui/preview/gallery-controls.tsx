import { useState, type ComponentPropsWithRef } from 'react'
import { Badge } from '../src/badge.tsx'
import { Button, IconButton } from '../src/button.tsx'
import { Checkbox, Switch } from '../src/fields/checkbox.tsx'
import { ChipGroup, ChoiceLinks, SegmentedControl } from '../src/fields/chip.tsx'
import { FileDrop } from '../src/fields/file-drop.tsx'
import { Icon } from '../src/icons/icon.tsx'
import { pencilIcon } from '../src/icons/more-icons.ts'
import { iconPaths } from '../src/icons/icon-paths.ts'
import type { IconName } from '../src/icons/icon.tsx'
import { IconLink, LinkButton } from '../src/navigation/link-button.tsx'
import { Meter } from '../src/figures/meter.tsx'
import { PasswordField } from '../src/fields/password-field.tsx'
import { RadioGroup } from '../src/fields/radio-group.tsx'
import { RatingInput } from '../src/fields/rating-input.tsx'
import { SearchField } from '../src/fields/search-field.tsx'
import { Select } from '../src/fields/select.tsx'
import { TextArea, TextField } from '../src/fields/text-field.tsx'
import { Row, Section } from './section.tsx'

export function Buttons() {
  const [busy, setBusy] = useState(false)
  return (
    <Section title="Buttons">
      <Row>
        <Button variant="primary">Buy Now</Button>
        <Button>Add to Cart</Button>
        <Button variant="quiet">Cancel</Button>
        <Button variant="danger">Delete course</Button>
      </Row>
      <Row>
        <Button size="sm">Small</Button>
        <Button icon="plus">Medium</Button>
        <Button size="lg" iconEnd="arrow-right">
          Large
        </Button>
        <LinkButton href="#gallery" iconEnd="arrow-right">
          A link
        </LinkButton>
      </Row>
      <Row>
        <Button variant="primary" busy={busy} busyLabel="Creating..." onClick={() => setBusy(true)}>
          Create Course
        </Button>
        <Button variant="primary" busy busyLabel="Creating...">
          Create Course
        </Button>
        <Button disabled icon="check">
          In Cart
        </Button>
        <Button variant="primary" disabled>
          Add Module
        </Button>
      </Row>
      <Row>
        <IconButton icon="trash" label="Delete Git Without Fear" />
        <IconButton icon="cart" label="Add to Cart" outlined />
        <IconLink href="#gallery" icon="cart" label="Cart, 2 courses" count={2} />
        <IconButton icon={pencilIcon} label="Edit price" size="sm" />
        <IconButton icon="trash" label="Delete" disabled />
        <IconButton icon="share" label="Copy Sales Link" />
      </Row>
    </Section>
  )
}

export function Fields() {
  return (
    <Section title="Fields">
      <div className="ap-gallery-two">
        <TextField label="Course Title" defaultValue="Pricing a Small Business" />
        <TextField
          label="Email"
          type="email"
          defaultValue="aisyah@"
          error="Please enter a valid email address"
        />
        <TextField label="Price (RM)" prefix="RM" inputMode="decimal" defaultValue="89.00" hint="0 is free" />
        <TextField label="Email for the receipt" readOnly defaultValue="student@apogee.test" />
        <TextField label="City" disabled defaultValue="Kuala Lumpur" />
        <Select
          label="Country"
          options={['Malaysia', 'Singapore', 'Indonesia', 'Thailand', 'Other'].map((name) => ({
            value: name,
            label: name,
          }))}
        />
        <PasswordField label="Password" showLabel="Show" hideLabel="Hide" defaultValue="Apogee" />
        <SearchField label="Search courses" placeholder="Search by title or topic" />
      </div>
      <Meter value={3} tone="warning" text="Password strength: Medium. Add special characters" />
      <TextArea label="Description" hint="What people can do afterwards" rows={3} />
    </Section>
  )
}

const starLabels = [
  '1 star: poor',
  '2 stars: fair',
  '3 stars: good',
  '4 stars: very good',
  '5 stars: excellent',
] as const

export function Choices() {
  return (
    <Section title="Choices">
      <ChipChoices />
      <StarChoices />
      <CheckboxesAndSwitches />
      <RadioChoices />
      <FileDrops />
    </Section>
  )
}

function ChipChoices() {
  const [category, setCategory] = useState('all')
  const [price, setPrice] = useState('all')
  const [layout, setLayout] = useState('grid')
  return (
    <>
      <ChipGroup
        label="Category"
        bleed
        value={category}
        onChange={setCategory}
        options={[
          { value: 'all', label: 'All Categories' },
          { value: 'Programming', label: 'Programming' },
          { value: 'Design', label: 'Design' },
          { value: 'AI & ML', label: 'AI & ML' },
        ]}
      />
      <Row>
        <ChoiceLinks
          as={Anchor}
          look="chips"
          label="Shelf"
          value="design"
          options={[
            { value: 'all', label: 'All', to: '#all' },
            { value: 'design', label: 'Design', to: '#design' },
          ]}
        />
        <SegmentedControl
          label="Price"
          value={price}
          onChange={setPrice}
          options={[
            { value: 'all', label: 'All' },
            { value: 'free', label: 'Free' },
            { value: 'paid', label: 'Paid' },
          ]}
        />
        <SegmentedControl
          label="Layout"
          value={layout}
          onChange={setLayout}
          options={[
            { value: 'grid', label: 'Grid', icon: 'grid' },
            { value: 'list', label: 'List', icon: 'list' },
          ]}
        />
      </Row>
    </>
  )
}

function StarChoices() {
  const [stars, setStars] = useState<number | null>(4)
  return (
    <>
      <RatingInput legend="Your rating" labels={starLabels} value={stars} onChange={setStars} />
      <RatingInput
        legend="Your rating"
        labels={starLabels}
        value={null}
        onChange={setStars}
        hint="Choose one to five stars"
        error="Please choose one to five stars"
      />
    </>
  )
}

function CheckboxesAndSwitches() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Checkbox
        label={
          <>
            I agree to the{' '}
            <a className="ap-link" href="#gallery">
              Terms
            </a>
          </>
        }
        defaultChecked
      />
      <Checkbox label="Private Course" hint="Only available to enrolled students" />
      <Checkbox label="Accept the terms" error="Please accept the terms" />
      <Row>
        <Switch
          label="Public: Git Without Fear"
          checked={open}
          onChange={(event) => setOpen(event.currentTarget.checked)}
        />
        <span>{open ? 'Public' : 'Private'}</span>
        <Switch label="Publish" />
        <Switch label="Locked" disabled />
      </Row>
    </>
  )
}

function RadioChoices() {
  const [kind, setKind] = useState('video')
  return (
    <>
      <RadioGroup
        legend="Kind"
        layout="boxes"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'video', label: 'Video', hint: 'MP4 or WebM' },
          { value: 'document', label: 'Document', hint: 'PDF' },
          { value: 'quiz', label: 'Quiz', disabled: true },
        ]}
      />
      <RadioGroup
        legend="Theme"
        defaultValue="auto"
        options={[
          { value: 'auto', label: 'Auto' },
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
        ]}
      />
    </>
  )
}

function FileDrops() {
  return (
    <div className="ap-gallery-two">
      <FileDrop
        label="Course image"
        prompt="Drop a picture here or"
        browseLabel="browse"
        hint="PNG, JPEG or WebP"
        accept="image/png,image/jpeg,image/webp"
        onFile={() => undefined}
      />
      <FileDrop
        label="Video"
        prompt="Drop a video here or"
        browseLabel="browse"
        fileName="measuring-it-honestly.mp4"
        progress={42}
        progressLabel="Uploading measuring-it-honestly.mp4"
        onFile={() => undefined}
      />
      <FileDrop
        label="Document"
        prompt="Drop a document here or"
        browseLabel="browse"
        fileName="checklist.pdf"
        removeLabel="Remove"
        onRemove={() => undefined}
        onFile={() => undefined}
      />
      <FileDrop
        label="Captions"
        prompt="Drop a file here or"
        browseLabel="browse"
        error="File size exceeds 100MB limit"
        onFile={() => undefined}
      />
    </div>
  )
}

export function Marks() {
  return (
    <Section title="Badges and icons">
      <Row>
        <Badge icon="lock">Private</Badge>
        <Badge tone="info">In Progress</Badge>
        <Badge tone="positive" icon="check">
          Completed
        </Badge>
        <Badge tone="warning">Pending</Badge>
        <Badge tone="danger" icon="close">
          Failed
        </Badge>
      </Row>
      <div className="ap-gallery-icons">
        {(Object.keys(iconPaths) as IconName[]).map((name) => (
          <span key={name}>
            <Icon name={name} />
            {name}
          </span>
        ))}
      </div>
    </Section>
  )
}

const Anchor = ({ to, children, ...rest }: ComponentPropsWithRef<'a'> & { to: string }) => (
  <a {...rest} href={to}>
    {children}
  </a>
)
