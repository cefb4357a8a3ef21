import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { sourcesMessages } from './sources.en.ts'

export const sources = {
  title: 'Dari mana pembeli datang',
  lead: 'Pelawat halaman jualan anda, dan apa yang berlaku selepas itu. Pesanan dikira bagi sumber lawatan pertama pembeli dalam tempoh 30 hari.',
  loadFailed: 'Sumber tidak dapat dimuatkan',
  range: 'Hari bagi sumber',
  days: (days: number) => `${days} hari lalu`,
  course: 'Kursus',
  allCourses: 'Semua kursus',
  newestOnly: '100 yang terbaharu. Setiap kursus juga menunjukkan sumbernya pada halaman angkanya sendiri.',
  download: 'Muat turun sumber',
  downloading: 'Menyediakan…',
  downloaded: 'Fail anda sedang dimuat turun.',
  downloadFailed: 'Sumber tidak dapat dimuat turun. Sila cuba lagi.',

  source: 'Sumber',
  visitors: 'Pelawat',
  carts: 'Dalam troli',
  checkouts: 'Mula membayar',
  orders: 'Pesanan',
  enrolments: 'Daftar percuma',
  rate: 'Penukaran',
  total: 'Semua sumber',
  chart: 'Pelawat dan pembeli mengikut sumber',
  buyersOf: 'Bahagian pekat pada bar membeli atau mendaftar.',
  told: (source: string, visitors: number, sold: number, rate: string | null) =>
    `${source}: ${figure(visitors)} pelawat, ${figure(sold)} membeli atau mendaftar${rate ? `, ${rate}` : ''}`,
  bar: (visitors: number, sold: number) => `${figure(visitors)} pelawat, ${figure(sold)} pembeli`,
  definitions:
    'Satu pelayar dikira sekali sehari bagi setiap kursus; orang yang sama pada hari lain dikira semula. Program, mereka yang mengajar, dan pelayar yang meminta supaya tidak dijejaki tidak dikira. Pesanan dikira sekali bagi setiap kursus di dalamnya, bayaran balik pada hari ia dipulangkan. Invois tidak termasuk.',

  direct: 'Terus',
  directOf: 'Ditaip, penanda halaman atau aplikasi',
  invite: 'Pautan jemputan',
  catalogue: 'Di Apogee: katalog',
  otherCourse: 'Di Apogee: kursus lain',
  code: (code: string) => `Kod ${code}`,
  other: 'Sumber lain',
  unknown: 'Tidak diketahui',
  unknownOf: 'Tiada apa-apa dihantar bersama pembelian',
  tagged: 'Pautan bertanda',

  nothing: 'Tiada pelawat dikira pada hari-hari ini',
  nothingHint:
    'Pelawat dikira sebaik sahaja mereka membuka halaman jualan. Kongsi pautan bertanda, dan anda melihat hasil setiap surat berita, siaran atau iklan.',
  tag: 'Tandakan pautan',
  tagLead:
    'Gunakan nama lain bagi setiap tempat anda berkongsi pautan. Nama itu muncul dalam jadual di atas.',
  tagName: 'Nama sumber',
  tagNameHint: 'Contohnya surat-berita, instagram atau risalah',
  campaign: 'Kempen (pilihan)',
  campaignHint: 'Contohnya raya-2027',
  address: 'Pautan bertanda',
  copy: 'Salin pautan',
  copied: 'Disalin!',
  linkCopied: 'Pautan telah disalin.',
  copyFailed: 'Pautan tidak dapat disalin. Sila pilih dan salin sendiri.',
  noCourse: 'Cipta kursus dahulu. Kemudian anda boleh menandakan pautan ke halaman jualannya.',
} satisfies Translation<typeof sourcesMessages>
