import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'

export const aisyah: CurrentUser = {
  id: 7,
  name: 'Aisyah Rahman',
  email: 'student@apogee.test',
  role: 'student',
  businessId: null,
  createdAt: '2026-10-01T00:00:00.000Z',
  emailVerified: true,
  metadata: { avatar: null },
}

export const admin: CurrentUser = {
  ...aisyah,
  id: 8,
  name: 'Farid Hakim',
  email: 'admin@apogee.test',
  role: 'admin',
  businessId: 1,
}

export const aCourse = (given: Partial<CatalogueCourse> = {}): CatalogueCourse => ({
  id: 5,
  title: 'Practical Machine Learning',
  description: 'Train, test and ship a model.',
  image: '',
  isPrivate: false,
  price: 24_900,
  category: 'AI & ML',
  createdBy: 2,
  businessId: 1,
  instructorId: 2,
  instructorName: 'Dr. Kavitha Menon',
  createdAt: '2026-10-01T00:00:00.000Z',
  studentCount: 389,
  rating: null,
  durationMinutes: 690,
  lessonCount: 34,
  isEnrolled: false,
  ...given,
})
