import type { Translation } from '#web/platform/messages.ts'
import type { coursePeopleMessages } from './people-messages.en.ts'
import { figure } from '#web/platform/numbers.ts'

export const coursePeopleMalay = {
  people: 'Peserta',
  count: (enrolled, waiting) =>
    waiting === 0 ? `${enrolled} didaftarkan` : `${enrolled} didaftarkan, ${waiting} belum membuka akaun`,
  loadFailed: 'Peserta kursus ini tidak dapat dimuatkan',

  enrollByEmail: 'Daftarkan melalui e-mel',
  addresses: 'Alamat e-mel',
  addressesHint:
    'Satu pada setiap baris. Sesiapa yang belum ada akaun didaftarkan sebaik membuka akaun dan mengesahkan alamat itu.',
  csvFile: 'Fail CSV',
  csvHint: 'Pilihan. Lajur pertamanya mengandungi alamat e-mel.',
  dropFile: 'Lepaskan fail di sini atau',
  browse: 'pilih fail',
  csvUnsupported: 'Jenis fail tidak disokong. Hanya fail CSV dan teks dibenarkan.',
  csvEmpty: 'Tiada alamat e-mel dalam lajur pertama fail ini.',
  csvRead: (count, name) => `${figure(count)} alamat diambil daripada ${name}`,
  addressesMissing: 'Sila masukkan sekurang-kurangnya satu alamat e-mel',
  notAnAddress: (text) => `Ini bukan alamat e-mel: ${text}`,
  tooMany: (most) => `Paling banyak ${most} alamat sekali gus`,
  enrollPeople: 'Daftarkan Peserta',
  enrolling: 'Mendaftarkan...',
  enrollFailed: 'Mereka tidak dapat didaftarkan. Sila cuba lagi.',
  outcome: (enrolled, already, waiting) =>
    `${enrolled} didaftarkan, ${already} sudah berdaftar, ${waiting} belum membuka akaun`,
  outcomeOfEach: 'Keputusan bagi setiap alamat',
  enrolled: 'Didaftarkan',
  already: 'Sudah berdaftar',
  waiting: 'Belum membuka akaun',

  inviteLinks: 'Pautan jemputan',
  inviteHint: 'Sesiapa yang membuka pautan dan log masuk boleh mendaftar dalam kursus peribadi ini.',
  validFor: 'Sah selama',
  days: (count) => `${count} hari`,
  uses: 'Bilangan penggunaan',
  usesHint: 'Pilihan. Tanpanya, pautan berfungsi untuk semua yang memilikinya.',
  usesInvalid: 'Mesti nombor bulat dari 1 hingga 100000',
  createLink: 'Cipta Pautan',
  creating: 'Mencipta...',
  createFailed: 'Pautan tidak dapat dicipta. Sila cuba lagi.',
  openLinks: 'Pautan terbuka',
  noLinks: 'Tiada pautan terbuka',
  expires: (day) => `Tamat tempoh ${day}`,
  usedOf: (uses, most) =>
    most === null ? `Digunakan ${figure(uses)} kali` : `Digunakan ${figure(uses)} daripada ${most}`,
  linkNumber: (number) => `Pautan ${number}`,
  copy: 'Salin Pautan',
  copied: 'Disalin!',
  copyFailed: 'Pautan tidak dapat disalin. Sila pilih dan salin sendiri.',
  revoke: 'Batalkan',
  revokeQuestion:
    'Tiada sesiapa boleh mendaftar dengan pautan ini lagi. Peserta yang sudah berdaftar kekal berdaftar.',
  revokeTitle: (number) => `Batalkan pautan ${number}?`,
  revoking: 'Membatalkan...',
  revokeFailed: 'Pautan tidak dapat dibatalkan. Sila cuba lagi.',
} satisfies Translation<typeof coursePeopleMessages>
