/** The parts of a course's workspace. Each is a page of its own, or a part of the management page. */
export const workspaceTabs = [
  'overview',
  'content',
  'learners',
  'salesPage',
  'pricing',
  'questions',
  'grades',
  'settings',
] as const
export type WorkspaceTab = (typeof workspaceTabs)[number]

/** The values of `part` in the address of the management page, with the tab that stands for each. Content has no value. */
export const managedParts = {
  overview: 'overview',
  sales: 'salesPage',
  pricing: 'pricing',
  questions: 'questions',
  settings: 'settings',
  cohorts: 'settings',
} as const satisfies Record<string, WorkspaceTab>
export type ManagedPart = keyof typeof managedParts | 'content'

export const managedPartOf = (asked: string | null): ManagedPart =>
  asked !== null && asked in managedParts ? (asked as keyof typeof managedParts) : 'content'

export const tabOfPart = (part: ManagedPart): WorkspaceTab =>
  part === 'content' ? 'content' : managedParts[part]

const pages: Record<WorkspaceTab, string> = {
  overview: 'manage?part=overview',
  content: 'manage',
  learners: 'people',
  salesPage: 'manage?part=sales',
  pricing: 'manage?part=pricing',
  questions: 'manage?part=questions',
  grades: 'gradebook',
  settings: 'manage?part=settings',
}

export const tabAddress = (courseId: number, tab: WorkspaceTab): string => `/course/${courseId}/${pages[tab]}`
