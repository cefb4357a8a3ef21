import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, refusal, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { aCourse } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const page = (
  courses: ReturnType<typeof aCourse>[],
  meta: AnswerOf<'listCourses'>['meta'] = { total: courses.length, nextCursor: null },
): AnswerOf<'listCourses'> => ({ success: true, data: courses, meta })

function answerCourses(
  given: (sent: SentRequest) => AnswerOf<'listCourses'> | Response,
): SentRequest['query'][] {
  const queries: SentRequest['query'][] = []
  answer('listCourses', (sent) => {
    queries.push(sent.query)
    return given(sent)
  })
  return queries
}

test('public courses are listed with price, students, duration and a link to their sales page', async () => {
  const queries = answerCourses(() =>
    page([
      aCourse({ id: 5 }),
      aCourse({ id: 6, title: 'Git Without Fear', price: 0, category: 'Programming' }),
    ]),
  )
  await renderRoute('/marketplace')
  expect(await screen.findByText('2 courses')).toBeTruthy()
  const [first, second] = screen.getAllByRole('listitem').filter((item) => item.classList.contains('ap-card'))
  expect(first?.textContent).toContain('RM 249.00')
  expect(first?.textContent).toContain('389 students, 11h 30m')
  expect(second?.textContent).toContain('Free')
  expect(screen.getByRole('link', { name: /View Course.*Git Without Fear/ }).getAttribute('href')).toBe(
    '/sp/6/',
  )
  expect(queries.every((query) => query['visibility'] === 'public')).toBe(true)
})

test('a card has no more of a description than its two lines can show', async () => {
  answerCourses(() => page([aCourse({ description: 'A long description. '.repeat(500) })]))
  await renderRoute('/marketplace')
  const text = await screen.findByText(/^A long description\./)
  expect(text.textContent.length).toBeLessThan(210)
})

test('a course is featured only when its id is divisible by three', async () => {
  answerCourses(() => page([7, 6, 5, 3].map((id) => aCourse({ id, title: `Course ${id}` }))))
  await renderRoute('/marketplace')
  await screen.findByRole('link', { name: 'Course 7' })
  const featured = screen
    .getAllByText('Featured')
    .map((badge) => badge.closest('.ap-card')?.querySelector('h2')?.textContent)
  expect(featured).toEqual(['Course 6', 'Course 3'])
})

test('category, price and search are sent to the address and the server', async () => {
  const queries = answerCourses(() => page([aCourse()]))
  const rendered = await renderRoute('/marketplace')
  const { press } = rendered
  await press.click(await screen.findByRole('link', { name: 'AI & ML' }))
  await press.click(screen.getByText('Price: All'))
  await press.click(screen.getByRole('link', { name: 'Paid' }))
  await press.type(screen.getByRole('searchbox', { name: 'Search courses' }), 'machine')
  await waitFor(() =>
    expect(rendered.address()).toBe('/marketplace?category=AI+%26+ML&price=paid&search=machine'),
  )
  await waitFor(() =>
    expect(queries.at(-1)).toMatchObject({ category: 'AI & ML', price: 'paid', search: 'machine' }),
  )
  await press.click(screen.getByRole('link', { name: 'Reset Filters' }))
  await waitFor(() => expect(rendered.address()).toBe('/marketplace'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('the list layout is kept in the address', async () => {
  answerCourses(() => page([aCourse()]))
  const rendered = await renderRoute('/marketplace')
  await rendered.press.click(await screen.findByRole('link', { name: 'List' }))
  expect(rendered.address()).toBe('/marketplace?view=list')
  const heading = await screen.findByRole('heading', { name: 'Practical Machine Learning' })
  expect(heading.closest('.ap-card')?.getAttribute('data-layout')).toBe('list')
})

test('more courses are loaded after the cursor', async () => {
  answerCourses(({ query }) =>
    query['cursor']
      ? page([aCourse({ id: 4, title: 'Second page' })], { total: 2, nextCursor: null })
      : page([aCourse({ id: 5, title: 'First page' })], { total: 2, nextCursor: 'after-5' }),
  )
  const { press } = await renderRoute('/marketplace')
  expect(await screen.findByText('1 of 2 courses')).toBeTruthy()
  await press.click(screen.getByRole('link', { name: 'Load more' }))
  expect(await screen.findByRole('link', { name: 'Second page' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'First page' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Load more' })).toBeNull()
})

test('a failed next page keeps the shown courses', async () => {
  answerCourses(({ query }) =>
    query['cursor']
      ? refusal('UNAVAILABLE')
      : page([aCourse({ id: 5, title: 'First page' })], { total: 2, nextCursor: 'after-5' }),
  )
  const { press } = await renderRoute('/marketplace')
  await press.click(await screen.findByRole('link', { name: 'Load more' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The rest could not be loaded.')
  expect(screen.getByRole('link', { name: 'First page' })).toBeTruthy()
})

test('an empty result says so and links to all courses', async () => {
  answerCourses(({ query }) => page(query['search'] ? [] : [aCourse()]))
  const rendered = await renderRoute('/marketplace?search=zzz')
  const empty = (await screen.findByText('No Courses Found')).closest('.ap-state')
  await rendered.press.click(await within(empty as HTMLElement).findByRole('link', { name: 'Reset Filters' }))
  expect(await screen.findByRole('heading', { name: 'Practical Machine Learning' })).toBeTruthy()
})

test('the message of an overloaded server is shown and the list can be retried', async () => {
  refuse('listCourses', 'UNAVAILABLE')
  const { press } = await renderRoute('/marketplace')
  expect(
    await screen.findByText('Error loading courses: Apogee is busy right now. Please try again in a moment.'),
  ).toBeTruthy()
  answerCourses(() => page([aCourse()]))
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 course')).toBeTruthy()
})

test('a list without an answer asks to try later', async () => {
  breakNetwork('listCourses')
  await renderRoute('/marketplace')
  expect(await screen.findByText('Error loading courses: Please try again later')).toBeTruthy()
})

test('the marketplace is available in Malay', async () => {
  answerCourses(() => page([aCourse({ price: 0 })]))
  await renderRoute('/marketplace', { language: 'ms' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Pasaran' })).toBeTruthy()
  expect((await screen.findAllByText('Percuma')).length).toBeGreaterThan(0)
})

test('each pressed filter and each search adds a history entry, further letters do not', async () => {
  answerCourses(() => page([aCourse()]))
  const rendered = await renderRoute('/marketplace')
  const { press } = rendered
  await press.click(await screen.findByRole('link', { name: 'Design' }))
  await press.type(screen.getByRole('searchbox'), 'sql')
  await waitFor(() => expect(rendered.address()).toBe('/marketplace?category=Design&search=sql'))
  await press.type(screen.getByRole('searchbox'), 'ite')
  await waitFor(() => expect(rendered.address()).toBe('/marketplace?category=Design&search=sqlite'))
  await press.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Best rated')
  expect(rendered.address()).toBe('/marketplace?category=Design&search=sqlite&sort=rating')
  await rendered.goBack()
  await waitFor(() => expect(rendered.address()).toBe('/marketplace?category=Design&search=sqlite'))
  await rendered.goBack()
  await waitFor(() => expect(rendered.address()).toBe('/marketplace?category=Design'))
  await rendered.goBack()
  await waitFor(() => expect(rendered.address()).toBe('/marketplace'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  expect(screen.getByRole('link', { name: 'All Categories' }).getAttribute('aria-current')).toBe('true')
})

test('the sort order is sent to the address and the server', async () => {
  const queries = answerCourses(() => page([aCourse()]))
  await renderRoute('/marketplace?sort=price-low')
  const order = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Sort by' })
  expect(order.selectedOptions[0]?.textContent).toBe('Price: low to high')
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ sort: 'price-low' }))
})

test('a search is sorted by its best matches unless another order is chosen, which a list without a search does not offer', async () => {
  const queries = answerCourses(() => page([aCourse()]))
  const rendered = await renderRoute('/marketplace?search=sqlite')
  const order = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Sort by' })
  expect(order.selectedOptions[0]?.textContent).toBe('Best match')
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ search: 'sqlite', sort: 'relevance' }))
  const { press } = rendered
  await press.selectOptions(order, 'Newest')
  await waitFor(() => expect(rendered.address()).toBe('/marketplace?search=sqlite&sort=newest'))
  await waitFor(() => expect(queries.at(-1)).not.toHaveProperty('sort'))
  await press.selectOptions(order, 'Best match')
  await waitFor(() => expect(rendered.address()).toBe('/marketplace?search=sqlite'))
})

test('a sort order changed twice before a render adds one history entry', async () => {
  answerCourses(() => page([aCourse()]))
  const rendered = await renderRoute('/marketplace')
  const order = await screen.findByRole('combobox', { name: 'Sort by' })
  act(() => {
    fireEvent.change(order, { target: { value: 'rating' } })
    fireEvent.change(order, { target: { value: 'rating' } })
  })
  await waitFor(() => expect(rendered.address()).toBe('/marketplace?sort=rating'))
  await rendered.goBack()
  await waitFor(() => expect(rendered.address()).toBe('/marketplace'))
})

test('the next page has its own address, for use without scripts', async () => {
  const queries = answerCourses(() => page([aCourse()], { total: 60, nextCursor: 'after-5' }))
  await renderRoute('/marketplace?category=Design&page=2')
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ page: '2', category: 'Design' }))
  const more = await screen.findByRole('link', { name: 'Load more' })
  expect(more.getAttribute('href')).toBe('/marketplace?category=Design&page=3')
  const first = screen.getByRole('link', { name: 'Back to the first courses' })
  expect(first.getAttribute('href')).toBe('/marketplace?category=Design')
})

test('an empty search can be widened by removing one filter', async () => {
  answerCourses(({ query }) => page(query['search'] && query['category'] ? [] : [aCourse()]))
  const rendered = await renderRoute('/marketplace?search=zzz&category=Design')
  await rendered.press.click(await screen.findByRole('link', { name: 'In any category' }))
  expect(rendered.address()).toBe('/marketplace?search=zzz')
  expect(await screen.findByText('1 course')).toBeTruthy()
})

test.each([
  { way: 'Reset Filters', address: '/marketplace' },
  { way: 'In any category', address: '/marketplace?search=zzz' },
])('leaving an empty list by $way moves the focus to the count', async ({ way, address }) => {
  answerCourses(({ query }) => page(query['search'] && query['category'] ? [] : [aCourse()]))
  const rendered = await renderRoute('/marketplace?search=zzz&category=Design')
  const empty = (await screen.findByText('No Courses Found')).closest<HTMLElement>('.ap-state')
  const link = await within(empty ?? document.body).findByRole('link', { name: way })
  link.focus()
  await rendered.press.keyboard('{Enter}')
  expect(rendered.address()).toBe(address)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('1 course')))
})

test('loading more keeps the focus, and moves it to the count after the last page', async () => {
  answerCourses(({ query }) => {
    const [id, nextCursor] = { undefined: [6, 'after-6'], 'after-6': [5, 'after-5'] }[
      String(query['cursor'])
    ] ?? [4, null]
    return page([aCourse({ id: Number(id), title: `Course ${id}` })], {
      total: 3,
      nextCursor: nextCursor === null ? null : String(nextCursor),
    })
  })
  const { press } = await renderRoute('/marketplace')
  const more = await screen.findByRole('link', { name: 'Load more' })
  more.focus()
  await press.keyboard('{Enter}')
  expect(await screen.findByText('2 of 3 courses')).toBeTruthy()
  expect(document.activeElement).toBe(more)
  await press.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('3 of 3 courses')))
})

test.each([
  ['en', '1,000+ courses', '1 of 1,000+ courses'],
  ['ms', '1,000+ kursus', '1 daripada 1,000+ kursus'],
] as const)(
  'a total that was not counted to its end is shown with a plus sign (%s)',
  async (lang, count, end) => {
    answer('listCourses', {
      success: true,
      data: [aCourse()],
      meta: { total: 1000, totalIsCapped: true, nextCursor: '5' },
    })
    await renderRoute('/marketplace', { language: lang })
    expect(await screen.findByText(count)).toBeTruthy()
    expect(await screen.findByText(end)).toBeTruthy()
  },
)

test.each([
  ['en', 'No Courses Found · Showing results for “programming”'],
  ['ms', 'Tiada Kursus Dijumpai · Menunjukkan hasil untuk “programming”'],
] as const)('results of a near spelling say which words they are for (%s)', async (language, status) => {
  answerCourses(({ query }) => {
    expect(query).toMatchObject({ search: 'progaming', spelling: 'near' })
    return {
      success: true,
      data: [aCourse()],
      meta: { total: 1, nextCursor: null, searchedFor: 'programming' },
    }
  })
  await renderRoute('/marketplace?search=progaming', { language })
  expect(await screen.findByText(status)).toBeTruthy()
})

test('cards mark the words that a search has found, and the words that were searched instead', async () => {
  const course = aCourse({ title: 'Practical Machine Learning', description: 'Machines that learn.' })
  answerCourses(({ query }) => {
    const searchedFor = query['search'] === 'machne' ? { searchedFor: 'machine' } : {}
    return { success: true, data: [course], meta: { total: 1, nextCursor: null, ...searchedFor } }
  })
  const marks = () => Array.from(document.querySelectorAll('.ap-card mark'), ({ textContent }) => textContent)
  const { press } = await renderRoute('/marketplace?search=learn%20machines')
  await waitFor(() => expect(marks()).toEqual(['Machine', 'Machine']))
  expect(screen.getByRole('link', { name: 'Practical Machine Learning' })).toBeTruthy()
  await press.clear(screen.getByRole('searchbox'))
  await waitFor(() => expect(marks()).toEqual([]))
  await press.type(screen.getByRole('searchbox'), 'machne')
  await waitFor(() => expect(marks()).toEqual(['Machine', 'Machine']))
})

test('a search without results offers the categories', async () => {
  answerCourses(({ query }) => page(query['search'] ? [] : [aCourse()]))
  const { press, address } = await renderRoute('/marketplace?search=zither&price=paid')
  const empty = (await screen.findByText('No Courses Found')).closest<HTMLElement>('.ap-state')
  await press.click(await within(empty ?? document.body).findByRole('link', { name: 'Data Science' }))
  expect(address()).toBe('/marketplace?category=Data+Science')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('1 course')))
})

test('filters by facts are chosen together, are sent and in the address, and each is removed alone', async () => {
  const queries = answerCourses(() => page([aCourse()]))
  const rendered = await renderRoute('/marketplace?category=Design&page=2')
  const { press } = rendered
  await press.click(await screen.findByRole('button', { name: 'Filters' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter courses' }))
  await press.selectOptions(dialog.getByLabelText('Language'), 'Bahasa Melayu')
  await press.selectOptions(dialog.getByLabelText('Level'), 'Beginner')
  await press.selectOptions(dialog.getByLabelText('Length'), '2 to 6 hours')
  await press.selectOptions(dialog.getByLabelText('Rating'), '4.5 stars and up')
  await press.click(dialog.getByRole('button', { name: 'Show courses' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(rendered.address()).toBe(
    '/marketplace?category=Design&language=ms&level=beginner&length=2-6h&rating=4.5',
  )
  const chosen = { language: 'ms', level: 'beginner', length: '2-6h', rating: '4.5' }
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ category: 'Design', ...chosen }))
  const button = screen.getByRole('button', { name: 'Filters, 4 on' })
  await press.click(screen.getByRole('link', { name: 'Remove filter: Beginner' }))
  await waitFor(() =>
    expect(rendered.address()).toBe('/marketplace?category=Design&language=ms&length=2-6h&rating=4.5'),
  )
  await waitFor(() => expect(queries.at(-1)).not.toHaveProperty('level'))
  await waitFor(() => expect(document.activeElement).toBe(button))
  await press.click(button)
  const again = within(await screen.findByRole('dialog', { name: 'Filter courses' }))
  await press.click(again.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(rendered.address()).toBe('/marketplace?category=Design'))
  expect(screen.queryByRole('group', { name: 'Filters in use' })).toBeNull()
})

test('cancelling the filters changes nothing, and unknown values in the address filter nothing', async () => {
  const queries = answerCourses(() => page([aCourse()]))
  const { press, address } = await renderRoute('/marketplace?level=expert&rating=9&length=1h&language=xx')
  await press.click(await screen.findByRole('button', { name: 'Filters' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter courses' }))
  await press.selectOptions(dialog.getByLabelText('Level'), 'Advanced')
  await press.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/marketplace?level=expert&rating=9&length=1h&language=xx')
  for (const query of queries) {
    for (const name of ['language', 'level', 'length', 'rating']) expect(query).not.toHaveProperty(name)
  }
})

test('an empty list offers to go on without each filter by facts', async () => {
  answerCourses(() => page([]))
  await renderRoute('/marketplace?language=ms&rating=4')
  const link = await screen.findByRole('link', { name: 'With any rating' })
  expect(link.getAttribute('href')).toBe('/marketplace?language=ms')
  expect(screen.getByRole('link', { name: 'In any language' })).toBeTruthy()
})
