import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { quizStatisticsMessages } from './quiz-statistics.en.ts'

export const quizStatistics = {
  title: 'Statistik soalan',
  basis: (learners: number) =>
    `Daripada percubaan pertama ${figure(learners)} pelajar pada versi ini yang telah dimarkahkan. Percubaan kemudian dan orang yang mengajar kursus ini tidak dikira.`,
  version: 'Versi',
  versionOption: (version: number) => `Versi ${version}`,
  failed: 'Statistik tidak dapat dimuatkan',
  tooFew: 'Percubaan belum mencukupi',
  tooFewHint: (attempts: number, least: number) =>
    `Versi ini mempunyai ${figure(attempts)} percubaan pertama. Angka ditunjukkan mulai ${least}: jika kurang, angka itu bergantung pada nasib dan mungkin mendedahkan jawapan seseorang.`,
  tooFewOf: (least: number) => `Kurang daripada ${least} percubaan mempunyai soalan ini.`,
  download: 'Muat turun sebagai CSV',
  downloading: 'Sedang disediakan…',
  downloadFailed: 'Statistik tidak dapat dimuat turun.',
  figures: 'Angka',
  answered: 'Dijawab',
  answeredOf: (answered: number, asked: number) => `${figure(answered)} daripada ${figure(asked)}`,
  points: 'Purata mata',
  pointsOf: (percentage: number) => `${percentage}%`,
  discrimination: 'Diskriminasi',
  noDiscrimination: 'Tidak dapat dikira',
  discriminationHint:
    'Diskriminasi membandingkan mata bagi satu soalan dengan mata bagi semua soalan lain: hampir 1, mereka yang cemerlang menjawab dengan betul; hampir 0, soalan ini tidak membezakan sesiapa; bawah 0, mereka yang cemerlang menjawab dengan salah.',
  option: 'Pilihan',
  chosen: 'Dipilih oleh',
  chosenBy: (count: number, percentage: number) => `${figure(count)} (${percentage}%)`,
  right: 'Jawapan betul',
  true: 'Betul',
  false: 'Salah',
  mostWrong: 'Kebanyakan orang memilih pilihan yang salah.',
  reversed: 'Mereka yang cemerlang secara keseluruhan menjawab soalan ini dengan salah.',
  tooHard: 'Hampir tiada sesiapa menjawab dengan betul.',
  tooEasy: 'Hampir semua orang menjawab dengan betul.',
  weak: 'Soalan ini tidak membezakan mereka yang cemerlang daripada yang lain.',
  oftenBlank: 'Ramai orang membiarkan soalan ini kosong.',
  unusedOption: 'Tiada sesiapa memilih salah satu pilihan yang salah.',
} satisfies Translation<typeof quizStatisticsMessages>
