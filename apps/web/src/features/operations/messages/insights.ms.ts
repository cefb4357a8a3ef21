import type { Translation } from '#web/platform/language/messages.ts'
import type { insightsMessages } from './insights.en.ts'
import { figure } from '#web/platform/language/numbers.ts'

export const insights = {
  loadFailed: 'Ralat memuatkan data. Sila cuba lagi.',
  totalUsers: 'Jumlah Pengguna',
  totalUsers_own: 'Semua yang mendaftar dalam kursus anda',
  totalUsers_business: 'Pasukan anda dan semua yang mendaftar',
  totalUsers_platform: 'Semua akaun',
  activeUsers: 'Pengguna Aktif',
  activeUsersOf: 'Membeli atau menyertai kursus',
  totalRevenue: 'Jumlah Hasil',
  totalRevenueOf: 'Pesanan dan invois yang dibayar sejak jualan pertama, ditolak bayaran balik dan caj balik',
  completionRate: 'Kadar Penyelesaian',
  completionRateOf: 'Pelajaran yang disiapkan daripada semua pelajaran yang didaftarkan',
  noLessons: 'Belum ada pelajaran',
  monthlyGrowth: 'Pertumbuhan Bulanan',
  monthlyGrowthOf: (month: string) => `Pendaftaran baharu setiap bulan, ${month} setakat ini`,
  monthTold: (month: string, enrolments: number, revenue: string | null) =>
    `${month}: ${figure(enrolments)} pendaftaran${revenue === null ? '' : `, ${revenue}`}`,
  topCourses: 'Kursus Teratas',
  topCoursesOf: 'Paling ramai mendaftar',
  free: 'Percuma',
  students: (count: number) => `${figure(count)} pelajar`,
  nobodyYet: 'Belum ada sesiapa mendaftar',
  nobodyYetHint: 'Cipta kursus dan kongsi pautan jualannya. Pendaftaran akan muncul di sini.',
  salesLinks: 'Urus Pautan Jualan',

  exportData: 'Eksport Data',
  exporting: 'Mengeksport...',
  exported: 'Fail anda sedang dimuat turun.',
  exportFailed: 'Data tidak dapat dieksport. Sila cuba lagi.',
} satisfies Translation<typeof insightsMessages>
