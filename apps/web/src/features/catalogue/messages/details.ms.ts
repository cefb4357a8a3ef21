import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { detailsMessages } from './details.en.ts'

export const salesDetails = {
  opensAfterItem: 'Dibuka apabila pelajaran yang lebih awal selesai',
  opensOn: (day: string) => `Dibuka pada ${day}`,
  opensAfter: (days: number) => `Dibuka ${figure(days)} hari selepas anda mendaftar`,
  moduleCount: (count: number) => `${figure(count)} modul`,
  lessonCount: (count: number) => `${figure(count)} pelajaran`,
  videoCount: (count) => `${figure(count)} video`,
  otherItems: (count) => `${figure(count)} item lain`,
  itemCount: (count: number) => `${figure(count)} item`,
  previewCount: (count) => `${figure(count)} pratonton percuma`,
  pages: (count: number) => `${figure(count)} halaman`,
  minutes: (minutes: number) => `${figure(minutes)} minit`,
  live: 'Sesi langsung',
  liveCount: (count: number) => `${figure(count)} sesi langsung`,
  liveHint: 'Masa ialah masa Malaysia. Pelajar menerima pautan untuk menyertai sebelum setiap sesi.',
  liveOf: (cohort: string, count: number) => `${cohort}: ${figure(count)} sesi langsung`,
  liveFrom: (start: string) => `mulai ${start}`,
  liveMore: (count: number) => `dan ${figure(count)} lagi`,
  expandAll: 'Buka semua',
  collapseAll: 'Tutup semua',
  preview: 'Pratonton',
  noContentTitle: 'Belum Ada Kandungan',
  noContent: 'Kandungan kursus sedang disediakan. Sila semak semula nanti.',
  coursesBy: (count: number) => `${figure(count)} kursus di Apogee`,
  studentsOf: (count: number) => `${figure(count)} pelajar`,
  soldBy: (name: string) => `Dijual oleh ${name}`,
  aboutBusiness: (name: string) => `Tentang ${name}`,
  noInstructor: 'Penjual belum menamakan pengajar untuk kursus ini.',
  faqAccess: 'Berapa lama saya boleh menonton pelajaran?',
  faqAccessAnswer:
    'Selama yang anda mahu. Anda bayar sekali dan kekal mendapat akses, pada mana-mana peranti yang anda log masuk.',
  faqFreeAccessAnswer: 'Selama yang anda mahu, pada mana-mana peranti yang anda log masuk.',
  faqAccessFor: (length) =>
    `Selama ${length}, pada mana-mana peranti. Selepas itu nota, kemajuan dan sijil anda kekal.`,
  faqRefund: 'Bagaimana jika kursus ini tidak sesuai untuk saya?',
  faqRefundAnswer: (days, percent) =>
    `Minta wang anda kembali di Pembelian saya dalam masa ${days} hari selepas membeli, selagi kurang daripada ${percent}% kursus ditonton.`,
  faqPay: 'Bagaimana saya membayar?',
  faqPayAnswer:
    'Dalam ringgit melalui CHIP: kad, perbankan dalam talian (FPX) atau e-dompet, mengikut tawaran penjual.',
  faqCertificate: 'Adakah saya mendapat sijil?',
  faqCertificateNeeds:
    'Ya. Tamatkan semua pelajaran dan penuhi syarat yang dinyatakan di bawah contoh sijil untuk mendapat sijil dengan pautan untuk dikongsi.',
  faqCertificateAnswer: 'Ya. Tamatkan semua pelajaran untuk mendapat sijil dengan pautan untuk dikongsi.',
  related: 'Kursus lain yang serupa',
} satisfies Translation<typeof detailsMessages>
