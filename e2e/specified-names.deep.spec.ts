import type { Page } from '@playwright/test'
import { expect, open, test } from './support/journey.ts'
import { as, demoPerson, signInAs } from './support/people.ts'

/** Describes a role and a name that docs/specification.md gives on a page. The studio may add other elements. */
type Named = readonly [role: 'link' | 'tab' | 'button' | 'heading' | 'columnheader' | 'textbox', name: string]

const wide: Named[] = ['Dashboard', 'Courses', 'Marketplace', 'Profile', 'Admin', 'Cart'].map((name) => [
  'link',
  name,
])
const narrow: Named[] = ['Home', 'Courses', 'Market', 'Profile', 'Admin'].map((name) => ['link', name])

const tabs: Named[] = [
  ['tab', 'Users'],
  ['tab', 'Courses'],
  ['tab', 'Analytics'],
  ['link', 'Manage Sales Links'],
  ['button', 'Export Data'],
]

interface SpecifiedPage {
  path: string
  named: Named[]
  /** These names appear only when the window has room for a table. */
  wideOnly?: Named[]
}

const columns = (...names: string[]): Named[] => names.map((name) => ['columnheader', name])

const pages: Record<string, SpecifiedPage> = {
  'the users of /admin': {
    path: '/admin',
    named: tabs,
    wideOnly: columns('User', 'Role', 'Join Date', 'Actions'),
  },
  'the courses of /admin': {
    path: '/admin?tab=courses',
    named: [...tabs, ['button', 'Create Course']],
    wideOnly: columns('Course', 'Privacy', 'Price (RM)', 'Created By', 'Actions'),
  },
  'the analytics of /admin': { path: '/admin?tab=analytics', named: tabs },
  'the sales list': { path: '/admin/sales', named: [['heading', 'Course Sales']] },
  'the management of a course': {
    path: '/course/{id}/manage',
    named: [
      ['button', 'Add Module'],
      ['heading', 'Module Content'],
    ],
  },
  'the settings': { path: '/settings', named: [['button', 'Update Credentials']] },
}

for (const [name, { path, named, wideOnly = [] }] of Object.entries(pages)) {
  test(`${name} has each name of the specification once, on a wide screen and on a phone`, async ({
    page,
    request,
  }) => {
    const admin = await demoPerson(request, 'admin')
    await signInAs(page, admin)
    const answer = await request.get(`/api/courses?createdBy=${admin.id}`, as(admin))
    const { data } = (await answer.json()) as { data: { id: number }[] }
    const address = path.replace('{id}', String(data[0]?.id))
    await open(page, address)
    await expectOnce(page, [...wide, ...named, ...wideOnly])
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, address)
    // An address with a tab is in the studio, which shows a bar of its own at the bottom of a narrow window.
    await expectOnce(page, [...(address.includes('?tab=') ? [] : narrow), ...named])
  })
}

async function expectOnce(page: Page, all: Named[]): Promise<void> {
  for (const [role, name] of all) {
    await expect(page.getByRole(role, { name, exact: true }), `${role} ${name}`).toHaveCount(1)
  }
}

test('no link of the studio contains a name that the specification gives to a link or a tab', async ({
  page,
  request,
}) => {
  await signInAs(page, await demoPerson(request, 'superadmin'))
  await open(page, '/admin')
  await expectOnce(page, [...wide, ...tabs, ['link', 'Add User']])
  const links = page.getByRole('navigation', { name: 'Studio' }).getByRole('link')
  await expect(links).toHaveCount(9)
  const names = await links.allTextContents()
  const specified =
    /dashboard|courses|marketplace|profile|admin|cart|settings|logout|users|analytics|sales links|add user/i
  expect(names.filter((text) => specified.test(text))).toEqual([])
})
