import { expect, test } from 'vitest'
import { loadDemoSchool } from './load-demo-school.ts'

const demoSchool = loadDemoSchool()
const { groups, discussions } = demoSchool
const people = new Set(demoSchool.people.map(({ key }) => key))
const groupOf = (key: string) => groups.find((group) => group.key === key)
const courseOf = (key: string) => demoSchool.courses.find((course) => course.key === key)

/** Returns the people who may write in this group or course. Undefined means that everybody may. */
function writersOf({ group, course }: { group?: string; course?: string }): Set<string> | undefined {
  if (group !== undefined) return new Set(groupOf(group)?.members)
  if (course === undefined) return undefined
  const learners = demoSchool.enrolments.filter((enrolment) => enrolment.course === course)
  return new Set([...learners.map(({ person }) => person), courseOf(course)?.instructor ?? ''])
}

test('the demo school has six study groups, each with an owner and members', () => {
  expect(groups).toHaveLength(6)
  for (const { members, name, description } of groups) {
    expect(new Set(members).size, name).toBe(members.length)
    expect(members.length, name).toBeGreaterThan(2)
    expect(
      members.every((member) => people.has(member)),
      name,
    ).toBe(true)
    expect(name.length <= 80 && description.length <= 1000, name).toBe(true)
  }
})

test('the demo school has more than ten discussions, written by permitted people in order of time', () => {
  expect(discussions.length).toBeGreaterThan(10)
  for (const discussion of discussions) {
    const posts = [discussion, ...discussion.replies]
    const writers = writersOf(discussion)
    for (const { author } of posts) {
      expect(people.has(author), author).toBe(true)
      expect(writers?.has(author) ?? true, `${author} in ${discussion.title}`).toBe(true)
    }
    const days = posts.map(({ daysAgo }) => daysAgo)
    expect(days, discussion.title).toEqual(days.toSorted((one, other) => other - one))
    const began = discussion.group === undefined ? Infinity : (groupOf(discussion.group)?.begunDaysAgo ?? 0)
    expect(began, discussion.title).toBeGreaterThan(discussion.daysAgo + 3)
  }
})

test("the demo student's courses have discussions", () => {
  const own = demoSchool.enrolments.filter(({ person }) => person === 'aisyah').map(({ course }) => course)
  for (const course of own) expect(discussions.map((each) => each.course)).toContain(course)
})
