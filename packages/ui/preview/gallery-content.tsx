import { useState } from 'react'
import { Avatar } from '../src/art/avatar.tsx'
import { Badge } from '../src/badge.tsx'
import { BarChart } from '../src/figures/bar-chart.tsx'
import { Breadcrumb } from '../src/navigation/breadcrumb.tsx'
import { Button, IconButton } from '../src/button.tsx'
import { Card } from '../src/card.tsx'
import { Switch } from '../src/fields/checkbox.tsx'
import { Cover } from '../src/art/cover.tsx'
import { Disclosure } from '../src/feedback/disclosure.tsx'
import { InlineEdit } from '../src/fields/inline-edit.tsx'
import { OrbitArt } from '../src/art/orbit-art.tsx'
import { LoadMore } from '../src/navigation/load-more.tsx'
import { Price } from '../src/figures/price.tsx'
import { Progress } from '../src/figures/progress.tsx'
import { Rating, Stars } from '../src/figures/rating.tsx'
import { Loading, SkeletonCard, SkeletonRows } from '../src/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '../src/feedback/state.tsx'
import { Steps } from '../src/navigation/steps.tsx'
import { Table, TableSubject } from '../src/figures/table.tsx'
import { Tabs } from '../src/navigation/tabs.tsx'
import { GalleryLink, Row, Section } from './section.tsx'
import '../src/navigation/toolbar.css'

const courses = [
  { id: 1, title: 'TypeScript from First Principles', category: 'Programming', sen: 14900 },
  { id: 2, title: 'Interface Design for Engineers', category: 'Design', sen: 18900 },
  { id: 3, title: 'SQL for People with Questions', category: 'Data Science', sen: 12900 },
  { id: 7, title: 'Git Without Fear', category: 'Programming', sen: 0 },
]
const moreCovers = [
  { id: 4, title: 'Pricing a Small Business', category: 'Business' },
  { id: 5, title: 'Practical Machine Learning', category: 'AI & ML' },
  { id: 6, title: 'Writing Ads People Finish', category: 'Marketing' },
  { id: 9, title: 'Design Systems That Survive', category: 'Design' },
  { id: 10, title: 'Python for Spreadsheet Users', category: 'Programming' },
  { id: 11, title: 'Forecasting with Time Series', category: 'Data Science' },
  { id: 12, title: 'Evaluating Language Models', category: 'AI & ML' },
  { id: 42, title: 'Reading the Night Sky', category: null },
]

export function Cards() {
  return (
    <Section title="Cards">
      <ul className="ap-grid">
        {courses.map((course) => (
          <Card
            key={course.id}
            cover={<Cover {...course}>{course.id % 3 === 0 ? <Badge solid>Featured</Badge> : null}</Cover>}
            meta={course.category}
            metaEnd={
              <Rating value="4.8" label="Rated 4.8 of 5">
                312 students
              </Rating>
            }
            title={<a href="#gallery">{course.title}</a>}
            text="Types as a design tool: model real data, narrow with confidence and stop fighting the compiler, every working day."
            byline="Aisyah Rahman"
            footer={<Price sen={course.sen} freeLabel="Free" />}
            go="View Course"
          />
        ))}
      </ul>
      <ul className="ap-grid" data-layout="list">
        <Card
          layout="list"
          cover={
            <Cover id={2} title="Interface Design for Engineers" category="Design" image="/broken.png" />
          }
          meta="Design"
          title={<a href="#gallery">Interface Design for Engineers, in a list</a>}
          text="An uploaded image that is broken falls back to the drawing."
          byline="Aisyah Rahman"
          footer={<Price sen={18900} freeLabel="Free" />}
          actions={
            <>
              <Button variant="primary" size="sm">
                Buy Now
              </Button>
              <Button size="sm" disabled icon="check">
                In Cart
              </Button>
              <IconButton icon="share" size="sm" label="Share Interface Design for Engineers" />
            </>
          }
        />
      </ul>
    </Section>
  )
}

export function Covers() {
  return (
    <Section title="Covers">
      <ul className="ap-gallery-covers">
        {moreCovers.map((course) => (
          <li key={course.id}>
            <Cover {...course} />
            <p>{course.title}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function Figures() {
  return (
    <Section title="Progress, price, people">
      <Progress value={62} label="Course progress" valueText="62% complete (21/34 lessons)" />
      <div className="ap-panel" data-padded="">
        <Progress value={0} label="Course progress, begun" />
      </div>
      <Progress value={40} label="Uploading" craft={false} />
      <Progress
        value={50}
        label="Course progress, by module"
        segments={[
          { done: 3, total: 3 },
          { done: 1, total: 4 },
          { done: 0, total: 2 },
        ]}
      />
      <Row>
        <Price sen={24900} freeLabel="Free" size="xl" />
        <Price sen={14900} freeLabel="Free" />
        <Price sen={0} freeLabel="Free" />
        <Rating value="4.9" label="Rated 4.9 of 5" />
        <Stars value={4} label="4 out of 5 stars" />
        <Stars value={4.5} label="4.5 out of 5 stars" />
      </Row>
      <Row>
        <Avatar name="Aisyah Rahman" size="lg" />
        <Avatar name="Dr. Kavitha Menon" />
        <Avatar name="Tan Wei Jian" />
        <Avatar name="Priya Nair" size="sm" />
        <Avatar name={null} label="Unnamed User" />
      </Row>
      <BarChart
        label="Monthly growth"
        bars={[42, 55, 61, 58, 74, 88].map((value, index) => ({
          label: ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'][index] ?? '',
          value,
          text: String(value),
        }))}
      />
    </Section>
  )
}

export function States() {
  return (
    <Section title="Loading, empty, error">
      <Loading label="Loading...">
        <div className="ap-gallery-two">
          <SkeletonCard />
          <SkeletonRows count={4} />
        </div>
      </Loading>
      <div className="ap-gallery-two">
        <EmptyState
          title="No Courses Found"
          text="Nothing matches “tarot” in Design."
          action={<Button size="sm">Reset Filters</Button>}
        />
        <ErrorState
          title="Something went wrong"
          text="Error loading courses: Please try again later"
          action={<Button size="sm">Try again</Button>}
        />
      </div>
    </Section>
  )
}

export function Navigation() {
  const [tab, setTab] = useState<string | null>('curriculum')
  return (
    <Section title="Tabs, steps, disclosures">
      <Breadcrumb
        as={GalleryLink}
        label="Breadcrumb"
        places={[
          ['#gallery', 'Marketplace'],
          ['#gallery', 'AI & ML'],
        ]}
        current="Practical Machine Learning"
      />
      <Tabs
        label="Course details"
        value={tab}
        onChange={setTab}
        collapsible
        keepPanels
        tabs={[
          { id: 'about', label: 'About', panel: 'What it is about.' },
          {
            id: 'curriculum',
            label: 'Curriculum',
            panel: (
              <>
                <Disclosure lead="1" title="Before the model" meta="4 lessons, 52 min" open>
                  What a model is allowed to know
                </Disclosure>
                <Disclosure lead="2" title="A first classifier" meta="6 lessons, 1h 34m">
                  Six lessons
                </Disclosure>
              </>
            ),
          },
          { id: 'instructor', label: 'Instructor', panel: 'Who teaches it.' },
          { id: 'faq', label: 'FAQ', disabled: true, panel: null },
        ]}
      />
      <Steps
        label="Registration steps"
        stateLabels={{ done: 'done', current: 'current', next: 'next' }}
        steps={[
          { label: 'Personal Information', state: 'done' },
          { label: 'Business Information', state: 'current' },
          { label: 'Security', state: 'next' },
        ]}
      />
      <Steps
        label="How a course goes"
        direction="column"
        stateLabels={{ done: 'done', current: 'current', next: 'next' }}
        steps={[
          { label: 'Pick up where you stopped', hint: 'The next lesson comes first.', state: 'done' },
          { label: 'Mark lessons complete', hint: 'You can undo it.', state: 'next' },
          { label: 'Finish', hint: 'A certificate.', state: 'current' },
        ]}
      />
      <LoadMore status="50 of 128 courses" label="Show more" onMore={() => undefined} />
    </Section>
  )
}

export function Tables() {
  return (
    <Section title="Table">
      <CourseTable />
      <OrderTable />
    </Section>
  )
}

function CourseTable() {
  const [direction, setDirection] = useState<'ascending' | 'descending'>('ascending')
  return (
    <div className="ap-panel" data-clip="">
      <div className="ap-toolbar">
        <h3 className="ap-h3">Courses</h3>
        <Button data-end="" variant="primary" icon="plus">
          Create Course
        </Button>
      </div>
      <Table
        caption="Courses"
        rows={direction === 'ascending' ? courses : courses.toReversed()}
        rowKey={(course) => course.id}
        selected={(course) => course.id === 3}
        columns={[
          {
            id: 'course',
            header: 'Course',
            phone: 'main',
            sort: {
              direction,
              onSort: () => setDirection(direction === 'ascending' ? 'descending' : 'ascending'),
            },
            cell: (course) => (
              <TableSubject
                picture={<Cover {...course} shape="thumb" />}
                name={course.title}
                detail={course.category}
              />
            ),
          },
          {
            id: 'privacy',
            header: 'Privacy',
            cell: (course) => (
              <Row>
                <Switch label={`Public: ${course.title}`} defaultChecked={course.id !== 3} />
                {course.id === 3 ? 'Private' : 'Public'}
              </Row>
            ),
          },
          {
            id: 'price',
            header: 'Price (RM)',
            align: 'end',
            phoneLabel: 'RM',
            cell: (course) => (
              <InlineEdit
                value={(course.sen / 100).toFixed(2)}
                label={`Price in RM, ${course.title}`}
                editLabel={`Edit price, ${course.title}`}
                saveLabel="Save price"
                cancelLabel="Cancel"
                inputMode="decimal"
                onSave={() => Promise.resolve(true)}
              >
                {(course.sen / 100).toFixed(2)}
              </InlineEdit>
            ),
          },
          { id: 'by', header: 'Created By', phoneLabel: 'By', cell: (course) => `User #${course.id + 6}` },
          {
            id: 'actions',
            header: 'Actions',
            align: 'end',
            phone: 'actions',
            cell: (course) => (
              <>
                <IconButton icon="list" label={`Edit content, ${course.title}`} />
                <IconButton icon="trash" label={`Delete ${course.title}`} />
              </>
            ),
          },
        ]}
      />
    </div>
  )
}

function OrderTable() {
  return (
    <div className="ap-panel" data-clip="">
      <Table
        caption="Orders, stacked in one line on phones"
        stack="line"
        rows={courses}
        rowKey={(course) => course.id}
        columns={[
          { id: 'course', header: 'Course', phone: 'main', cell: (course) => <b>{course.title}</b> },
          { id: 'date', header: 'Date', cell: () => '2026-11-18' },
          {
            id: 'amount',
            header: 'Amount',
            align: 'end',
            cell: (course) => <Price sen={course.sen} freeLabel="Free" />,
          },
        ]}
      />
    </div>
  )
}

export function Drawings() {
  return (
    <Section title="Orbit">
      <OrbitArt
        label="A course drawn as an orbit, from perigee, where you start, to apogee, where you finish"
        stopLabels={['Module 1', 'Module 2', 'Module 3']}
        apogeeLabel="Apogee"
        apogeeHint="the farthest point"
      />
    </Section>
  )
}
