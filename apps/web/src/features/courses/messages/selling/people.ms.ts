import type { Translation } from '#web/platform/language/messages.ts'
import type { coursePeopleMessages } from './people.en.ts'
import { figure } from '#web/platform/language/numbers.ts'

export const coursePeople = {
  people: 'Peserta',
  count: (enrolled, waiting) =>
    waiting === 0 ? `${enrolled} didaftarkan` : `${enrolled} didaftarkan, ${waiting} dijemput`,
  seeLearners: 'Lihat semua pelajar dan kemajuan mereka',
  loadFailed: 'Peserta kursus ini tidak dapat dimuatkan',

  enrollByEmail: 'Daftarkan melalui e-mel',
  addresses: 'Alamat e-mel',
  addressesHint:
    'Satu alamat pada setiap baris, boleh diikuti koma dan nama. Ahli pasukan anda didaftarkan serta-merta. Orang lain menerima jemputan melalui e-mel untuk diterima.',
  csvFile: 'Fail CSV',
  csvHint: 'Pilihan. Seorang bagi setiap baris: alamat e-mel dan nama jika mahu. Baris tajuk dikenali.',
  csvTooLarge: 'Fail ini melebihi 1 MB.',
  removeFile: 'Buang fail',
  dropFile: 'Letakkan fail di sini atau',
  browse: 'pilih fail',
  csvUnsupported: 'Jenis fail tidak disokong. Hanya fail CSV dan teks dibenarkan.',
  csvEmpty: 'Tiada alamat e-mel dalam fail ini.',
  csvRead: (count, leftOut) =>
    leftOut === 0
      ? `${figure(count)} alamat ditemui`
      : `${figure(count)} alamat ditemui, ${figure(leftOut)} baris dilangkau`,
  addressesMissing: 'Sila masukkan sekurang-kurangnya satu alamat e-mel',
  notAnAddress: (text) => `Ini bukan alamat e-mel dalam huruf rumi (a–z): ${text}`,
  enrollPeople: 'Daftarkan Peserta',
  enrolling: 'Mendaftarkan...',
  enrollFailed: 'Peserta tidak dapat didaftarkan. Sila cuba lagi.',
  outcome: ({ enrolled, already, invited, leftOut }) =>
    `${enrolled} didaftarkan, ${already} sudah berdaftar, ${invited} dijemput, ${leftOut} dilangkau`,
  takeBack: 'Batalkan pendaftaran ini',
  takingBack: 'Membatalkan...',
  takeBackFailed: 'Pendaftaran ini tidak dapat dibatalkan. Sila cuba lagi.',
  takenBack: ({ removed, withdrawn, staying }) => {
    const done = [
      ...(removed > 0 ? [`${figure(removed)} peserta telah dikeluarkan`] : []),
      ...(withdrawn > 0 ? [`${figure(withdrawn)} jemputan telah ditarik balik`] : []),
    ]
    const stay = `${figure(staying)} peserta sudah menerima jemputan, mula belajar atau membayar, dan kekal berdaftar.`
    return `${done.join(', ') || 'Tiada peserta dikeluarkan'}.${staying > 0 ? ` ${stay}` : ''}`
  },
  outcomeOfEach: 'Keputusan bagi setiap baris',
  enrolled: 'Didaftarkan',
  already: 'Sudah berdaftar',
  invited: 'Dijemput',
  declined: 'Menolak',
  limit: 'Dilangkau: had alamat baharu hari ini telah dicapai',
  twice: 'Dilangkau: alamat yang sama ada di atas',
  no_email: 'Dilangkau: tiada alamat e-mel',
  bad_email: 'Dilangkau: bukan alamat e-mel dalam huruf rumi (a–z)',
  too_many: 'Dilangkau: lebih daripada 500 sekali gus',
  line: (row) => `Baris ${row}`,
  lineOf: (row, file) => `${file}, baris ${row}`,
  columnLine: 'Baris',
  columnFile: 'Fail',
  columnEmail: 'E-mel',
  columnName: 'Nama',
  columnOutcome: 'Keputusan',
  downloadReport: 'Muat Turun Laporan',
  reportFile: 'laporan-pendaftaran.csv',
  copyReport: 'Salin Laporan',
  copyReportFailed: 'Laporan tidak dapat disalin. Sila muat turun laporan itu.',

  invitedPeople: 'Dijemput',
  invitedHint: 'Mereka belum menerima jemputan. Setiap jemputan boleh dihantar semula sekali sehari.',
  invitedFailed: 'Senarai jemputan tidak dapat dimuatkan',
  invitedShown: (shown, total) => `${shown} daripada ${total} jemputan`,
  invitedMore: 'Tunjukkan lagi jemputan',
  sentOn: (day) => `Dihantar pada ${day}`,
  resend: 'Hantar semula',
  resending: 'Menghantar...',
  resendFailed: 'Jemputan tidak dapat dihantar. Sila cuba lagi.',
  withdraw: 'Tarik balik',
  withdrawing: 'Menarik balik...',
  withdrawFailed: 'Jemputan tidak dapat ditarik balik. Sila cuba lagi.',

  inviteLinks: 'Pautan jemputan',
  inviteHint: 'Sesiapa yang membuka pautan dan log masuk boleh mendaftar dalam kursus persendirian ini.',
  validFor: 'Sah selama',
  days: (count) => `${count} hari`,
  uses: 'Jumlah penggunaan',
  usesHint: 'Pilihan. Biarkan kosong jika tiada had.',
  usesInvalid: 'Mesti nombor bulat dari 1 hingga 100000',
  createLink: 'Cipta Pautan',
  creating: 'Mencipta...',
  createFailed: 'Pautan tidak dapat dicipta. Sila cuba lagi.',
  openLinks: 'Pautan aktif',
  noLinks: 'Tiada pautan aktif',
  expires: (day) => `Tamat tempoh ${day}`,
  usedOf: (uses, most) =>
    most === null ? `Digunakan ${figure(uses)} kali` : `Digunakan ${figure(uses)} daripada ${most}`,
  linkNumber: (number) => `Pautan ${number}`,
  copy: 'Salin pautan',
  copied: 'Disalin!',
  copyFailed: 'Pautan tidak dapat disalin. Sila pilih dan salin sendiri.',
  revoke: 'Batalkan',
  revokeQuestion:
    'Tiada sesiapa boleh mendaftar dengan pautan ini lagi. Peserta yang sudah berdaftar kekal berdaftar.',
  revokeTitle: (number) => `Batalkan pautan ${number}?`,
  revoking: 'Membatalkan...',
  revokeFailed: 'Pautan tidak dapat dibatalkan. Sila cuba lagi.',
} satisfies Translation<typeof coursePeopleMessages>
